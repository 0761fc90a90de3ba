import type { EventStore } from "@tallystick/event-store";
import { denialOf, type Permission } from "../../src/server/access.js";
import { contextOf, type ServerContext } from "../../src/server/server-context.js";
import type {
  EventServerOptions,
  ServerLimits,
  ServerUser,
} from "../../src/server/server-options.js";
import { accessDenied, type StatusError } from "../../src/server/status-error.js";
import { createEventWriter, type EventWriter } from "./writer/event-writer.js";

/** Bounds of writes. */
interface WriteLimits {
  /** Bytes of data of one append. */
  readonly maxAppendBytes: number;
  /** Concurrent batch streams. */
  readonly maxBatchStreams: number;
  /** Appends of one batch stream whose last part is missing. */
  readonly maxOpenAppends: number;
  /** Time limit for the last part of a batch append, in milliseconds. */
  readonly writeTimeoutMs: number;
}

/** As a genuine server has them. */
const WRITE_LIMITS: WriteLimits = {
  maxAppendBytes: 1024 * 1024,
  maxBatchStreams: 1_000,
  maxOpenAppends: 1_000,
  writeTimeoutMs: 2_000,
};

/** Users of whom some may write. Without users everyone may. */
interface WritableAccess {
  readonly users: ReadonlyArray<ServerUser & { readonly mayWrite?: boolean }>;
  readonly anonymous?: "nothing" | "read" | "read-and-write";
}

export interface WritableOptions extends Omit<EventServerOptions, "access" | "limits"> {
  readonly store: EventStore;
  readonly access?: WritableAccess;
  readonly limits?: Partial<ServerLimits & WriteLimits>;
  /** Whether clients may write to a stream; default to all. */
  readonly isWritable?: (stream: string) => boolean;
  /** Whether many appends may share one call; default true. */
  readonly batchAppend?: boolean;
}

export interface WritableContext extends Omit<ServerContext, "limits"> {
  readonly limits: ServerLimits & WriteLimits;
  readonly writer: EventWriter;
  readonly isWritable: (stream: string) => boolean;
  readonly mayWrite: (user: string | undefined) => boolean;
}

/** The options of the server that reads. */
export const readingOptions = ({ access, ...options }: WritableOptions): EventServerOptions => {
  if (access === undefined) return options;
  const { users, anonymous = "nothing" } = access;
  const reading = anonymous === "nothing" ? anonymous : "read";
  return { ...options, access: { users, anonymous: reading } };
};

export const writableContext = (options: WritableOptions): WritableContext => {
  const { access, store, isWritable = () => true } = options;
  const context = contextOf(readingOptions(options));
  return {
    ...context,
    limits: { ...WRITE_LIMITS, ...context.limits, ...options.limits },
    writer: createEventWriter(store, context.now),
    isWritable,
    mayWrite: (user) =>
      access === undefined ||
      (user === undefined
        ? access.anonymous === "read-and-write"
        : access.users.some(({ name, mayWrite }) => name === user && mayWrite === true)),
  };
};

/** The status that ends a call which may not write, undefined if it may. */
export const writeDenialOf = (
  { mayWrite }: WritableContext,
  permission: Permission,
): StatusError | undefined => {
  if ("code" in permission) return denialOf(permission, "nothing");
  return mayWrite(permission.user) ? undefined : accessDenied();
};
