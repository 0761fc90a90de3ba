import { status } from "@grpc/grpc-js";
import { type StatusError, statusError } from "../../../src/server/status-error.js";

/** A deletion that expected another revision. Revisions are signed: -1 none, -2 any, -4 exists. */
export const wrongVersionError = (
  operation: string,
  stream: string,
  expected: number,
  actual: number,
): StatusError =>
  statusError(
    status.FAILED_PRECONDITION,
    `${operation} failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${actual}`,
    {
      exception: "wrong-expected-version",
      "stream-name": stream,
      "expected-version": String(expected),
      "actual-version": String(actual),
    },
  );

/** An append with too many bytes of data. */
export const appendTooLarge = (maxBytes: number): StatusError =>
  statusError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxBytes} Exceeded.`, {
    exception: "maximum-append-size-exceeded",
    "maximum-append-size": String(maxBytes),
  });

/** An event without its type or its content type. */
export const metadataMissing = (property: string): StatusError =>
  statusError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: "missing-required-metadata-property",
    "required-metadata-properties": "type,content-type",
  });
