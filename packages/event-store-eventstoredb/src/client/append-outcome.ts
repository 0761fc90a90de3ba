import { type Decoded, decodeMessage } from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";
import { status } from "@grpc/grpc-js";
import type { appendResponse, batchAppendResponse } from "../protocol/append-messages.js";
import { maximumAppendSizeExceeded, wrongExpectedVersion } from "../protocol/shared-messages.js";
import type { CallError } from "../connection/call-error.js";

export type AttemptOutcome =
  | { readonly kind: "appended"; readonly revision: number; readonly position: number }
  | { readonly kind: "wrong-revision"; readonly actual: number | "no-stream" }
  /** It may have been written, or may still be. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** It was not written; a retry may succeed. */
  | { readonly kind: "not-now"; readonly reason: string }
  /** It was not written; a retry cannot succeed. */
  | { readonly kind: "never"; readonly error: CallError };

type BatchAnswer = Decoded<typeof batchAppendResponse>;
type UnaryAnswer = Decoded<typeof appendResponse>;

const appended = (success: NonNullable<UnaryAnswer["success"]>): AttemptOutcome =>
  success.currentRevision === undefined
    ? { kind: "unknown", reason: "the response to an append contains no revision" }
    : {
        kind: "appended",
        revision: Number(success.currentRevision),
        position: Number(success.position?.commitPosition ?? 0n),
      };

const actualOf = (revision: bigint | undefined): number | "no-stream" =>
  revision === undefined ? "no-stream" : Number(revision);

/** Names of the details of an error, after the last slash of their address. */
const typeNameOf = (typeUrl: string): string => typeUrl.slice(typeUrl.lastIndexOf("/") + 1);

const batchError = (error: NonNullable<BatchAnswer["error"]>): AttemptOutcome => {
  const details = error.details?.value ?? new Uint8Array();
  const reason = `the server responded: ${error.message}`;
  switch (typeNameOf(error.details?.typeUrl ?? "")) {
    case "event_store.client.WrongExpectedVersion": {
      const version = decodeMessage(wrongExpectedVersion, details);
      return isLeft(version)
        ? { kind: "unknown", reason: version.left.message }
        : { kind: "wrong-revision", actual: actualOf(version.right.currentStreamRevision) };
    }
    case "event_store.client.Timeout":
      return { kind: "unknown", reason: "the server did not commit the append in time" };
    case "event_store.client.AccessDenied":
      return { kind: "never", error: { kind: "denied", reason } };
    case "event_store.client.StreamDeleted":
      return { kind: "never", error: { kind: "deleted", reason } };
    case "event_store.client.MaximumAppendSizeExceeded": {
      const size = decodeMessage(maximumAppendSizeExceeded, details);
      return isLeft(size)
        ? { kind: "unknown", reason: size.left.message }
        : { kind: "never", error: { kind: "too-large", maxBytes: size.right.maxAppendSize } };
    }
    case "event_store.client.BadRequest":
      return { kind: "never", error: { kind: "refused", reason } };
    case "google.protobuf.Empty":
      // A server that is not ready answers so before it writes.
      return error.code === status.OK ? { kind: "not-now", reason } : { kind: "unknown", reason };
    default:
      return { kind: "unknown", reason };
  }
};

/** The outcome in an answer of a batch stream. */
export const batchOutcome = (answer: BatchAnswer): AttemptOutcome => {
  if (answer.success !== undefined) return appended(answer.success);
  return answer.error === undefined
    ? { kind: "unknown", reason: "the response to an append was empty" }
    : batchError(answer.error);
};

/** The outcome in the answer of a call for one append. */
export const unaryOutcome = (answer: UnaryAnswer): AttemptOutcome => {
  if (answer.success !== undefined) return appended(answer.success);
  return answer.wrongExpectedVersion === undefined
    ? { kind: "unknown", reason: "the response to an append was empty" }
    : { kind: "wrong-revision", actual: actualOf(answer.wrongExpectedVersion.currentRevision) };
};

/**
 * The outcome of a call that ended with an error: after a transient one it may have been written.
 */
export const errorOutcome = (error: CallError): AttemptOutcome =>
  error.kind === "transient" ? { kind: "unknown", reason: error.reason } : { kind: "never", error };
