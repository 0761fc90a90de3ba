import { type Delays, OwnThread, type ThreadError } from "@tallystick/background";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { closed } from "../interface/passing-errors.js";
import type { ViewsError } from "../interface/views.js";
import type { Checkpoint } from "./fold.js";
import type { PackedBatch } from "./packed-batch.js";

/** The data of a folding thread; a fold may need more. */
export interface FoldingData {
  readonly path: string;
  /** Hash of the journal's first event. */
  readonly journal: string;
}

/** Requests to a folding thread, answered in order. */
export type FoldingRequest =
  | { readonly kind: "fold"; readonly batch: PackedBatch }
  | { readonly kind: "empty" };

export type FoldingOutcome = Either<ViewsError, Checkpoint>;

export interface FoldingStart {
  readonly checkpoint: Checkpoint;
  /** Why it has emptied the file, if it has. */
  readonly rebuiltBecause: string | undefined;
}

export type FoldThread = OwnThread<FoldingRequest, FoldingOutcome, FoldingStart>;

/** Delay before a folding thread that ended restarts. */
const foldingDelays: Delays = { firstMs: 50, mostMs: 5_000 };

/** Queued batches outlive a small young generation and would be copied repeatedly; MiB. */
const foldingLimits = { maxYoungGenerationSizeMb: 64 };

/** Called when the thread ended, or did not start, and restarts later; and when it has started. */
export interface FoldThreadListener {
  readonly ended: (error: ViewsError) => void;
  readonly started: (start: FoldingStart) => void;
}

/**
 * A thread that has the file of a fold, see `answerFolds`: it writes what it has folded when it
 * stops, and restarts when it ends by itself.
 *
 * @param script its module
 */
export const foldThread = (
  script: URL,
  data: FoldingData,
  { ended, started }: FoldThreadListener,
): FoldThread =>
  new OwnThread({
    name: "the folding worker",
    script,
    data,
    resourceLimits: foldingLimits,
    delays: foldingDelays,
    keepsRunning: true,
    onStart: started,
    onEnd: (message) => ended({ kind: "worker", message }),
  });

export const outcomeOf = (answer: Either<ThreadError, FoldingOutcome>): FoldingOutcome => {
  if (!isLeft(answer)) return answer.right;
  const { kind, message } = answer.left;
  return left(kind === "stopped" ? closed : { kind: "worker", message });
};
