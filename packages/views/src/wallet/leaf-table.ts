import type Database from "better-sqlite3";
import { ViewDamage } from "../blocks/view-damage.js";
import { KeptLeaves, type Leaf } from "./kept-leaves.js";
import { checkedLeaf, leafCheck, type LeafPlace, leafText } from "./leaf.js";

/** Leaves of a range that are read at once. */
const maxAhead = 8;

/** What all leaves together are, so that one that is not the newest is found. */
export interface LeafTotals {
  readonly leaves: number;
  /** Sum of all checksums, modulo 2^32. */
  readonly sum: number;
}

/** Leaves that are checked at once; about half a megabyte. */
const leavesPerPart = 256;

interface LeafRow extends LeafPlace {
  readonly text: unknown;
  readonly check: unknown;
}

interface NumberedRow extends Omit<LeafRow, "tree"> {
  readonly id: number;
}

/** Characters of an entry in the text of a leaf. */
export const charsOf = (key: string, value: string): number => key.length + value.length + 2;

/**
 * The leaves of sorted maps: read and checked when they are first needed, changed in memory,
 * written together. All of it throws `ViewDamage`, or what SQLite throws.
 */
export class LeafTable {
  readonly #seed: number;
  readonly #seek: Database.Statement<[number, string], NumberedRow>;
  readonly #before: Database.Statement<[number, string], NumberedRow>;
  readonly #following: Database.Statement<
    [tree: number, from: string, to: string, limit: number],
    NumberedRow
  >;
  readonly #insert: Database.Statement<[number, string]>;
  readonly #update: Database.Statement<[string, number, number]>;
  readonly #delete: Database.Statement<[number]>;
  readonly #all: Database.Statement<[], LeafRow>;
  readonly #some: Database.Statement<[tree: number, first: string, limit: number], LeafRow>;
  readonly #kept: KeptLeaves;
  readonly #changed = new Set<Leaf>();
  #totals: LeafTotals;

