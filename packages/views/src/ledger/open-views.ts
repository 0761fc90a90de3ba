import { createTurns, turnsBy } from "@tallystick/background";
import type { JsonText, LedgerError } from "@tallystick/core";
import { textOfThrown } from "@tallystick/tables";
import type { CompletionItem, UpdateItem } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FoldedFile, openFoldedFile } from "../fold/folded-file.js";
import { FoldedViews, type FoldedViewsParts } from "../fold/folded-views.js";
import { JournalReadError } from "../interface/journal-texts.js";
import { journalUnreadable } from "../interface/passing-errors.js";
import { ViewsUnreadable, viewsBroken, viewsUnavailable } from "../interface/views-unreadable.js";
import type { ReadThreads } from "../interface/read-threads.js";
import type {
  JournalEntry,
  OpenViews,
  Queries,
  QueryContext,
  Views,
  ViewsError,
} from "../interface/views.js";
import { KeptViews } from "../projection/kept-views.js";
import { queriesOver, type QuerySource } from "../query/queries-over.js";
import { type Reading, readingThrough } from "../query/reading.js";
import { SharedBatches } from "../query/shared-batches.js";
import type { ViewsCheckpoint } from "../sqlite/views-kind.js";
import { lockViews, type ViewsLock } from "../sqlite/views-lock.js";
import { ledgerFold } from "./ledger-fold.js";

type Parts = FoldedViewsParts<ViewsCheckpoint, Reading, void>;

class OpenedViews extends FoldedViews<ViewsCheckpoint, Reading, void> implements Views {
  readonly #lock: ViewsLock;
  readonly #source: QuerySource;
  readonly #views = new KeptViews();
  #timesEmptied = 0;

  constructor(
    parts: Parts,
    file: FoldedFile<ViewsCheckpoint, Reading, void>,
    lock: ViewsLock,
    threads: ReadThreads | undefined,
  ) {
    super(parts, file);
    this.#lock = lock;
    this.#source = {
      threads,
      emptied: () => this.#timesEmptied,
      watch: this.watch,
      turns: createTurns(turnsBy(this.timers)),
      timers: this.timers,
      updates: new SharedBatches<UpdateItem>(),
      updateTexts: new SharedBatches<JsonText<UpdateItem>>(),
      completions: new SharedBatches<CompletionItem>(),
      views: this.#views,
      reading: readingThrough((read) => this.read(read)),
      errorOf: readError,
    };
  }

  isAwaited(): boolean {
    return this.watch.isAwaited();
  }

  queries(context: QueryContext): Queries {
    return queriesOver(this.#source, context);
  }

  protected override emptied(): void {
    this.#timesEmptied += 1;
    this.#source.updates.forget();
    this.#source.updateTexts.forget();
    this.#source.completions.forget();
    this.#views.forget();
  }

  override fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    if (entries.some(({ type }) => type === "JournalPruned")) this.#views.forget();
    return super.fold(entries);
  }

  override async close(): Promise<void> {
    // the last connection to the file copies its log into it
    await this.#source.threads?.close();
    await super.close();
    this.#lock.release();
  }
}

/** The answer after an exception of a read. */
const readError = (thrown: unknown): LedgerError => {
  if (thrown instanceof ViewsUnreadable) return thrown.error;
  const isPassing = thrown instanceof JournalReadError && thrown.mayPass;
  return isPassing ? viewsUnavailable(journalUnreadable) : viewsBroken(textOfThrown(thrown));
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
 * Opens the views of one journal, see `begin`. The file is a cache: if it is damaged, of another
 * journal or of another schema version, it is deleted and created again, see `rebuiltBecause`. Left
 * `in-use` when another ledger folds into it, `file` when it cannot be opened or belongs to another
 * program.
 */
export const openViews = (options: OpenViews): Either<ViewsError, Views> => {
  const { file: path, journalId: journal = "", texts, timers } = options;
  const lock = takeLock(path);
  if (isLeft(lock)) return lock;
  const script = new URL("./ledger-worker.js", import.meta.url);
  const parts: Parts = {
    name: "views",
    title: "the views",
    fold: ledgerFold(texts),
    path,
    journal,
    thread:
      options.thread === "main" || path === ":memory:"
        ? undefined
        : { script, data: { keepsTexts: texts === undefined } },
    timers,
  };
  const opened = openFoldedFile(parts.fold, parts);
  if (isLeft(opened)) {
    lock.right.release();
    return opened;
  }
  const threads = path === ":memory:" ? undefined : options.threads?.({ path, journal });
  return right(new OpenedViews(parts, opened.right, lock.right, threads));
};
