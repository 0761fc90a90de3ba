import { list, optional, party, record, type Static, text, timestamp } from "@tallystick/core";

/** A lock on a coin: who holds it, until when, and what for. */
export const TimeLock = record(
  {
    holders: list(party),
    expiresAt: timestamp,
    optContext: optional(text),
  },
  "TimeLock",
);
export type TimeLock = Static<typeof TimeLock>;
