import { decodeLedgerEvent } from "@tallystick/core";
import { GENESIS_HASH } from "@tallystick/event-store";
import { type RunIndex, type RunPlace, type TableContext, writeRun } from "@tallystick/tables";
import { isLeft } from "fp-ts/lib/Either.js";
import { erasureError, type Journal, type JournalError } from "../journal/journal.js";
import { newRunPlace } from "../snapshot/snapshot-file.js";
import type { JournalRange } from "./journal-range.js";
import { type EntryTable, RangeFold, type RangeSummary } from "./range-fold.js";

interface MadeRun extends RunPlace {
  readonly table: EntryTable;
  readonly index: RunIndex;
}

export interface FoldedRange {
  readonly kind: "folded";
  /** Chain hash of the event before the range. */
  readonly hashBefore: string;
  /** Chain hash of its last event. */
  readonly hash: string;
  /** The oldest first. */
  readonly runs: ReadonlyArray<MadeRun>;
  readonly summary: RangeSummary;
}

export type RangeResult =
  | FoldedRange
  /** The journal cannot be read. */
  | { readonly kind: "unread"; readonly error: JournalError }
  /** Something other than the journal failed. */
  | { readonly kind: "failed"; readonly message: string };

export interface RangePlace {
  /** The data folder, with a folder for the snapshot in it. */
  readonly folder: string;
  readonly context: TableContext;
}

/**
 * Reads a range of a journal, checks all of it, and writes its changes into runs, which are not
 * flushed yet, so that the next range does not wait for that.
 */
export const foldRange = async (
  journal: Journal,
  range: JournalRange,
  { folder, context }: RangePlace,
): Promise<RangeResult> => {
  const runs: Array<MadeRun> = [];
  const fold = new RangeFold(context, (table, entries) => {
    const place = newRunPlace(folder);
    runs.push({
      ...place,
      table,
      index: writeRun(place.path, place.id, entries, { flushes: false }),
    });
  });
  try {
    const read = await readInto(journal, range, fold);
    return "hash" in read
      ? { kind: "folded", ...read, summary: fold.end(), runs }
      : { kind: "unread", error: read };
  } catch (thrown) {
    return { kind: "failed", message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
};

/** Reads the events of a range; gives the hashes at its ends. */
const readInto = async (
  { store, stream }: Journal,
  { after, upTo }: JournalRange,
  fold: RangeFold,
): Promise<Pick<FoldedRange, "hash" | "hashBefore"> | JournalError> => {
  // the event before the range is read too: the range before must end with its hash
  const from = Math.max(0, after - 1);
  let hashBefore = GENESIS_HASH;
  let hash = hashBefore;
  let offset = from;
  for await (const page of store.readStream(stream, { from, maxCount: upTo - from })) {
    if (isLeft(page)) return { kind: "store", error: page.left };
    for (const recorded of page.right) {
      offset = recorded.revision + 1;
      hash = recorded.hash;
      if (offset <= after) {
        hashBefore = hash;
        continue;
      }
      const event = decodeLedgerEvent(recorded.type, recorded.data, offset);
      if (isLeft(event)) return { kind: "event", offset, reason: event.left.reason };
      const error = erasureError(event.right, recorded);
      if (error !== undefined) return error;
      fold.add(event.right, offset);
    }
  }
  if (offset === upTo) return { hashBefore, hash };
  const reason = `the journal ended at offset ${offset} while it was read, expected ${upTo}`;
  return { kind: "store", error: { kind: "unavailable", outcome: "known", reason } };
};
