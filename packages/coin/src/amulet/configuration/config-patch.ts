import { type Patch, patchEntries, patchOptional, patchWhole } from "../../model/patch.js";
import type {
  AmuletConfig,
  RewardConfig,
  SynchronizerConfig,
  TransferConfig,
} from "./amulet-config.js";
import type { IssuanceConfig } from "./issuance-config.js";

const optional = patchOptional(patchWhole);

const patchTransferConfig: Patch<TransferConfig> = (next, base, current) => ({
  createFee: patchWhole(next.createFee, base.createFee, current.createFee),
  holdingFee: patchWhole(next.holdingFee, base.holdingFee, current.holdingFee),
  transferFee: {
    initialRate: patchWhole(
      next.transferFee.initialRate,
      base.transferFee.initialRate,
      current.transferFee.initialRate,
    ),
    steps: patchWhole(next.transferFee.steps, base.transferFee.steps, current.transferFee.steps),
  },
  lockHolderFee: patchWhole(next.lockHolderFee, base.lockHolderFee, current.lockHolderFee),
  extraFeaturedAppRewardAmount: patchWhole(
    next.extraFeaturedAppRewardAmount,
    base.extraFeaturedAppRewardAmount,
    current.extraFeaturedAppRewardAmount,
  ),
  maxNumInputs: patchWhole(next.maxNumInputs, base.maxNumInputs, current.maxNumInputs),
  maxNumOutputs: patchWhole(next.maxNumOutputs, base.maxNumOutputs, current.maxNumOutputs),
  maxNumLockHolders: patchWhole(
    next.maxNumLockHolders,
    base.maxNumLockHolders,
    current.maxNumLockHolders,
  ),
  tokenStandardMaxTTL: optional(
    next.tokenStandardMaxTTL,
    base.tokenStandardMaxTTL,
    current.tokenStandardMaxTTL,
  ),
});

const patchIssuance: Patch<IssuanceConfig> = (next, base, current) => ({
  amuletToIssuePerYear: patchWhole(
    next.amuletToIssuePerYear,
    base.amuletToIssuePerYear,
    current.amuletToIssuePerYear,
  ),
  validatorRewardPercentage: patchWhole(
    next.validatorRewardPercentage,
    base.validatorRewardPercentage,
    current.validatorRewardPercentage,
  ),
  appRewardPercentage: patchWhole(
    next.appRewardPercentage,
    base.appRewardPercentage,
    current.appRewardPercentage,
  ),
  validatorRewardCap: patchWhole(
    next.validatorRewardCap,
    base.validatorRewardCap,
    current.validatorRewardCap,
  ),
  featuredAppRewardCap: patchWhole(
    next.featuredAppRewardCap,
    base.featuredAppRewardCap,
    current.featuredAppRewardCap,
  ),
  unfeaturedAppRewardCap: patchWhole(
    next.unfeaturedAppRewardCap,
    base.unfeaturedAppRewardCap,
    current.unfeaturedAppRewardCap,
  ),
  optValidatorFaucetCap: optional(
    next.optValidatorFaucetCap,
    base.optValidatorFaucetCap,
    current.optValidatorFaucetCap,
  ),
  optDevelopmentFundPercentage: optional(
    next.optDevelopmentFundPercentage,
    base.optDevelopmentFundPercentage,
    current.optDevelopmentFundPercentage,
  ),
});

const patchIssuanceCurve: Patch<AmuletConfig["issuanceCurve"]> = (next, base, current) => ({
  initialValue: patchIssuance(next.initialValue, base.initialValue, current.initialValue),
  futureValues: [
    ...patchEntries<AmuletConfig["issuanceCurve"]["futureValues"][number]>(
      ({ _1 }) => _1.microseconds.toString(),
      (to, from, now) => ({ _1: now._1, _2: patchIssuance(to._2, from._2, now._2) }),
    )(next.futureValues, base.futureValues, current.futureValues),
  ].sort((a, b) => (a._1.microseconds < b._1.microseconds ? -1 : 1)),
});

type Fees = SynchronizerConfig["fees"];

const patchFees: Patch<Fees> = (next, base, current) => {
  const limits = (of: Fees) => of.baseRateTrafficLimits;
  return {
    baseRateTrafficLimits: {
      burstAmount: patchWhole(
        limits(next).burstAmount,
        limits(base).burstAmount,
        limits(current).burstAmount,
      ),
      burstWindow: patchWhole(
        limits(next).burstWindow,
        limits(base).burstWindow,
        limits(current).burstWindow,
      ),
    },
    extraTrafficPrice: patchWhole(
      next.extraTrafficPrice,
      base.extraTrafficPrice,
      current.extraTrafficPrice,
    ),
    readVsWriteScalingFactor: patchWhole(
      next.readVsWriteScalingFactor,
      base.readVsWriteScalingFactor,
      current.readVsWriteScalingFactor,
    ),
    minTopupAmount: patchWhole(next.minTopupAmount, base.minTopupAmount, current.minTopupAmount),
  };
};

