import { type Numeric, numericFromText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** A sweep of one sender (specification 1, wallet 13.3). */
export interface SweepConfig {
  readonly receiver: string;
  /** The sweep starts above it. */
  readonly maxBalanceUsd: Numeric;
  /** The sweep leaves this much; not above the other. */
  readonly minBalanceUsd: Numeric;
  readonly useTransferPreapproval: boolean;
}

/** How a provider shares what the traffic of its app has earned. */
export interface RewardSharing {
  /** Their parts; what is missing to 1 is the provider's. */
  readonly beneficiaries: ReadonlyArray<{
    readonly beneficiary: string;
    readonly percentage: Numeric;
  }>;
  /** Coupons are shared when they last this much longer, and not before. */
  readonly minTtlAfterSharingMicros: number;
  /** Coupons shared by one command at most. */
  readonly batchSize: number;
}

/** The top-up of the validator's traffic (specification 1, wallet 13.2). */
export interface TrafficConfig {
  /** Bytes per second; 0 switches the top-up off. */
  readonly targetThroughput: Numeric;
  readonly minTopupIntervalMicros: number;
}

/** Configuration of a wallet's automations. */
export interface WalletConfig {
  /** Ledger users whose wallet is the operator's party (specification 1). */
  readonly validatorWalletUsers: ReadonlyArray<string>;
  /** Ledger users who administer the validator, without a wallet unless they are named above. */
  readonly administrators: ReadonlyArray<string>;
  /** By sender. */
  readonly sweeps: ReadonlyMap<string, SweepConfig>;
  /** The senders whose offers a receiver's wallet accepts automatically, by receiver. */
  readonly autoAcceptTransfers: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * Names of packages whose requests for allocations are rejected once their time is over: their
   * code then runs with the authority of whom they ask.
   */
  readonly rejectLapsedRequestsOf: ReadonlyArray<string>;
  /** By provider. */
  readonly rewardSharing: ReadonlyMap<string, RewardSharing>;
  readonly traffic: TrafficConfig;
  /** How the operator can be reached, as its licence says; at most 255 characters. */
  readonly contactPoint: string;
  readonly preapprovalLifetimeMicros: number;
  /** A preapproval with less time left is renewed. */
  readonly preapprovalRenewalMicros: number;
  readonly collectRewards: boolean;
  /** Wallets with more coins are merged. */
  readonly mergeAbove: number;
  /** Owners merged in one batch. */
  readonly mergeBatchSize: number;
  /** The most payments of one wallet in one transaction. */
  readonly treasuryBatchSize: number;
  readonly pollIntervalMicros: number;
  /** Delay after expiry before contracts are ended. */
  readonly clockSkewDelayMicros: number;
}

const dayMicros = 86_400_000_000;

const numeric = (text: string): Numeric => {
  const read = numericFromText(text);
  if (isLeft(read)) throw new RangeError(read.left.reason);
  return read.right;
};

/** The defaults of the public validator (wallet 13.6) and of specification 8. */
export const defaultWalletConfig: WalletConfig = {
  validatorWalletUsers: ["ledger-api-user"],
  administrators: ["ledger-api-user"],
  sweeps: new Map(),
  autoAcceptTransfers: new Map(),
  rejectLapsedRequestsOf: [],
  rewardSharing: new Map(),
  traffic: { targetThroughput: numeric("0"), minTopupIntervalMicros: 600_000_000 },
  contactPoint: "",
  preapprovalLifetimeMicros: 90 * dayMicros,
  preapprovalRenewalMicros: 30 * dayMicros,
  collectRewards: true,
  mergeAbove: 10,
  mergeBatchSize: 100,
  treasuryBatchSize: 20,
  pollIntervalMicros: 30_000_000,
  clockSkewDelayMicros: 5_000_000,
};
