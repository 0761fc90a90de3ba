import { brokenRelations, type SettingRelation } from "@tallystick/wire";
import { sweepErrors } from "./sweep-rings.js";
import { defaultWalletConfig, type WalletConfig } from "./wallet-config.js";

const microsPerSecond = 1_000_000;
const secondsPerDay = 86_400;

/** `90d`, `30s`. */
const span = (micros: number): string => {
  const seconds = micros / microsPerSecond;
  return seconds >= secondsPerDay && seconds % secondsPerDay === 0
    ? `${seconds / secondsPerDay}d`
    : `${seconds}s`;
};

const isTopUpSet = ({ traffic }: WalletConfig): boolean =>
  traffic.targetThroughput > 0n ||
  traffic.minTopupIntervalMicros !== defaultWalletConfig.traffic.minTopupIntervalMicros;

/** The settings of the wallet that are compared with another. */
export const walletRelations: ReadonlyArray<SettingRelation<WalletConfig>> = [
  {
    setting: "minTopupInterval",
    is: "at least",
    than: "pollingInterval",
    valuesOf: ({ traffic, pollIntervalMicros }) => [
      traffic.minTopupIntervalMicros,
      pollIntervalMicros,
    ],
    shown: span,
    when: isTopUpSet,
    why: "automations buy traffic only when they poll",
  },
  {
    setting: "transferPreapproval.renewalDuration",
    is: "less than",
    than: "transferPreapproval.preapprovalLifetime",
    valuesOf: (config) => [config.preapprovalRenewalMicros, config.preapprovalLifetimeMicros],
    shown: span,
    why: "a new preapproval would be renewed immediately and repeatedly",
  },
  {
    setting: "transferPreapproval.renewalDuration",
    is: "more than",
    than: "pollingInterval",
    valuesOf: (config) => [config.preapprovalRenewalMicros, config.pollIntervalMicros],
    shown: span,
    why: "a preapproval would expire before the automations poll again",
  },
];

/** What is wrong with settings of the wallet that are valid by themselves. */
export const walletConfigErrors = (config: WalletConfig, prefix = ""): ReadonlyArray<string> => [
  ...brokenRelations(walletRelations, config, prefix),
  ...sweepErrors(config.sweeps).map((error) => `${prefix}${error}`),
];
