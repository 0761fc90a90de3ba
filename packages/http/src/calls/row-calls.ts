import type { Quota } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Ledger, LedgerFailure } from "@tallystick/node";
import { statusOf } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { traceIdOf, traceParentOf, traceStateOf } from "../answers/trace-id.js";
import type { Caller } from "../auth/authenticator.js";
import type { ConfigurationError } from "../auth/configuration-error.js";
import type { RequestOrigin } from "../auth/loopback.js";
import type { CallerRules } from "../auth/request-caller.js";
import type { Endpoint } from "../endpoints/endpoint.js";
import { Reply } from "../endpoints/reply.js";
import type { RawInput } from "../endpoints/request.js";
import type { Services } from "../endpoints/services.js";
import { type TimedKind, withTimeout } from "../endpoints/with-timeout.js";
import { limitReached } from "../limits/rate-limits.js";
import type { RunningRead, RunningReads } from "../limits/running-reads.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import { errorOfThrown } from "../middleware/errors.js";
import type { Channel } from "../streams/channel.js";
import { callerOfCall, notServed } from "./call-origin.js";
import { type RowStream, RowStreams, type TakeFrame } from "./row-streams.js";

/** A call of a row by a front in the process. */
export interface RowCall extends RequestOrigin {
  /** What the call is named in the log and in metrics. */
  readonly name: string;
  /** The method and the path of the row, `GET /v2/version`; of a stream the path. */
  readonly row: string;
  readonly traceId: string;
  readonly input: Partial<Pick<RawInput, "parameters" | "query" | "body">>;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal;
}

/** The value of an answer, which may use room of the node until it is sent. */
export interface RowAnswer {
  /** A value as JSON, or bytes. */
  readonly value: unknown;
  /** To be called once, when the answer was sent or dropped. */
  readonly release: () => void;
}

/** The rows of an interface for callers in the process: every check of a request over HTTP is made. */
export interface RowCalls {
  readonly ledger: Ledger;
  /** The name of the participant, for errors. */
  readonly participant: string;
  /** True where redacted errors are explained: only this machine is served. */
  readonly explain: boolean;
  /** True when the row is there. */
  readonly has: (row: string) => boolean;
  /** The trace id of a call: that of its `traceparent`, else a new one. */
  readonly traceIdOf: (traceparent: string | undefined) => string;
  /** The value of an answer, or the error. */
  readonly call: (call: RowCall) => Promise<Either<LedgerError, RowAnswer>>;
  /** Opens a stream, whose frames `take` gets. */
  readonly stream: (call: RowCall, take: TakeFrame) => Promise<Either<LedgerError, RowStream>>;
  /** Ends all streams. */
  readonly close: () => void;
}

export interface RowCallsParts {
  readonly endpoints: ReadonlyArray<Endpoint>;
  readonly channels: ReadonlyArray<Channel>;
  readonly services: Services;
  readonly logger: Logger;
  readonly rules: CallerRules;
  readonly reads: RunningReads;
  /** Open streams by user, websockets included. */
  readonly streams: Quota;
  readonly observer: HttpObserver | undefined;
  readonly ready: () => Promise<Either<ConfigurationError, void>>;
  readonly explain: boolean;
  readonly participant: string;
}

const timedKindOf = ({ submits, method, isLongRead }: Endpoint): TimedKind => {
  if (submits === true) return "command";
  return method === "GET" || isLongRead === true ? "read" : "change";
};

/** What a row answered, as a value. */
const valueOf = (value: unknown): unknown => {
  if (!(value instanceof Reply)) return value;
  if (!value.contentType.startsWith("application/json")) return value.body;
  const text = typeof value.body === "string" ? value.body : Buffer.from(value.body).toString();
  const parsed: unknown = JSON.parse(text);
  return parsed;
};

const unexpected = (traceId: string): LedgerError =>
  ledgerError(
    "LEDGER_API_INTERNAL_ERROR",
    `An unexpected error; the node's log says more under trace id ${traceId}`,
  );

