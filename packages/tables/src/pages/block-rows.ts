import { crc32 } from "node:zlib";
import type { Database, Statement } from "@tallystick/sqlite";
import { TableDamage } from "../table-damage.js";

/** Where a block begins: in a list at a number, in a sorted map at a key, "" for the first. */
export interface BlockPlace<First extends number | string> {
  /** The list or map. */
  readonly tree: number;
  readonly first: First;
}

/** A block from the database, not checked yet. */
export interface StoredBlock<First extends number | string> extends BlockPlace<First> {
  /** Bytes in a list, a text in a sorted map. */
  readonly data: unknown;
  readonly check: unknown;
}

/** Totals of all blocks, which show one that is missing or of an older version. */
export interface BlockTotals {
  readonly blocks: number;
  /** Sum of all checksums, modulo 2^32. */
  readonly sum: number;
}

/** Whether a block may come after another; undefined: whether it may be the first of all. */
type Follows<First extends number | string> = (
  last: StoredBlock<First> | undefined,
  next: StoredBlock<First>,
) => boolean;

/** The table of the blocks; a separate, small index contains their places. */
export const blockTable = `
  CREATE TABLE block (
    id INTEGER PRIMARY KEY,
    tree INTEGER NOT NULL,
    first ANY NOT NULL,
    data ANY NOT NULL,
    check_sum INTEGER NOT NULL,
    UNIQUE (tree, first)
  ) STRICT;
`;

/**
 * Start value of the checksums of one journal's tables, so that those of another journal do not
 * fit.
 */
export const checkSeed = (journalId: string): number => crc32(journalId);

/** CRC-32 over the journal, the block's place and its content. @param seed see `checkSeed` */
export const checkOf = (
  seed: number,
  { tree, first }: BlockPlace<number | string>,
  data: Uint8Array | string,
): number => crc32(data, crc32(`${tree} ${first}\n`, seed));

/** The totals after a change of one block, by its checksums; undefined: no block. */
export const totalsWith = (
  { blocks, sum }: BlockTotals,
  before: number | undefined,
  after: number | undefined,
): BlockTotals => ({
  blocks: blocks + (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1),
  sum: (sum + (after ?? 0) - (before ?? 0)) >>> 0,
});

/** Blocks read in one step: at most this many, or of this length together, plus one block. */
const blocksAtOnce = 64;
const lengthAtOnce = 1024 * 1024;

const lengthOf = (data: unknown): number =>
  typeof data === "string" || data instanceof Uint8Array ? data.length : 0;

const upToSize = <B extends { readonly data: unknown }>(rows: Iterable<B>): ReadonlyArray<B> => {
  const read: B[] = [];
  let length = 0;
  for (const row of rows) {
    read.push(row);
    length += lengthOf(row.data);
    if (length > lengthAtOnce && read.length > 1) break;
  }
  return read;
};

type RawBlock<First> = [first: First, data: unknown, check: unknown];

const blockOf = <First extends number | string>(
  tree: number,
  row: RawBlock<First> | undefined,
): StoredBlock<First> | undefined =>
  row === undefined ? undefined : { tree, first: row[0], data: row[1], check: row[2] };

const selected = "SELECT tree, first, data, check_sum AS 'check' FROM block";

/**
 * The blocks of lists or of sorted maps in a database, each with its checksum. All functions throw
 * `TableDamage`, or what SQLite throws.
 */
export class BlockRows<First extends number | string> {
  readonly #seed: number;
  readonly #follows: Follows<First>;
  readonly #at: Statement<[number, First], RawBlock<First>>;
  readonly #covering: Statement<[number, First], RawBlock<First>>;
  readonly #before: Statement<[number, First], RawBlock<First>>;
  readonly #following: Statement<[number, First, First, number], RawBlock<First>>;
  readonly #from: Statement<[number, number | string, number], StoredBlock<First>>;
  readonly #insert: Statement<[number, First, Uint8Array | string, number]>;
  readonly #update: Statement<[Uint8Array | string, number, number, First]>;
  readonly #delete: Statement<[number, First]>;

