import type { EventStore, RecordedEvent } from "@tallystick/event-store";

/** A user of the server. */
export interface ServerUser {
  readonly name: string;
  readonly password: string;
  /** Whether the user may write to writable streams; default false. */
  readonly mayWrite?: boolean;
}

/** The permissions. Without users everyone may read, and write to writable streams. */
export interface ServerAccess {
  readonly users: ReadonlyArray<ServerUser>;
  /** Permissions without a name and password; default none. */
  readonly anonymous?: "nothing" | "read" | "read-and-write";
}

/** Bounds of a server. */
export interface ServerLimits {
  /** Bytes of data of one append; default 1 MiB, as a genuine server. */
  readonly maxAppendBytes: number;
  /** Concurrent reads and subscriptions; default 1,000. */
  readonly maxReaders: number;
  /** Concurrent batch streams; default 1,000. */
  readonly maxBatchStreams: number;
  /** Appends of one batch stream whose last part is missing; default 1,000. */
  readonly maxOpenAppends: number;
  /** Time limit for the last part of a batch append, in milliseconds; default 2,000. */
  readonly writeTimeoutMs: number;
  /**
   * How long a live subscriber may read nothing before it is dropped, in milliseconds; default
   * 1,000.
   */
  readonly slowConsumerMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  maxAppendBytes: 1024 * 1024,
  maxReaders: 1_000,
  maxBatchStreams: 1_000,
  maxOpenAppends: 1_000,
  writeTimeoutMs: 2_000,
  slowConsumerMs: 1_000,
};

/** Certificate and key of a server, in PEM. */
export interface ServerTls {
  readonly certificate: string | Buffer;
  readonly key: string | Buffer;
  /** Root of the certificates that users log in with; without it none are required. */
  readonly userRoot?: string | Buffer;
}

/** Options of `startEventServer`. */
export interface EventServerOptions {
  /** The store to serve. Reading all streams needs its capability `allStreams`. */
  readonly store: EventStore;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Port to listen on, 0 for any free one; default 2113. */
  readonly port?: number;
  /** Address and port for the cluster information; default those above. */
  readonly advertised?: { readonly host: string; readonly port: number };
  /** Without it the server uses clear text, with which some clients send no passwords. */
  readonly tls?: ServerTls;
  readonly access?: ServerAccess;
  /** Whether clients may write to a stream; default to none. */
  readonly isWritable?: (stream: string) => boolean;
  /**
   * Whether many appends may share one call; default true. Without it clients use one call for each
   * append.
   */
  readonly batchAppend?: boolean;
  readonly limits?: Partial<ServerLimits>;
  /** When an event that was not written through the server was written; default 1970. */
  readonly createdAt?: (event: RecordedEvent) => Date | undefined;
  /** Milliseconds since 1970; default the clock. */
  readonly now?: () => number;
}

/** A running server. */
export interface EventServer {
  readonly host: string;
  readonly port: number;
  /** Ends all calls and stops listening. The store stays open. */
  close(): Promise<void>;
}
