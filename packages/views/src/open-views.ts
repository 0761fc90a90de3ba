import type { LedgerError } from "@tallystick/core";
import Database from "better-sqlite3";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { cancellable, cancellableItems } from "./query/cancellable.js";
import { checkpointWatch, type CheckpointWatch } from "./query/checkpoint-watch.js";
import { type Checkpoint, type EventBatch, eventFolder } from "./fold/fold-events.js";
import { foldGuarded } from "./fold/fold-guarded.js";
import type { FoldingHost } from "./fold/folding-host.js";
import type { Batches } from "./query/offset-stream.js";
import { queryActiveContracts } from "./query/query-active-contracts.js";
import { queryCompletions } from "./query/query-completions.js";
import { viewsBroken, viewsUnavailable } from "./query/query-error.js";
import { queryActiveContractsPage } from "./query/query-active-contracts-page.js";
import { queryContract, queryContractEvents } from "./query/query-contract.js";
import { queryTransaction, queryUpdate } from "./query/query-update.js";
import { queryUpdates } from "./query/query-updates.js";
import { queryUpdatesPage } from "./query/query-updates-page.js";
import { isDamage, markDamaged, openForFolding, textOfThrown } from "./sqlite/schema.js";
import { SharedBatches } from "./query/shared-batches.js";
import { lockViews, type ViewsLock } from "./sqlite/views-lock.js";
import { type ViewReader, viewReader } from "./sqlite/view-reader.js";
import type { JournalEntry, OpenViews, Views, ViewsError } from "./interface/views.js";
import type { CompletionItem, UpdateItem } from "@tallystick/wire";
import { workerHost } from "./fold/worker-host.js";

interface OpenedSides {
  readonly host: FoldingHost;
  readonly readingDb: Database.Database;
}

const closed: ViewsError = { kind: "closed", message: "the views are closed" };

const openInMain = (file: string): Either<ViewsError, OpenedSides> => {
  const opened = openForFolding(file);
  if (isLeft(opened)) {
    return opened;
  }
  const { db, rebuiltBecause } = opened.right;
  const folder = eventFolder(db);
  const guarded = foldGuarded(folder, file);
  const host: FoldingHost = {
    start: folder.checkpoint(),
    rebuiltBecause,
    fold: (batch) => Promise.resolve(guarded.fold(batch)),
    reset: () => Promise.resolve(guarded.reset()),
    close: () => Promise.resolve(),
  };
  return right({ host, readingDb: db });
};

const openInWorker = async (
  file: string,
  onDeath: (error: ViewsError) => void,
): Promise<Either<ViewsError, OpenedSides>> => {
  const host = await workerHost(file, onDeath);
  if (isLeft(host)) {
    return host;
  }
  try {
    return right({ host: host.right, readingDb: new Database(file, { readonly: true }) });
  } catch (thrown) {
    await host.right.close();
    return left({ kind: "file", message: `${file} cannot be read: ${textOfThrown(thrown)}` });
  }
};

// Right undefined: nothing to fold
const batchOf = (
  batch: ReadonlyArray<JournalEntry>,
): Either<ViewsError, EventBatch | undefined> => {
  const first = batch[0];
  if (first === undefined) {
    return right(undefined);
  }
  const types: Array<string> = [];
  const data: Array<string> = [];
  for (const entry of batch) {
    const expectedOffset = first.offset + data.length;
    if (entry.offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${entry.offset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: entry.offset, message });
    }
    types.push(entry.type);
    data.push(entry.data);
  }
  return right({ firstOffset: first.offset, types, data });
};

async function* guardReads<A>(
  items: AsyncGenerator<Either<LedgerError, A>, void, undefined>,
  onThrown: (thrown: unknown) => LedgerError,
): AsyncGenerator<Either<LedgerError, A>, void, undefined> {
  try {
    yield* items;
  } catch (thrown) {
    yield left(onThrown(thrown));
  }
}

class OpenedViews implements Views {
  readonly #host: FoldingHost;
  readonly #lock: ViewsLock;
  readonly #readingDb: Database.Database;
  readonly #reader: ViewReader;
  readonly #watch: CheckpointWatch;
  readonly #file: string;
  readonly #onTerminal: (error: ViewsError) => void;
  readonly #updates = new SharedBatches<UpdateItem>();
  readonly #completions = new SharedBatches<CompletionItem>();
  #isClosed = false;

  constructor(
    sides: OpenedSides & { readonly lock: ViewsLock },
    watch: CheckpointWatch,
    file: string,
    onTerminal: (error: ViewsError) => void,
  ) {
    this.#host = sides.host;
    this.#lock = sides.lock;
    this.#readingDb = sides.readingDb;
    this.#reader = viewReader(sides.readingDb);
    this.#watch = watch;
    this.#file = file;
    this.#onTerminal = onTerminal;
  }

  get rebuiltBecause(): string | undefined {
    return this.#host.rebuiltBecause;
  }

  checkpoint(): number {
    return this.#watch.current().offset;
  }

