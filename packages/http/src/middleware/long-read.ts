import type { Queries } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Next } from "koa";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RunningRead, RunningReads } from "../limits/running-reads.js";
import type { LedgerApiContext, LedgerApiMiddleware } from "./exchange.js";

const isGone = ({ req }: LedgerApiContext): boolean => req.socket.destroyed;

/** Serves a read until its answer is ready, in its turn among other reads. */
const serve = async (
  ctx: LedgerApiContext,
  next: Next,
  read: RunningRead,
  queries: Pick<Queries, "turn">,
): Promise<void> => {
  const exchange = ctx.state.ledgerApi;
  exchange.read = read;
  // what the endpoint does at once would otherwise be done for all requests that came together
  await queries.turn(read);
  if (!read.signal.aborted) await next();
  const denied = read.denied();
  if (denied !== undefined) exchange.error = denied;
  if (!isGone(ctx)) return;
  exchange.error = undefined;
  ctx.respond = false;
};

/**
 * Bounds the long reads that run at once: 429 with `Retry-After` beyond that. One whose caller
 * leaves, or is answered that it took too long, reads nothing more.
 */
export const longRead = (
  reads: RunningReads,
  queries: Pick<Queries, "turn">,
  endpoint: ServedEndpoint,
): LedgerApiMiddleware => {
  if (endpoint.isLongRead !== true) return (_ctx, next) => next();
  return async (ctx, next) => {
    if (isGone(ctx)) {
      ctx.respond = false;
      return;
    }
    const exchange = ctx.state.ledgerApi;
    const begun = reads.begin(exchange.caller.userId);
    if (isLeft(begun)) {
      exchange.error = begun.left;
      return;
    }
    // also when the answer was sent: until then it takes its room
    ctx.res.once("close", () => {
      begun.right.giveUp();
      begun.right.end();
    });
    await serve(ctx, next, begun.right, queries);
  };
};
