import type { Database } from "@tallystick/sqlite";
import { TableDamage } from "../table-damage.js";
import { type BlockRows, type BlockTotals, totalsWith } from "./block-rows.js";
import { type BlockSource, keyStep, listRows, type ListShape, readList, treeOf } from "./list.js";

/** Blocks cached between folds: at most about 80 MiB. */
const maxKept = 40_000;

interface HeldBlock {
  readonly tree: number;
  readonly no: number;
  /** Room for all records. */
  readonly data: Buffer;
  used: number;
  /** The checksum in the database; undefined: it is not there yet. */
  check: number | undefined;
  isChanged: boolean;
}

/**
 * The blocks of a fold into lists: read when first needed, changed in memory, written together.
 * There is one writer, so its cache is valid.
 */
export class BlockWriter implements BlockSource {
  readonly #rows: BlockRows<number>;
  /** By kind, then by list and number. */
  readonly #kinds: Array<Map<number, HeldBlock>> = [];
  readonly #changed: Array<HeldBlock> = [];
  #kept = 0;
  /** Totals of the blocks in the database. */
  totals: BlockTotals = { blocks: 0, sum: 0 };

  constructor(db: Database, seed: number) {
    this.#rows = listRows(db, seed);
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
      start === 0
        ? this.#keep(shape, list, no, Buffer.alloc(0), undefined)
        : this.#existing(shape, list, no);
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
      const { tree, no: first, data, used, check: before } = held;
      held.check = this.#rows.put({ tree, first }, data.subarray(0, used), before);
      this.totals = totalsWith(this.totals, before, held.check);
      held.isChanged = false;
    }
    this.#changed.length = 0;
    if (this.#kept > maxKept) this.forget();
  }

  /** Drops all blocks in memory, changed or not. */
  forget(): void {
    this.#kinds.length = 0;
    this.#changed.length = 0;
    this.#kept = 0;
  }

  #existing(shape: ListShape, list: number, no: number): HeldBlock {
    const known = this.#kinds[shape.kind]?.get(list * keyStep + no);
    if (known !== undefined) return known;
    const { records, check } = readList(this.#rows, treeOf(shape, list), no);
    return this.#keep(shape, list, no, records, check);
  }

  #change(held: HeldBlock): void {
    if (held.isChanged) return;
    held.isChanged = true;
    this.#changed.push(held);
  }

  #keep(
    shape: ListShape,
    list: number,
    no: number,
    records: Buffer,
    check: number | undefined,
  ): HeldBlock {
    const data = Buffer.alloc(shape.recordBytes * shape.recordsPerBlock);
    records.copy(data);
    const tree = treeOf(shape, list);
    const held = { tree, no, data, used: records.length, check, isChanged: false };
    const kind = (this.#kinds[shape.kind] ??= new Map());
    kind.set(list * keyStep + no, held);
    this.#kept += 1;
    return held;
  }
}
