import { defaultConfiguration, isSynchronizerId } from "@tallystick/core";
import {
  decodeErrors,
  defaultTapsMaxPasses,
  defaultTapsMaxPassesLimit,
  expectedError,
  oneOf,
  optional,
  SchemaType,
  settingsObject,
  type WireReadable,
  wholeNumber,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** One setting: what it may be, and what it is unless it is given. */
interface Setting<V> {
  readonly codec: WireReadable<V>;
  readonly usual: V;
}

const setting = <V>(codec: WireReadable<V>, usual: NoInfer<V>): Setting<V> => ({ codec, usual });

const count = wholeNumber(1);
/** The longest that a timer can wait; milliseconds. */
const longestTimer = 2 ** 31 - 1;

// any fingerprint will do to try a name with
const isNameOfId = (name: string): boolean => isSynchronizerId(`${name}::1220${"0".repeat(64)}`);

const idName = new SchemaType<string>("name of an id", { type: "string" }, (u) =>
  typeof u === "string" && isNameOfId(u)
    ? right(u)
    : expectedError(
        '1 to 185 letters, digits, spaces or any of :-_ without "::" and without ":" at the end',
        u,
      ),
);

/** The settings of a ledger; all there is to say of one is in its row. */
export const ledgerSettings = {
  /** Name part of the participant id of a new journal, and of the stream the journal is. */
  participantName: setting(idName, "participant"),
  /** Name part of the synchronizer id of a new journal. */
  synchronizerName: setting(idName, "global-domain"),
  /**
   * How far back change ids are remembered, and the period applied when a command names none;
   * microseconds.
   */
  maxDeduplicationMicros: setting(wholeNumber(0), defaultConfiguration.deduplicationWindowMicros),
  /** How far the ledger time may run ahead of the record time; microseconds. */
  ledgerTimeSkewMicros: setting(wholeNumber(0), defaultConfiguration.ledgerTimeSkewMicros),
  /** Submissions that may wait at once; beyond it PARTICIPANT_BACKPRESSURE. */
  maxWaitingSubmissions: setting(count, 256),
  /**
   * What these may take in memory together, about (see `commandUnits`), and one user's a quarter of
   * it; small ones are not counted.
   */
  maxWaitingBytes: setting(count, 64 * 1024 ** 2),
  /** Commands decided for one append at most. */
  maxBatchSize: setting(count, 256),
  /**
   * Bytes that the event of one command may take in the journal; beyond it INVALID_ARGUMENT. By
   * default what EventStoreDB takes, so that an embedded journal can be moved there.
   */
  maxEventBytes: setting(wholeNumber(65_536), 1024 * 1024),
  /** Passes of package selection when a command names none. */
  tapsMaxPassesDefault: setting(count, defaultTapsMaxPasses),
  /** A command that asks for more passes is invalid. */
  tapsMaxPassesLimit: setting(count, defaultTapsMaxPassesLimit),
  /**
   * Identity providers in addition to the default one; beyond it
   * TOO_MANY_IDENTITY_PROVIDER_CONFIGS.
   */
  maxIdentityProviders: setting(wholeNumber(0, 10_000), defaultConfiguration.maxIdentityProviders),
  /** Rights one user may hold; beyond it TOO_MANY_USER_RIGHTS. */
  maxRightsPerUser: setting(wholeNumber(1, 1_000_000), defaultConfiguration.maxRightsPerUser),
  /** Archives of uploaded packages that are kept at most. */
  maxUploadedPackages: setting(wholeNumber(0), 10_000),
  /** Bytes of these archives together. */
  maxUploadedBytes: setting(wholeNumber(0), 4 * 1024 ** 3),
  /** Bytes a DAR may unpack to; beyond it ZIP_BOMB. */
  maxUnpackedDarBytes: setting(wholeNumber(0), 256 * 1024 ** 2),
  /**
   * Events after which what they changed in the state leaves memory for the files of the snapshot;
   * about twice as many are in memory at most.
   */
  snapshotEveryEvents: setting(count, 16_384),
  /**
   * The same for what the events take in memory, about (see `eventUnits`): bytes of ASCII. When
   * twice as much is in memory, submissions wait.
   */
  snapshotEveryBytes: setting(count, 16 * 1024 ** 2),
  /**
   * Age from which on submissions are pruned; 0: never by age; microseconds.
   */
  pruneAfterMicros: setting(wholeNumber(0), 0),
  /** Events of the journal that are read and checked in a second in the background; 0: none. */
  scrubEventsPerSecond: setting(wholeNumber(0), 500),
  /** Least time between the beginnings of two such checks of everything; milliseconds. */
  scrubEveryMs: setting(count, 3_600_000),
  /**
   * A folder that the nodes of a shared journal share: the preferred writer puts its snapshots
   * there, and a node without one begins with what it finds. "" for none.
   */
  snapshotFolder: setting(wireString, ""),
  /** Where projections run: in a thread of their own, or in the same thread. */
  projectorThread: setting(oneOf("worker", "main"), "worker"),
  /**
   * Address of the store that holds the journal, `<scheme>:<place>`: `memory:`, `sqlite:<folder>`
   * or one of `LedgerOptions.stores`. "": SQLite in the data folder, or memory without one.
   */
  journal: setting(wireString, ""),
  /**
   * True when other processes append to the same journal: the ledger then follows the store for
   * their events.
   */
  sharedJournal: setting(wireBoolean, false),
  /**
   * True: the node follows the journal that others write, answers queries, and refuses everything
   * that would change it. Needs a shared journal.
   */
  follow: setting(wireBoolean, false),
  /**
   * How often the preferred writer of a shared journal says that it is there; milliseconds.
   */
  writerBeatMs: setting(wholeNumber(1, longestTimer), 5_000),
  /** How long it may say nothing before another node takes its place; milliseconds. */
  writerSilenceMs: setting(wholeNumber(1, longestTimer), 15_000),
  /**
   * How often an append is tried again while the store is unavailable, before the caller gets the
   * error.
   */
  appendRetries: setting(wholeNumber(0, 1_000), 8),
  /** Wait before the first of these tries; doubled each time; milliseconds. */
  appendRetryDelayMs: setting(wholeNumber(0, longestTimer), 10),
  /**
   * How far the system clock may move at once for it to be followed; microseconds. After a greater
   * jump the time of commands continues as time passes, with a notice.
   */
  maxClockJumpMicros: setting(wholeNumber(1_000_000), 3_600_000_000),
  /**
   * How far the system clock may be ahead of the journal's last event at a start; microseconds.
   * Further ahead it has to be accepted, see `LedgerOptions.acceptClock`.
   */
  maxClockAheadAtStartMicros: setting(wholeNumber(1_000_000), 90 * 86_400_000_000),
};

/** Settings of a ledger. */
export type LedgerConfig = {
  readonly [K in keyof typeof ledgerSettings]: (typeof ledgerSettings)[K]["usual"];
};

/** The settings used unless others are given. */
export const defaultLedgerConfig =
  // border: each has the value of the row of its name
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { usual }]) => [name, usual]),
  ) as LedgerConfig;

