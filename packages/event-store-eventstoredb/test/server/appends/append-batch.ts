import type { Decoded, Encodable } from "@tallystick/protobuf";
import type { ServerDuplexStream } from "@grpc/grpc-js";
import type {
  batchAppendRequest,
  batchAppendResponse,
} from "../../../src/protocol/append-messages.js";
import { identifierOf, idOf, streamNameOf } from "../../../src/protocol/identifiers.js";
import type { Permission } from "../../../src/server/access.js";
import {
  accessDeniedStatus,
  type AppendStatus,
  badRequestStatus,
  statusOf,
  timeoutStatus,
  tooLargeStatus,
} from "./append-status.js";
import { successOf } from "./append-unary.js";
import { drained, failCall, isOver } from "../../../src/server/call-stream.js";
import type { Expectation } from "../writer/placement.js";
import { expectationOf, MAX_NAME_LENGTH, sentMessage } from "./sent-message.js";
import { type WritableContext, writeDenialOf } from "../writable-context.js";
import { tooMany, unknownError } from "../../../src/server/status-error.js";
import type { SentMessage } from "../streams/stored-event.js";

type Request = Decoded<typeof batchAppendRequest>;
type Response = Encodable<typeof batchAppendResponse>;
type Call = ServerDuplexStream<Request, Response>;
type Options = NonNullable<Request["options"]>;
type Correlation = Request["correlationId"];

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

/** An append whose last part is missing. */
interface OpenAppend {
  readonly stream: string;
  readonly expected: Expectation;
  readonly messages: SentMessage[];
  readonly timer: NodeJS.Timeout;
  bytes: number;
}

interface Batch {
  readonly context: WritableContext;
  readonly call: Call;
  readonly permission: Permission;
  readonly open: Map<string, OpenAppend>;
  /** Appends that the writer works on. */
  readonly running: Set<Promise<void>>;
}

const millisecondsOf = (time: { readonly seconds: bigint; readonly nanos: number }): number =>
  Number(time.seconds) * MS_PER_SECOND + time.nanos / NS_PER_MS;

/** Time left for the last part; negative or 0 when it is too late. */
const timeoutMsOf = ({ limits, now }: WritableContext, options: Options): number => {
  if (options.deadlineSpan !== undefined)
    return Math.min(millisecondsOf(options.deadlineSpan), limits.writeTimeoutMs);
  if (options.deadlineTime !== undefined)
    return Math.min(millisecondsOf(options.deadlineTime) - now(), limits.writeTimeoutMs);
  return limits.writeTimeoutMs;
};

/**
 * Sends an answer without waiting: the next request is read only when there is room for earlier
 * answers. Returns whether the call continues.
 */
const answer = (call: Call, response: Response): boolean => {
  if (isOver(call)) return false;
  call.write(response);
  return true;
};

const answerError = (
  batch: Batch,
  correlationId: Correlation,
  stream: string,
  error: AppendStatus,
): boolean => answer(batch.call, { correlationId, error, streamIdentifier: identifierOf(stream) });

/** Opens an append by its first part; the status says why not. */
const openAppend = (
  batch: Batch,
  request: Request,
  correlation: string,
  options: Options,
): AppendStatus | undefined => {
  const { context } = batch;
  const stream = streamNameOf(options.streamIdentifier);
  if (writeDenialOf(context, batch.permission) !== undefined) return accessDeniedStatus();
  if (stream === undefined) return badRequestStatus("Required field StreamIdentifier not set.");
  if (!context.isWritable(stream)) return accessDeniedStatus();
  if (stream.length > MAX_NAME_LENGTH)
    return badRequestStatus(`a stream name has at most ${MAX_NAME_LENGTH} characters`);
  const timeoutMs = timeoutMsOf(context, options);
  if (timeoutMs <= 0) return timeoutStatus();
  const expected = expectationOf(options);
  if (expected === undefined) return badRequestStatus("the expected revision is missing");
  if (batch.open.has(correlation)) return undefined;
  if (batch.open.size >= context.limits.maxOpenAppends)
    return badRequestStatus(`at most ${context.limits.maxOpenAppends} open appends`);
  const timer = setTimeout(() => {
    if (!batch.open.delete(correlation)) return;
    answerError(batch, request.correlationId, stream, timeoutStatus());
  }, timeoutMs);
  batch.open.set(correlation, { stream, expected, messages: [], timer, bytes: 0 });
  return undefined;
};

