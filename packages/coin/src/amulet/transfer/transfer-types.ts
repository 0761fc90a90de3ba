import {
  contractId,
  genMap,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  unit,
  variant,
  type ContractId,
} from "@tallystick/core";
import { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import { grown, grownVariant } from "../../model/release.js";
import { Round } from "../configuration/round-number.js";
import { TimeLock } from "../holding/time-lock.js";

/** What a transfer spends: coins, or coupons that are minted on the way. */
export const TransferInput = grownVariant(
  {
    InputAppRewardCoupon: contractId,
    InputValidatorRewardCoupon: contractId,
    InputSvRewardCoupon: contractId,
    InputAmulet: contractId,
    ExtTransferInput: record({
      dummyUnitField: unit,
      optInputValidatorFaucetCoupon: optional(contractId),
    }),
    InputValidatorLivenessActivityRecord: contractId,
    InputUnclaimedActivityRecord: contractId,
    InputDevelopmentFundCoupon: contractId,
    InputRewardCouponV2: contractId,
  },
  ["InputRewardCouponV2"],
);
/** What a transfer spends. */
export type TransferInput = Static<typeof TransferInput>;

/** Coins as inputs of a transfer. */
export const coinInputs = (contractIds: ReadonlyArray<ContractId>): ReadonlyArray<TransferInput> =>
  contractIds.map((value) => ({ tag: "InputAmulet", value }));

/**
 * One coin a transfer makes; `receiverFeeRatio` is kept for its form, as there are no fees to
 * share.
 */
export const TransferOutput = grown(
  {
    receiver: party,
    receiverFeeRatio: numeric,
    amount: numeric,
    lock: optional(TimeLock),
  },
  { meta: optional(Metadata) },
  "TransferOutput",
);
/** One coin a transfer makes. */
export type TransferOutput = Static<typeof TransferOutput>;

/** A transfer: the inputs of one sender become outputs, the rest goes back to the sender. */
export const Transfer = record(
  {
    sender: party,
    provider: party,
    inputs: list(TransferInput),
    outputs: list(TransferOutput),
    beneficiaries: optional(list(AppRewardBeneficiary)),
  },
  "Transfer",
);
export type Transfer = Static<typeof Transfer>;

/** The contracts a transfer looks at: the open round, and what the minting of coupons needs. */
export const TransferContext = record(
  {
    openMiningRound: contractId,
    issuingMiningRounds: genMap(Round, contractId),
    validatorRights: genMap(party, contractId),
    featuredAppRight: optional(contractId),
  },
  "TransferContext",
);
/** The contracts a transfer looks at. */
export type TransferContext = Static<typeof TransferContext>;

/**
 * The contracts an external party's transfer looks at, which outlive open rounds; it mints no
 * coupons.
 */
export const ExternalPartyTransferContext = record(
  {
    externalPartyConfigState: contractId,
    featuredAppRight: optional(contractId),
  },
  "ExternalPartyTransferContext",
);
/** The contracts an external party's transfer looks at. */
export type ExternalPartyTransferContext = Static<typeof ExternalPartyTransferContext>;

/** A {@link TransferContext} with the rules. */
export const PaymentTransferContext = record(
  { amuletRules: contractId, context: TransferContext },
  "PaymentTransferContext",
);
export type PaymentTransferContext = Static<typeof PaymentTransferContext>;

/**
 * A context with nothing but the round, and the right of a featured provider where there is one.
 */
export const plainContext = (
  openMiningRound: string,
  featuredAppRight?: string,
): TransferContext => ({
  openMiningRound,
  issuingMiningRounds: [],
  validatorRights: [],
  featuredAppRight,
});

/** How a party's holdings change, normalised to round 0, see `valueAtRoundZero`. */
export const BalanceChange = record(
  {
    changeToInitialAmountAsOfRoundZero: numeric,
    changeToHoldingFeesRate: numeric,
  },
  "BalanceChange",
);
/** How a party's holdings change. */
export type BalanceChange = Static<typeof BalanceChange>;

/**
 * A transfer in numbers, all in CC; the fees are there for their form and always 0 (specification
 * 8).
 */
export const TransferSummary = record(
  {
    inputAppRewardAmount: numeric,
    inputValidatorRewardAmount: numeric,
    inputSvRewardAmount: numeric,
    inputAmuletAmount: numeric,
    balanceChanges: genMap(party, BalanceChange),
    holdingFees: numeric,
    outputFees: list(numeric),
    senderChangeFee: numeric,
    senderChangeAmount: numeric,
    amuletPrice: numeric,
    inputValidatorFaucetAmount: optional(numeric),
    inputUnclaimedActivityRecordAmount: optional(numeric),
    inputDevelopmentFundAmount: optional(numeric),
  },
  "TransferSummary",
);
export type TransferSummary = Static<typeof TransferSummary>;

/** A coin that a transfer made. */
export const CreatedAmulet = variant({
  TransferResultAmulet: contractId,
  TransferResultLockedAmulet: contractId,
  ExtCreatedAmulet: record({ dummyUnitField: unit }),
});
export type CreatedAmulet = Static<typeof CreatedAmulet>;

/** The contract ids of coins that a transfer made. */
export const createdCids = (created: ReadonlyArray<CreatedAmulet>): ReadonlyArray<string> =>
  created.flatMap((coin) => (coin.tag === "ExtCreatedAmulet" ? [] : [coin.value]));

/** What a transfer did: the coins in the order of the outputs, and the sender's change. */
export const TransferResult = record(
  {
    round: Round,
    summary: TransferSummary,
    createdAmulets: list(CreatedAmulet),
    senderChangeAmulet: optional(contractId),
    meta: optional(Metadata),
  },
  "TransferResult",
);
export type TransferResult = Static<typeof TransferResult>;
