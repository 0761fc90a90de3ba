import { defaultConfiguration, isSynchronizerId } from "@tallystick/core";
import {
  atThatStart,
  brokenRelations,
  decodeErrors,
  defaultTapsMaxPasses,
  defaultTapsMaxPassesLimit,
  expectedError,
  isRefused,
  type LaterStart,
  oneOf,
  optional,
  SchemaType,
  type SettingRelation,
  settingsObject,
  takesEffect,
  type WireReadable,
  wholeNumber,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** A setting: its type, its default, and what a later start with another value does. */
interface Setting<V> {
  readonly codec: WireReadable<V>;
  readonly usual: V;
  readonly later: LaterStart;
}

const setting = <V>(codec: WireReadable<V>, usual: NoInfer<V>, later: LaterStart): Setting<V> => ({
  codec,
  usual,
  later,
});

const inJournal = isRefused("because the journal records it");
const whatIsThereStays = takesEffect("takes effect; existing entries stay");

const count = wholeNumber(1);
/** The longest delay of a timer; milliseconds. */
const longestTimer = 2 ** 31 - 1;

// any fingerprint, to check a name with
const isNameOfId = (name: string): boolean => isSynchronizerId(`${name}::1220${"0".repeat(64)}`);

const idName = new SchemaType<string>("name of an id", { type: "string" }, (u) =>
  typeof u === "string" && isNameOfId(u)
    ? right(u)
    : expectedError(
        '1 to 185 letters, digits, spaces or any of :-_ without "::" and without ":" at the end',
        u,
      ),
);

/** The most threads that read. */
const maxReadThreads = 64;

/** The settings of a ledger, a row for each. */
export const ledgerSettings = {
  /** Name part of the participant id of a new journal, and of the journal's stream. */
  participantName: setting(idName, "participant", inJournal),
  /** Name part of the synchronizer id of a new journal. */
  synchronizerName: setting(idName, "global-domain", inJournal),
  /**
   * How far back change ids are remembered, and the period applied when a command names none;
   * microseconds.
   */
  maxDeduplicationMicros: setting(
    wholeNumber(0),
    defaultConfiguration.deduplicationWindowMicros,
    takesEffect("takes effect; forgotten ids stay forgotten"),
  ),
  /** How long a submission may wait for its earliest ledger time; microseconds. */
  ledgerTimeSkewMicros: setting(
    wholeNumber(0),
    defaultConfiguration.ledgerTimeSkewMicros,
    atThatStart,
  ),
  /** Submissions that may wait; beyond it PARTICIPANT_BACKPRESSURE. */
  maxWaitingSubmissions: setting(count, 256, atThatStart),
  /**
   * Estimated memory of these together (see `commandUnits`), one user's a quarter of it; small ones
   * are not counted.
   */
  maxWaitingBytes: setting(count, 64 * 1024 ** 2, atThatStart),
  /** The most commands decided for one append. */
  maxBatchSize: setting(count, 256, atThatStart),
  /**
   * Bytes that the event of one command may take in the journal; beyond it INVALID_ARGUMENT. By
   * default the limit of EventStoreDB, so that an embedded journal can be moved there.
   */
  maxEventBytes: setting(
    wholeNumber(65_536),
    1024 * 1024,
    takesEffect("takes effect for new commands"),
  ),
  /** Passes of package selection when a command names none. */
  tapsMaxPassesDefault: setting(count, defaultTapsMaxPasses, atThatStart),
  /** A command that asks for more passes is invalid. */
  tapsMaxPassesLimit: setting(count, defaultTapsMaxPassesLimit, atThatStart),
  /**
   * Identity providers in addition to the default one; beyond it
   * TOO_MANY_IDENTITY_PROVIDER_CONFIGS.
   */
  maxIdentityProviders: setting(
    wholeNumber(0, 10_000),
    defaultConfiguration.maxIdentityProviders,
    whatIsThereStays,
  ),
  /** Rights one user may hold; beyond it TOO_MANY_USER_RIGHTS. */
  maxRightsPerUser: setting(
    wholeNumber(1, 1_000_000),
    defaultConfiguration.maxRightsPerUser,
    whatIsThereStays,
  ),
  /** The most archives of uploaded packages. */
  maxUploadedPackages: setting(wholeNumber(0), 10_000, whatIsThereStays),
  /** The most bytes of these archives together. */
  maxUploadedBytes: setting(wholeNumber(0), 4 * 1024 ** 3, whatIsThereStays),
  /** Bytes a DAR may unpack to; beyond it ZIP_BOMB. */
  maxUnpackedDarBytes: setting(wholeNumber(0), 256 * 1024 ** 2, whatIsThereStays),
  /**
   * Events after which their changes of the state are moved from memory to the files of the
   * snapshot; at most about twice as many are in memory.
   */
  snapshotEveryEvents: setting(count, 16_384, atThatStart),
  /**
   * The limit on the estimated memory of the events (see `eventUnits`): bytes of ASCII. When twice
   * as much is in memory, submissions wait.
   */
  snapshotEveryBytes: setting(count, 16 * 1024 ** 2, atThatStart),
  /** Age from which on submissions are pruned; 0: not by age; microseconds. */
  pruneAfterMicros: setting(
    wholeNumber(0),
    0,
    takesEffect("takes effect; pruned data stays pruned"),
  ),
  /** Events of the journal that the background check reads in a second; 0: no check. */
  scrubEventsPerSecond: setting(wholeNumber(0), 500, atThatStart),
  /** Minimum time between the starts of two such checks; milliseconds. */
  scrubEveryMs: setting(count, 3_600_000, atThatStart),
  /**
   * A folder that the nodes of a shared journal share: the preferred writer puts its snapshots
   * there, and a node without a snapshot starts with them. "" for none.
   */
  snapshotFolder: setting(wireString, "", atThatStart),
  /** Where projections run: in a thread of their own, or in the same thread. */
  projectorThread: setting(oneOf("worker", "main"), "worker", atThatStart),
  /**
   * Threads that read large answers beside the ledger's own thread; 0: none. The command
   * `tallystick serve` has one for each further processor, at most 8.
   */
  readThreads: setting(wholeNumber(0, maxReadThreads), 0, atThatStart),
  /**
   * Address of the store that holds the journal, `<scheme>:<place>`: `memory:`, `sqlite:<folder>`
   * or one of `LedgerOptions.stores`. "": SQLite in the data folder, or memory without one.
   */
  journal: setting(
    wireString,
    "",
    takesEffect(
      "takes effect if that store has the folder's journal, or the folder is new; otherwise the start fails, because acknowledged events are missing",
    ),
  ),
  /**
   * True when other processes append to the same journal: the ledger then follows the store for
   * their events.
   */
  sharedJournal: setting(wireBoolean, false, atThatStart),
  /**
   * True: the node follows the journal that others write, answers queries, and rejects everything
   * that would change it. Needs a shared journal.
   */
  follow: setting(wireBoolean, false, atThatStart),
  /** Interval of the heartbeat of a shared journal's preferred writer; milliseconds. */
  writerBeatMs: setting(wholeNumber(1, longestTimer), 5_000, atThatStart),
  /** How long it may be silent before another node replaces it; milliseconds. */
  writerSilenceMs: setting(wholeNumber(1, longestTimer), 15_000, atThatStart),
  /** Retries of an append while the store is unavailable, before the caller gets the error. */
  appendRetries: setting(wholeNumber(0, 1_000), 8, atThatStart),
  /** Delay before the first retry, doubled each time; milliseconds. */
  appendRetryDelayMs: setting(wholeNumber(0, longestTimer), 10, atThatStart),
  /**
   * The greatest jump of the system clock that is followed; microseconds. After a greater one the
   * time of commands continues without it, with a notice.
   */
  maxClockJumpMicros: setting(wholeNumber(1_000_000), 3_600_000_000, atThatStart),
  /**
   * How far the system clock may be ahead of the journal's last event at a start; microseconds.
   * More must be accepted, see `LedgerOptions.acceptClock`.
   */
  maxClockAheadAtStartMicros: setting(wholeNumber(1_000_000), 90 * 86_400_000_000, atThatStart),
};

/** Settings of a ledger. */
export type LedgerConfig = {
  readonly [K in keyof typeof ledgerSettings]: (typeof ledgerSettings)[K]["usual"];
};

/** The default settings. */
export const defaultLedgerConfig =
  // border: each has the value of the row of its name
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { usual }]) => [name, usual]),
  ) as LedgerConfig;

