import type { AllStreams, EventStore, RecordedEvent } from "@tallystick/event-store";
import { createAccess, type Permission } from "./access.js";
import type { failCall } from "./call-stream.js";
import { DEFAULT_LIMITS, type EventServerOptions, type ServerLimits } from "./server-options.js";
import { TICKS_PER_MS } from "./streams/stored-message.js";
import type { Metadata } from "@grpc/grpc-js";

/** A call without an end. */
type LongCall = Parameters<typeof failCall>[0];

export interface ServerContext {
  readonly store: EventStore;
  /** The order of all streams, if the store offers it. */
  readonly all: AllStreams | undefined;
  readonly limits: ServerLimits;
  /** Time of an event that was not written through the server, in 100 ns since 1970. */
  readonly createdTicks: (event: RecordedEvent) => bigint;
  readonly permissionOf: (metadata: Metadata) => Permission;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Calls that end only when their client or the server does. */
  readonly longCalls: Set<LongCall>;
}

/** The context of the handlers of a server with these options. */
export const contextOf = (options: EventServerOptions): ServerContext => {
  const { store, createdAt } = options;
  const now = options.now ?? Date.now;
  return {
    store,
    all: store.capabilities.allStreams,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    createdTicks: (event) => BigInt(createdAt?.(event)?.getTime() ?? 0) * TICKS_PER_MS,
    permissionOf: createAccess(options.access),
    now,
    longCalls: new Set(),
  };
};