  /** @param seed see `checkSeed` */
  constructor(db: Database, seed: number, follows: Follows<First>) {
    this.#seed = seed;
    this.#follows = follows;
    const one = (where: string) =>
      db
        .prepare<[number, First], RawBlock<First>>(
          `SELECT first, data, check_sum FROM block WHERE tree = ? AND ${where}`,
        )
        .raw();
    this.#at = one("first = ?");
    this.#covering = one("first <= ? ORDER BY first DESC LIMIT 1");
    this.#before = one("first < ? ORDER BY first DESC LIMIT 1");
    this.#following = db
      .prepare<[number, First, First, number], RawBlock<First>>(
        `SELECT first, data, check_sum FROM block
          WHERE tree = ? AND first >= ? AND first < ? ORDER BY first LIMIT ?`,
      )
      .raw();
    this.#from = db.prepare(
      `${selected} WHERE (tree, first) >= (?, ?) ORDER BY tree, first LIMIT ?`,
    );
    this.#insert = db.prepare(
      "INSERT INTO block (tree, first, data, check_sum) VALUES (?, ?, ?, ?)",
    );
    this.#update = db.prepare(
      "UPDATE block SET data = ?, check_sum = ? WHERE tree = ? AND first = ?",
    );
    this.#delete = db.prepare("DELETE FROM block WHERE tree = ? AND first = ?");
  }

  /** The block that begins at a place. */
  at(tree: number, first: First): StoredBlock<First> | undefined {
    return blockOf(tree, this.#at.get(tree, first));
  }

  /** The block with the range of a key or number. */
  covering(tree: number, first: First): StoredBlock<First> | undefined {
    return blockOf(tree, this.#covering.get(tree, first));
  }

  /** The last block that begins before a place. */
  before(tree: number, first: First): StoredBlock<First> | undefined {
    return blockOf(tree, this.#before.get(tree, first));
  }

  /** Blocks that begin from one place up to before another; fewer where they are large. */
  following(
    tree: number,
    from: First,
    to: First,
    limit: number,
  ): ReadonlyArray<StoredBlock<First>> {
    const found: Array<StoredBlock<First>> = [];
    let length = 0;
    for (const [first, data, check] of this.#following.iterate(tree, from, to, limit)) {
      found.push({ tree, first, data, check });
      length += lengthOf(data);
      if (length > lengthAtOnce && found.length > 1) break;
    }
    return found;
  }

  /** Whether a block fits its checksum and has the type of content of its kind. */
  isWhole(block: StoredBlock<First>): boolean {
    const { first, data, check } = block;
    const isBytes = data instanceof Uint8Array;
    if (!isBytes && typeof data !== "string") return false;
    return isBytes === (typeof first === "number") && check === checkOf(this.#seed, block, data);
  }

  /**
   * Writes a block; in the caller's transaction. @returns its checksum
   *
   * @param before the checksum of the stored block; undefined for a new one
   */
  put(
    { tree, first }: BlockPlace<First>,
    data: Uint8Array | string,
    before: number | undefined,
  ): number {
    const check = checkOf(this.#seed, { tree, first }, data);
    if (before === undefined) this.#insert.run(tree, first, data, check);
    else if (this.#update.run(data, check, tree, first).changes !== 1)
      throw new TableDamage(`block ${tree}/${first} is missing`);
    return check;
  }

  delete({ tree, first }: BlockPlace<First>): void {
    this.#delete.run(tree, first);
  }

  /**
   * Reads every block once, in steps, between which blocks may be written; throws at the first that
   * is damaged or missing.
   */
  *checkParts(): Generator<void, void, undefined> {
    for (let last: StoredBlock<First> | undefined; ; ) {
      const { tree, first } = last ?? { tree: 0, first: 0 };
      // the last one is read again, to check that the next part follows it
      const part = upToSize(this.#from.iterate(tree, first, blocksAtOnce));
      const read = this.#checked(part, last === undefined);
      if (read === undefined || part.length === 1) return;
      last = read;
      yield;
    }
  }

  /**
   * Reads every block once; throws at the first that is damaged, missing or surplus.
   *
   * @param totals those of the checkpoint
   */
  checkAll(totals: BlockTotals): void {
    let found: BlockTotals = { blocks: 0, sum: 0 };
    const counted = function* (blocks: Iterable<StoredBlock<First>>) {
      for (const block of blocks) {
        found = totalsWith(found, undefined, Number(block.check));
        yield block;
      }
    };
    this.#checked(counted(this.#from.iterate(0, 0, Number.MAX_SAFE_INTEGER)), true);
    if (found.blocks !== totals.blocks || found.sum !== totals.sum)
      throw new TableDamage("the blocks do not match the checkpoint");
  }

  /** Checks blocks and their order. @returns the last; undefined when there is none */
  #checked(
    blocks: Iterable<StoredBlock<First>>,
    fromFirst: boolean,
  ): StoredBlock<First> | undefined {
    let last: StoredBlock<First> | undefined;
    for (const block of blocks) {
      if (!this.isWhole(block)) throw notWhole(block);
      if ((last !== undefined || fromFirst) && !this.#follows(last, block))
        throw new TableDamage(`a block before ${block.tree}/${block.first} is missing`);
      last = block;
    }
    return last;
  }
}

/** The error of a block that is not what was written. */
export const notWhole = ({ tree, first }: BlockPlace<number | string>): TableDamage =>
  new TableDamage(`block ${tree}/${first} does not match its checksum`);
