import type { Quota } from "@tallystick/background";
import { type LedgerError, ledgerError, type UserId } from "@tallystick/core";
import { type Ledger, LedgerFailure } from "@tallystick/node";
import { statusOf } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { traceIdOf, traceParentOf, traceStateOf } from "../answers/trace-id.js";
import type { Caller } from "../auth/authenticator.js";
import type { ConfigurationError } from "../auth/configuration-error.js";
import { isLoopbackHost, type RequestOrigin } from "../auth/loopback.js";
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
import { inProcessRows } from "./in-process-rows.js";
import { callerOfCall, type CheckedAccess, notServed } from "./call-origin.js";
import { type RowStream, RowStreams, type TakeFrame } from "./row-streams.js";

/** A call of a row by a front in the process. */
export interface RowCall extends RequestOrigin {
  /** What the call is named in the log and in metrics. */
  readonly name: string;
  /** The method and the path of the row, `GET /v2/version`; of a stream the path. */
  readonly row: string;
  /** Found when it is needed: most calls do not need it. */
  readonly traceId: () => string;
  /** The input of the row, which may depend on the user that calls. */
  readonly input: (userId: UserId) => RowInput;
  /** Calls a listener once when the caller is gone. */
  readonly onGone: (listener: () => void) => void;
}

/** The input of a row; parts that are left out are empty. */
export type RowInput = Partial<Pick<RawInput, "parameters" | "query" | "body">>;

/** The value of an answer, which may use room of the node until it is sent. */
export interface RowAnswer {
  /** A value as JSON, or bytes. */
  readonly value: unknown;
  /** To be called once, when the answer was sent or dropped. */
  readonly release: () => void;
}

/** The rows of an interface for callers in the process, with every check of a request over HTTP. */
export interface RowCalls {
  readonly ledger: Ledger;
  /** The name of the participant, for errors. */
  readonly participant: string;
  /** True where redacted errors are explained: only this machine is served. */
  readonly explain: boolean;
  /** Whether a front may listen on a host: without configured logins only on a loopback address. */
  mayListenOn(host: string): boolean;
  /** The trace id of a call: that of its `traceparent`, else a new one. */
  traceIdOf(traceparent: string | undefined): string;
  /** Whether the row is there: some need what not every node has. */
  has(row: string): boolean;
  /** The value of an answer, or the error. */
  call(call: RowCall): Promise<Either<LedgerError, RowAnswer>>;
  /** Opens a stream, whose frames `take` gets. */
  stream(call: RowCall, take: TakeFrame): Promise<Either<LedgerError, RowStream>>;
  /** Ends all streams. */
  close(): void;
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

class CallsOfRows implements RowCalls {
  readonly ledger: Ledger;
  readonly participant: string;
  readonly explain: boolean;
  readonly #parts: RowCallsParts;
  readonly #rows: ReadonlyMap<string, Endpoint>;
  readonly #channels: ReadonlyMap<string, Channel>;
  readonly #open: RowStreams;

  constructor(parts: RowCallsParts) {
    this.#parts = parts;
    this.ledger = parts.services.ledger;
    this.participant = parts.participant;
    this.explain = parts.explain;
    const rows = [...parts.endpoints, ...inProcessRows(parts.services.wallet)];
    this.#rows = new Map(rows.map((each) => [`${each.method} ${each.path}`, each]));
    this.#channels = new Map(parts.channels.map((each) => [each.path, each]));
    this.#open = new RowStreams(parts.services, parts.rules);
  }

  mayListenOn(host: string): boolean {
    return !this.explain || isLoopbackHost(host);
  }

