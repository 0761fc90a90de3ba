import type { HttpConfig } from "../endpoints/http-config.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { QueryTexts } from "../endpoints/request.js";
import { traceParentOf, traceStateOf } from "../answers/trace-id.js";
import { type TimedKind, withTimeout } from "../endpoints/with-timeout.js";
import { type LedgerApiContext, type LedgerApiMiddleware, writeAnswer } from "./exchange.js";

const noQuery: QueryTexts = {};

/** The parameters of a query string; only a repeated one becomes a list. */
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

const noParameters: Readonly<Record<string, string>> = {};

const parametersOf = (ctx: LedgerApiContext): Readonly<Record<string, string>> => {
  const parameters: unknown = ctx.params;
  // border: the router sets `ctx.params` to decoded texts by name
  return parameters === undefined ? noParameters : (parameters as Record<string, string>);
};

const timedKindOf = ({ submits, method, isLongRead }: ServedEndpoint): TimedKind => {
  if (submits === true) return "command";
  return method === "GET" || isLongRead === true ? "read" : "change";
};

/**
 * Calls the endpoint: decode, validate, rights, handle. After `requestTimeoutMs` the answer is 504
 * REQUEST_TIME_OUT.
 */
export const handler =
  (
    { requestTimeoutMs, timers }: Pick<HttpConfig, "requestTimeoutMs" | "timers">,
    endpoint: ServedEndpoint,
  ): LedgerApiMiddleware =>
  async (ctx) => {
    const exchange = ctx.state.ledgerApi;
    const served = endpoint.serve({
      parameters: parametersOf(ctx),
      query: queryOf(ctx.querystring),
      body: exchange.body,
      caller: exchange.caller,
      read: exchange.read,
      traceParent: traceParentOf(ctx.req.headers["traceparent"]),
      traceState: traceStateOf(ctx.req.headers["tracestate"]),
    });
    const answer =
      served instanceof Promise
        ? await withTimeout(served, requestTimeoutMs, {
            kind: timedKindOf(endpoint),
            onTimeout: () => exchange.read?.giveUp(),
            timers,
          })
        : served;
    writeAnswer(ctx, answer);
  };
