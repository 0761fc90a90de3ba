import type { IncomingMessage } from "node:http";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { type Answer, undecodable } from "../answers/answer.js";
import { isForThisMachineOnly } from "../auth/auth-config.js";
import type { Authenticator, Caller } from "../auth/authenticator.js";
import { requestCaller } from "../auth/request-caller.js";
import { rightsOf } from "../auth/rights.js";
import { type BodyError, type BodyRoom, bodyRoom, readBody } from "../limits/body-reader.js";
import {
  type Endpoint,
  nothing,
  rawBody,
  type QueryTexts,
  type Services,
} from "../endpoints/endpoint.js";
import { errorAnswer, unexpectedAnswer } from "../answers/error-answer.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import { withTimeout } from "../endpoints/with-timeout.js";
import { readJsonBytes } from "../json/json-text.js";
import { codingError, mediaTypeError } from "./media-type.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { targetOf } from "../answers/request-target.js";
import type { RouteTable } from "./route-table.js";
import { requestTraceId } from "../answers/trace-id.js";

/** What the way of a request needs. */
export interface DispatcherParts {
  readonly routes: RouteTable;
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  readonly services: Services;
  readonly logger: Logger;
  readonly observer: HttpObserver | undefined;
}

interface ServingParts extends DispatcherParts {
  readonly room: BodyRoom;
}

/** Answers one request; undefined when the caller went away. Never rejects. */
export type Dispatcher = (request: IncomingMessage) => Promise<Answer | undefined>;

/** One request on its way. */
interface Exchange {
  readonly request: IncomingMessage;
  /** Made when it is first asked for: most requests end without anybody wanting it. */
  readonly traceId: () => string;
  /** Set as soon as it is found. */
  endpoint: Endpoint | undefined;
  /** Room its body takes until it is answered; bytes. */
  roomBytes: number;
}

const exchangeOf = (request: IncomingMessage): Exchange => ({
  request,
  endpoint: undefined,
  roomBytes: 0,
  traceId: () => requestTraceId(request),
});

const nobody: Caller = { userId: "", rights: rightsOf([]), identityProviderId: "" };
const noQuery: QueryTexts = {};

/** The parameters of a query string; only one that is repeated becomes a list. */
const queryOf = (text: string): QueryTexts => {
  if (text === "") return noQuery;
  const query = new Map<string, string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const before = query.get(key);
    if (before === undefined) query.set(key, [value]);
    else before.push(value);
  }
  const entries = [...query].map(([key, values]): [string, string | ReadonlyArray<string>] => [
    key,
    values.length === 1 ? (values[0] ?? "") : values,
  ]);
  return Object.fromEntries(entries);
};

const pathOf = (request: IncomingMessage): string => targetOf(request.url ?? "/").path;

/** A refusal on the way, or the finished answer in plain text, or that nobody waits any more. */
type Stop = LedgerError | Answer | "gone";

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const bodyRefusal = (failure: BodyError, maxBytes: number): Stop => {
  switch (failure) {
    case "aborted":
      return "gone";
    case "too-large": {
      const cause = `The request body is longer than ${maxBytes} bytes`;
      return ledgerError("REQUEST_BODY_TOO_LARGE", cause, { definiteAnswer: true });
    }
    case "no-room": {
      const cause =
        "The bodies of other requests take all the room there is; send this one again later";
      return ledgerError("PARTICIPANT_OVERLOADED", cause, { definiteAnswer: true });
    }
  }
};

const bodyValue = async (
  { services, room }: ServingParts,
  exchange: Exchange,
  endpoint: Endpoint,
): Promise<Either<Stop, unknown>> => {
  const { request } = exchange;
  const { maxBodyBytes: maxBytes } = services.config;
  if (endpoint.body === nothing) return right(undefined);
  if (endpoint.method === "GET" && !hasBody(request)) {
    return left(undecodable("body", "expected a JSON body, although the method is GET"));
  }
  const isRaw = endpoint.body === rawBody;
  const problem = isRaw ? codingError(request.headers) : mediaTypeError(request.headers);
  if (problem !== undefined) {
    return left(ledgerError("UNSUPPORTED_MEDIA_TYPE", problem, { definiteAnswer: true }));
  }
  const kept = await readBody(request, { maxBytes, room });
  if (isLeft(kept)) return left(bodyRefusal(kept.left, maxBytes));
  const { bytes, roomBytes } = kept.right;
  exchange.roomBytes = roomBytes;
  if (isRaw) return right(bytes);
  const value = readJsonBytes(bytes);
  return isLeft(value) ? left(undecodable("body", value.left)) : value;
};

const isAnswer = (stop: LedgerError | Answer): stop is Answer => "status" in stop;

const logRefusal = (
  { logger }: DispatcherParts,
  { request, traceId }: Exchange,
  error: LedgerError,
  status: number,
): void => {
  const about = { traceId: traceId(), method: request.method, path: pathOf(request), status };
  const line = { ...about, code: error.code, reason: error.cause };
  if (status >= 500) logger.error(line, "request failed");
  else logger.info(line, "request refused");
};

