import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalRange } from "../replay/journal-range.js";
import { type ReopenedJournal, reopenJournal } from "../replay/reopen-journal.js";
import { checkRange, type RangeVerdict } from "./check-range.js";

// A thread that checks ranges of a journal, through its own connection.

// border: only `checkByRanges` starts this thread
const journal = reopenJournal(workerData as ReopenedJournal);

const check = async (range: JournalRange): Promise<RangeVerdict> => {
  const opened = await journal;
  return isLeft(opened) ? { kind: "unsound" } : checkRange(opened.right, range);
};

answerOwner<JournalRange, RangeVerdict>({
  request: (range, answer) => {
    void check(range).then((result) => answer(result));
  },
});
