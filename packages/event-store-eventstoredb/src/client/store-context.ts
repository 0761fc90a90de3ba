import type { StoreError, StoreRefusal } from "@tallystick/event-store";
import type { CallError } from "../connection/call-error.js";
import type { Connection } from "../connection/connection.js";
import type { ClientLimits } from "./client-limits.js";

/** What the parts of the adapter share. */
export interface StoreContext {
  readonly connection: Connection;
  readonly limits: ClientLimits;
  /** Name on the server of a stream of ours. */
  readonly serverName: (stream: string) => string;
  readonly closing: AbortSignal;
}

const refused = (refusal: StoreRefusal, reason: string): StoreError => ({
  kind: "unavailable",
  outcome: "known",
  reason,
  refusal,
});

/** The server does not answer, or cannot now; a connection that was not made names its address. */
export const unreachable = (address: string, reason: string): StoreError => ({
  kind: "unavailable",
  outcome: "known",
  reason: reason.includes("://") ? reason : `${address}: ${reason}`,
});

/** The stream was deleted, permanently or so that its metadata can bring it back. */
export const streamDeleted = (stream: string, wayBack: string): StoreError =>
  refused("stream", `the stream ${stream} was deleted on the server; ${wayBack}`);

/** The stream has a setting with which the server removes events. */
export const streamUnsafe = (stream: string, setting: string, metastream: string): StoreError =>
  refused(
    "stream",
    `the stream ${stream} has the setting ${setting}, with which the server removes events; remove it from ${metastream}`,
  );

/** The error of the port for a failed call that wrote nothing. */
export const storeErrorOf = (stream: string, error: CallError, address: string): StoreError => {
  switch (error.kind) {
    case "transient":
      return unreachable(address, error.reason);
    case "login":
      return refused(
        "login",
        `${address} rejects the user or the password of the connection string: ${error.reason}`,
      );
    case "denied":
      return refused("right", `access to ${stream} is denied: ${error.reason}`);
    case "deleted":
      return streamDeleted(
        stream,
        "that was permanent (a tombstone): restore the server from a backup, or copy the journal to another server",
      );
    case "too-large":
      return { kind: "too-large", maxBytes: error.maxBytes, actualBytes: error.maxBytes + 1 };
    case "refused":
      return { kind: "invalid", reason: error.reason };
  }
};
