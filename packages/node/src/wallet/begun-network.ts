import { AmuletRules, ValidatorLicense } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import { isDevNet, type NetworkSettings } from "@tallystick/wallet";

const microsPerMs = 1_000;

/** The name of a party of this participant; the id of another's. */
const nameOf = (party: string, dso: string): string => {
  const namespace = dso.slice(dso.lastIndexOf("::"));
  return party.endsWith(namespace) ? party.slice(0, -namespace.length) : party;
};

/** The operator that the network was begun with: it has a licence, or the fund of the rules. */
const begunOperator = (
  views: WalletViews,
  { dso, operator }: NetworkSettings,
  manager: string | undefined,
): string | undefined => {
  const licensed = views.of(ValidatorLicense, dso).map(({ payload }) => payload.validator);
  return licensed.includes(operator) ? operator : (licensed[0] ?? manager);
};

/**
 * The error when a journal was begun with another network: another kind, tick or operator. These
 * are recorded at its beginning, for all nodes; test and main network do not differ in anything
 * recorded.
 */
export const networkMismatch = (
  views: WalletViews,
  settings: NetworkSettings,
): string | undefined => {
  const { dso, kind, operator, tickMicros } = settings;
  const [rules] = views.of(AmuletRules, dso, 1);
  if (rules === undefined) return undefined;
  const refused = (setting: string, begun: string, found: string, wayOut: string): string =>
    `${setting}: the journal was created with ${begun}, found ${found}; ${wayOut}, or create another journal (--data)`;
  if (rules.payload.isDevNet !== isDevNet({ kind })) {
    const begun = rules.payload.isDevNet ? "dev" : "test or main";
    return refused("network.kind", begun, kind, "give --network as it was begun");
  }
  const { tickDuration, optDevelopmentFundManager } = rules.payload.configSchedule.initialValue;
  const begunTick = Number(tickDuration.microseconds);
  if (begunTick !== tickMicros) {
    const [begun, found] = [begunTick / microsPerMs, tickMicros / microsPerMs];
    return refused("network.tickMs", `${begun}`, `${found}`, `give network.tickMs: ${begun}`);
  }
  const begunBy = begunOperator(views, settings, optDevelopmentFundManager);
  if (begunBy === undefined || begunBy === operator) return undefined;
  const [begun, found] = [nameOf(begunBy, dso), nameOf(operator, dso)];
  const wayOut = `give wallet.validatorPartyHint: ${begun}`;
  return refused("wallet.validatorPartyHint", begun, found, wayOut);
};
