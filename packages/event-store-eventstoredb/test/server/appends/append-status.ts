import {
  type MessageType,
  empty,
  encodeMessage,
  PRESENT,
  type Encodable,
} from "@tallystick/protobuf";
import { status } from "@grpc/grpc-js";
import { identifierOf } from "../../../src/protocol/identifiers.js";
import {
  badRequest,
  maximumAppendSizeExceeded,
  type rpcStatus,
  streamDeleted,
  wrongExpectedVersion,
} from "../../../src/protocol/shared-messages.js";
import type { WriteOutcome } from "../writer/write-outcome.js";
import type { Expectation } from "../writer/placement.js";

/** How one append of a batch stream failed. */
export type AppendStatus = Encodable<typeof rpcStatus>;

const TYPE_URL = "type.googleapis.com/";

const statusWith = <W>(
  code: status,
  message: string,
  type: MessageType<unknown, W>,
  details: W,
  typeName = `event_store.client.${message}`,
): AppendStatus => ({
  code,
  message,
  details: { typeUrl: TYPE_URL + typeName, value: encodeMessage(type, details) },
});

/** Without permission to write. */
export const accessDeniedStatus = (): AppendStatus =>
  statusWith(status.PERMISSION_DENIED, "AccessDenied", empty, PRESENT);

/** The last part was late, or the outcome is unknown. */
export const timeoutStatus = (): AppendStatus =>
  statusWith(status.DEADLINE_EXCEEDED, "Timeout", empty, PRESENT);

/** A request that breaks a rule of form. */
export const badRequestStatus = (reason: string): AppendStatus =>
  statusWith(status.INVALID_ARGUMENT, "BadRequest", badRequest, { message: reason });

/** More bytes of data than one append may have. */
export const tooLargeStatus = (maxAppendSize: number): AppendStatus =>
  statusWith(status.INVALID_ARGUMENT, "MaximumAppendSizeExceeded", maximumAppendSizeExceeded, {
    maxAppendSize,
  });

const wrongVersionStatus = (expected: Expectation, current: number): AppendStatus =>
  statusWith(status.ALREADY_EXISTS, "WrongExpectedVersion", wrongExpectedVersion, {
    currentStreamRevision: current < 0 ? undefined : BigInt(current),
    currentNoStream: current < 0 ? PRESENT : undefined,
    expectedStreamPosition: typeof expected === "number" ? BigInt(expected) : undefined,
    expectedAny: expected === "any" ? PRESENT : undefined,
    expectedStreamExists: expected === "stream-exists" ? PRESENT : undefined,
    expectedNoStream: expected === "no-stream" ? PRESENT : undefined,
  });

/** The status of a failed write, undefined for a success. */
export const statusOf = (
  stream: string,
  expected: Expectation,
  outcome: WriteOutcome,
): AppendStatus | undefined => {
  switch (outcome.kind) {
    case "written":
      return undefined;
    case "wrong-version":
      return wrongVersionStatus(expected, outcome.current);
    case "deleted":
      return statusWith(status.NOT_FOUND, "StreamDeleted", streamDeleted, {
        streamIdentifier: identifierOf(stream),
      });
    case "invalid":
      return badRequestStatus(outcome.reason);
    case "timeout":
      return timeoutStatus();
    case "not-ready":
      // A genuine server has no code for this either; its details are Google's empty message.
      return statusWith(status.OK, "Server Is Not Ready", empty, PRESENT, "google.protobuf.Empty");
  }
};
