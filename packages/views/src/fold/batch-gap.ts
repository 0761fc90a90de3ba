import type { JournalEntry, ViewsError } from "../interface/views.js";

/** Entries that do not follow one another; undefined when they do. */
export const batchGap = (batch: ReadonlyArray<JournalEntry>): ViewsError | undefined => {
  let expectedOffset = batch[0]?.offset ?? 0;
  for (const { offset } of batch) {
    if (offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${offset}`;
      return { kind: "gap", expectedOffset, actualOffset: offset, message };
    }
    expectedOffset++;
  }
  return undefined;
};
