import type { HeldAnswers } from "../limits/held-answers.js";
import type { LedgerApiMiddleware } from "./exchange.js";

const lengthOf = (body: unknown): number =>
  typeof body === "string" || body instanceof Uint8Array ? body.length : 0;

/** Counts each answer until it is sent, or its caller disconnected. */
export const answerRoom =
  (answers: HeldAnswers): LedgerApiMiddleware =>
  async (ctx, next) => {
    await next();
    const release = answers.hold(ctx.res, lengthOf(ctx.body));
    // an answer to a disconnected caller is never written
    if (ctx.res.destroyed || ctx.respond === false) release();
    else ctx.res.once("close", release);
  };
