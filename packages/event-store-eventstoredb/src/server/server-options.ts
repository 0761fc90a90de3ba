import type { EventStore, RecordedEvent } from "@tallystick/event-store";

/** A user of the server. */
export interface ServerUser {
  readonly name: string;
  readonly password: string;
}

/** Who may read. Without users everyone may. */
export interface ServerAccess {
  readonly users: ReadonlyArray<ServerUser>;
  /** Permissions without a name and password; default none. */
  readonly anonymous?: "nothing" | "read";
}

/** Bounds of a server. */
export interface ServerLimits {
  /** Concurrent reads and subscriptions; default 1,000. */
  readonly maxReaders: number;
  /**
   * How long a live subscriber may read nothing before it is dropped, in milliseconds; default
   * 1,000.
   */
  readonly slowConsumerMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  maxReaders: 1_000,
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