const patchSynchronizers: Patch<SynchronizerConfig> = (next, base, current) => ({
  requiredSynchronizers: {
    map: patchEntries<SynchronizerConfig["requiredSynchronizers"]["map"][number]>(
      ([name]) => name,
      (_to, _from, now) => now,
    )(
      next.requiredSynchronizers.map,
      base.requiredSynchronizers.map,
      current.requiredSynchronizers.map,
    ),
  },
  activeSynchronizer: patchWhole(
    next.activeSynchronizer,
    base.activeSynchronizer,
    current.activeSynchronizer,
  ),
  fees: patchFees(next.fees, base.fees, current.fees),
});

const patchPackages: Patch<AmuletConfig["packageConfig"]> = (next, base, current) => ({
  amulet: patchWhole(next.amulet, base.amulet, current.amulet),
  amuletNameService: patchWhole(
    next.amuletNameService,
    base.amuletNameService,
    current.amuletNameService,
  ),
  dsoGovernance: patchWhole(next.dsoGovernance, base.dsoGovernance, current.dsoGovernance),
  validatorLifecycle: patchWhole(
    next.validatorLifecycle,
    base.validatorLifecycle,
    current.validatorLifecycle,
  ),
  wallet: patchWhole(next.wallet, base.wallet, current.wallet),
  walletPayments: patchWhole(next.walletPayments, base.walletPayments, current.walletPayments),
});

/**
 * A configuration after a change from a base to a next one: fields that differ between the two are
 * set, all others kept.
 */
export const patchConfig: Patch<AmuletConfig> = (next, base, current) => ({
  transferConfig: patchTransferConfig(
    next.transferConfig,
    base.transferConfig,
    current.transferConfig,
  ),
  issuanceCurve: patchIssuanceCurve(next.issuanceCurve, base.issuanceCurve, current.issuanceCurve),
  decentralizedSynchronizer: patchSynchronizers(
    next.decentralizedSynchronizer,
    base.decentralizedSynchronizer,
    current.decentralizedSynchronizer,
  ),
  tickDuration: patchWhole(next.tickDuration, base.tickDuration, current.tickDuration),
  packageConfig: patchPackages(next.packageConfig, base.packageConfig, current.packageConfig),
  ...patchedOptions(next, base, current),
});

type Options = Pick<
  AmuletConfig,
  | "transferPreapprovalFee"
  | "featuredAppActivityMarkerAmount"
  | "optDevelopmentFundManager"
  | "externalPartyConfigStateTickDuration"
  | "rewardConfig"
  | "transferPreapprovalBaseDuration"
>;

const patchRewardConfig: Patch<RewardConfig> = (next, base, current) => ({
  mintingVersion: patchWhole(next.mintingVersion, base.mintingVersion, current.mintingVersion),
  dryRunVersion: optional(next.dryRunVersion, base.dryRunVersion, current.dryRunVersion),
  batchSize: patchWhole(next.batchSize, base.batchSize, current.batchSize),
  rewardCouponTimeToLive: patchWhole(
    next.rewardCouponTimeToLive,
    base.rewardCouponTimeToLive,
    current.rewardCouponTimeToLive,
  ),
  appRewardCouponThreshold: patchWhole(
    next.appRewardCouponThreshold,
    base.appRewardCouponThreshold,
    current.appRewardCouponThreshold,
  ),
});

const patchedOptions: Patch<Options> = (next, base, current) => ({
  transferPreapprovalFee: optional(
    next.transferPreapprovalFee,
    base.transferPreapprovalFee,
    current.transferPreapprovalFee,
  ),
  featuredAppActivityMarkerAmount: optional(
    next.featuredAppActivityMarkerAmount,
    base.featuredAppActivityMarkerAmount,
    current.featuredAppActivityMarkerAmount,
  ),
  optDevelopmentFundManager: optional(
    next.optDevelopmentFundManager,
    base.optDevelopmentFundManager,
    current.optDevelopmentFundManager,
  ),
  externalPartyConfigStateTickDuration: optional(
    next.externalPartyConfigStateTickDuration,
    base.externalPartyConfigStateTickDuration,
    current.externalPartyConfigStateTickDuration,
  ),
  rewardConfig: patchOptional(patchRewardConfig)(
    next.rewardConfig,
    base.rewardConfig,
    current.rewardConfig,
  ),
  transferPreapprovalBaseDuration: optional(
    next.transferPreapprovalBaseDuration,
    base.transferPreapprovalBaseDuration,
    current.transferPreapprovalBaseDuration,
  ),
});