  async fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    if (this.#isClosed) {
      return left(closed);
    }
    const gathered = batchOf(batch);
    if (isLeft(gathered)) {
      return gathered;
    }
    return gathered.right === undefined
      ? right(this.checkpoint())
      : this.#settled(await this.#host.fold(gathered.right), this.#watch.advance);
  }

  onWait(listener: () => void): void {
    this.#watch.onWait(listener);
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  async reset(): Promise<Either<ViewsError, void>> {
    if (this.#isClosed) {
      return left(closed);
    }
    const emptied = this.#settled(await this.#host.reset(), this.#watch.rewind);
    this.#reader.forget();
    this.#updates.forget();
    this.#completions.forget();
    return isLeft(emptied) ? emptied : right(undefined);
  }

  activeContracts: Views["activeContracts"] = (context, query) =>
    this.#guarded((signal) =>
      queryActiveContracts(this.#reader, this.#watch, context, query, signal),
    );

  updates: Views["updates"] = (context, query) => {
    const parts = { watch: this.#watch, shared: this.#updates };
    return this.#guardedItems((signal) =>
      queryUpdates(this.#reader, parts, context, query, signal),
    );
  };

  completions: Views["completions"] = (context, query) => {
    const parts = { watch: this.#watch, shared: this.#completions };
    return this.#guardedItems((signal) =>
      queryCompletions(this.#reader, parts, context, query, signal),
    );
  };

  transaction: Views["transaction"] = (context, query) =>
    this.#answered(queryTransaction(this.#reader, this.#watch, context, query));

  update: Views["update"] = (context, query) =>
    this.#answered(queryUpdate(this.#reader, this.#watch, context, query));

  updatesPage: Views["updatesPage"] = (context, query) =>
    this.#answered(queryUpdatesPage(this.#reader, this.#watch, context, query));

  activeContractsPage: Views["activeContractsPage"] = (context, query) =>
    this.#answered(queryActiveContractsPage(this.#reader, this.#watch, context, query));

  contractEvents: Views["contractEvents"] = (context, query) =>
    this.#answered(queryContractEvents(this.#reader, this.#watch, context, query));

  contract: Views["contract"] = (context, query) =>
    this.#answered(queryContract(this.#reader, this.#watch, context, query));

  async close(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    this.#watch.fail(closed);
    await this.#host.close();
    this.#readingDb.close();
    this.#lock.release();
  }

  #settled(
    outcome: Either<ViewsError, Checkpoint>,
    take: (checkpoint: Checkpoint) => void,
  ): Either<ViewsError, number> {
    if (isLeft(outcome)) {
      if (outcome.left.kind === "journal" || outcome.left.kind === "file") {
        this.#onTerminal(outcome.left);
      }
      return outcome;
    }
    take(outcome.right);
    return right(outcome.right.offset);
  }

  #guarded<A>(
    run: (signal: AbortSignal) => AsyncGenerator<Either<LedgerError, A>, void, undefined>,
  ): AsyncIterable<Either<LedgerError, A>> {
    return cancellable((signal) => guardReads(run(signal), (thrown) => this.#readError(thrown)));
  }

  async #answered<A>(answer: Promise<Either<LedgerError, A>>): Promise<Either<LedgerError, A>> {
    try {
      return await answer;
    } catch (thrown) {
      return left(this.#readError(thrown));
    }
  }

  #guardedItems<A extends object>(
    run: (signal: AbortSignal) => Batches<A>,
  ): AsyncIterable<Either<LedgerError, A>> {
    return cancellableItems((signal) =>
      guardReads(run(signal), (thrown) => this.#readError(thrown)),
    );
  }

  #readError(thrown: unknown): LedgerError {
    if (this.#isClosed) {
      return viewsUnavailable(closed);
    }
    if (isDamage(thrown)) {
      markDamaged(this.#file, textOfThrown(thrown));
    }
    return viewsBroken(textOfThrown(thrown));
  }
}

/** Tells of the first error after which nothing is folded any more: whoever waits, then the owner. */
const errorReport = ({ onError }: OpenViews) => {
  let watch: CheckpointWatch | undefined;
  let first: ViewsError | undefined;
  return {
    report: (error: ViewsError): void => {
      watch?.fail(error);
      if (first === undefined) {
        first = error;
        onError?.(error);
      }
    },
    watchFrom: (start: Checkpoint): CheckpointWatch => {
      watch = checkpointWatch(start);
      if (first !== undefined) {
        watch.fail(first);
      }
      return watch;
    },
  };
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
 * Opens the projections of one journal. The file is a cache: damaged or of another schema version it is deleted and begun anew
 * (`rebuiltBecause` says so). Left `in-use` when another ledger folds into it, `file` when it cannot be opened or belongs to another program, `worker` when the worker does not start.
 */
export const openViews = async (options: OpenViews): Promise<Either<ViewsError, Views>> => {
  const { file } = options;
  const { report, watchFrom } = errorReport(options);
  const lock = takeLock(file);
  if (isLeft(lock)) {
    return lock;
  }
  const sides =
    options.thread === "main" || file === ":memory:"
      ? openInMain(file)
      : await openInWorker(file, report);
  if (isLeft(sides)) {
    lock.right.release();
    return sides;
  }
  const locked = { ...sides.right, lock: lock.right };
  return right(new OpenedViews(locked, watchFrom(sides.right.host.start), file, report));
};
