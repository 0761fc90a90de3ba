import type { Database } from "@tallystick/sqlite";
import { KeptLeaves, type Leaf } from "./kept-leaves.js";
import {
  type BlockRows,
  type BlockTotals,
  notWhole,
  type StoredBlock,
  totalsWith,
} from "./block-rows.js";
import { leafContent, type LeafPlace, leafRows, leafText } from "./leaf.js";
import { TableDamage } from "../table-damage.js";

/** Leaves of a range that are read in one step, unless the previous one is large. */
const maxAhead = 8;
const largeChars = 64 * 1024;

/** Writes of a transaction that is not committed yet. */
interface FlushedLeaves {
  /** Totals of the leaves in the database after the commit. */
  readonly totals: BlockTotals;
  /** To be called after the commit; until then everything counts as unwritten. */
  readonly done: () => void;
}

/** What is known of a leaf that was read or made. */
type NewLeaf = Omit<Leaf, "lastAdded" | "isChanged" | "usedAt">;

/** Characters of an entry in the text of a leaf. */
export const charsOf = (key: string, value: string): number => key.length + value.length + 2;

/**
 * The leaves of sorted maps: read and checked on first use, changed in memory, written together on
 * request. All functions throw `TableDamage`, or what SQLite throws.
 */
export class LeafTable {
  readonly #rows: BlockRows<string>;
  readonly #kept: KeptLeaves;
  /** Changed and not written yet. */
  #changed = new Set<Leaf>();
  /** Removed, but still in the database. */
  #removed = new Set<Leaf>();
  #totals: BlockTotals;

  /**
   * @param seed see `checkSeed`
   * @param totals totals of the leaves in the database
   * @param maxKeptChars characters of leaves that are cached
   */
  constructor(db: Database, seed: number, totals: BlockTotals, maxKeptChars?: number) {
    this.#kept = new KeptLeaves(maxKeptChars);
    this.#rows = leafRows(db, seed);
    this.#totals = totals;
  }

  /** Totals of the leaves in the database. */
  totals(): BlockTotals {
    return this.#totals;
  }

  /** The number of leaves to write. */
  unwritten(): number {
    return this.#changed.size + this.#removed.size;
  }

