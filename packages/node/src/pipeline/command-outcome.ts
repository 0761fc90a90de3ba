import type { LedgerError, LedgerEvent } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";

export interface CommandResult {
  /** Offset of the first event; where there is none, that of the last event before. */
  readonly offset: number;
  readonly events: ReadonlyArray<LedgerEvent>;
}

/** The outcome of a command: its durable events, or the error. */
export type Outcome = Either<LedgerError, CommandResult>;
