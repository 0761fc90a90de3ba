import { defaultTapsMaxPasses, defaultTapsMaxPassesLimit } from "@tallystick/wire";
import { defaultConfiguration } from "@tallystick/core";

/** Settings of a ledger. */
export interface LedgerConfig {
  /** Name part of the participant id of a new journal, and of the stream the journal is. */
  readonly participantName: string;
  /** Name part of the synchronizer id of a new journal. */
  readonly synchronizerName: string;
  /**
   * How far back change ids are remembered, and the period applied when a command names none;
   * microseconds.
   */
  readonly maxDeduplicationMicros: number;
  /** How far the ledger time may run ahead of the record time; microseconds. */
  readonly ledgerTimeSkewMicros: number;
  /** Submissions that may wait at once; beyond it PARTICIPANT_BACKPRESSURE. */
  readonly maxWaitingSubmissions: number;
  /**
   * What these may take in memory together, about (see `commandUnits`), and one user's a quarter of
   * it; small ones are not counted.
   */
  readonly maxWaitingBytes: number;
  /** Commands decided for one append at most. */
  readonly maxBatchSize: number;
  /**
   * Bytes that the event of one command may take in the journal; beyond it INVALID_ARGUMENT. By
   * default what EventStoreDB takes, so that an embedded journal can be moved there.
   */
  readonly maxEventBytes: number;
  /** Passes of package selection when a command names none. */
  readonly tapsMaxPassesDefault: number;
  /** A command that asks for more passes is invalid. */
  readonly tapsMaxPassesLimit: number;
  /**
   * Identity providers in addition to the default one; beyond it
   * TOO_MANY_IDENTITY_PROVIDER_CONFIGS.
   */
  readonly maxIdentityProviders: number;
  /** Rights one user may hold; beyond it TOO_MANY_USER_RIGHTS. */
  readonly maxRightsPerUser: number;
  /** Archives of uploaded packages that are kept at most. */
  readonly maxUploadedPackages: number;
  /** Bytes of these archives together. */
  readonly maxUploadedBytes: number;
  /** Bytes a DAR may unpack to; beyond it ZIP_BOMB. */
  readonly maxUnpackedDarBytes: number;
  /**
   * Events after which what they changed in the state leaves memory for the files of the snapshot;
   * about twice as many are in memory at most.
   */
  readonly snapshotEveryEvents: number;
  /**
   * The same for what the events take in memory, about (see `eventUnits`): bytes of ASCII. When
   * twice as much is in memory, submissions wait.
   */
  readonly snapshotEveryBytes: number;
  /**
   * Age from which on submissions are pruned; 0: never by age; microseconds.
   */
  readonly pruneAfterMicros: number;
  /** Events of the journal that are read and checked in a second in the background; 0: none. */
  readonly scrubEventsPerSecond: number;
  /** Least time between the beginnings of two such checks of everything; milliseconds. */
  readonly scrubEveryMs: number;
  /**
   * A folder that the nodes of a shared journal share: the preferred writer puts its snapshots
   * there, and a node without one begins with what it finds. "" for none.
   */
  readonly snapshotFolder: string;
  /** Where projections run: in a thread of their own, or in the same thread. */
  readonly projectorThread: "worker" | "main";
  /**
   * Address of the store that holds the journal, `<scheme>:<place>`: `memory:`, `sqlite:<folder>`
   * or one of `LedgerOptions.stores`. "": SQLite in the data folder, or memory without one.
   */
  readonly journal: string;
  /**
   * True when other processes append to the same journal: the ledger then follows the store for
   * their events.
   */
  readonly sharedJournal: boolean;
  /**
   * True: the node follows the journal that others write, answers queries, and refuses everything
   * that would change it. Needs a shared journal.
   */
  readonly follow: boolean;
  /**
   * How often the preferred writer of a shared journal says that it is there; milliseconds.
   */
  readonly writerBeatMs: number;
  /** How long it may say nothing before another node takes its place; milliseconds. */
  readonly writerSilenceMs: number;
  /**
   * How often an append is tried again while the store is unavailable, before the caller gets the
   * error.
   */
  readonly appendRetries: number;
  /** Wait before the first of these tries; doubled each time; milliseconds. */
  readonly appendRetryDelayMs: number;
  /**
   * How far the system clock may move at once for it to be followed; microseconds. After a greater
   * jump the time of commands continues as time passes, with a notice.
   */
  readonly maxClockJumpMicros: number;
  /**
   * How far the system clock may be ahead of the journal's last event at a start; microseconds.
   * Further ahead it has to be accepted, see `LedgerOptions.acceptClock`.
   */
  readonly maxClockAheadAtStartMicros: number;
}

/** The settings used unless others are given. */
export const defaultLedgerConfig: LedgerConfig = {
  participantName: "participant",
  synchronizerName: "global-domain",
  maxDeduplicationMicros: defaultConfiguration.deduplicationWindowMicros,
  ledgerTimeSkewMicros: defaultConfiguration.ledgerTimeSkewMicros,
  maxWaitingSubmissions: 256,
  maxWaitingBytes: 64 * 1024 ** 2,
  maxBatchSize: 256,
  maxEventBytes: 1024 * 1024,
  tapsMaxPassesDefault: defaultTapsMaxPasses,
  tapsMaxPassesLimit: defaultTapsMaxPassesLimit,
  maxIdentityProviders: defaultConfiguration.maxIdentityProviders,
  maxRightsPerUser: defaultConfiguration.maxRightsPerUser,
  maxUploadedPackages: 10_000,
  maxUploadedBytes: 4 * 1024 ** 3,
  maxUnpackedDarBytes: 256 * 1024 ** 2,
  snapshotEveryEvents: 16_384,
  snapshotEveryBytes: 16 * 1024 ** 2,
  pruneAfterMicros: 0,
  scrubEventsPerSecond: 500,
  scrubEveryMs: 3_600_000,
  snapshotFolder: "",
  projectorThread: "worker",
  journal: "",
  sharedJournal: false,
  follow: false,
  writerBeatMs: 5_000,
  writerSilenceMs: 15_000,
  appendRetries: 8,
  appendRetryDelayMs: 10,
  maxClockJumpMicros: 3_600_000_000,
  maxClockAheadAtStartMicros: 90 * 86_400_000_000,
};
