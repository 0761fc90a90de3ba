import type Database from "better-sqlite3";
import { checkBytes, checkOf } from "./block-check.js";
import { BlockReader, keyStep } from "./block-reader.js";
import type { BlockSource, ListShape } from "./list.js";
import { TableDamage } from "../table-damage.js";

/** Blocks cached between folds: at most about 80 MiB. */
const maxKept = 40_000;

interface HeldBlock {
  readonly shape: ListShape;
  readonly list: number;
  readonly no: number;
  /** Room for all records and the checksum. */
  readonly data: Buffer;
  used: number;
  isChanged: boolean;
}

/**
 * The blocks of a fold: read when first needed, changed in memory, written together. There is one
 * writer, so its cache is valid.
 */
export class BlockWriter implements BlockSource {
  readonly #seed: number;
  readonly #reader: BlockReader;
  readonly #upsert: Database.Statement<[kind: number, list: number, no: number, data: Buffer]>;
  /** By kind, then by list and number. */
  readonly #kinds: Array<Map<number, HeldBlock>> = [];
  readonly #changed: Array<HeldBlock> = [];
  #kept = 0;

  constructor(db: Database.Database, seed: number) {
    this.#seed = seed;
    this.#reader = new BlockReader(db, seed);
    this.#upsert = db.prepare(
      "INSERT INTO block (kind, list, no, data) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
    );
  }

  block(shape: ListShape, list: number, no: number): Buffer {
    const held = this.#existing(shape, list, no);
    return held.data.subarray(0, held.used);
  }

  /** Adds a record of zeros to a list that has `index` records. */
  extend(shape: ListShape, list: number, index: number): void {
    const no = Math.floor(index / shape.recordsPerBlock);
    const start = (index % shape.recordsPerBlock) * shape.recordBytes;
    const held =
      start === 0 ? this.#keep(shape, list, no, Buffer.alloc(0)) : this.#existing(shape, list, no);
    held.used = start + shape.recordBytes;
    this.#change(held);
  }

  /** Sets a number of a record. */
  set(
    shape: ListShape,
    list: number,
    index: number,
    at: number,
    bytes: number,
    value: number,
  ): void {
    const held = this.#existing(shape, list, Math.floor(index / shape.recordsPerBlock));
    const start = (index % shape.recordsPerBlock) * shape.recordBytes;
    if (start + shape.recordBytes > held.used)
      throw new TableDamage(`list ${shape.kind}/${list} has no record ${index}`);
    held.data.writeUIntLE(value, start + at, bytes);
    this.#change(held);
  }

  /** Writes what was changed; in the caller's transaction. */
  flush(): void {
    for (const held of this.#changed) {
      const { kind } = held.shape;
      const check = checkOf(this.#seed, { ...held, kind }, held.data.subarray(0, held.used));
      held.data.writeUInt32LE(check, held.used);
      this.#upsert.run(kind, held.list, held.no, held.data.subarray(0, held.used + checkBytes));
      // the next record overwrites the checksum
      held.data.fill(0, held.used, held.used + checkBytes);
      held.isChanged = false;
    }
    this.#changed.length = 0;
    if (this.#kept > maxKept) this.forget();
  }

  /** Drops everything in memory, changed or not. */
  forget(): void {
    this.#kinds.length = 0;
    this.#changed.length = 0;
    this.#kept = 0;
  }

  #existing(shape: ListShape, list: number, no: number): HeldBlock {
    return (
      this.#kinds[shape.kind]?.get(list * keyStep + no) ??
      this.#keep(shape, list, no, this.#reader.block(shape, list, no))
    );
  }

  #change(held: HeldBlock): void {
    if (held.isChanged) return;
    held.isChanged = true;
    this.#changed.push(held);
  }

  #keep(shape: ListShape, list: number, no: number, records: Buffer): HeldBlock {
    const data = Buffer.alloc(shape.recordBytes * shape.recordsPerBlock + checkBytes);
    records.copy(data);
    const held = { shape, list, no, data, used: records.length, isChanged: false };
    const kind = (this.#kinds[shape.kind] ??= new Map());
    kind.set(list * keyStep + no, held);
    this.#kept += 1;
    return held;
  }
}
