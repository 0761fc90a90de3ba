// The module of `logCopyingThread`.
import { answerOwner } from "@tallystick/background";
import { Database } from "./database.js";

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

const copyLogOf = (file: string): void => {
  // opened for each copy: between two of them the file may be deleted, and made again
  const db = new Database(file, { fileMustExist: true });
  try {
    // a checkpoint flushes the log first, then the file, before the log is reused
    db.pragma("synchronous = FULL");
    copyNearlyAll(db);
  } finally {
    db.close();
  }
};

answerOwner<string, undefined>({
  request: (file, answer) => {
    try {
      copyLogOf(file);
    } catch {
      // an error of the disk may pass; the writer reports it otherwise
    }
    answer(undefined);
  },
});
