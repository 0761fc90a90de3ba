import type { LedgerApiMiddleware } from "./exchange.js";

/** Says in every answer what the ledger is a fork of, so that nobody takes it for the other. */
export const forkNamed =
  (forkOf: string | undefined): LedgerApiMiddleware =>
  (ctx, next) => {
    if (forkOf !== undefined) ctx.set("X-Tallystick-Fork", forkOf);
    return next();
  };
