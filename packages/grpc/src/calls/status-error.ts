import { type StatusObject, Metadata } from "@grpc/grpc-js";
import type { LedgerError } from "@tallystick/core";
import { encodeMessage } from "@tallystick/protobuf";
import { isRedacted, toStatus } from "@tallystick/wire";
import { descriptions } from "../descriptions/descriptions.js";
import { MessageTypes } from "../transcoding/message-types.js";

/** What surrounds the error of a call. */
export interface ErrorContext {
  readonly traceId: string;
  readonly participant: string;
  /** True where redacted errors are explained: only this machine is served. */
  readonly explain: boolean;
}

const hint = "shown because this node runs the development login";

const Status = new MessageTypes(descriptions).of("google.rpc.Status");

/** What is told of an error whose details stay inside the node. */
const redactedMessage = (error: LedgerError, { traceId, explain }: ErrorContext): string => {
  const told = `An error occurred. Please contact the operator and inquire about the request ${error.correlationId ?? traceId} with tid ${traceId}`;
  return explain ? `${told}: ${error.cause} (${hint})` : told;
};

/** The status that ends a call, with the details of the error in `grpc-status-details-bin`. */
export const statusOfError = (given: LedgerError, context: ErrorContext): StatusObject => {
  // what the JSON interface makes itself is here an error of the service
  const { madeByInterface: _madeByInterface, ...error } = given;
  const { traceId, participant } = context;
  const correlationId = error.correlationId ?? traceId;
  const wire = toStatus(error, { traceId, participant, correlationId });
  const told = isRedacted(error) ? redactedMessage(error, context) : wire.message;
  // a text that was shortened may end within a character, which a header cannot have
  const message = Buffer.from(told).toString();
  const metadata = new Metadata();
  metadata.set(
    "grpc-status-details-bin",
    encodeMessage(Status, { code: wire.code, message, details: wire.details }),
  );
  return { code: wire.code, details: message, metadata };
};
