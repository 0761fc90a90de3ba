import type { Either } from "fp-ts/lib/Either.js";
import type { Checkpoint, FoldedJournal } from "./fold-events.js";
import type { PackedBatch } from "./packed-batch.js";
import type { ViewsError } from "../interface/views.js";

/** What the worker is started with. */
export interface FoldingData extends FoldedJournal {
  readonly file: string;
}

/** Requests to the worker, which are answered in their order. */
export type WorkerRequest =
  | { readonly kind: "fold"; readonly id: number; readonly batch: PackedBatch }
  | { readonly kind: "reset"; readonly id: number }
  | { readonly kind: "close"; readonly id: number };

/** What the worker says. */
export type WorkerReply =
  | {
      readonly kind: "opened";
      readonly start: Checkpoint;
      readonly rebuiltBecause: string | undefined;
    }
  | { readonly kind: "not-opened"; readonly error: ViewsError }
  | {
      readonly kind: "done";
      readonly id: number;
      readonly outcome: Either<ViewsError, Checkpoint>;
    };
