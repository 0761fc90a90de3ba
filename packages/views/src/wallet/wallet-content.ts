import { checkpointReader, isDamage, openEmptyTableFile, textOfThrown } from "@tallystick/tables";
import { Database } from "@tallystick/sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry } from "../interface/views.js";
import { WalletDatabase } from "./wallet-database.js";
import { map } from "./wallet-keys.js";
import { emptyWalletCheckpoint, walletKind } from "./wallet-kind.js";

const batchSize = 256;

/**
 * Compares the content of a file of wallet views with what its journal folds to: they are made
 * again in memory. Intact leaves with other content are found too.
 */
export class WalletContent {
  readonly #db: Database;
  readonly #found: WalletDatabase;
  readonly #expected: WalletDatabase;
  /** The offset up to which the views go. */
  readonly offset: number;
  #batch: Array<JournalEntry> = [];

  private constructor(db: Database, journalId: string) {
    this.#db = db;
    const row = checkpointReader(db, emptyWalletCheckpoint(""))();
    this.offset = row.offset;
    this.#found = new WalletDatabase(db, row);
    const fresh = openEmptyTableFile(":memory:", walletKind, undefined, journalId);
    if (isLeft(fresh)) throw new Error(fresh.left.message);
    this.#expected = new WalletDatabase(fresh.right.db, emptyWalletCheckpoint(journalId));
  }

  /**
   * Opens a file of wallet views that was checked.
   *
   * @returns undefined when it cannot be read, or has nothing yet
   */
  static open(file: string, journalId: string): WalletContent | undefined {
    let db: Database | undefined;
    try {
      db = new Database(file, { readOnly: true, fileMustExist: true });
      db.exec("BEGIN");
      if (db.pragma("user_version") !== walletKind.version) throw new Error("other");
      if (checkpointReader(db, emptyWalletCheckpoint(""))().totals.blocks === 0)
        throw new Error("empty");
      return new WalletContent(db, journalId);
    } catch {
      db?.close();
      return undefined;
    }
  }

  /** Takes the next event; those behind the end of the views are passed over. */
  take(entry: JournalEntry): void {
    if (entry.offset > this.offset) return;
    this.#batch.push(entry);
    if (this.#batch.length === batchSize || entry.offset === this.offset) {
      this.#expected.fold(this.#batch);
      this.#batch = [];
    }
  }

  /** What differs, after all events were taken. */
  end(): ReadonlyArray<string> {
    try {
      return this.#differences();
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      return [textOfThrown(thrown)];
    }
  }

  /** The first difference of each map. */
  #differences(): ReadonlyArray<string> {
    return Object.entries(map).flatMap(([name, tree]) => {
      const found = this.#found.entries(tree);
      for (const [key, value] of this.#expected.entries(tree)) {
        const next = found.next();
        if (next.done === true) return [`${name}: they lack ${key}`];
        const [foundKey, foundValue] = next.value;
        if (foundKey !== key) return [`${name}: found ${foundKey}, expected ${key}`];
        if (foundValue !== value)
          return [`${name}, ${key}: found ${shown(foundValue)}, expected ${shown(value)}`];
      }
      const more = found.next();
      return more.done === true ? [] : [`${name}: ${more.value[0]} is unexpected`];
    });
  }

  close(): void {
    this.#expected.close();
    this.#db.close();
  }
}

const shownCharacters = 200;

const shown = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
