import type { Decoded, Encodable } from "@tallystick/protobuf";
import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js";
import type { deleteRequest, deleteResponse } from "../../../src/protocol/append-messages.js";
import { successOf, targetOf } from "./append-unary.js";
import { expectedNumber } from "./sent-message.js";
import { type WritableContext, writeDenialOf } from "../writable-context.js";
import {
  accessDenied,
  invalidArgument,
  notReady,
  type StatusError,
  streamDeletedError,
  timedOut,
  unknownError,
} from "../../../src/server/status-error.js";
import { wrongVersionError } from "./write-errors.js";

type Request = Decoded<typeof deleteRequest>;
type Response = Encodable<typeof deleteResponse>;
type Call = ServerUnaryCall<Request, Response>;

const remove = async (
  context: WritableContext,
  call: Call,
  operation: "softDelete" | "tombstone",
): Promise<Response | StatusError> => {
  const denial = writeDenialOf(context, context.permissionOf(call.metadata));
  if (denial !== undefined) return denial;
  const target = targetOf(call.request.options);
  if ("code" in target) return target;
  const { stream, expected } = target;
  if (!context.isWritable(stream)) return accessDenied();
  await context.writer.room();
  const outcome = await context.writer[operation](stream, expected);
  switch (outcome.kind) {
    case "written": {
      const { position, noPosition } = successOf(outcome.revision, outcome.position);
      return { position, noPosition };
    }
    case "wrong-version":
      return wrongVersionError("Delete", stream, expectedNumber(expected), outcome.current);
    case "deleted":
      return streamDeletedError(stream);
    case "invalid":
      return invalidArgument(outcome.reason);
    case "timeout":
      return timedOut(outcome.reason);
    case "not-ready":
      return notReady();
  }
};

/** Handles `Delete` (the stream may be written again) and `Tombstone` (never again). */
export const deleteStream =
  (context: WritableContext, operation: "softDelete" | "tombstone") =>
  (call: Call, answer: sendUnaryData<Response>): void => {
    remove(context, call, operation).then(
      (result) => ("code" in result ? answer(result) : answer(null, result)),
      () => answer(unknownError("the writer threw")),
    );
  };
