import type { Either } from "fp-ts/lib/Either.js";

/** An event as its writer appends it. */
export interface NewEvent {
  /** UUID text; appending an event again at the same place is idempotent. */
  readonly id: string;
  readonly type: string;
  /** JSON text exactly as produced by `JSON.stringify`; the store keeps and chains these bytes. */
  readonly data: string;
  /** JSON text, or the empty string for none. */
  readonly metadata: string;
}

/** A stored event. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Place in its stream, counted from 0. */
  readonly revision: number;
  /** Place in the order of all streams, counted from 1, ascending, possibly with gaps. */
  readonly position: number;
  /**
   * Lowercase hex SHA-256 that chains this event to its predecessor in the stream; see `chainHash`.
   */
  readonly hash: string;
  /**
   * Set when the data was erased: `dataDigest` of the former data. `data` is then its replacement.
   */
  readonly erased?: string;
}

/** The last revision the writer knows of the stream. */
export type ExpectedRevision = "no-stream" | number;

/** Where an append ended. */
export interface Appended {
  /** Revision of the last event of this append. */
  readonly revision: number;
  /** Position of the last event of this append. */
  readonly position: number;
  /** Chain hash of the last event of this append. */
  readonly hash: string;
}

/**
 * What a store rejects: the user or the password (login), something the user has no right to, or a
 * stream whose settings remove events or that was deleted.
 */
export type StoreRefusal = "login" | "right" | "stream";

/** Why a call of a store failed. */
export type StoreError =
  | {
      readonly kind: "wrong-expected-revision";
      readonly stream: string;
      readonly expected: ExpectedRevision;
      /** The actual last revision, or "no-stream". */
      readonly actual: number | "no-stream";
    }
  | {
      /**
       * `outcome` known: nothing was written. unknown: it may have been; retry with the same event
       * ids.
       */
      readonly kind: "unavailable";
      readonly outcome: "known" | "unknown";
      readonly reason: string;
      /** Set when the store answered: a retry fails until somebody changes this. */
      readonly refusal?: StoreRefusal;
    }
  | { readonly kind: "too-large"; readonly maxBytes: number; readonly actualBytes: number }
  | {
      /**
       * The append breaks a rule of `checkAppend` (no events, a newline in a name, ...); retrying
       * cannot help.
       */
      readonly kind: "invalid";
      readonly reason: string;
    }
  | {
      /** The chain is broken, or bytes cannot be read, at this place. */
      readonly kind: "damaged";
      readonly stream: string;
      readonly revision: number;
      readonly position: number;
      readonly reason: string;
    }
  | {
      /** Acknowledged events are missing: the file was cut or restored from an older copy. */
      readonly kind: "lost-tail";
      readonly acknowledgedPosition: number;
      readonly foundPosition: number;
      readonly reason: string;
    }
  | { readonly kind: "in-use"; readonly reason: string }
  | { readonly kind: "closed" };

/** Which part of a stream to read. */
export interface ReadStream {
  readonly direction?: "forwards" | "backwards";
  /** First revision to return, inclusive; default the start (forwards) or the end (backwards). */
  readonly from?: number;
  /** At most this many events; default all. */
  readonly maxCount?: number;
}

/** Which part of the order of all streams to read. */
export interface ReadAll {
  readonly direction?: "forwards" | "backwards";
  /** First position to return, inclusive. */
  readonly from?: number;
  readonly maxCount?: number;
}

/**
 * What a subscription delivers: batches in order, and a mark each time it has caught up with the
 * end.
 */
export type SubscriptionItem =
  | { readonly kind: "events"; readonly events: ReadonlyArray<RecordedEvent> }
  | { readonly kind: "caught-up"; readonly revision: number | "no-stream" };

/**
 * A running subscription: iterate it; `close` ends the iteration. Breaking out of the loop closes
 * it too.
 */
export interface Subscription extends AsyncIterable<Either<StoreError, SubscriptionItem>> {
  close(): void;
}

/**
 * The event store port. Reads are in pages, so a stream need not fit into memory, and wait for the
 * consumer. Every store passes the contract tests of this package.
 */
export interface EventStore {
  /**
   * Appends all events or none. Resolves only when they are durable. An append repeated with the
   * same ids at the same place succeeds again.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<NewEvent>,
  ): Promise<Either<StoreError, Appended>>;

  /**
   * Pages of a stream's events; a missing stream yields no page. Each page's events are checked
   * against the chain; a break ends the iteration with `damaged`.
   */
  readStream(
    stream: string,
    read?: ReadStream,
  ): AsyncIterable<Either<StoreError, ReadonlyArray<RecordedEvent>>>;

  /**
   * Events of a stream after `afterRevision` (-1 for all): first the existing ones, then new ones.
   * Resume by giving the last revision seen.
   */
  subscribe(stream: string, afterRevision: number): Subscription;

  /** Last event of a stream, or undefined. */
  lastEvent(stream: string): Promise<Either<StoreError, RecordedEvent | undefined>>;

  close(): Promise<void>;

  /** What it offers besides. A store that wraps another one passes them on, changed or not. */
  readonly capabilities: StoreCapabilities;
}

/**
 * What a store may offer besides: each capability is a field, and `eventStoreContract` has its
 * tests.
 */