  /**
   * @param seed see `checkSeed`
   * @param totals what the leaves in the database are together
   * @param maxKeptChars characters of leaves that are kept in memory
   */
  constructor(db: Database.Database, seed: number, totals: LeafTotals, maxKeptChars?: number) {
    this.#kept = new KeptLeaves(maxKeptChars);
    this.#seed = seed;
    this.#totals = { leaves: totals.leaves, sum: totals.sum };
    this.#seek = db.prepare(
      "SELECT id, first, text, check_sum AS 'check' FROM leaf WHERE tree = ? AND first <= ? ORDER BY first DESC LIMIT 1",
    );
    this.#before = db.prepare(
      "SELECT id, first, text, check_sum AS 'check' FROM leaf WHERE tree = ? AND first < ? ORDER BY first DESC LIMIT 1",
    );
    this.#following = db.prepare(
      "SELECT id, first, text, check_sum AS 'check' FROM leaf WHERE tree = ? AND first >= ? AND first < ? ORDER BY first LIMIT ?",
    );
    this.#insert = db.prepare(
      "INSERT INTO leaf (tree, first, text, check_sum) VALUES (?, ?, '', 0)",
    );
    this.#update = db.prepare("UPDATE leaf SET text = ?, check_sum = ? WHERE id = ?");
    this.#delete = db.prepare("DELETE FROM leaf WHERE id = ?");
    this.#all = db.prepare(
      "SELECT tree, first, text, check_sum AS 'check' FROM leaf ORDER BY tree, first",
    );
    this.#some = db.prepare(
      "SELECT tree, first, text, check_sum AS 'check' FROM leaf WHERE (tree, first) >= (?, ?) ORDER BY tree, first LIMIT ?",
    );
  }

  totals(): LeafTotals {
    return this.#totals;
  }

  /** Writes what was changed; in the caller's transaction. */
  flush(): void {
    for (const leaf of this.#changed) {
      const text = leafText(leaf);
      const check = leafCheck(this.#seed, leaf, text);
      if (this.#update.run(text, check, leaf.id).changes !== 1)
        throw new ViewDamage(`leaf ${leaf.tree}/${leaf.first} is missing`);
      this.#addTotals(0, check - leaf.check);
      leaf.check = check;
      leaf.isChanged = false;
    }
    this.#changed.clear();
    this.#kept.shrink();
  }

  /**
   * Forgets everything that is kept, changed or not.
   * @param totals what the leaves in the database are together
   */
  forget(totals: LeafTotals): void {
    this.#kept.clear();
    this.#changed.clear();
    this.#totals = { leaves: totals.leaves, sum: totals.sum };
  }

  /**
   * Reads every leaf once, some at each step, between which leaves may change; throws at the first
   * that is damaged or missing.
   */
  *checkParts(): Generator<void, void, undefined> {
    let [tree, first] = [0, ""];
    for (;;) {
      const rows = this.#some.all(tree, first, leavesPerPart);
      let expected: LeafPlace | undefined;
      for (const row of rows) {
        const { upper } = checkedLeaf(this.#seed, row, row);
        const isNext =
          expected === undefined || (row.tree === expected.tree && row.first === expected.first);
        if (!isNext) throw new ViewDamage(`leaf ${expected?.tree}/${expected?.first} is missing`);
        expected =
          upper === "" ? { tree: row.tree + 1, first: "" } : { tree: row.tree, first: upper };
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < leavesPerPart) return;
      // the last one is read again, so that the first of the next part has to follow it
      [tree, first] = [last.tree, last.first];
      yield;
    }
  }

  /** Reads every leaf once; throws at the first that is damaged, missing or too much. */
  checkAll(trees: number): void {
    let [leaves, sum, tree, expected] = [0, 0, 0, ""];
    const end = (): void => {
      if (expected !== "") throw new ViewDamage(`leaf ${tree}/${expected} is missing`);
    };
    for (const row of this.#all.iterate()) {
      const { upper } = checkedLeaf(this.#seed, row, row);
      if (row.first === "") {
        end();
        tree += 1;
      }
      if (row.tree !== tree || row.first !== expected)
        throw new ViewDamage(`leaf ${tree}/${expected} is missing`);
      expected = upper;
      leaves += 1;
      sum = (sum + Number(row.check)) >>> 0;
    }
    end();
    if (tree !== trees || leaves !== this.#totals.leaves || sum !== this.#totals.sum)
      throw new ViewDamage("the leaves are not those of the checkpoint");
  }

  /** The leaf in which a key is, if it is anywhere. */
  covering(tree: number, key: string): Leaf {
    const known = this.#kept.covering(tree, key);
    if (known !== undefined) return known;
    const leaf = this.#loaded(tree, this.#seek.get(tree, key));
    if (leaf.upper !== "" && key >= leaf.upper)
      throw new ViewDamage(`leaf ${tree}/${leaf.upper} is missing`);
    return leaf;
  }

  /**
   * The one after a leaf that is not the last of its map.
   *
   * @param to where the range ends that is read
   * @param ahead how many leaves are read at once at most, when this one has to be read
   */
  after({ tree, upper: first }: Leaf, to: string, ahead: number): Leaf {
    const known = this.#kept.covering(tree, first);
    if (known?.first === first) return known;
    const rows = this.#following.all(tree, first, to, Math.min(ahead, maxAhead));
    if (known !== undefined || rows[0]?.first !== first)
      throw new ViewDamage(`leaf ${tree}/${first} is missing`);
    const next = this.#loaded(tree, rows[0]);
    let last = next;
    for (const row of rows.slice(1)) {
      if (row.first !== last.upper || this.#kept.covering(tree, row.first) !== undefined) break;
      last = this.#loaded(tree, row);
    }
    return next;
  }

  /** The one before a leaf that is not the first of its map. */
  before(leaf: Leaf): Leaf {
    const { tree, first } = leaf;
    const known = this.#kept.before(leaf);
    if (known !== undefined) return known;
    const before = this.#loaded(tree, this.#before.get(tree, first));
    if (before.upper !== first) throw new ViewDamage(`a leaf before ${tree}/${first} is missing`);
    return before;
  }

  /** What is in memory is never read again: it may have been changed. */
  #loaded(tree: number, row: NumberedRow | undefined): Leaf {
    if (row === undefined) throw new ViewDamage(`the first leaf of ${tree} is missing`);
    const { id, first } = row;
    const known = this.#kept.covering(tree, first);
    if (known !== undefined) throw new ViewDamage(`leaf ${tree}/${known.upper} is missing`);
    const { upper, keys, values } = checkedLeaf(this.#seed, { tree, first }, row);
    const check = Number(row.check);
    return this.#keep({
      id,
      tree,
      first,
      upper,
      keys,
      values,
      chars: upper.length,
      check,
      isChanged: false,
    });
  }

  #keep(leaf: Leaf): Leaf {
    for (const [at, key] of leaf.keys.entries()) leaf.chars += charsOf(key, leaf.values[at] ?? "");
    return this.#kept.add(leaf);
  }

  /** Makes a leaf; whoever makes it says that it has changed. */
  made(
    place: LeafPlace,
    upper: string,
    entries: ReadonlyArray<readonly [key: string, value: string]>,
  ): Leaf {
    const id = Number(this.#insert.run(place.tree, place.first).lastInsertRowid);
    this.#addTotals(1, 0);
    return this.#keep({
      ...place,
      id,
      upper,
      keys: entries.map(([key]) => key),
      values: entries.map(([, value]) => value),
      chars: upper.length,
      check: 0,
      isChanged: false,
    });
  }

  /** Takes away a leaf that has no entries and is not the first of its map. */
  remove(leaf: Leaf): void {
    const before = this.before(leaf);
    before.upper = leaf.upper;
    this.change(before);
    this.#delete.run(leaf.id);
    this.#addTotals(-1, -leaf.check);
    this.#kept.delete(leaf);
    this.#changed.delete(leaf);
  }

  /** The leaf has to be written. */
  change(leaf: Leaf): void {
    if (leaf.isChanged) return;
    leaf.isChanged = true;
    this.#changed.add(leaf);
  }

  /** The leaf has so many characters more. */
  grow(leaf: Leaf, chars: number): void {
    this.#kept.grow(leaf, chars);
  }

  #addTotals(leaves: number, sum: number): void {
    const before = this.#totals;
    this.#totals = { leaves: before.leaves + leaves, sum: (before.sum + sum) >>> 0 };
  }
}
