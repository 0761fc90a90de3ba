/** What a wallet does by itself, as its user and the operator have it. */
export interface WalletSwitches {
  /** False: no automation acts for the party. The operator's choice. */
  readonly automations: boolean;
  /** False: coins are merged on request alone. The user's choice. */
  readonly merging: boolean;
}

const automationsKey = "wallet.tallystick/automations";
const mergingKey = "wallet.tallystick/merging";
const off = "off";

/**
 * The switches of a wallet, which are annotations of its party and so part of the journal.
 *
 * @param annotations of the party
 */
export const switchesOf = (annotations: Readonly<Record<string, string>>): WalletSwitches => ({
  automations: annotations[automationsKey] !== off,
  merging: annotations[mergingKey] !== off,
});

/** The change of a party's annotations that sets some of its switches. */
export const annotationsOfSwitches = ({
  automations,
  merging,
}: Partial<WalletSwitches>): Readonly<Record<string, string>> => ({
  ...(automations === undefined ? {} : { [automationsKey]: automations ? "" : off }),
  ...(merging === undefined ? {} : { [mergingKey]: merging ? "" : off }),
});

/** Whether coins are merged by an automation. */
export const mergesByItself = ({ automations, merging }: WalletSwitches): boolean =>
  automations && merging;
