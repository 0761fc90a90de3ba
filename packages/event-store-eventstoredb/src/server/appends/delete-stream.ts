import type { Decoded, Encodable } from "@tallystick/protobuf";
import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js";
import type { deleteRequest, deleteResponse } from "../../protocol/append-messages.js";
import { denialOf } from "../access.js";
import { successOf, targetOf } from "./append-unary.js";
import { expectedNumber } from "./sent-message.js";
import type { ServerContext } from "../server-context.js";
import {
  accessDenied,
  invalidArgument,
  notReady,
  type StatusError,
  streamDeletedError,
  timedOut,
  unknownError,
  wrongVersionError,
} from "../status-error.js";

type Request = Decoded<typeof deleteRequest>;
type Response = Encodable<typeof deleteResponse>;
type Call = ServerUnaryCall<Request, Response>;

const remove = async (
  context: ServerContext,
  call: Call,
  operation: "softDelete" | "tombstone",
): Promise<Response | StatusError> => {
  const denial = denialOf(context.permissionOf(call.metadata), "write");
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
  (context: ServerContext, operation: "softDelete" | "tombstone") =>
  (call: Call, answer: sendUnaryData<Response>): void => {
    remove(context, call, operation).then(
      (result) => ("code" in result ? answer(result) : answer(null, result)),
      () => answer(unknownError("the writer threw")),
    );
  };