  /** Characters of the leaves to write. */
  unwrittenChars(): number {
    let chars = 0;
    for (const leaf of this.#changed) chars += leaf.chars;
    return chars;
  }

  /** Writes what was changed, made and removed; in the caller's transaction. */
  flush(): FlushedLeaves {
    let totals = this.#totals;
    for (const leaf of this.#removed) {
      this.#rows.delete(leaf);
      totals = totalsWith(totals, leaf.check, undefined);
    }
    const written: Array<readonly [Leaf, number]> = [];
    for (const leaf of this.#changed) {
      const check = this.#rows.put(leaf, leafText(leaf), leaf.check);
      totals = totalsWith(totals, leaf.check, check);
      written.push([leaf, check]);
    }
    return { totals, done: () => this.#wrote(totals, written) };
  }

  #wrote(totals: BlockTotals, written: ReadonlyArray<readonly [Leaf, number]>): void {
    for (const [leaf, check] of written) {
      leaf.check = check;
      leaf.isChanged = false;
    }
    this.#totals = totals;
    this.#changed = new Set();
    this.#removed = new Set();
    this.#kept.shrink();
  }

  /**
   * Drops everything in memory, changed or not.
   * @param totals totals of the leaves in the database
   */
  forget(totals: BlockTotals): void {
    this.#kept.clear();
    this.#changed = new Set();
    this.#removed = new Set();
    this.#totals = totals;
  }

  /** See `BlockRows`; unwritten leaves are not checked. */
  checkParts(): Generator<void, void, undefined> {
    return this.#rows.checkParts();
  }

  /** See `BlockRows`; unwritten leaves are not checked. */
  checkAll(): void {
    this.#rows.checkAll(this.#totals);
  }

  /** The leaf with the range of a key. */
  covering(tree: number, key: string): Leaf {
    const known = this.#kept.covering(tree, key);
    if (known !== undefined) return known;
    const leaf = this.#loaded(tree, this.#rows.covering(tree, key));
    if (leaf.upper !== "" && key >= leaf.upper)
      throw new TableDamage(`leaf ${tree}/${leaf.upper} is missing`);
    return leaf;
  }

  /**
   * The next leaf; not for the last of its map.
   *
   * @param to end of the range that is read
   * @param ahead how many leaves to read in one step, when this one is not in memory
   */
  after({ tree, upper: first, chars }: Leaf, to: string, ahead: number): Leaf {
    const known = this.#kept.covering(tree, first);
    if (known?.first === first) return known;
    const most = Math.min(ahead, chars > largeChars ? 1 : maxAhead);
    const rows = this.#rows.following(tree, first, to, most);
    if (known !== undefined || rows[0]?.first !== first)
      throw new TableDamage(`leaf ${tree}/${first} is missing`);
    const next = this.#loaded(tree, rows[0]);
    let last = next;
    for (const row of rows.slice(1)) {
      if (row.first !== last.upper || this.#kept.covering(tree, row.first) !== undefined) break;
      last = this.#loaded(tree, row);
    }
    return next;
  }

  /** The previous leaf; not for the first of its map. */
  before(leaf: Leaf): Leaf {
    const { tree, first } = leaf;
    const known = this.#kept.before(leaf);
    if (known !== undefined) return known;
    const before = this.#loaded(tree, this.#rows.before(tree, first));
    if (before.upper !== first) throw new TableDamage(`a leaf before ${tree}/${first} is missing`);
    return before;
  }

  /** Leaves in memory are not read again: they may have been changed. */
  #loaded(tree: number, row: StoredBlock<string> | undefined): Leaf {
    if (row === undefined) throw new TableDamage(`the first leaf of ${tree} is missing`);
    const { first, data } = row;
    const known = this.#kept.covering(tree, first);
    if (known !== undefined) throw new TableDamage(`leaf ${tree}/${known.upper} is missing`);
    if (typeof data !== "string" || !this.#rows.isWhole(row)) throw notWhole(row);
    const { upper, keys, values } = leafContent(data);
    const chars = data.length;
    return this.#keep({ tree, first, upper, keys, values, chars, check: Number(row.check) });
  }

  #keep({ tree, first, upper, keys, values, chars, check }: NewLeaf): Leaf {
    const [lastAdded, isChanged, usedAt] = ["", false, 0];
    const leaf = { tree, first, upper, keys, values, chars, lastAdded, check, isChanged, usedAt };
    return this.#kept.add(leaf);
  }

  /** Adds a new leaf. */
  made(
    place: LeafPlace,
    upper: string,
    entries: ReadonlyArray<readonly [key: string, value: string]>,
  ): Leaf {
    const leaf = this.#keep({
      ...place,
      upper,
      keys: entries.map(([key]) => key),
      values: entries.map(([, value]) => value),
      chars: entries.reduce((sum, [key, value]) => sum + charsOf(key, value), upper.length),
      check: undefined,
    });
    this.change(leaf);
    return leaf;
  }

  /** Removes an empty leaf that is not the first of its map. */
  remove(leaf: Leaf): void {
    const before = this.before(leaf);
    this.change(before);
    before.upper = leaf.upper;
    if (leaf.check !== undefined) this.#removed.add(leaf);
    this.#kept.delete(leaf);
    this.#changed.delete(leaf);
  }

  /** To be called before a leaf is changed; it has to be written then. */
  change(leaf: Leaf): void {
    if (leaf.isChanged) return;
    leaf.isChanged = true;
    this.#changed.add(leaf);
  }

  /** Counts further characters of a leaf. */
  grow(leaf: Leaf, chars: number): void {
    this.#kept.grow(leaf, chars);
  }
}
