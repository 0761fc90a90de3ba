import type { Either } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import type { Checkpoint } from "./fold-events.js";

/** Where events are folded: this thread or a worker. Calls run in their order. */
export interface FoldingHost {
  readonly start: Checkpoint;
  readonly rebuiltBecause: string | undefined;
  readonly fold: (batch: ReadonlyArray<JournalEntry>) => Promise<Either<ViewsError, Checkpoint>>;
  readonly reset: () => Promise<Either<ViewsError, Checkpoint>>;
  readonly close: () => Promise<void>;
}
