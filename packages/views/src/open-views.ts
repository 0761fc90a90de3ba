import { Database } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { checkSeed, textOfThrown } from "@tallystick/tables";
import type { FoldedJournal } from "./fold/fold-events.js";
import { openFoldedFile } from "./fold/folded-file.js";
import type { FoldingHost } from "./fold/folding-host.js";
import { type HostListener, threadHost } from "./fold/thread-host.js";
import type { OpenViews, Views, ViewsError } from "./interface/views.js";
import { OpenedViews } from "./opened-views.js";
import { lockViews, type ViewsLock } from "./sqlite/views-lock.js";
import type { ViewsParts } from "./views-parts.js";

interface Sides extends Pick<ViewsParts, "host" | "openReading" | "closesReading"> {
  /** To be called when the reading side is open. */
  readonly settle: () => void;
}

const openInMain = (file: string, journal: FoldedJournal): Either<ViewsError, Sides> => {
  const opened = openFoldedFile(file, journal);
  if (isLeft(opened)) return opened;
  const views = opened.right;
  const host: FoldingHost = {
    start: views.checkpoint(),
    rebuiltBecause: views.rebuiltBecause,
    fold: async (batch) => views.fold(batch),
    reset: async () => views.reset(),
    close: async () => views.close(),
  };
  return right({ host, openReading: views.db, closesReading: false, settle: () => undefined });
};

/**
 * The file is opened here first, so that it can be read while the worker starts, which takes half
 * of the opening.
 */
const openInWorker = (
  file: string,
  journal: FoldedJournal,
  listener: HostListener,
): Either<ViewsError, Sides> => {
  const opened = openFoldedFile(file, journal);
  if (isLeft(opened)) return opened;
  const { checkpoint, rebuiltBecause, close } = opened.right;
  const first = { start: checkpoint(), rebuiltBecause };
  const host = threadHost({ file, ...journal }, listener, first);
  const openReading = (): Database => new Database(file, { readOnly: true });
  // closing the last connection to a file would copy its log into it
  return right({ host, openReading, closesReading: true, settle: close });
};

const takeLock = (file: string): Either<ViewsError, ViewsLock> => {
  try {
    const lock = lockViews(file);
    return lock === undefined
      ? left({ kind: "in-use", message: `${file} is in use by another ledger` })
      : right(lock);
  } catch (thrown) {
    return left({ kind: "file", message: `${file} cannot be locked: ${textOfThrown(thrown)}` });
  }
};

/**
 * Opens the views of one journal. The file is a cache: if it is damaged, of another journal or of
 * another schema version, it is deleted and created again (see `rebuiltBecause`). Left `in-use`
 * when another ledger folds into it, `file` when it cannot be opened or belongs to another program.
 */
export const openViews = async (options: OpenViews): Promise<Either<ViewsError, Views>> => {
  const { file, journalId = "", texts } = options;
  const lock = takeLock(file);
  if (isLeft(lock)) return lock;
  const journal: FoldedJournal = { journalId, keepsTexts: texts === undefined };
  let views: OpenedViews | undefined;
  const listener: HostListener = {
    ended: (error) => {
      options.onThreadEnd?.(error.message);
      views?.interrupt(error);
    },
    started: (host) => views?.resume(host),
  };
  const isHere = options.thread === "main" || file === ":memory:";
  const sides = isHere ? openInMain(file, journal) : openInWorker(file, journal, listener);
  if (isLeft(sides)) {
    lock.right.release();
    return sides;
  }
  const parts = { ...sides.right, lock: lock.right, seed: checkSeed(journalId), texts };
  try {
    views = new OpenedViews(parts, options);
  } catch (thrown) {
    await sides.right.host.close();
    lock.right.release();
    return left({ kind: "file", message: `${file} cannot be read: ${textOfThrown(thrown)}` });
  } finally {
    sides.right.settle();
  }
  return right(views);
};