/** Tells a refusal to the caller and to the log. */
const refuse = (
  parts: DispatcherParts,
  exchange: Exchange,
  error: LedgerError,
  headers?: Readonly<Record<string, string>>,
): Answer => {
  const answer = errorAnswer(error, {
    traceId: exchange.traceId(),
    explain: isForThisMachineOnly(parts.services.config.auth),
    ...(headers === undefined ? {} : { headers }),
  });
  logRefusal(parts, exchange, error, answer.status);
  parts.observer?.refused(error.code);
  return answer;
};

const serve = async (
  parts: ServingParts,
  exchange: Exchange,
  endpoint: Endpoint,
  input: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly query: QueryTexts;
  },
): Promise<Answer | undefined> => {
  const { services } = parts;
  const { request } = exchange;
  let caller = nobody;
  if (endpoint.access === "token") {
    const { authenticator, rateLimits } = parts;
    const { auth } = services.config;
    const known = await requestCaller(request, endpoint, { authenticator, rateLimits, auth });
    if (isLeft(known)) {
      return refuse(parts, exchange, known.left.error, known.left.headers);
    }
    caller = known.right;
  }
  const body = await bodyValue(parts, exchange, endpoint);
  if (isLeft(body)) {
    if (body.left === "gone") return undefined;
    return isAnswer(body.left) ? body.left : refuse(parts, exchange, body.left);
  }
  const served = endpoint.serve({ ...input, body: body.right, caller }, services);
  const result =
    served instanceof Promise
      ? await withTimeout(served, services.config.requestTimeoutMs)
      : served;
  if (isRight(result)) return result.right;
  const error = result.left;
  return endpoint.invalidAsText && error.invalidRequest === true
    ? undecodable("body", error.cause, error.field)
    : refuse(parts, exchange, error);
};

const route = async (parts: ServingParts, exchange: Exchange): Promise<Answer | undefined> => {
  const { request } = exchange;
  const method = request.method ?? "GET";
  const { path, query } = targetOf(request.url ?? "/");
  const found = parts.routes(method, path);
  switch (found.kind) {
    case "found": {
      exchange.endpoint = found.endpoint;
      const input = { parameters: found.parameters, query: queryOf(query) };
      return serve(parts, exchange, found.endpoint, input);
    }
    case "malformed-parameter":
      return undecodable(`path parameter ${found.name}`);
    case "method-not-allowed": {
      const allow = found.allowed.join(", ");
      const cause = `${path.slice(0, 200)} does not take ${method}; it takes ${allow}`;
      const error = ledgerError("METHOD_NOT_ALLOWED", cause, { definiteAnswer: true });
      return refuse(parts, exchange, error, { Allow: allow });
    }
    case "not-found": {
      const cause = `No endpoint has the path ${path.slice(0, 200)}`;
      const error = ledgerError("ENDPOINT_NOT_FOUND", cause, { definiteAnswer: true });
      return refuse(parts, exchange, error);
    }
  }
};

const logAnswer = (
  { logger }: DispatcherParts,
  { request, traceId }: Exchange,
  status: number | undefined,
  startedMs: number,
): void => {
  const durationMs = Math.round(performance.now() - startedMs);
  const about = { traceId: traceId(), method: request.method, path: pathOf(request) };
  logger.debug({ ...about, status, durationMs }, status === undefined ? "caller gone" : "answered");
};

const tellAnswer = (
  { observer }: DispatcherParts,
  { endpoint }: Exchange,
  status: number | undefined,
  startedMs: number,
): void =>
  observer?.answered({
    route: endpoint?.path,
    method: endpoint?.method,
    status,
    durationMs: performance.now() - startedMs,
  });

/**
 * The way of one request: route, caller, body, rights, handler, answer. Each request is logged with its trace id at level
 * debug; refusals for want of a token or a right at info, failures at error.
 */
export const createDispatcher = (given: DispatcherParts): Dispatcher => {
  const { maxBodyBytes, maxHeldBodyBytes } = given.services.config;
  const room = bodyRoom(Math.max(maxBodyBytes, maxHeldBodyBytes));
  const parts: ServingParts = { ...given, room };
  return async (request) => {
    const { logger } = parts;
    const exchange = exchangeOf(request);
    const startedMs = performance.now();
    try {
      const answer = await route(parts, exchange);
      if (logger.isLevelEnabled("debug")) logAnswer(parts, exchange, answer?.status, startedMs);
      tellAnswer(parts, exchange, answer?.status, startedMs);
      return answer;
    } catch (error) {
      const traceId = exchange.traceId();
      logger.error({ traceId, err: error, method: request.method }, "unexpected failure");
      const answer = unexpectedAnswer(traceId);
      tellAnswer(parts, exchange, answer.status, startedMs);
      return answer;
    } finally {
      room.give(exchange.roomBytes);
    }
  };
};
