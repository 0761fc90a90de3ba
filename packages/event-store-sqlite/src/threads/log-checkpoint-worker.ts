// The thread of `logCheckpointer`.
import { workerData } from "node:worker_threads";
import { answerOwner } from "@tallystick/background";
import Database from "better-sqlite3";

/** Copying ends when at most this many pages were added during the last part. */
const FEW_PAGES = 64;

/** The most parts copied in a row while the writer writes. */
const MOST_PARTS = 4;

/** Pages of the log so far; 0 when another connection is copying it. */
const copy = (db: Database.Database): number => {
  const [row]: ReadonlyArray<unknown> = [db.pragma("wal_checkpoint(PASSIVE)")].flat();
  return typeof row === "object" && row !== null && "log" in row ? Number(row.log) : 0;
};

const copyNearlyAll = (db: Database.Database): void => {
  let before = 0;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const pages = copy(db);
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
  stop: () => void db.close(),
});
