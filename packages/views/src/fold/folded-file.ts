import type { Database } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  isDamage,
  markDamaged,
  openEmptyTableFile,
  openTableFile,
  type TableFile,
  textOfThrown,
} from "@tallystick/tables";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { type ViewsCheckpoint, viewsKind } from "../sqlite/views-kind.js";
import {
  type Checkpoint,
  eventFolder,
  type EventFolder,
  type FoldedJournal,
} from "./fold-events.js";

/** The views' database while events are folded into it, in any thread. */
interface FoldedFile {
  /** Why an earlier file was deleted at opening, if it was. */
  readonly rebuiltBecause: string | undefined;
  readonly db: () => Database;
  readonly checkpoint: () => Checkpoint;
  /**
   * Left `gap`, `journal`, `file` for transient errors, `damaged` when the file has to be rebuilt.
   */
  readonly fold: (batch: ReadonlyArray<JournalEntry>) => Either<ViewsError, Checkpoint>;
  /** Deletes the file and creates a new one. */
  readonly reset: () => Either<ViewsError, Checkpoint>;
  readonly close: () => void;
}

interface Opened {
  readonly db: Database;
  readonly folder: EventFolder;
  readonly rebuiltBecause: string | undefined;
}

const errorOf = (thrown: unknown, file: string): ViewsError => {
  if (!isDamage(thrown)) return { kind: "file", message: `${file}: ${textOfThrown(thrown)}` };
  markDamaged(file, textOfThrown(thrown));
  return { kind: "damaged", message: `${file} is damaged: ${textOfThrown(thrown)}` };
};

const folderOf = (
  file: string,
  journal: FoldedJournal,
  opened: Either<ViewsError, TableFile<ViewsCheckpoint>>,
): Either<ViewsError, Opened> => {
  if (isLeft(opened)) return opened;
  const { db, rebuiltBecause } = opened.right;
  try {
    return right({ db, rebuiltBecause, folder: eventFolder(db, journal) });
  } catch (thrown) {
    db.close();
    return left(errorOf(thrown, file));
  }
};

const openFresh = (
  file: string,
  journal: FoldedJournal,
  reason?: string,
): Either<ViewsError, Opened> =>
  folderOf(file, journal, openEmptyTableFile(file, viewsKind, reason, journal.journalId));

const openOrRebuild = (file: string, journal: FoldedJournal): Either<ViewsError, Opened> => {
  const first = folderOf(file, journal, openTableFile(file, viewsKind, journal.journalId));
  return isLeft(first) && first.left.kind === "damaged"
    ? openFresh(file, journal, first.left.message)
    : first;
};

/**
 * Opens the views' file, or ":memory:", for folding. Left `file` when it cannot be opened or
 * belongs to another program.
 */
export const openFoldedFile = (
  file: string,
  journal: FoldedJournal,
): Either<ViewsError, FoldedFile> => {
  const first = openOrRebuild(file, journal);
  if (isLeft(first)) return first;
  let opened = first.right;
  return right({
    rebuiltBecause: opened.rebuiltBecause,
    db: () => opened.db,
    checkpoint: () => opened.folder.checkpoint(),
    fold: (batch) => {
      try {
        return opened.folder.fold(batch);
      } catch (thrown) {
        return left(errorOf(thrown, file));
      }
    },
    reset: () => {
      opened.db.close();
      const again = openFresh(file, journal);
      if (isLeft(again)) return again;
      opened = again.right;
      return right(opened.folder.checkpoint());
    },
    close: () => opened.db.close(),
  });
};
