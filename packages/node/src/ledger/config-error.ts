import { isSynchronizerId } from "@tallystick/core";
import type { LedgerConfig } from "./ledger-config.js";

type NumberName = {
  [K in keyof LedgerConfig]: LedgerConfig[K] extends number ? K : never;
}[keyof LedgerConfig];

/** The least each number may be. */
const numbers: ReadonlyArray<readonly [NumberName, number]> = [
  ["maxDeduplicationMicros", 0],
  ["ledgerTimeSkewMicros", 0],
  ["maxWaitingSubmissions", 1],
  ["maxWaitingBytes", 1],
  ["maxBatchSize", 1],
  ["maxEventBytes", 65_536],
  ["tapsMaxPassesDefault", 1],
  ["tapsMaxPassesLimit", 1],
  ["maxIdentityProviders", 0],
  ["maxRightsPerUser", 1],
  ["maxUploadedPackages", 0],
  ["maxUploadedBytes", 0],
  ["maxUnpackedDarBytes", 0],
  ["snapshotEveryEvents", 1],
  ["snapshotEveryBytes", 1],
  ["pruneAfterMicros", 0],
  ["scrubEventsPerSecond", 0],
  ["scrubEveryMs", 1],
  ["writerBeatMs", 1],
  ["writerSilenceMs", 1],
  ["appendRetries", 0],
  ["appendRetryDelayMs", 0],
  ["maxClockJumpMicros", 1_000_000],
  ["maxClockAheadAtStartMicros", 1_000_000],
];

const names = ["participantName", "synchronizerName"] as const;

// any fingerprint will do to try a name with
const isNameOfId = (name: string): boolean => isSynchronizerId(`${name}::1220${"0".repeat(64)}`);

/**
 * What is wrong with the settings of a ledger, naming the setting and what was expected; undefined
 * when they are in order.
 */
export const configError = (config: LedgerConfig): string | undefined => {
  for (const name of names) {
    if (!isNameOfId(config[name]))
      return `${name}: expected 1 to 185 letters, digits, spaces or any of :-_ without "::" and without ":" at the end, found "${config[name]}"`;
  }
  for (const [name, least] of numbers) {
    if (!Number.isSafeInteger(config[name]) || config[name] < least)
      return `${name}: expected a whole number of at least ${least}, found ${config[name]}`;
  }
  if (config.follow && !config.sharedJournal)
    return "follow: expected a journal that other nodes write (sharedJournal, or --store)";
  const { writerBeatMs, writerSilenceMs } = config;
  if (writerSilenceMs < 2 * writerBeatMs)
    return `writerSilenceMs: expected at least twice writerBeatMs, which is ${writerBeatMs}, found ${writerSilenceMs}`;
  const { tapsMaxPassesDefault, tapsMaxPassesLimit } = config;
  return tapsMaxPassesDefault > tapsMaxPassesLimit
    ? `tapsMaxPassesDefault: expected at most tapsMaxPassesLimit, which is ${tapsMaxPassesLimit}, found ${tapsMaxPassesDefault}`
    : undefined;
};
