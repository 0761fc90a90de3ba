import { GENESIS_HASH } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { JournalRange } from "../replay/journal-range.js";
import { type CheckedJournal, JournalCheck } from "./journal-check.js";

export type RangeVerdict =
  /** No damage, and nothing depends on earlier events but the hash before the range. */
  | {
      readonly kind: "sound";
      /** Chain hash of the event before the range. */
      readonly hashBefore: string;
      readonly times: { readonly first: number; readonly last: number };
      readonly read: CheckedJournal;
    }
  /** Damage, or something that depends on earlier events. */
  | { readonly kind: "unsound" };

const unsound: RangeVerdict = { kind: "unsound" };

/**
 * Reads and checks a range of a journal, but for the texts of submissions. The store compares the
 * hashes, as each that threads can open does.
 */
export const checkRange = async (
  { store, stream }: Journal,
  { after, upTo }: JournalRange,
): Promise<RangeVerdict> => {
  const check = new JournalCheck({ hashes: true, submissions: true });
  const from = Math.max(0, after - 1);
  let hashBefore = GENESIS_HASH;
  for await (const page of store.readStream(stream, { from, maxCount: upTo - from })) {
    if (isLeft(page)) return unsound;
    for (const event of page.right) {
      if (event.revision < after) {
        check.skip(event);
        hashBefore = event.hash;
        continue;
      }
      // pruned events are counted and hashed from the journal's beginning
      if (event.erased !== undefined || event.type === "JournalPruned") return unsound;
      if (check.add(event).length > 0) return unsound;
    }
  }
  const read = check.read();
  return read.events === upTo ? { kind: "sound", hashBefore, times: check.times(), read } : unsound;
};
