import { setOf } from "../../model/set-of.js";
import {
  enumeration,
  int64,
  numeric,
  optional,
  party,
  record,
  type Static,
  text,
  timestamp,
  type Numeric,
} from "@tallystick/core";
import { constantInt, zero } from "../../model/arithmetic.js";
import { RelTime } from "../../token-standard/metadata-v1.js";
import { microsPerDay } from "../../model/time-span.js";
import { grown } from "../../model/release.js";
import { FixedFee, RatePerRound, SteppedRate } from "./fees.js";
import { IssuanceConfig, isValidIssuanceConfig } from "./issuance-config.js";
import { schedule } from "./schedule.js";

/**
 * Fees and limits of transfers, fees in USD. All fees except the holding fee are 0 (specification
 * 8).
 */
export const TransferConfig = grown(
  {
    createFee: FixedFee,
    holdingFee: RatePerRound,
    transferFee: SteppedRate,
    lockHolderFee: FixedFee,
    extraFeaturedAppRewardAmount: numeric,
    maxNumInputs: int64,
    maxNumOutputs: int64,
    maxNumLockHolders: int64,
  },
  { tokenStandardMaxTTL: optional(RelTime) },
  "TransferConfig",
);
/** Fees and limits of transfers. */
export type TransferConfig = Static<typeof TransferConfig>;

/** What of a {@link TransferConfig} is in force; the fee in USD per round. */
export const TransferConfigV2 = grown(
  {
    holdingFee: RatePerRound,
    maxNumInputs: int64,
    maxNumOutputs: int64,
    maxNumLockHolders: int64,
  },
  { tokenStandardMaxTTL: optional(RelTime) },
  "TransferConfigV2",
);
/** What of a {@link TransferConfig} is in force. */
export type TransferConfigV2 = Static<typeof TransferConfigV2>;

/** What of a configuration of transfers is in force. */
export const transferConfigV2Of = ({
  holdingFee,
  maxNumInputs,
  maxNumOutputs,
  maxNumLockHolders,
  tokenStandardMaxTTL,
}: TransferConfig): TransferConfigV2 => ({
  holdingFee,
  maxNumInputs,
  maxNumOutputs,
  maxNumLockHolders,
  ...(tokenStandardMaxTTL === undefined ? {} : { tokenStandardMaxTTL }),
});

const defaultMaxLife: RelTime = { microseconds: constantInt(90n * microsPerDay) };

/** How long what the token standard makes of CC may live. */
export const maxLifeOf = ({ tokenStandardMaxTTL }: TransferConfigV2): RelTime =>
  tokenStandardMaxTTL ?? defaultMaxLife;

/** The traffic everyone has for free. */
const BaseRateTrafficLimits = record(
  { burstAmount: int64, burstWindow: RelTime },
  "BaseRateTrafficLimits",
);

/**
 * The price of traffic: `extraTrafficPrice` in USD per MB of 1,000,000 bytes, `minTopupAmount` in
 * bytes.
 */
const SynchronizerFeesConfig = record(
  {
    baseRateTrafficLimits: BaseRateTrafficLimits,
    extraTrafficPrice: numeric,
    readVsWriteScalingFactor: int64,
    minTopupAmount: int64,
  },
  "SynchronizerFeesConfig",
);

/** The synchronizers of the network and what their traffic costs. */
const AmuletDecentralizedSynchronizerConfig = record(
  {
    requiredSynchronizers: setOf(text),
    activeSynchronizer: text,
    fees: SynchronizerFeesConfig,
  },
  "AmuletDecentralizedSynchronizerConfig",
);

/** The synchronizers of the network and what their traffic costs. */
export type SynchronizerConfig = Static<typeof AmuletDecentralizedSynchronizerConfig>;

/** The versions of the network's packages. */
const PackageConfig = record(
  {
    amulet: text,
    amuletNameService: text,
    dsoGovernance: text,
    validatorLifecycle: text,
    wallet: text,
    walletPayments: text,
  },
  "PackageConfig",
);

/** How app rewards are worked out: by markers of featured apps, or by the traffic of all apps. */
export const RewardVersion = enumeration(
  "RewardVersion_FeaturedAppMarkers",
  "RewardVersion_TrafficBasedAppRewards",
);
export type RewardVersion = Static<typeof RewardVersion>;

