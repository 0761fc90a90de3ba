import { shownDecimal } from "../model/shown.js";
import type { Numeric } from "@tallystick/core";
import type { Metadata } from "./metadata-v1.js";

const prefix = "splice.lfdecentralizedtrust.org/";
const amuletPrefix = "amulet.splice.lfdecentralizedtrust.org/";

/** The keys of the coin's metadata, as existing clients read them. */
export const metadataKeys = {
  txKind: `${prefix}tx-kind`,
  sender: `${prefix}sender`,
  reason: `${prefix}reason`,
  burned: `${prefix}burned`,
  createdInRound: `${amuletPrefix}created-in-round`,
  ratePerRound: `${amuletPrefix}rate-per-round`,
  appRewards: `${amuletPrefix}app-rewards`,
  validatorRewards: `${amuletPrefix}validator-rewards`,
  svRewards: `${amuletPrefix}sv-rewards`,
  unclaimedActivityRecords: `${amuletPrefix}unclaimed-activity-records`,
  appRewardBeneficiaries: `${amuletPrefix}app-reward-beneficiaries`,
  appRewardBeneficiaryWeights: `${amuletPrefix}app-reward-beneficiary-weights`,
  developmentFund: `${amuletPrefix}development-fund`,
} as const;

/** What a change of holdings is. */
export type TxKind = "transfer" | "merge-split" | "burn" | "mint" | "unlock" | "expire-dust";

/** What there is to say about a change of holdings. */
export interface TxDescription {
  readonly kind: TxKind;
  /** The party whose holdings were spent. */
  readonly sender?: string | undefined;
  readonly reason?: string | undefined;
  /** CC that was burned. */
  readonly burned?: Numeric | undefined;
}

/** The metadata of a change of holdings. */
export const txMetadata = ({ kind, sender, reason, burned }: TxDescription): Metadata => {
  const values = new Map<string, string>([[metadataKeys.txKind, kind]]);
  if (sender !== undefined) values.set(metadataKeys.sender, sender);
  if (reason !== undefined) values.set(metadataKeys.reason, reason);
  if (burned !== undefined && burned > 0n) values.set(metadataKeys.burned, shownDecimal(burned));
  return { values };
};

/** Metadata with a reason added, when there is one. */
export const withReason = (meta: Metadata, reason: string | undefined): Metadata =>
  reason === undefined
    ? meta
    : { values: new Map([...meta.values, [metadataKeys.reason, reason]]) };

export const reasonOf = ({ values }: Metadata): string | undefined =>
  values.get(metadataKeys.reason);

/** Metadata with a reason added, unless it is the empty text. */
export const withText = (meta: Metadata, reason: string): Metadata =>
  withReason(meta, reason === "" ? undefined : reason);
