import type Database from "better-sqlite3";
import { type BlockKey, checkBytes, checkOf } from "./block-check.js";
import type { BlockSource, ListShape } from "./tables.js";
import { ViewDamage } from "./view-damage.js";

/** Blocks of a kind kept while several reads see one state of the database. */
const maxKept = 1_024;

/** More lists, or more blocks of one, than there can be. */
export const keyStep = 2 ** 26;

/** Reads blocks from the database, each compared with its checksum. */
export class BlockReader implements BlockSource {
  readonly #seed: number;
  readonly #select: Database.Statement<[kind: number, list: number, no: number], Buffer>;
  readonly #selectAll: Database.Statement<
    [],
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
    this.#selectAll = db
      .prepare<[], [kind: number, list: number, no: number, data: Buffer]>(
        "SELECT kind, list, no, data FROM block",
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

  /**
   * Keeps blocks from now on, as long as the caller holds a read transaction; false forgets them.
   */
  keep(keeps: boolean): void {
    this.#keeps = keeps;
    this.#kept.length = 0;
  }

  /** Compares every block with its checksum. */
  checkAll(): void {
    for (const [kind, list, no, data] of this.#selectAll.iterate())
      this.#checked({ kind, list, no }, data);
  }

  #read({ kind }: ListShape, list: number, no: number): Buffer {
    return this.#checked({ kind, list, no }, this.#select.get(kind, list, no));
  }

  #checked(key: BlockKey, data: unknown): Buffer {
    const { kind, list, no } = key;
    if (!Buffer.isBuffer(data) || data.length < checkBytes)
      throw new ViewDamage(`block ${kind}/${list}/${no} is missing`);
    const records = data.subarray(0, data.length - checkBytes);
    if (data.readUInt32LE(records.length) !== checkOf(this.#seed, key, records))
      throw new ViewDamage(`block ${kind}/${list}/${no} does not fit its checksum`);
    return records;
  }
}
