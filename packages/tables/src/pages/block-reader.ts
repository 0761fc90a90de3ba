import type { Database } from "@tallystick/sqlite";
import type { BlockRows, BlockTotals } from "./block-rows.js";
import { type BlockSource, keyStep, listRows, type ListShape, readList, treeOf } from "./list.js";

/** Blocks of a kind cached while several reads see one state of the database. */
const maxKept = 1_024;

/** Reads the blocks of lists from the database, each compared with its checksum. */
export class BlockReader implements BlockSource {
  readonly #rows: BlockRows<number>;
  /** By kind, then by list and number. */
  readonly #kept: Array<Map<number, Buffer>> = [];
  #keeps = false;

  constructor(db: Database, seed: number) {
    this.#rows = listRows(db, seed);
  }

  block(shape: ListShape, list: number, no: number): Buffer {
    const read = (): Buffer => readList(this.#rows, treeOf(shape, list), no).records;
    if (!this.#keeps) return read();
    const blocks = (this.#kept[shape.kind] ??= new Map());
    const known = blocks.get(list * keyStep + no);
    if (known !== undefined) return known;
    const block = read();
    if (blocks.size >= maxKept) blocks.clear();
    blocks.set(list * keyStep + no, block);
    return block;
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

  /** See `BlockRows`. */
  checkParts(): Generator<void, void, undefined> {
    return this.#rows.checkParts();
  }

  /** See `BlockRows`. */
  checkAll(totals: BlockTotals): void {
    this.#rows.checkAll(totals);
  }
}
