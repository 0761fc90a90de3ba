import { type Decoded, type Encodable, PRESENT } from "@tallystick/protobuf";
import type { sendUnaryData, ServerReadableStream } from "@grpc/grpc-js";
import type { appendRequest, appendResponse } from "../../../src/protocol/append-messages.js";
import { streamNameOf } from "../../../src/protocol/identifiers.js";
import type { WriteOutcome } from "../writer/write-outcome.js";
import type { Expectation } from "../writer/placement.js";
import { expectationOf, MAX_NAME_LENGTH, sentMessage } from "./sent-message.js";
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
import { appendTooLarge, metadataMissing } from "./write-errors.js";
import type { SentMessage } from "../streams/stored-event.js";

type Request = Decoded<typeof appendRequest>;
type Response = Encodable<typeof appendResponse>;
type Call = ServerReadableStream<Request, Response>;

interface Target {
  readonly stream: string;
  readonly expected: Expectation;
}

/** Reads stream and expectation of a write, or returns what is missing. */
export const targetOf = (
  options: NonNullable<Request["options"]> | undefined,
): Target | StatusError => {
  if (options === undefined) return invalidArgument("the first message must have options");
  const stream = streamNameOf(options.streamIdentifier);
  if (stream === undefined) return invalidArgument("the name of the stream is missing");
  if (stream.length > MAX_NAME_LENGTH)
    return invalidArgument(`a stream name has at most ${MAX_NAME_LENGTH} characters`);
  const expected = expectationOf(options);
  return expected === undefined
    ? invalidArgument("the expected revision is missing")
    : { stream, expected };
};

const wrongVersion = (expected: Expectation, current: number): Response => {
  const revision = typeof expected === "number" ? BigInt(expected) : undefined;
  const isAny = expected === "any" ? PRESENT : undefined;
  const isExisting = expected === "stream-exists" ? PRESENT : undefined;
  const isNone = expected === "no-stream";
  return {
    wrongExpectedVersion: {
      oldCurrentRevision: current < 0 ? undefined : BigInt(current),
      oldNoStream: current < 0 ? PRESENT : undefined,
      oldExpectedRevision: isNone ? 2n ** 64n - 1n : revision,
      oldAny: isAny,
      oldStreamExists: isExisting,
      currentRevision: current < 0 ? undefined : BigInt(current),
      currentNoStream: current < 0 ? PRESENT : undefined,
      expectedRevision: revision,
      expectedAny: isAny,
      expectedStreamExists: isExisting,
      expectedNoStream: isNone ? PRESENT : undefined,
    },
  };
};

/** The end of an append in answers of both kinds. */
export const successOf = (revision: number, position: number | undefined) => ({
  currentRevision: revision < 0 ? undefined : BigInt(revision),
  noStream: revision < 0 ? PRESENT : undefined,
  position:
    position === undefined
      ? undefined
      : { commitPosition: BigInt(position), preparePosition: BigInt(position) },
  noPosition: position === undefined ? PRESENT : undefined,
});

const answerOf = (target: Target, outcome: WriteOutcome): Response | StatusError => {
  switch (outcome.kind) {
    case "written":
      return { success: successOf(outcome.revision, outcome.position) };
    case "wrong-version":
      return wrongVersion(target.expected, outcome.current);
    case "deleted":
      return streamDeletedError(target.stream);
    case "invalid":
      return invalidArgument(outcome.reason);
    case "timeout":
      return timedOut(outcome.reason);
    case "not-ready":
      return notReady();
  }
};

/** Collects the events; the first that is malformed or exceeds a limit ends the call. */
const messagesOf = async (
  requests: AsyncIterable<Request>,
  maxAppendBytes: number,
): Promise<{ target: Target; messages: ReadonlyArray<SentMessage> } | StatusError> => {
  const messages: SentMessage[] = [];
  let target: Target | undefined;
  let bytes = 0;
  for await (const request of requests) {
    if (target === undefined) {
      const found = targetOf(request.options);
      if ("code" in found) return found;
      target = found;
      continue;
    }
    if (request.proposedMessage === undefined)
      return unknownError("every message after the options must have an event");
    const message = sentMessage(request.proposedMessage);
    if ("kind" in message) {
      return message.kind === "missing"
        ? metadataMissing(message.property)
        : unknownError(message.reason);
    }
    bytes += message.data.length;
    if (bytes > maxAppendBytes) return appendTooLarge(maxAppendBytes);
    messages.push(message);
  }
  return target === undefined
    ? unknownError("a call without messages is not an append")
    : { target, messages };
};

const append = async (context: WritableContext, call: Call): Promise<Response | StatusError> => {
  const denial = writeDenialOf(context, context.permissionOf(call.metadata));
  if (denial !== undefined) return denial;
  const request = await messagesOf(call, context.limits.maxAppendBytes);
  if ("code" in request) return request;
  const { target, messages } = request;
  if (!context.isWritable(target.stream)) return accessDenied();
  await context.writer.room();
  return answerOf(target, await context.writer.append(target.stream, target.expected, messages));
};

/** Handles `Append`: options, then one message for each event, then one answer. */
export const appendUnary =
  (context: WritableContext) =>
  (call: Call, answer: sendUnaryData<Response>): void => {
    append(context, call).then(
      (result) => ("code" in result ? answer(result) : answer(null, result)),
      // Only when the call ended: the client disconnected.
      () => answer(unknownError("the request ended before it was complete")),
    );
  };