export interface StoreCapabilities {
  readonly readNow?: ReadNow | undefined;
  readonly readNowAt?: ReadNowAt | undefined;
  readonly reopening?: Reopening | undefined;
  readonly erasing?: Erasing | undefined;
  readonly adopt?: Adopt | undefined;
  readonly probe?: Probe | undefined;
  readonly remote?: Remote | undefined;
  readonly selfCheck?: SelfCheck | undefined;
  readonly allStreams?: AllStreams | undefined;
  readonly mark?: Mark | undefined;
}

/**
 * Remembers what the store holds now; for stores that may lose events, as those of tests do.
 *
 * @returns brings it back, as often as it is called; streams and events after it are gone.
 * Subscriptions that have delivered them go on after them
 */
export type Mark = () => () => void;

/** A store with these capabilities. */
export type StoreWith<Names extends keyof StoreCapabilities> = EventStore & {
  readonly capabilities: {
    readonly [Name in Names]: NonNullable<StoreCapabilities[Name]>;
  };
};

/**
 * Synchronous read: events of a stream from a revision on, checked as those of `readStream` are. At
 * most this many, fewer when they are large, but at least one if there is one.
 *
 * @param maxCharacters the read ends with the event that reaches this sum of data
 */
export type ReadNow = (
  stream: string,
  from: number,
  maxCount: number,
  maxCharacters?: number,
) => Either<StoreError, ReadonlyArray<RecordedEvent>>;

/**
 * Synchronous read of events that are far apart: those of a stream at these revisions, in this
 * order. It may end early, and ends before an event that is missing or damaged, of which `readNow`
 * says what is wrong.
 *
 * @param maxCharacters the read ends with the event that reaches this sum of data
 */
export type ReadNowAt = (
  stream: string,
  revisions: ReadonlyArray<number>,
  maxCharacters?: number,
) => Either<StoreError, ReadonlyArray<RecordedEvent>>;

/** How another thread opens a store, to read from it through its own connection. */
export interface Reopening {
  /** Address of a module with the exports of `ReopeningModule`. */
  readonly module: string;
  readonly place: string;
}

/** Exports of the module that a `Reopening` names. */
export interface ReopeningModule {
  /**
   * Opens the store to read. Left: why it cannot be read.
   *
   * @param verifyReads false: the store may read without checking the chain
   */
  readonly reopen: (place: string, verifyReads: boolean) => Promise<Either<StoreError, EventStore>>;
}

/** The replacement of an event's data. */
export interface Erasure {
  readonly revision: number;
  /** JSON text. */
  readonly data: string;
}

/**
 * Erasing the data of events. Their ids, types, metadata, hashes and the digest of the data are
 * kept, so that the chain still verifies.
 */
export interface Erasing {
  /**
   * Erases all or none; durable when it resolves. An event erased before does not change. Left
   * `damaged` when an event does not fit its hash, `invalid` when it is missing.
   */
  erase(stream: string, erasures: ReadonlyArray<Erasure>): Promise<Either<StoreError, void>>;

  /** Frees some of the space of erased data. Right true: there is more to free. */
  shrink(): Promise<Either<StoreError, boolean>>;
}

/**
 * Appends as `append` does, also events whose data was erased elsewhere. Of an erased event it
 * keeps the digest, which the chain needs, and the replacement of the data.
 */
export type Adopt = (
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<RecordedEvent>,
) => Promise<Either<StoreError, Appended>>;

/**
 * Checks whether the store can be written now. Left `unavailable`: nothing can be appended. With
 * `writes` it also writes and flushes, without a change.
 */
export type Probe = (writes: boolean) => Either<StoreError, void>;

/** Of a store on other machines. */
export interface Remote {
  /** Where it is, without user and password. */
  readonly address: string;
  /** Most bytes of the events of one append, as `appendBytes` counts them. */
  readonly maxAppendBytes: number;
  /** Reads the last revision once, -1 for none. Left: why the stream cannot be used now. */
  look(stream: string): Promise<Either<StoreError, number>>;
  /** The node that takes the appends now, `host:port`; undefined while there is no connection. */
  leader(): string | undefined;
}

/** Damage in the files of a store. */
export interface FileDamage {
  /** The file of the streams, or the record of the last acknowledged event. */
  readonly where: "journal" | "head";
  readonly message: string;
}

/** How the files of a store are checked. */
export interface FileCheck {
  /** Ends the check, Left `closed`. */
  readonly signal?: AbortSignal | undefined;
  /** Somebody waits for it: it runs at normal priority. */
  readonly isAwaited?: boolean;
}

/** Finding damage that reads of a stream do not show. */
export interface SelfCheck {
  /** The names of all streams. */
  streamNames(): Either<StoreError, ReadonlyArray<string>>;
  /**
   * Checks the structure of the store's files and of the files next to them, without blocking other
   * calls; it may take minutes. Right: what is damaged. Left: it cannot be checked now.
   */
  checkFiles(how?: FileCheck): Promise<Either<StoreError, ReadonlyArray<FileDamage>>>;
}

/** The order of all streams of a store. */
export interface AllStreams {
  /** Pages of all events in the order they were written. */
  readAll(read?: ReadAll): AsyncIterable<Either<StoreError, ReadonlyArray<RecordedEvent>>>;

  /**
   * Calls `wake` after each append to any stream and when the store closes, until the returned
   * function is called.
   */
  onAppend(wake: () => void): () => void;
}
