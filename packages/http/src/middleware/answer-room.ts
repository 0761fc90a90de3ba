import type { HeldAnswers } from "../limits/held-answers.js";
import type { LedgerApiMiddleware } from "./exchange.js";

const lengthOf = (body: unknown): number =>
  typeof body === "string" || body instanceof Uint8Array ? body.length : 0;

/** Counts each answer until its reader has taken it, or is gone. */
export const answerRoom =
  (answers: HeldAnswers): LedgerApiMiddleware =>
  async (ctx, next) => {
    await next();
    const release = answers.hold(ctx.res, lengthOf(ctx.body));
    // one whose caller has gone is never written
    if (ctx.res.destroyed || ctx.respond === false) release();
    else ctx.res.once("close", release);
  };