const addMessages = (append: OpenAppend, request: Request): AppendStatus | undefined => {
  for (const proposed of request.proposedMessages) {
    const message = sentMessage(proposed);
    if ("kind" in message) {
      return badRequestStatus(
        message.kind === "missing"
          ? `The given key '${message.property}' was not present in the dictionary.`
          : message.reason,
      );
    }
    append.messages.push(message);
    append.bytes += message.data.length;
  }
  return undefined;
};

const close = (batch: Batch, correlation: string, append: OpenAppend): void => {
  batch.open.delete(correlation);
  clearTimeout(append.timer);
};

/** Passes a complete append to the writer and answers when it is done. */
const write = (batch: Batch, correlationId: Correlation, append: OpenAppend): void => {
  const { stream, expected, messages } = append;
  const { call, context } = batch;
  const running = context.writer.append(stream, expected, messages).then((outcome) => {
    const error = statusOf(stream, expected, outcome);
    const streamIdentifier = identifierOf(stream);
    if (outcome.kind === "written") {
      const success = successOf(outcome.revision, outcome.position);
      answer(call, { correlationId, success, streamIdentifier });
    } else if (error !== undefined) {
      answer(call, { correlationId, error, streamIdentifier });
    }
  });
  const settled = running.catch(() => failCall(call, unknownError("the writer threw")));
  batch.running.add(settled);
  void settled.finally(() => batch.running.delete(settled));
};

/** One part of an append. Returns false when the stream has to end. */
const receive = async (batch: Batch, request: Request): Promise<boolean> => {
  const { correlationId, options } = request;
  const correlation = idOf(correlationId);
  const streamOf = (): string => streamNameOf(options?.streamIdentifier) ?? "";
  if (correlation === undefined) {
    // A genuine server ends the whole stream when the name of a stream is missing.
    if (options === undefined) return false;
    const error = badRequestStatus("the correlation id must be a UUID");
    return answerError(batch, correlationId, streamOf(), error);
  }
  if (options !== undefined) {
    const error = openAppend(batch, request, correlation, options);
    if (error !== undefined) return answerError(batch, correlationId, streamOf(), error);
  }
  const append = batch.open.get(correlation);
  // A part of an append that was answered before, or never opened.
  if (append === undefined) return true;
  const malformed = addMessages(append, request);
  if (malformed !== undefined) {
    // The append stays open until its timeout, as on a genuine server.
    if (options === undefined) return false;
    return answerError(batch, correlationId, append.stream, malformed);
  }
  if (append.bytes > batch.context.limits.maxAppendBytes) {
    close(batch, correlation, append);
    const error = tooLargeStatus(batch.context.limits.maxAppendBytes);
    return answerError(batch, correlationId, append.stream, error);
  }
  if (!request.isFinal) return true;
  close(batch, correlation, append);
  write(batch, correlationId, append);
  await batch.context.writer.room();
  return true;
};

const requestsOf = (call: Call): AsyncIterable<Request> =>
  call.iterator({ destroyOnReturn: false });

const serve = async (batch: Batch): Promise<void> => {
  const { call } = batch;
  try {
    // The end of the requests is not the end of the call: answers may follow.
    for await (const request of requestsOf(call)) {
      if (!(await receive(batch, request)) && !isOver(call)) {
        failCall(call, unknownError("Exception was thrown by handler."));
        return;
      }
      await drained(call);
    }
    await Promise.all(batch.running);
    if (!isOver(call)) call.end();
  } catch {
    // The client disconnected; the writer finishes its appends, whose answers are dropped.
  } finally {
    for (const { timer } of batch.open.values()) clearTimeout(timer);
    batch.open.clear();
  }
};

/** Handles `BatchAppend`: many appends on one stream of requests, each answered when done. */
export const appendBatch = (context: WritableContext) => {
  let streams = 0;
  return (call: Call): void => {
    const permission = context.permissionOf(call.metadata);
    if ("code" in permission) {
      failCall(call, permission);
      return;
    }
    if (streams >= context.limits.maxBatchStreams) {
      failCall(call, tooMany("batch streams", context.limits.maxBatchStreams));
      return;
    }
    streams += 1;
    context.longCalls.add(call);
    call.on("error", () => undefined);
    const batch: Batch = { context, call, permission, open: new Map(), running: new Set() };
    void serve(batch).finally(() => {
      streams -= 1;
      context.longCalls.delete(call);
    });
  };
};
