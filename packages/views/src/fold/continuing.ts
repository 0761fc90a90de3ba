import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";

/** The entries after an offset. Left `gap` unless they follow it, and each other. */
export const continuing = (
  entries: ReadonlyArray<JournalEntry>,
  after: number,
): Either<ViewsError, ReadonlyArray<JournalEntry>> => {
  const first = entries[0]?.offset ?? after;
  let expectedOffset = Math.min(first, after + 1);
  for (const { offset: actualOffset } of entries) {
    if (actualOffset !== expectedOffset) {
      const message = `expected event ${expectedOffset} next, found ${actualOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset, message });
    }
    expectedOffset++;
  }
  return right(first > after ? entries : entries.slice(after + 1 - first));
};
