import { LedgerFailure } from "@tallystick/node";
import type { Queries } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Next } from "koa";
import { ThrownAnswer } from "../answers/thrown-answer.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RunningRead, RunningReads } from "../limits/running-reads.js";
import { type LedgerApiContext, type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

const isGone = ({ req }: LedgerApiContext): boolean => req.socket.destroyed;

/** Serves a read until its answer is ready, in its turn among other reads. */
const serve = async (
  ctx: LedgerApiContext,
  next: Next,
  read: RunningRead,
  queries: Pick<Queries, "turn">,
): Promise<void> => {
  ctx.state.ledgerApi.read = read;
  // what the endpoint does at once would otherwise be done for all requests that came together
  await queries.turn(read);
  const failed = read.signal.aborted ? undefined : await failureOf(next);
  if (isGone(ctx)) {
    ctx.respond = false;
    return;
  }
  const denied = read.denied();
  if (denied !== undefined) throw new RequestDenied(denied);
  if (failed !== undefined) throw failed;
};

/** Runs what follows; gives the error that it ended with. */
const failureOf = async (next: Next): Promise<LedgerFailure | ThrownAnswer | undefined> => {
  try {
    await next();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof LedgerFailure || thrown instanceof ThrownAnswer) return thrown;
    throw thrown;
  }
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
    const begun = reads.begin(ctx.state.ledgerApi.caller.userId);
    if (isLeft(begun)) throw new RequestDenied(begun.left);
    // also when the answer was sent: until then it takes its room
    ctx.res.once("close", () => {
      begun.right.giveUp();
      begun.right.end();
    });
    await serve(ctx, next, begun.right, queries);
  };
};
