import type { Appended, EventStore, StoreError } from "@tallystick/event-store";
import { isRight } from "fp-ts/lib/Either.js";

export type WriteOutcome =
  /** `revision` -1 and no position: an empty write to a stream without events. */
  | { readonly kind: "written"; readonly revision: number; readonly position: number | undefined }
  | { readonly kind: "wrong-version"; readonly current: number }
  | { readonly kind: "deleted" }
  /** The store cannot hold the event; nothing was written. */
  | { readonly kind: "invalid"; readonly reason: string }
  /** It is unknown whether anything was written. */
  | { readonly kind: "timeout"; readonly reason: string }
  /** Nothing was written. */
  | { readonly kind: "not-ready"; readonly reason: string };

/** The outcome of a write that the store rejected. */
export const outcomeOf = (error: StoreError): WriteOutcome => {
  switch (error.kind) {
    case "wrong-expected-revision":
      return { kind: "wrong-version", current: error.actual === "no-stream" ? -1 : error.actual };
    case "too-large":
      return {
        kind: "invalid",
        reason: `the store takes appends of at most ${error.maxBytes} bytes, not ${error.actualBytes}`,
      };
    case "invalid":
      return { kind: "invalid", reason: error.reason };
    case "unavailable":
      return error.outcome === "unknown"
        ? { kind: "timeout", reason: error.reason }
        : { kind: "not-ready", reason: error.reason };
    case "damaged":
    case "lost-tail":
    case "in-use":
      return { kind: "not-ready", reason: error.reason };
    case "closed":
      return { kind: "not-ready", reason: "the store is closed" };
  }
};

/** The outcome of a write that the store accepted. */
export const written = ({ revision, position }: Appended): WriteOutcome => ({
  kind: "written",
  revision,
  position,
});

/** Position of the event of a stream with this revision. */
export const positionAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<number | undefined> => {
  for await (const page of store.readStream(stream, { from: revision, maxCount: 1 }))
    return isRight(page) ? page.right[0]?.position : undefined;
  return undefined;
};
