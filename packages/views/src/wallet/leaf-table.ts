import type Database from "better-sqlite3";
import { ViewDamage } from "../blocks/view-damage.js";
import { checkedLeaf, leafCheck, type LeafPlace, leafText } from "./leaf.js";

/** What all leaves together are, so that one that is not the newest is found. */
export interface LeafTotals {
  readonly leaves: number;
  /** Sum of all checksums, modulo 2^32. */
  readonly sum: number;
}

/** Characters of the leaves that are kept in memory. */
const defaultMaxKeptChars = 16 * 1024 * 1024;

/** Leaves that are checked at once; about half a megabyte. */
const leavesPerPart = 256;

interface LeafRow extends LeafPlace {
  readonly text: unknown;
  readonly check: unknown;
}

/** A leaf in memory; whoever changes it says so with `change` and `grow`. */
export interface Leaf extends LeafPlace {
  readonly id: number;
  upper: string;
  readonly keys: Array<string>;
  readonly values: Array<string>;
  chars: number;
  /** The checksum in the database. */
  check: number;
  isChanged: boolean;
}

/** Characters of an entry in the text of a leaf. */
export const charsOf = (key: string, value: string): number => key.length + value.length + 2;

const holds = ({ first, upper }: Leaf, key: string): boolean =>
  first <= key && (upper === "" || key < upper);

/**
 * The leaves of sorted maps: read and checked when they are first needed, changed in memory,
 * written together. All of it throws `ViewDamage`, or what SQLite throws.
 */
export class LeafTable {
  readonly #seed: number;
  readonly #seek: Database.Statement<[number, string], { id: number; first: string }>;
  readonly #before: Database.Statement<[number, string], { id: number; first: string }>;
  readonly #read: Database.Statement<[number], { text: unknown; check: unknown }>;
  readonly #insert: Database.Statement<[number, string]>;
  readonly #update: Database.Statement<[string, number, number]>;
  readonly #delete: Database.Statement<[number]>;
  readonly #all: Database.Statement<[], LeafRow>;
  readonly #some: Database.Statement<[tree: number, first: string, limit: number], LeafRow>;
  /** By their number in the database, those used last at the end. */
  readonly #kept = new Map<number, Leaf>();
  /** Of each map the leaf that was used last. */
  readonly #last: Array<Leaf | undefined> = [];
  readonly #changed = new Set<Leaf>();
  readonly #maxKeptChars: number;
  #chars = 0;
  #totals: LeafTotals;

  /**
   * @param seed see `checkSeed`
   * @param totals what the leaves in the database are together
   * @param maxKeptChars characters of leaves that are kept in memory
   */
  constructor(
    db: Database.Database,
    seed: number,
    totals: LeafTotals,
    maxKeptChars: number = defaultMaxKeptChars,
  ) {
    this.#maxKeptChars = maxKeptChars;
    this.#seed = seed;
    this.#totals = { leaves: totals.leaves, sum: totals.sum };
    this.#seek = db.prepare(
      "SELECT id, first FROM leaf WHERE tree = ? AND first <= ? ORDER BY first DESC LIMIT 1",
    );
    this.#before = db.prepare(
      "SELECT id, first FROM leaf WHERE tree = ? AND first < ? ORDER BY first DESC LIMIT 1",
    );
    this.#read = db.prepare("SELECT text, check_sum AS 'check' FROM leaf WHERE id = ?");
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
    this.#shrink();
  }

  /**
   * Forgets everything that is kept, changed or not.
   * @param totals what the leaves in the database are together
   */
  forget(totals: LeafTotals): void {
    this.#kept.clear();
    this.#last.length = 0;
    this.#changed.clear();
    this.#chars = 0;
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
    const last = this.#last[tree];
    if (last !== undefined && holds(last, key)) return last;
    const leaf = this.#loaded(tree, this.#seek.get(tree, key));
    if (!holds(leaf, key)) throw new ViewDamage(`leaf ${tree}/${leaf.upper} is missing`);
    this.#last[tree] = leaf;
    return leaf;
  }

  /** The leaf that begins with a key. */
  at(tree: number, first: string): Leaf {
    const leaf = this.covering(tree, first);
    if (leaf.first !== first) throw new ViewDamage(`leaf ${tree}/${first} is missing`);
    return leaf;
  }

  /** The one before a leaf that is not the first of its map. */
  before({ tree, first }: Leaf): Leaf {
    const leaf = this.#loaded(tree, this.#before.get(tree, first));
    if (leaf.upper !== first) throw new ViewDamage(`a leaf before ${tree}/${first} is missing`);
    return leaf;
  }

  #loaded(tree: number, row: { readonly id: number; readonly first: string } | undefined): Leaf {
    if (row === undefined) throw new ViewDamage(`the first leaf of ${tree} is missing`);
    const { id, first } = row;
    const known = this.#kept.get(id);
    if (known !== undefined && known.tree === tree && known.first === first) {
      this.#kept.delete(id);
      this.#kept.set(id, known);
      return known;
    }
    const stored = this.#read.get(id);
    if (stored === undefined) throw new ViewDamage(`leaf ${tree}/${first} is missing`);
    const { upper, keys, values } = checkedLeaf(this.#seed, { tree, first }, stored);
    const check = Number(stored.check);
    const entries = { keys: [...keys], values: [...values] };
    return this.#keep({ id, tree, first, upper, ...entries, chars: 0, check, isChanged: false });
  }

  #keep(leaf: Leaf): Leaf {
    this.#shrink();
    this.#kept.set(leaf.id, leaf);
    let chars = leaf.upper.length;
    for (const [at, key] of leaf.keys.entries()) chars += charsOf(key, leaf.values[at] ?? "");
    this.grow(leaf, chars);
    return leaf;
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
      chars: 0,
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
    this.#kept.delete(leaf.id);
    this.#chars -= leaf.chars;
    this.#changed.delete(leaf);
    this.#last[leaf.tree] = before;
  }

  /** The leaf has to be written. */
  change(leaf: Leaf): void {
    if (leaf.isChanged) return;
    leaf.isChanged = true;
    this.#changed.add(leaf);
  }

  /** The leaf has so many characters more. */
  grow(leaf: Leaf, chars: number): void {
    leaf.chars += chars;
    this.#chars += chars;
  }

  #addTotals(leaves: number, sum: number): void {
    const before = this.#totals;
    this.#totals = { leaves: before.leaves + leaves, sum: (before.sum + sum) >>> 0 };
  }

  /** Lets go of the leaves that were used longest ago, until there is room again. */
  #shrink(): void {
    if (this.#chars <= this.#maxKeptChars) return;
    for (const leaf of this.#kept.values()) {
      if (this.#chars <= this.#maxKeptChars / 2) return;
      if (leaf.isChanged || this.#last[leaf.tree] === leaf) continue;
      this.#kept.delete(leaf.id);
      this.#chars -= leaf.chars;
    }
  }
}
