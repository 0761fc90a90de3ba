import type { LedgerError, LedgerEvent } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";

/** An event with its offset. */
export interface EventAt {
  readonly offset: number;
  readonly event: LedgerEvent;
}

/** What became of a command: the events it left, once they are durable, or why it left none. */
export type Outcome = Either<LedgerError, ReadonlyArray<EventAt>>;
