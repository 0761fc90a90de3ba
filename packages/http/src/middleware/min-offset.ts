import type { LedgerError } from "@tallystick/core";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { Services } from "../endpoints/services.js";
import type { Next } from "koa";
import { reachMinOffset } from "../endpoints/reach-min-offset.js";
import { type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

const heldBack = async (next: Next, reaching: Promise<LedgerError | undefined>): Promise<void> => {
  const error = await reaching;
  if (error !== undefined) throw new RequestDenied({ error });
  await next();
};

/** Delays a request until this node has the offset that it names, with its views. */
export const minOffset =
  (
    { ledger, wallet }: Pick<Services, "ledger" | "wallet">,
    timeoutMs: number,
    { path }: Pick<ServedEndpoint, "path">,
  ): LedgerApiMiddleware =>
  (ctx, next) => {
    // a wallet that catches up refuses its requests, and says why
    const isRead = path.startsWith("/v0/") && wallet?.waitsFor() === undefined;
    const views = isRead ? wallet?.views : undefined;
    const reaching = reachMinOffset(ctx.req.headers, ledger, timeoutMs, views);
    return reaching === undefined ? next() : heldBack(next, reaching);
  };
