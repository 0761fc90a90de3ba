import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { SharedTexts, TextMemory } from "@tallystick/tables";
import type { JournalRange } from "./journal-range.js";
import { foldRange, type RangeResult } from "./range-job.js";
import { type ReopenedJournal, reopenJournal } from "./reopen-journal.js";

// A thread that folds ranges of a journal, through its own connection.

export interface FoldingThread extends ReopenedJournal {
  readonly folder: string;
  /** Of the hashes of keys. */
  readonly seed: number;
  /** See `TextMemory`. */
  readonly texts: SharedArrayBuffer;
}

// border: only `foldRanges` starts this thread
const thread = workerData as FoldingThread;
const { folder, seed, texts } = thread;
const journal = reopenJournal(thread);
const context = { seed, texts: new SharedTexts([], new TextMemory(texts)) };

const fold = async (range: JournalRange): Promise<RangeResult> => {
  const opened = await journal;
  return isLeft(opened)
    ? { kind: "unread", error: { kind: "store", error: opened.left } }
    : foldRange(opened.right, range, { folder, context });
};

answerOwner<JournalRange, RangeResult>({
  request: (range, answer) => {
    void fold(range).then((result) => answer(result));
  },
});
