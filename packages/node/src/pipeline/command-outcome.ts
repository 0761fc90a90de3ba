import type { LedgerError, LedgerEvent } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";

/** What a command left in the journal. */
export interface CommandResult {
  /** Offset of the first event; where there is none, that of the last event before. */
  readonly offset: number;
  readonly events: ReadonlyArray<LedgerEvent>;
}

/** What became of a command: what it left, once that is durable, or why it left nothing. */
export type Outcome = Either<LedgerError, CommandResult>;
