import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import type { Checkpoint } from "./fold.js";

/**
 * Events folded in one transaction when batches have piled up: blocks that several of them change
 * are written once.
 */
const maxCoalescedEvents = 4_096;

type Outcome = Either<ViewsError, Checkpoint>;
type Batch = ReadonlyArray<JournalEntry>;

/** The number of batches from `start` on that are consecutive and fit into one transaction. */
const runLength = (batches: ReadonlyArray<Batch>, start: number): number => {
  let events = 0;
  let expected: number | undefined;
  let end = start;
  for (let batch = batches[end]; batch !== undefined; batch = batches[++end]) {
    const first = batch[0]?.offset ?? 0;
    const isNext = expected === undefined || first === expected;
    if (end > start && (!isNext || events + batch.length > maxCoalescedEvents)) break;
    events += batch.length;
    expected = first + batch.length;
  }
  return end - start;
};

/**
 * Folds waiting batches in order, several in one transaction if they fit. When such a transaction
 * fails, its batches are folded one by one, so that each gets its own outcome.
 */
export const foldQueue = (
  fold: (batch: Batch) => Outcome,
  batches: ReadonlyArray<Batch>,
): ReadonlyArray<Outcome> => {
  const outcomes: Array<Outcome> = [];
  for (let start = 0; start < batches.length; ) {
    const run = batches.slice(start, start + runLength(batches, start));
    start += run.length;
    const together = run.length < 2 ? undefined : fold(run.flat());
    for (const batch of run)
      outcomes.push(together === undefined || isLeft(together) ? fold(batch) : together);
  }
  return outcomes;
};
