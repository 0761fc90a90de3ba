import type Database from "better-sqlite3";
import type { LeafPlace, StoredLeaf } from "./leaf.js";

/** A row with the number of its map. */
interface LeafRow extends LeafPlace, StoredLeaf {}

/** A row of a known map. */
export interface NumberedRow extends StoredLeaf {
  readonly id: number;
  readonly first: string;
}

/** A row to write. */
interface WrittenLeaf extends LeafPlace {
  readonly id: number;
  readonly text: string;
  readonly check: number;
}

/** Rows read in one step have at most this many characters, plus one row. */
const charsAtOnce = 1024 * 1024;

const upToSize = <R extends StoredLeaf>(rows: Iterable<R>): ReadonlyArray<R> => {
  const read: R[] = [];
  let chars = 0;
  for (const row of rows) {
    read.push(row);
    chars += String(row.text).length;
    if (chars > charsAtOnce && read.length > 1) break;
  }
  return read;
};

const numbered = "SELECT id, first, text, check_sum AS 'check' FROM leaf WHERE tree = ?";
const placed = "SELECT tree, first, text, check_sum AS 'check' FROM leaf";

/** The statements over the rows of leaves. All functions throw what SQLite throws. */
export class LeafRows {
  readonly #covering: Database.Statement<[number, string], NumberedRow>;
  readonly #before: Database.Statement<[number, string], NumberedRow>;
  readonly #following: Database.Statement<
    [tree: number, from: string, to: string, limit: number],
    NumberedRow
  >;
  readonly #insert: Database.Statement<[number, number, string, string, number]>;
  readonly #update: Database.Statement<[string, number, number]>;
  readonly #delete: Database.Statement<[number]>;
  readonly #lastId: Database.Statement<[], number>;
  readonly #all: Database.Statement<[], LeafRow>;
  readonly #some: Database.Statement<[tree: number, first: string, limit: number], LeafRow>;

  constructor(db: Database.Database) {
    this.#covering = db.prepare(`${numbered} AND first <= ? ORDER BY first DESC LIMIT 1`);
    this.#before = db.prepare(`${numbered} AND first < ? ORDER BY first DESC LIMIT 1`);
    this.#following = db.prepare(`${numbered} AND first >= ? AND first < ? ORDER BY first LIMIT ?`);
    this.#insert = db.prepare(
      "INSERT INTO leaf (id, tree, first, text, check_sum) VALUES (?, ?, ?, ?, ?)",
    );
    this.#update = db.prepare("UPDATE leaf SET text = ?, check_sum = ? WHERE id = ?");
    this.#delete = db.prepare("DELETE FROM leaf WHERE id = ?");
    this.#lastId = db.prepare<[], number>("SELECT ifnull(max(id), 0) FROM leaf").pluck();
    this.#all = db.prepare(`${placed} ORDER BY tree, first`);
    this.#some = db.prepare(`${placed} WHERE (tree, first) >= (?, ?) ORDER BY tree, first LIMIT ?`);
  }

  /** The leaf with the range of a key. */
  covering(tree: number, key: string): NumberedRow | undefined {
    return this.#covering.get(tree, key);
  }

  /** The last leaf that begins before a key. */
  before(tree: number, first: string): NumberedRow | undefined {
    return this.#before.get(tree, first);
  }

  /** Leaves of a map that begin from one key up to before another; fewer where they are large. */
  following(tree: number, from: string, to: string, limit: number): ReadonlyArray<NumberedRow> {
    return upToSize(this.#following.iterate(tree, from, to, limit));
  }

  insert({ id, tree, first, text, check }: WrittenLeaf): void {
    this.#insert.run(id, tree, first, text, check);
  }

  /** @returns whether the leaf was there */
  update({ id, text, check }: WrittenLeaf): boolean {
    return this.#update.run(text, check, id).changes === 1;
  }

  delete(id: number): void {
    this.#delete.run(id);
  }

  /** The highest id; 0 when there is no leaf. */
  lastId(): number {
    return this.#lastId.get() ?? 0;
  }

  /** Every leaf, by map and where it begins. */
  all(): IterableIterator<LeafRow> {
    return this.#all.iterate();
  }

  /** The same from a place on; fewer where they are large, but two if there are two. */
  some({ tree, first }: LeafPlace, limit: number): ReadonlyArray<LeafRow> {
    return upToSize(this.#some.iterate(tree, first, limit));
  }
}