/** The settings of a ledger as given; all are optional. */
export const ledgerSettingsType = settingsObject(
  "LedgerConfig",
  Object.fromEntries(
    Object.entries(ledgerSettings).map(([name, { codec }]) => [name, optional<unknown>(codec)]),
  ),
);

/** The settings of a ledger that are compared with another. */
export const ledgerRelations: ReadonlyArray<SettingRelation<LedgerConfig>> = [
  {
    setting: "writerSilenceMs",
    is: "at least",
    isTwice: true,
    than: "writerBeatMs",
    valuesOf: ({ writerSilenceMs, writerBeatMs }) => [writerSilenceMs, writerBeatMs],
    shown: String,
    why: "a live writer would be replaced",
  },
  {
    setting: "tapsMaxPassesDefault",
    is: "at most",
    than: "tapsMaxPassesLimit",
    valuesOf: (config) => [config.tapsMaxPassesDefault, config.tapsMaxPassesLimit],
    shown: String,
    why: "commands that name no number would be rejected",
  },
];

/** Errors between settings that are valid by themselves. */
const disagreements = (config: LedgerConfig): ReadonlyArray<string> => [
  ...(config.follow && !config.sharedJournal
    ? ["follow: expected a journal that other nodes write (sharedJournal, or --store)"]
    : []),
  ...brokenRelations(ledgerRelations, config),
];

/**
 * The settings of a ledger, with defaults filled in. Left: all errors, a line each, naming the
 * setting, what was found and what is expected.
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
