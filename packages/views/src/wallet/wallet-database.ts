import type Database from "better-sqlite3";
import { checkSeed } from "../blocks/block-check.js";
import type { JournalEntry } from "../interface/views.js";
import { type NameTable, nameTable } from "../sqlite/name-table.js";
import { LeafTable } from "./leaf-table.js";
import { SortedMaps } from "./sorted-maps.js";
import {
  readWalletCheckpoint,
  type WalletCheckpointRow,
  walletCheckpointWriter,
} from "./wallet-checkpoint.js";
import { type WalletCheckpoint, WalletFold, walletStart } from "./wallet-fold.js";
import { leafChars, mapCount } from "./wallet-keys.js";
import { WalletTables } from "./wallet-tables.js";

/** What a fold has changed. */
export interface WalletChanges {
  /** Parties whose contracts have changed. */
  readonly parties: ReadonlySet<string>;
  /** Contracts that are archived. */
  readonly archived: ReadonlyArray<string>;
}

/** The place in a row of the checkpoint. */
export const checkpointIn = (row: WalletCheckpointRow): WalletCheckpoint => {
  const { offset, hash, baseLeft, baseAt, extraUsed } = row;
  const meter = baseLeft < 0 ? walletStart.meter : { baseLeft, at: baseAt, extraUsed };
  return { offset, hash, meter };
};

/**
 * The wallet's tables of one journal in an open database. All of it throws `ViewDamage`, and what
 * SQLite throws.
 */
export class WalletDatabase {
  readonly #tables: WalletTables;
  readonly #db: Database.Database;
  readonly #journal: string;
  readonly #names: NameTable;
  readonly #leaves: LeafTable;
  readonly #fold: WalletFold;
  readonly #write: (row: WalletCheckpointRow) => void;
  #row: WalletCheckpointRow;
  #checkpoint: WalletCheckpoint;
  /** What is kept may be that of a transaction that did not come about. */
  #isStale = false;

  /** @param row the checkpoint of the journal in the database, or that of an empty one */
  constructor(db: Database.Database, row: WalletCheckpointRow) {
    const seed = checkSeed(row.journal);
    this.#db = db;
    this.#journal = row.journal;
    this.#names = nameTable(db, seed);
    this.#leaves = new LeafTable(db, seed, row);
    this.#tables = new WalletTables(new SortedMaps(this.#leaves, leafChars), this.#names);
    this.#fold = new WalletFold(this.#tables);
    this.#write = walletCheckpointWriter(db);
    this.#row = row;
    this.#checkpoint = checkpointIn(row);
    this.#names.catchUp(row.names, row.namesCheck);
    if (row.leaves === 0) this.#makeMaps();
  }

  checkpoint(): WalletCheckpoint {
    return this.#checkpoint;
  }

  /** What may be read. */
  tables(): WalletTables {
    if (this.#isStale) this.#forget();
    return this.#tables;
  }

  /**
   * Folds entries that continue the checkpoint, all or none. Throws also `UnreadableEvent`.
   */
  fold(entries: ReadonlyArray<JournalEntry>): WalletChanges {
    if (this.#isStale) this.#forget();
    this.#isStale = true;
    const [reached, row] = this.#db.transaction(() => {
      const next = this.#fold.fold(entries, this.#checkpoint);
      return [next, this.#save(next)] as const;
    })();
    [this.#checkpoint, this.#row, this.#isStale] = [reached, row, false];
    return { parties: this.#fold.takeChanged(), archived: this.#fold.takeArchived() };
  }

  /** Reads everything once; throws at the first that is damaged, missing or too much. */
  check(): void {
    readWalletCheckpoint(this.#db);
    this.#forget();
    this.#leaves.checkAll(mapCount);
  }

  /** The same some at each step, between which entries may be folded. */
  *checkParts(): Generator<void, void, undefined> {
    readWalletCheckpoint(this.#db);
    this.#forget();
    yield;
    yield* this.#leaves.checkParts();
  }

  close(): void {
    this.#db.close();
  }

  #makeMaps(): void {
    this.#row = this.#db.transaction(() => {
      this.#tables.begin();
      return this.#save(walletStart);
    })();
  }

  #save({ offset, hash, meter }: WalletCheckpoint): WalletCheckpointRow {
    this.#leaves.flush();
    const row = {
      journal: this.#journal,
      offset,
      hash,
      baseLeft: meter.baseLeft,
      baseAt: meter.at,
      extraUsed: meter.extraUsed,
      names: this.#names.count(),
      namesCheck: this.#names.check(),
      ...this.#leaves.totals(),
    };
    this.#write(row);
    return row;
  }

  #forget(): void {
    this.#isStale = true;
    this.#fold.takeChanged();
    this.#fold.takeArchived();
    this.#leaves.forget(this.#row);
    this.#names.forget();
    this.#names.catchUp(this.#row.names, this.#row.namesCheck);
    this.#isStale = false;
  }
}
