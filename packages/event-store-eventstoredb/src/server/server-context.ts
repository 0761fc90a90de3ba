import type { AllReader, EventStore, RecordedEvent } from "@tallystick/event-store";
import type { Permission } from "./access.js";
import type { failCall } from "./call-stream.js";
import type { EventWriter } from "./writer/event-writer.js";
import type { Metadata } from "@grpc/grpc-js";

/** A call without an end. */
type LongCall = Parameters<typeof failCall>[0];

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
  /** How long the last part of a batch append may take, in milliseconds; default 2,000. */
  readonly writeTimeoutMs: number;
  /**
   * How long a live subscriber may read nothing before it is dropped, in milliseconds; default
   * 1,000.
   */
  readonly slowConsumerMs: number;
}

/** The default bounds. */
export const DEFAULT_LIMITS: ServerLimits = {
  maxAppendBytes: 1024 * 1024,
  maxReaders: 1_000,
  maxBatchStreams: 1_000,
  maxOpenAppends: 1_000,
  writeTimeoutMs: 2_000,
  slowConsumerMs: 1_000,
};

/** The context of the handlers of a server. */
export interface ServerContext {
  readonly store: EventStore;
  /** The order of all streams, if the store offers it. */
  readonly all: AllReader | undefined;
  readonly writer: EventWriter;
  readonly limits: ServerLimits;
  /** Whether clients may write to a stream. */
  readonly isWritable: (stream: string) => boolean;
  /** Time of an event that was not written through the server, in 100 ns since 1970. */
  readonly createdTicks: (event: RecordedEvent) => bigint;
  readonly permissionOf: (metadata: Metadata) => Permission;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls that end only when their client or the server does. */
  readonly longCalls: Set<LongCall>;
}
