import type { PartyId } from "@tallystick/core";
import { type Database, sqliteCode } from "@tallystick/sqlite";
import {
  checkpointReader,
  checkpointWriter,
  checkSeed,
  isDamage,
  LeafTable,
  Names,
  SortedMaps,
} from "@tallystick/tables";
import type { Fold, FoldedTables } from "../fold/fold.js";
import type { JournalEntry } from "../interface/views.js";
import { type WalletCheckpoint, WalletFold, walletStart } from "./wallet-fold.js";
import { leafChars } from "./wallet-keys.js";
import { emptyWalletCheckpoint, type WalletCheckpointRow, walletKind } from "./wallet-kind.js";
import { WalletTables } from "./wallet-tables.js";

/** After every key. */
const afterAll = "\u007f";

export interface WalletChanges {
  /** Parties whose contracts have changed. */
  readonly parties: ReadonlySet<PartyId>;
  /** The templates of those contracts. */
  readonly templates: ReadonlySet<string>;
  readonly archived: ReadonlyArray<string>;
}

const checkpointIn = (row: WalletCheckpointRow): WalletCheckpoint => {
  const { offset, hash, baseLeft, baseAt, extraUsed } = row;
  const meter = baseLeft < 0 ? walletStart.meter : { baseLeft, at: baseAt, extraUsed };
  return { offset, hash, recordTime: meter.at, meter };
};

/** The amount of folded and of cached leaves in memory. */
export interface HeldLeaves {
  /** Delay of writes, milliseconds: entries that change again are written once. */
  readonly writeAfterMs: number;
  /** Unwritten leaves after which folding waits for a write. */
  readonly maxUnwritten: number;
  /** Characters of unwritten leaves after which folding waits for a write. */
  readonly maxUnwrittenChars: number;
  /** Characters of cached leaves. */
  readonly maxKeptChars: number;
}

/** For the main thread: a write takes some 20 ms. A killed process folds what it held again. */
export const usualLeaves: HeldLeaves = {
  writeAfterMs: 100,
  maxUnwritten: 2_000,
  maxUnwrittenChars: 4 * 1024 * 1024,
  maxKeptChars: 16 * 1024 * 1024,
};

/**
 * The wallet's tables of one journal in an open database. Folded entries are visible immediately
 * and written later, see `write`: entries lost with the process are in the journal. All functions
 * throw `TableDamage`, and what SQLite throws.
 */
export class WalletDatabase implements FoldedTables<WalletTables, WalletChanges> {
  readonly tables: WalletTables;
  readonly #maps: SortedMaps;
  readonly #db: Database;
  readonly #journal: string;
  readonly #names: Names;
  readonly #leaves: LeafTable;
  readonly #fold: WalletFold;
  readonly #writeRow: (row: WalletCheckpointRow) => void;
  #row: WalletCheckpointRow;
  #checkpoint: WalletCheckpoint;
  readonly #held: HeldLeaves;

  /**
   * @param row the checkpoint of the journal in the database, or that of an empty one
   */
  constructor(db: Database, row: WalletCheckpointRow, held: HeldLeaves = usualLeaves) {
    this.#held = held;
    const seed = checkSeed(row.journal);
    this.#db = db;
    this.#journal = row.journal;
    this.#names = new Names(db, seed);
    this.#leaves = new LeafTable(db, seed, row.totals, held.maxKeptChars);
    this.#maps = new SortedMaps(this.#leaves, leafChars);
    this.tables = new WalletTables(this.#maps, this.#names);
    this.#fold = new WalletFold(this.tables);
    this.#writeRow = checkpointWriter(db);
    this.#row = row;
    this.#checkpoint = checkpointIn(row);
    this.tables.extraTrafficUsed = this.#checkpoint.meter.extraUsed;
    this.#names.catchUp(row.names, row.namesCheck);
    if (row.totals.blocks > 0) return;
    this.tables.begin();
    this.#write();
  }

  checkpoint(): WalletCheckpoint {
    return this.#checkpoint;
  }

  /** All entries of a map, in the order of their keys. */
  entries(tree: number): Generator<readonly [key: string, value: string], void, undefined> {
    return this.#maps.each(tree, { from: "", to: afterAll, limit: Number.POSITIVE_INFINITY });
  }

  /**
   * Folds entries that continue the checkpoint, all or none. Throws also `UnreadableEvent`.
   */
  fold(entries: ReadonlyArray<JournalEntry>): WalletChanges {
    if (this.#holdsTooMuch()) this.#write();
    this.#maps.mark();
    this.#names.begin();
    try {
      this.#checkpoint = this.#fold.fold(entries, this.#checkpoint);
    } catch (thrown) {
      this.#maps.undo();
      this.#names.undo();
      this.#fold.forget();
      throw thrown;
    }
    this.tables.extraTrafficUsed = this.#checkpoint.meter.extraUsed;
    return {
      parties: this.#fold.takeChanged(),
      templates: this.#fold.takeTemplates(),
      archived: this.#fold.takeArchived(),
    };
  }

  /**
   * Writes the folded entries and the checkpoint, in one transaction. After an exception nothing
   * has changed, and the write can be retried.
   */
  write(): void {
    if (this.#checkpoint.offset !== this.#row.offset) this.#write();
  }

  /** Checks everything once; throws at the first damaged, missing or surplus leaf. */
  check(): void {
    this.#reload();
    this.#leaves.checkAll();
  }

  /** `check` in steps, between which entries may be folded. */
  *checkParts(): Generator<void, void, undefined> {
    this.#reload();
    yield;
    yield* this.#leaves.checkParts();
  }

  close(): void {
    this.#db.close();
  }

  #holdsTooMuch(): boolean {
    const { maxUnwritten, maxUnwrittenChars } = this.#held;
    return (
      this.#leaves.unwritten() >= maxUnwritten || this.#leaves.unwrittenChars() >= maxUnwrittenChars
    );
  }

  #write(): void {
    const written = this.#db.transaction(() => {
      const [names, leaves] = [this.#names.flush(), this.#leaves.flush()];
      const { offset, hash, meter } = this.#checkpoint;
      const row = {
        journal: this.#journal,
        offset,
        hash,
        baseLeft: meter.baseLeft,
        baseAt: meter.at,
        extraUsed: meter.extraUsed,
        names: names.count,
        namesCheck: names.check,
        totals: leaves.totals,
      };
      this.#writeRow(row);
      return { names, leaves, row };
    });
    this.#row = written.row;
    written.names.done();
    written.leaves.done();
  }

  /**
   * Drops the caches, so that later reads use the database; not while writes fail, as unwritten
   * entries are only in memory.
   */
  #reload(): void {
    try {
      this.write();
    } catch (thrown) {
      if (sqliteCode(thrown) === undefined || isDamage(thrown)) throw thrown;
      return;
    }
    checkpointReader(this.#db, emptyWalletCheckpoint(""))();
    this.#leaves.forget(this.#row.totals);
    this.#names.forget();
    this.#names.catchUp(this.#row.names, this.#row.namesCheck);
  }
}

export const walletFold = (
  held: HeldLeaves = usualLeaves,
): Fold<WalletCheckpointRow, WalletTables, WalletChanges> => ({
  kind: walletKind,
  open: (db, row) => new WalletDatabase(db, row, held),
  writeAfterMs: held.writeAfterMs,
});