  traceIdOf(traceparent: string | undefined): string {
    return traceIdOf(traceparent, this.#parts.services.config.ids);
  }

  has(row: string): boolean {
    return this.#rows.has(row) || this.#channels.has(row);
  }

  call(call: RowCall): Promise<Either<LedgerError, RowAnswer>> {
    const endpoint = this.#rows.get(call.row);
    if (endpoint === undefined) throw new Error(`no row ${call.row}`);
    return this.#seen(call, this.#answered(endpoint, call));
  }

  stream(call: RowCall, take: TakeFrame): Promise<Either<LedgerError, RowStream>> {
    const channel = this.#channels.get(call.row);
    if (channel === undefined) throw new Error(`no channel ${call.row}`);
    return this.#seen(call, this.#opened(channel, call, take));
  }

  close(): void {
    this.#open.close();
  }

  /** The outcome of a call, which is logged and counted. */
  async #seen<A>(call: RowCall, work: Promise<A>): Promise<Either<LedgerError, A>> {
    const { services, observer } = this.#parts;
    const { timers } = services.config;
    const startedMs = timers.nowMs();
    const outcome = await work.then(
      (value) => right<LedgerError, A>(value),
      (thrown: unknown) => left<LedgerError, A>(this.#failed(thrown, call)),
    );
    const status = isLeft(outcome) ? statusOf(outcome.left).httpStatus : 200;
    const durationMs = timers.nowMs() - startedMs;
    observer?.answered({ route: call.name, method: "POST", status, durationMs });
    return outcome;
  }

  #failed(thrown: unknown, { name, traceId }: RowCall): LedgerError {
    const { logger, observer } = this.#parts;
    const error = errorOfThrown(thrown);
    if (error === undefined) {
      logger.error({ traceId: traceId(), err: thrown, name }, "unexpected error");
      return unexpected(traceId());
    }
    logger.info(
      { traceId: traceId(), name, code: error.code, reason: error.cause },
      "request rejected",
    );
    observer?.refused(error.code);
    return error;
  }

  async #callerOf(call: RowCall, checked: CheckedAccess): Promise<Caller> {
    const { ready, rules, services } = this.#parts;
    const { ledger, config } = services;
    if (isLeft(await ready())) throw new LedgerFailure(notServed);
    const origin = { rules, ledger, minOffsetTimeoutMs: config.minOffsetTimeoutMs };
    const caller = await callerOfCall(call, checked, origin);
    if (isLeft(caller)) throw new LedgerFailure(caller.left);
    return caller.right;
  }

  /** Begins a long read in its turn; undefined for other calls. */
  async #begin(
    endpoint: Endpoint,
    { userId }: Caller,
    { onGone }: RowCall,
  ): Promise<RunningRead | undefined> {
    if (endpoint.isLongRead !== true) return undefined;
    const begun = this.#parts.reads.begin(userId);
    if (isLeft(begun)) throw new LedgerFailure(begun.left.error);
    const read = begun.right;
    onGone(() => read.giveUp());
    await this.ledger.queries.turn(read);
    return read;
  }

  async #answered(endpoint: Endpoint, call: RowCall): Promise<RowAnswer> {
    const { services } = this.#parts;
    const { requestTimeoutMs, timers } = services.config;
    const { access, submits = false } = endpoint;
    const caller = await this.#callerOf(call, { access, submits });
    const { parameters = {}, query = {}, body } = call.input(caller.userId);
    const read = await this.#begin(endpoint, caller, call);
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
  }

  async #opened(channel: Channel, call: RowCall, take: TakeFrame): Promise<RowStream> {
    const { services, streams } = this.#parts;
    const caller = await this.#callerOf(call, { access: "token", submits: false });
    const { userId } = caller;
    const delivery = channel.open(call.input(userId).body, caller, services);
    if (isLeft(delivery)) throw new LedgerFailure(delivery.left);
    if (!streams.take(1, userId)) throw new LedgerFailure(limitReached("streams at once", 1).error);
    return this.#open.start(call, caller, delivery.right, take, () => streams.give(1, userId));
  }
}

/** The rows and channels of an interface for callers in the process. */
export const rowCalls = (parts: RowCallsParts): RowCalls => new CallsOfRows(parts);
