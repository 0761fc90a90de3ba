import { Metadata, status } from "@grpc/grpc-js";
import type { StoreError } from "@tallystick/event-store";

/** The status that ends a call, with the trailers that clients turn into typed errors. */
export interface StatusError {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
}

export const statusError = (
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): StatusError => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, printable(value));
  return { code, details, metadata };
};

/** Trailers are ASCII; other characters would make the whole answer fail. */
const printable = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, "?");

/** Without permission. */
export const accessDenied = (): StatusError =>
  statusError(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });

/** A wrong user name or password, or a missing one. */
export const unauthenticated = (): StatusError =>
  statusError(status.UNAUTHENTICATED, "Unauthenticated");

/** The store does not answer now. */
export const notReady = (): StatusError => statusError(status.UNAVAILABLE, "Server Is Not Ready");

/** Too many concurrent calls of a kind. */
export const tooMany = (what: string, max: number): StatusError =>
  statusError(status.RESOURCE_EXHAUSTED, `at most ${max} ${what} at once`);

/** An operation without an answer, or a subscriber that does not read. */
export const timedOut = (reason: string): StatusError =>
  statusError(status.ABORTED, `Operation timed out: ${reason}`);

export const streamDeletedError = (stream: string): StatusError =>
  statusError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: "stream-deleted",
    "stream-name": stream,
  });

export const invalidArgument = (details: string): StatusError =>
  statusError(status.INVALID_ARGUMENT, details);

/** Errors that a genuine server answers as an exception. */
export const unknownError = (details: string): StatusError => statusError(status.UNKNOWN, details);

/** A feature that this server does not have. */
export const notOffered = (details: string): StatusError =>
  statusError(status.UNIMPLEMENTED, details);

/** The status for a read that the store could not serve. */
export const readError = (error: StoreError): StatusError => {
  switch (error.kind) {
    case "damaged":
    case "lost-tail":
      return unknownError(`The store is damaged: ${error.reason}`);
    case "closed":
    case "unavailable":
    case "in-use":
      return notReady();
    case "invalid":
      return invalidArgument(error.reason);
    case "wrong-expected-revision":
    case "too-large":
      return unknownError(error.kind);
  }
};
