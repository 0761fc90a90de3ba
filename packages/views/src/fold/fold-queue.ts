import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Checkpoint, EventBatch } from "./fold-events.js";
import type { ViewsError } from "../interface/views.js";

/** Events folded in one transaction when batches have piled up: index pages many of them touch are then written once. */
export const maxCoalescedEvents = 4_096;

type Outcome = Either<ViewsError, Checkpoint>;

const joined = (batches: ReadonlyArray<EventBatch>, first: EventBatch): EventBatch => ({
  firstOffset: first.firstOffset,
  types: batches.flatMap((batch) => batch.types),
  data: batches.flatMap((batch) => batch.data),
});

/** How many batches from `start` on follow one another without a gap and are few enough for one transaction. */
const runLength = (batches: ReadonlyArray<EventBatch>, start: number): number => {
  let events = 0;
  let expected: number | undefined;
  let end = start;
  for (let batch = batches[end]; batch !== undefined; batch = batches[++end]) {
    const isNext = expected === undefined || batch.firstOffset === expected;
    if (end > start && (!isNext || events + batch.data.length > maxCoalescedEvents)) {
      break;
    }
    events += batch.data.length;
    expected = batch.firstOffset + batch.data.length;
  }
  return end - start;
};

/**
 * Folds waiting batches in their order, several in one transaction where they fit together. When such a transaction fails, its batches are
 * folded one by one, so that each has the outcome it would have had alone.
 */
export const foldQueue = (
  fold: (batch: EventBatch) => Outcome,
  batches: ReadonlyArray<EventBatch>,
): ReadonlyArray<Outcome> => {
  const outcomes: Array<Outcome> = [];
  for (let start = 0; start < batches.length; ) {
    const run = batches.slice(start, start + runLength(batches, start));
    start += run.length;
    const [first] = run;
    const together = first === undefined || run.length === 1 ? undefined : fold(joined(run, first));
    for (const batch of run) {
      outcomes.push(together === undefined || isLeft(together) ? fold(batch) : together);
    }
  }
  return outcomes;
};
