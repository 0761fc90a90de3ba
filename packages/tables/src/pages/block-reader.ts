import type Database from "better-sqlite3";
import { type BlockKey, checkBytes, checkOf } from "./block-check.js";
import type { BlockSource, ListShape } from "./list.js";
import { TableDamage } from "../table-damage.js";

/** Blocks of a kind cached while several reads see one state of the database. */
const maxKept = 1_024;

/** Greater than any number of a list or block. */
export const keyStep = 2 ** 26;

/** Reads blocks from the database, each compared with its checksum. */
export class BlockReader implements BlockSource {
  readonly #seed: number;
  readonly #select: Database.Statement<[kind: number, list: number, no: number], Buffer>;
  readonly #selectAfter: Database.Statement<
    [kind: number, list: number, no: number, limit: number],
    [kind: number, list: number, no: number, data: Buffer]
  >;
  /** By kind, then by list and number. */
  readonly #kept: Array<Map<number, Buffer>> = [];
  #keeps = false;

  constructor(db: Database.Database, seed: number) {
    this.#seed = seed;
    this.#select = db
      .prepare<[number, number, number], Buffer>(
        "SELECT data FROM block WHERE kind = ? AND list = ? AND no = ?",
      )
      .pluck();
    this.#selectAfter = db
      .prepare<
        [kind: number, list: number, no: number, limit: number],
        [kind: number, list: number, no: number, data: Buffer]
      >(
        "SELECT kind, list, no, data FROM block WHERE (kind, list, no) > (?, ?, ?) ORDER BY kind, list, no LIMIT ?",
      )
      .raw();
  }

  block(shape: ListShape, list: number, no: number): Buffer {
    if (!this.#keeps) return this.#read(shape, list, no);
    const blocks = (this.#kept[shape.kind] ??= new Map());
    const known = blocks.get(list * keyStep + no);
    if (known !== undefined) return known;
    const read = this.#read(shape, list, no);
    if (blocks.size >= maxKept) blocks.clear();
    blocks.set(list * keyStep + no, read);
    return read;
  }

  /** Caches blocks from now on, while the caller holds a read transaction; false drops them. */
  keep(keeps: boolean): void {
    this.#keeps = keeps;
    this.#kept.length = 0;
  }

  /** Whether blocks are cached. */
  isKeeping(): boolean {
    return this.#keeps;
  }

  /**
   * Compares some blocks with their checksums, in the order of their keys; the numbers of a list
   * have no gaps. Returns the last of them; undefined when there are no more.
   *
   * @param after the last one of the previous call; undefined: from the first
   */
  checkSome(after: BlockKey | undefined, limit: number): BlockKey | undefined {
    let last = after;
    let count = 0;
    const { kind = -1, list = 0, no = 0 } = after ?? {};
    for (const row of this.#selectAfter.iterate(kind, list, no, limit)) {
      const key = { kind: row[0], list: row[1], no: row[2] };
      const isSameList = last?.kind === key.kind && last.list === key.list;
      const wanted = isSameList && last !== undefined ? last.no + 1 : 0;
      if (key.no !== wanted)
        throw new TableDamage(`block ${key.kind}/${key.list}/${wanted} is missing`);
      this.#checked(key, row[3]);
      last = key;
      count += 1;
    }
    return count < limit ? undefined : last;
  }

  /** The same for all of them. */
  checkAll(): void {
    this.checkSome(undefined, Number.MAX_SAFE_INTEGER);
  }

  #read({ kind }: ListShape, list: number, no: number): Buffer {
    return this.#checked({ kind, list, no }, this.#select.get(kind, list, no));
  }

  #checked(key: BlockKey, data: unknown): Buffer {
    const { kind, list, no } = key;
    if (!Buffer.isBuffer(data) || data.length < checkBytes)
      throw new TableDamage(`block ${kind}/${list}/${no} is missing`);
    const records = data.subarray(0, data.length - checkBytes);
    if (data.readUInt32LE(records.length) !== checkOf(this.#seed, key, records))
      throw new TableDamage(`block ${kind}/${list}/${no} does not fit its checksum`);
    return records;
  }
}
