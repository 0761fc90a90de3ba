import type { Either } from "fp-ts/lib/Either.js";
import type { Checkpoint, EventBatch } from "./fold-events.js";
import type { ViewsError } from "../interface/views.js";

/** Where events are folded: this thread or a worker. Calls are carried out in the order they are made. */
export interface FoldingHost {
  readonly start: Checkpoint;
  readonly rebuiltBecause: string | undefined;
  readonly fold: (batch: EventBatch) => Promise<Either<ViewsError, Checkpoint>>;
  readonly reset: () => Promise<Either<ViewsError, Checkpoint>>;
  readonly close: () => Promise<void>;
}