/** The settings of a ledger as they are given; each may be left out. */
export const ledgerSettingsType = settingsObject(
  "LedgerConfig",
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { codec }]) => [name, optional<unknown>(codec)]),
  ),
);

/** What is wrong between settings that are each in order. */
const disagreements = (config: LedgerConfig): ReadonlyArray<string> => {
  const { writerBeatMs, writerSilenceMs, tapsMaxPassesDefault, tapsMaxPassesLimit } = config;
  const errors: Array<string> = [];
  if (config.follow && !config.sharedJournal)
    errors.push("follow: expected a journal that other nodes write (sharedJournal, or --store)");
  if (writerSilenceMs < 2 * writerBeatMs) {
    errors.push(
      `writerSilenceMs: expected at least twice writerBeatMs, which is ${writerBeatMs}, found ${writerSilenceMs}`,
    );
  }
  if (tapsMaxPassesDefault > tapsMaxPassesLimit) {
    errors.push(
      `tapsMaxPassesDefault: expected at most tapsMaxPassesLimit, which is ${tapsMaxPassesLimit}, found ${tapsMaxPassesDefault}`,
    );
  }
  return errors;
};

/**
 * The settings of a ledger, of which those that are not given are as by default. Left: everything
 * that is wrong with them, a line each, naming the setting, what was found and what was expected.
 */
export const completeConfig = (
  given: Partial<LedgerConfig>,
): Either<ReadonlyArray<string>, LedgerConfig> => {
  const read = ledgerSettingsType.read(given);
  if (isLeft(read)) return left(decodeErrors(read.left));
  // border: each setting has been read by the codec of its row
  const config = { ...defaultLedgerConfig, ...read.right } as LedgerConfig;
  const errors = disagreements(config);
  return errors.length === 0 ? right(config) : left(errors);
};
