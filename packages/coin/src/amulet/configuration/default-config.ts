import { constantInt, zero, constantNumeric } from "../../model/arithmetic.js";
import type { Release } from "../../model/release.js";
import { microsPerDay } from "../../model/time-span.js";
import type { RelTime } from "../../token-standard/metadata-v1.js";
import type { AmuletConfig, TransferConfig } from "./amulet-config.js";
import type { IssuanceConfig } from "./issuance-config.js";

const span = (microseconds: bigint): RelTime => ({ microseconds: constantInt(microseconds) });
const minute = 60_000_000n;
const halfYear = (microsPerDay * 365n) / 2n;

const transferConfig: TransferConfig = {
  createFee: { fee: zero },
  holdingFee: { rate: constantNumeric("0.0000190259") },
  transferFee: { initialRate: zero, steps: [] },
  lockHolderFee: { fee: zero },
  extraFeaturedAppRewardAmount: constantNumeric("1"),
  maxNumInputs: constantInt(100n),
  maxNumOutputs: constantInt(100n),
  maxNumLockHolders: constantInt(50n),
};

const issuance = (perYear: string, validators: string, apps: string): IssuanceConfig => ({
  amuletToIssuePerYear: constantNumeric(perYear),
  validatorRewardPercentage: constantNumeric(validators),
  appRewardPercentage: constantNumeric(apps),
  validatorRewardCap: constantNumeric("0.2"),
  featuredAppRewardCap: constantNumeric("100"),
  unfeaturedAppRewardCap: constantNumeric("0.6"),
  optValidatorFaucetCap: constantNumeric("2.85"),
  optDevelopmentFundPercentage: undefined,
});

/** The versions of packages that the network's configuration names. */
const packageVersions: Readonly<Record<Release, AmuletConfig["packageConfig"]>> = {
  "0.6.1": {
    amulet: "0.1.18",
    amuletNameService: "0.1.19",
    dsoGovernance: "0.1.0",
    validatorLifecycle: "0.1.7",
    wallet: "0.1.19",
    walletPayments: "0.1.18",
  },
  "0.6.12": {
    amulet: "0.1.22",
    amuletNameService: "0.1.23",
    dsoGovernance: "0.1.0",
    validatorLifecycle: "0.1.7",
    wallet: "0.1.23",
    walletPayments: "0.1.22",
  },
};

/**
 * The configuration of the public network (wallet 12.4, 12.6 and 13.1).
 *
 * @param synchronizerId the one synchronizer of the network
 * @param release whose packages the network uses
 */
export const defaultAmuletConfig = (
  synchronizerId: string,
  release: Release = "0.6.12",
): AmuletConfig => ({
  transferConfig,
  issuanceCurve: {
    initialValue: issuance("40000000000", "0.05", "0.15"),
    futureValues: [
      { _1: span(halfYear), _2: issuance("20000000000", "0.12", "0.4") },
      { _1: span(3n * halfYear), _2: issuance("10000000000", "0.18", "0.62") },
      { _1: span(10n * halfYear), _2: issuance("5000000000", "0.21", "0.69") },
      { _1: span(20n * halfYear), _2: issuance("2500000000", "0.2", "0.75") },
    ],
  },
  decentralizedSynchronizer: {
    requiredSynchronizers: { map: [[synchronizerId, {}]] },
    activeSynchronizer: synchronizerId,
    fees: {
      baseRateTrafficLimits: {
        burstAmount: constantInt(400_000n),
        burstWindow: span(20n * minute),
      },
      extraTrafficPrice: constantNumeric("16.67"),
      readVsWriteScalingFactor: constantInt(4n),
      minTopupAmount: constantInt(200_000n),
    },
  },
  tickDuration: span(10n * minute),
  packageConfig: packageVersions[release],
  transferPreapprovalFee: constantNumeric("0.00274"),
  featuredAppActivityMarkerAmount: constantNumeric("1"),
  optDevelopmentFundManager: undefined,
  externalPartyConfigStateTickDuration: undefined,
});