/** The rows and channels of an interface for callers in the process. */
export const rowCalls = (parts: RowCallsParts): RowCalls => {
  const { services, logger, observer, rules } = parts;
  const { ledger, config } = services;
  const { minOffsetTimeoutMs, requestTimeoutMs, timers } = config;
  const rows = new Map(parts.endpoints.map((each) => [`${each.method} ${each.path}`, each]));
  const channels = new Map(parts.channels.map((each) => [each.path, each]));
  const origin = { rules, ledger, minOffsetTimeoutMs };
  const open = new RowStreams(services, rules);

  const failed = (thrown: unknown, { name, traceId }: RowCall): LedgerError => {
    const error = errorOfThrown(thrown);
    if (error === undefined) {
      logger.error({ traceId, err: thrown, name }, "unexpected error");
      return unexpected(traceId);
    }
    logger.info({ traceId, name, code: error.code, reason: error.cause }, "request rejected");
    observer?.refused(error.code);
    return error;
  };

  const callerOf = async (
    call: RowCall,
    access: { readonly access: Endpoint["access"]; readonly submits?: boolean },
  ): Promise<Caller> => {
    if (isLeft(await parts.ready())) throw new LedgerFailure(notServed);
    const checked = { access: access.access, submits: access.submits === true };
    const caller = await callerOfCall(call, checked, origin);
    if (isLeft(caller)) throw new LedgerFailure(caller.left);
    return caller.right;
  };

  const begin = async (
    endpoint: Endpoint,
    { userId }: Caller,
    { signal }: RowCall,
  ): Promise<RunningRead | undefined> => {
    if (endpoint.isLongRead !== true) return undefined;
    const begun = parts.reads.begin(userId);
    if (isLeft(begun)) throw new LedgerFailure(begun.left.error);
    const read = begun.right;
    signal?.addEventListener("abort", () => read.giveUp(), { once: true });
    await ledger.queries.turn(read);
    return read;
  };

  const answered = async (endpoint: Endpoint, call: RowCall): Promise<RowAnswer> => {
    const { parameters = {}, query = {}, body } = call.input;
    const caller = await callerOf(call, endpoint);
    const read = await begin(endpoint, caller, call);
    const traceParent = traceParentOf(call.headers["traceparent"]);
    const traceState = traceStateOf(call.headers["tracestate"]);
    const raw = { parameters, query, body, caller, read, traceParent, traceState };
    try {
      const value = await withTimeout(endpoint.value(raw, services), requestTimeoutMs, {
        kind: timedKindOf(endpoint),
        onTimeout: () => read?.giveUp(),
        timers,
      });
      const denied = read?.denied();
      if (denied !== undefined) throw new LedgerFailure(denied.error);
      return { value: valueOf(value), release: () => read?.end() };
    } catch (thrown) {
      read?.end();
      throw thrown;
    }
  };

  const seen = async <A>(call: RowCall, work: Promise<A>): Promise<Either<LedgerError, A>> => {
    const startedMs = timers.nowMs();
    const outcome = await work.then(
      (value) => right<LedgerError, A>(value),
      (thrown: unknown) => left<LedgerError, A>(failed(thrown, call)),
    );
    const status = isLeft(outcome) ? statusOf(outcome.left).httpStatus : 200;
    const durationMs = timers.nowMs() - startedMs;
    observer?.answered({ route: call.name, method: "POST", status, durationMs });
    return outcome;
  };

  const opened = async (channel: Channel, call: RowCall, take: TakeFrame): Promise<RowStream> => {
    const caller = await callerOf(call, { access: "token" });
    const delivery = channel.open(call.input.body, caller, services);
    if (isLeft(delivery)) throw new LedgerFailure(delivery.left);
    const { userId } = caller;
    if (!parts.streams.take(1, userId))
      throw new LedgerFailure(limitReached("streams at once", 1).error);
    return open.start(call, caller, delivery.right, take, () => parts.streams.give(1, userId));
  };

  return {
    ledger,
    participant: parts.participant,
    explain: parts.explain,
    has: (row) => rows.has(row) || channels.has(row),
    traceIdOf: (traceparent) => traceIdOf(traceparent, config.ids),
    call: (call) => {
      const endpoint = rows.get(call.row);
      if (endpoint === undefined) throw new Error(`no row ${call.row}`);
      return seen(call, answered(endpoint, call));
    },
    stream: (call, take) => {
      const channel = channels.get(call.row);
      if (channel === undefined) throw new Error(`no channel ${call.row}`);
      return seen(call, opened(channel, call, take));
    },
    close: () => open.close(),
  };
};