/** Whether featured apps record their activity as markers. */
export const usesMarkers = (version: RewardVersion | undefined): boolean =>
  version !== "RewardVersion_TrafficBasedAppRewards";

/** How rewards are minted; the threshold in USD. */
export const RewardConfig = record(
  {
    mintingVersion: RewardVersion,
    dryRunVersion: optional(RewardVersion),
    batchSize: int64,
    rewardCouponTimeToLive: RelTime,
    appRewardCouponThreshold: numeric,
  },
  "RewardConfig",
);
export type RewardConfig = Static<typeof RewardConfig>;

/** The whole configuration of the coin; amounts and fees in USD. */
export const AmuletConfig = grown(
  {
    transferConfig: TransferConfig,
    issuanceCurve: schedule(RelTime, IssuanceConfig),
    decentralizedSynchronizer: AmuletDecentralizedSynchronizerConfig,
    tickDuration: RelTime,
    packageConfig: PackageConfig,
    transferPreapprovalFee: optional(numeric),
    featuredAppActivityMarkerAmount: optional(numeric),
    optDevelopmentFundManager: optional(party),
    externalPartyConfigStateTickDuration: optional(RelTime),
  },
  {
    rewardConfig: optional(RewardConfig),
    transferPreapprovalBaseDuration: optional(RelTime),
  },
  "AmuletConfig",
);
export type AmuletConfig = Static<typeof AmuletConfig>;

/**
 * Half the life of an external party's configuration where none is named: 24 hours, in
 * microseconds.
 */
const defaultExternalPartyTick = { microseconds: constantInt(86_400_000_000n) };

/** What one activity of a featured app is worth, in USD. */
export const activityAmountOf = ({ featuredAppActivityMarkerAmount }: AmuletConfig): Numeric =>
  featuredAppActivityMarkerAmount ?? zero;

/** How long an external party's configuration is the newer one of the two (wallet 12.6). */
export const externalPartyTickOf = ({
  externalPartyConfigStateTickDuration,
}: AmuletConfig): RelTime => externalPartyConfigStateTickDuration ?? defaultExternalPartyTick;

/** The configuration from now on; later ones are kept for the form and always none. */
export const AmuletConfigSchedule = schedule(timestamp, AmuletConfig);

const isValidTransferConfig = (config: TransferConfig): boolean => {
  const fees = [config.createFee.fee, config.lockHolderFee.fee, config.transferFee.initialRate];
  const limits = [config.maxNumInputs, config.maxNumOutputs];
  return (
    fees.every((fee) => fee === 0n) &&
    config.transferFee.steps.every(({ _2 }) => _2 === 0n) &&
    config.holdingFee.rate >= 0n &&
    limits.every((limit) => limit > 0n) &&
    config.maxNumLockHolders >= 0n &&
    config.extraFeaturedAppRewardAmount >= 0n
  );
};

const isValidIssuanceCurve = ({
  initialValue,
  futureValues,
}: AmuletConfig["issuanceCurve"]): boolean =>
  futureValues.every(
    ({ _1 }, index) => _1.microseconds > (futureValues[index - 1]?._1.microseconds ?? -(2n ** 64n)),
  ) && [initialValue, ...futureValues.map(({ _2 }) => _2)].every(isValidIssuanceConfig);

/**
 * True for a configuration that the rules accept: no transfer fees, an issuance that changes at
 * ascending times, a tick above zero, a synchronizer in use that is among those required.
 */
export const isValidAmuletConfig = (config: AmuletConfig): boolean =>
  isValidTransferConfig(config.transferConfig) &&
  isValidIssuanceCurve(config.issuanceCurve) &&
  config.tickDuration.microseconds > 0n &&
  (config.transferPreapprovalFee ?? 0n) >= 0n &&
  config.featuredAppActivityMarkerAmount === config.transferConfig.extraFeaturedAppRewardAmount &&
  config.decentralizedSynchronizer.requiredSynchronizers.map.some(
    ([name]) => name === config.decentralizedSynchronizer.activeSynchronizer,
  );
