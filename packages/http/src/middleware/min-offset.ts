import type { LedgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import type { Next } from "koa";
import { reachMinOffset } from "../endpoints/reach-min-offset.js";
import { type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

const heldBack = async (next: Next, reaching: Promise<LedgerError | undefined>): Promise<void> => {
  const error = await reaching;
  if (error !== undefined) throw new RequestDenied({ error });
  await next();
};

/** Delays a request until this node has the offset that it names. */
export const minOffset =
  (ledger: Ledger, timeoutMs: number): LedgerApiMiddleware =>
  (ctx, next) => {
    const reaching = reachMinOffset(ctx.req.headers, ledger, timeoutMs);
    return reaching === undefined ? next() : heldBack(next, reaching);
  };
