// The thread of `logCheckpointer`.
import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import { Database } from "@tallystick/sqlite";

/** Copying ends when at most this many pages were added during the last part. */
const FEW_PAGES = 64;

/** The most parts copied in a row while the writer writes. */
const MOST_PARTS = 4;

const copyNearlyAll = (db: Database): void => {
  let before = 0;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const { pages } = db.checkpoint("PASSIVE");
    if (pages - before < FEW_PAGES) return;
    before = pages;
  }
};

const db = new Database(String(workerData), { fileMustExist: true });
// a checkpoint flushes the log first, then the file, before the log is reused
db.pragma("synchronous = FULL");

answerOwner<"copy", undefined>({
  request: (_copy, answer) => {
    try {
      copyNearlyAll(db);
    } catch {
      // an error of the disk may pass; the writer reports it otherwise
    }
    answer(undefined);
  },
  stop: () => db.close(),
});
