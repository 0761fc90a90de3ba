import { pause } from "@tallystick/background";
import type { StoreError } from "@tallystick/event-store";
import { type Either, isRight, left } from "fp-ts/lib/Either.js";
import { createBackOff } from "../connection/retry.js";
import { type RawPage, type RawRead, readRawPage } from "./raw-page.js";
import { type StoreContext, storeErrorOf } from "./store-context.js";

/** Reads a page; retries transient errors. */
export const readRaw = async (
  context: StoreContext,
  stream: string,
  read: Omit<RawRead, "stream">,
): Promise<Either<StoreError, RawPage>> => {
  const { connection, limits, closing } = context;
  const giveUpAt = Date.now() + limits.readGiveUpMs;
  const backOff = createBackOff();
  for (;;) {
    if (closing.aborted) return left({ kind: "closed" });
    const page = await readRawPage(
      connection,
      { ...read, stream: context.serverName(stream) },
      limits.readStallMs,
    );
    if (isRight(page)) return page;
    if (closing.aborted) return left({ kind: "closed" });
    if (page.left.kind !== "transient" || Date.now() >= giveUpAt)
      return left(storeErrorOf(stream, page.left, connection.address));
    await pause(backOff.next(), closing);
  }
};
