import { LedgerFailure } from "@tallystick/node";
import type { Queries } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Next } from "koa";
import { ThrownAnswer } from "../answers/thrown-answer.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RunningRead, RunningReads } from "../limits/running-reads.js";
import { type LedgerApiContext, type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

const isGone = ({ req }: LedgerApiContext): boolean => req.socket.destroyed;

/** Runs a read until its answer is ready, in turns with other reads. */
const serve = async (
  ctx: LedgerApiContext,
  next: Next,
  read: RunningRead,
  queries: Pick<Queries, "turn">,
): Promise<void> => {
  ctx.state.ledgerApi.read = read;
  // without this, the synchronous parts of all concurrent requests would run in a row
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

/** Runs the next middleware; returns its error. */
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
 * Bounds concurrent long reads: 429 with `Retry-After` beyond that. A read is aborted when its
 * caller disconnects or got a timeout.
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
    // released when the answer was sent: until then it uses room
    ctx.res.once("close", () => {
      // makes an error with a stack
      if (!ctx.res.writableFinished) begun.right.giveUp();
      begun.right.end();
    });
    await serve(ctx, next, begun.right, queries);
  };
};
