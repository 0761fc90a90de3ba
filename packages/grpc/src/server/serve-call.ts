import {
  Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from "@grpc/grpc-js";
import { invalidArgument, type LedgerError } from "@tallystick/core";
import type { RowCall, RowCalls, RowInput } from "@tallystick/http";
import {
  decodeMessage,
  encodeMessage,
  type MessageType,
  type ReadLimits,
} from "@tallystick/protobuf";
import { IllTypedValue } from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { CallRow } from "../calls/call-rows.js";
import { type ErrorContext, statusOfError } from "../calls/status-error.js";
import { isVerbose } from "../calls/verbosity.js";
import type { MethodDescription } from "../descriptions/descriptions.js";
import type { JsonFields, MessageTypes } from "../transcoding/message-types.js";
import { originOf } from "./call-origin.js";
import { written } from "./written.js";

/** What calls are served with. */
export interface CallParts {
  readonly calls: RowCalls;
  readonly logger: Logger;
  /** Message types for answers with labels and ids, and without. */
  readonly verbose: MessageTypes;
  readonly brief: MessageTypes;
  readonly limits: ReadLimits;
}

/** A row, with how its messages are read and written. */
interface ServedRow {
  readonly row: CallRow;
  readonly name: string;
  readonly input: MessageType<unknown>;
  readonly output: (request: JsonFields) => MessageType<unknown>;
}

const servedRow = (row: CallRow, method: MethodDescription, parts: CallParts): ServedRow => {
  const input = parts.verbose.of(method.input);
  const [verbose, brief] = [parts.verbose.of(method.output), parts.brief.of(method.output)];
  return {
    row,
    name: `/${row.service}/${row.method}`,
    input,
    output: (request) => (isVerbose(request) ? verbose : brief),
  };
};

const decoded = (
  bytes: Buffer,
  { input }: ServedRow,
  limits: ReadLimits,
): Either<LedgerError, JsonFields> => {
  const read = decodeMessage(input, bytes, limits);
  // border: a request is a message, which is an object
  return isLeft(read) ? left(invalidArgument(read.left.message)) : right(read.right as JsonFields);
};

const bodyOf = (request: JsonFields): RowInput => ({ body: request });

type AnyCall = ServerUnaryCall<Buffer, Buffer> | ServerWritableStream<Buffer, Buffer>;

type Origin = Pick<RowCall, "headers" | "socket">;

/** Finds the trace id of a call: the same each time, made when it is needed. */
const traceIdOf = ({ headers }: Origin, calls: RowCalls): (() => string) => {
  let known: string | undefined;
  return () => {
    const { traceparent } = headers;
    known ??= calls.traceIdOf(typeof traceparent === "string" ? traceparent : undefined);
    return known;
  };
};

const rowCallOf = (
  call: AnyCall,
  { headers, socket }: Origin,
  { row, name }: ServedRow,
  request: JsonFields,
  traceId: () => string,
): RowCall => ({
  headers,
  socket,
  name,
  row: row.row,
  traceId,
  input: (userId) => (row.input ?? bodyOf)(request, userId),
  onGone: (listener) => call.once("cancelled", listener),
});

const contextOf = ({ participant, explain }: RowCalls, traceId: () => string): ErrorContext => ({
  participant,
  explain,
  traceId: traceId(),
});

/** Serves the calls of a row that has one answer. */
export const serveUnary = (row: CallRow, method: MethodDescription, parts: CallParts) => {
  const { calls, limits } = parts;
  const served = servedRow(row, method, parts);
  const answer = async (
    call: ServerUnaryCall<Buffer, Buffer>,
    reply: sendUnaryData<Buffer>,
  ): Promise<void> => {
    const origin = originOf(call);
    const traceId = traceIdOf(origin, calls);
    const fail = (error: LedgerError): void =>
      reply(statusOfError(error, contextOf(calls, traceId)));
    const request = decoded(call.request, served, limits);
    if (isLeft(request)) return fail(request.left);
    const answered = await calls.call(rowCallOf(call, origin, served, request.right, traceId));
    if (isLeft(answered)) return fail(answered.left);
    const { value, release } = answered.right;
    try {
      const message = row.output === undefined ? value : row.output(value, request.right);
      reply(null, encodeMessage(served.output(request.right), message ?? {}));
    } finally {
      release();
    }
  };
  return (call: ServerUnaryCall<Buffer, Buffer>, reply: sendUnaryData<Buffer>): void => {
    answer(call, reply).catch((thrown: unknown) =>
      reply(unexpected(thrown, traceIdOf(originOf(call), calls), parts)),
    );
  };
};

/** Serves the calls of a row whose answer is a stream. */
export const serveStream = (row: CallRow, method: MethodDescription, parts: CallParts) => {
  const { calls, limits } = parts;
  const served = servedRow(row, method, parts);
  const answer = async (call: ServerWritableStream<Buffer, Buffer>): Promise<void> => {
    const origin = originOf(call);
    const traceId = traceIdOf(origin, calls);
    const fail = (error: LedgerError): void => {
      call.emit("error", statusOfError(error, contextOf(calls, traceId)));
    };
    const request = decoded(call.request, served, limits);
    if (isLeft(request)) return fail(request.left);
    const output = served.output(request.right);
    const take = (frame: Buffer): Promise<void> | undefined => {
      const value: unknown = JSON.parse(frame.toString("utf8"));
      return written(call, encodeMessage(output, value));
    };
    const opened = await calls.stream(
      rowCallOf(call, origin, served, request.right, traceId),
      take,
    );
    if (isLeft(opened)) return fail(opened.left);
    const { ended, cancel } = opened.right;
    // tells the client that the stream is open, which may not have anything for a while
    call.sendMetadata(new Metadata());
    for (const event of ["cancelled", "close", "error"]) call.once(event, cancel);
    if (call.cancelled) cancel();
    const outcome = await ended;
    if (isLeft(outcome)) fail(outcome.left);
    else call.end();
  };
  return (call: ServerWritableStream<Buffer, Buffer>): void => {
    answer(call).catch((thrown: unknown) =>
      call.emit("error", unexpected(thrown, traceIdOf(originOf(call), calls), parts)),
    );
  };
};

const unexpected = (thrown: unknown, traceId: () => string, { calls, logger }: CallParts) => {
  const reason = thrown instanceof IllTypedValue ? { reason: thrown.message } : { err: thrown };
  logger.error({ traceId: traceId(), ...reason }, "unexpected error");
  const cause = `An unexpected error; the node's log says more under trace id ${traceId()}`;
  return statusOfError(
    { code: "LEDGER_API_INTERNAL_ERROR", cause, context: {}, resources: [], definiteAnswer: false },
    contextOf(calls, traceId),
  );
};
