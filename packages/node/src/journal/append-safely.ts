import { BackOff, pause } from "@tallystick/background";
import type { NewEvent, StoreError } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Journal, timersOf } from "./journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import { storeMessage } from "./store-message.js";

export type AppendOutcome =
  /** Durable. */
  | { readonly kind: "done"; readonly hash: string }
  /** Another writer was first; nothing was written. `end`: the offset of the journal's end. */
  | { readonly kind: "lost-race"; readonly end: number }
  | { readonly kind: "too-large"; readonly maxBytes: number; readonly actualBytes: number }
  /** Unknown: the store did not answer, and could not be read. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Nothing was written; a later attempt may succeed. */
  | { readonly kind: "refused"; readonly reason: string }
  /** Nothing was written, permanently. */
  | { readonly kind: "fatal"; readonly reason: string };

/**
 * Appends at exactly this offset. While the store is unavailable the append is retried with the
 * same event ids, which settles an unknown outcome and cannot write an event twice.
 */
export const appendSafely = async (
  journal: Journal,
  offset: number,
  events: ReadonlyArray<NewEvent>,
  { appendRetries, appendRetryDelayMs }: Pick<LedgerConfig, "appendRetries" | "appendRetryDelayMs">,
): Promise<AppendOutcome> => {
  const { store, stream } = journal;
  const expected = offset === 0 ? "no-stream" : offset - 1;
  const backOff = new BackOff({ firstMs: appendRetryDelayMs, mostMs: Number.POSITIVE_INFINITY });
  let undecided = false;
  for (let attempt = 0; ; attempt++) {
    const appended = await store.append(stream, expected, events);
    if (!isLeft(appended)) return { kind: "done", hash: appended.right.hash };
    const error = appended.left;
    if (error.kind !== "unavailable") return settled(error, undecided);
    undecided ||= error.outcome === "unknown";
    if (attempt >= appendRetries)
      return { kind: undecided ? "unknown" : "refused", reason: storeMessage(error) };
    await pause(backOff.next(), undefined, timersOf(journal));
  }
};

// a store that finds our ids at our place reports success, so this is a lost race, also after an
// unknown outcome
const settled = (
  error: Exclude<StoreError, { kind: "unavailable" }>,
  undecided: boolean,
): AppendOutcome => {
  switch (error.kind) {
    case "wrong-expected-revision":
      return { kind: "lost-race", end: error.actual === "no-stream" ? 0 : error.actual + 1 };
    case "too-large":
      return error;
    case "invalid":
    case "damaged":
    case "lost-tail":
    case "in-use":
    case "closed":
      return { kind: undecided ? "unknown" : "fatal", reason: storeMessage(error) };
  }
};
