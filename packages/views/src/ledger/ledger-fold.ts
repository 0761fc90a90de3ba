import type { Database } from "@tallystick/sqlite";
import {
  BlockWriter,
  checkpointReader,
  checkpointWriter,
  checkSeed,
  Names,
} from "@tallystick/tables";
import { eventOf } from "../fold/event-of.js";
import {
  type CheckedTables,
  type Checkpoint,
  type Fold,
  type FoldedTables,
  noEvents,
} from "../fold/fold.js";
import type { JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";
import { type Reading, readingOf } from "../query/reading.js";
import { keptTexts, textKeeper } from "../sqlite/kept-texts.js";
import { viewReader } from "../sqlite/view-reader.js";
import { emptyViewsCheckpoint, type ViewsCheckpoint, viewsKind } from "../sqlite/views-kind.js";
import { EventIndexer } from "./event-indexer.js";

/**
 * Folds events into the tables of one database; each batch is one transaction together with the
 * checkpoint.
 */
class LedgerTables implements FoldedTables<Reading, void> {
  readonly tables: Reading;
  readonly check: () => void;
  readonly checkParts: () => Iterator<void>;
  readonly #db: Database;
  readonly #journal: string;
  readonly #readRow: () => ViewsCheckpoint;
  readonly #writeRow: (row: ViewsCheckpoint) => void;
  readonly #names: Names;
  readonly #writer: BlockWriter;
  readonly #indexer: EventIndexer;
  readonly #keepText: ((entry: JournalEntry) => void) | undefined;
  #checkpoint: Checkpoint = noEvents;

  constructor(
    db: Database,
    row: ViewsCheckpoint,
    keepsTexts: boolean,
    { tables, check, checkParts }: CheckedTables<Reading>,
  ) {
    [this.tables, this.check, this.checkParts] = [tables, check, checkParts];
    this.#db = db;
    this.#journal = row.journal;
    const seed = checkSeed(row.journal);
    this.#readRow = checkpointReader(db, emptyViewsCheckpoint(""));
    this.#writeRow = checkpointWriter(db);
    this.#names = new Names(db, seed);
    this.#writer = new BlockWriter(db, seed);
    this.#indexer = new EventIndexer(this.#writer, this.#names);
    this.#keepText = keepsTexts ? textKeeper(db, seed) : undefined;
    this.#setTo(row);
    if (row.totals.blocks > 0) return;
    // empty views have lists too: a missing one is damage
    this.#indexer.begin();
    db.transaction(() => this.#flush(this.#checkpoint));
  }

  checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  // each fold has written
  write(): void {}

  fold(batch: ReadonlyArray<JournalEntry>): void {
    if (batch.length === 0) return;
    try {
      this.#db.transaction(() => this.#add(batch), "IMMEDIATE");
    } catch (thrown) {
      this.#undo();
      throw thrown;
    }
  }

  // events are read one by one, so that only one is in memory
  #add(batch: ReadonlyArray<JournalEntry>): void {
    let checkpoint = this.#checkpoint;
    for (const entry of batch) {
      const event = eventOf(entry);
      const { offset, hash = "" } = entry;
      checkpoint = { offset, recordTime: event.recordTime, hash };
      this.#indexer.add(event, offset);
      this.#keepText?.(entry);
    }
    this.#flush(checkpoint);
  }

  #flush(checkpoint: Checkpoint): void {
    this.#writer.flush();
    const { nodes, groups } = this.#indexer;
    const { count: names, check: namesCheck, done } = this.#names.flush();
    const { totals } = this.#writer;
    const journal = this.#journal;
    this.#writeRow({ journal, ...checkpoint, nodes, groups, names, namesCheck, totals });
    // uncommitted changes are dropped
    done();
    this.#checkpoint = checkpoint;
  }

  #undo(): void {
    this.#indexer.forget();
    this.#names.forget();
    this.#setTo(this.#readRow());
  }

  #setTo({ offset, recordTime, hash, nodes, groups, names, namesCheck, totals }: ViewsCheckpoint) {
    this.#writer.totals = totals;
    this.#names.catchUp(names, namesCheck);
    this.#indexer.nodes = nodes;
    this.#indexer.groups = groups;
    this.#checkpoint = { offset, recordTime, hash };
  }
}

/** The fold of the ledger's views. @param texts the journal by offset; absent: they keep a copy */
export const ledgerFold = (
  texts: JournalTexts | undefined,
  keepsTexts = texts === undefined,
): Fold<ViewsCheckpoint, Reading, void> => {
  const reader = (db: Database, journal: string): CheckedTables<Reading> => {
    const seed = checkSeed(journal);
    const { check, checkParts, ...views } = viewReader(db, seed);
    return { tables: readingOf(views, texts ?? keptTexts(db, seed)), check, checkParts };
  };
  return {
    kind: viewsKind,
    open: (db, row) => new LedgerTables(db, row, keepsTexts, reader(db, row.journal)),
    reader,
  };
};
