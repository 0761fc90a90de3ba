import { TableDamage } from "../table-damage.js";

/**
 * A kind of list: records of one length, a fixed number in each block. Numbers in records are
 * unsigned and little-endian.
 */
export interface ListShape {
  readonly kind: number;
  readonly recordBytes: number;
  readonly recordsPerBlock: number;
}

/** The source of blocks; throws `TableDamage` for one that is missing or changed. */
export interface BlockSource {
  block(shape: ListShape, list: number, no: number): Buffer;
}

/** Reads numbers of records. */
export class ListReader {
  readonly #source: BlockSource;

  constructor(source: BlockSource) {
    this.#source = source;
  }

  /** A number of a record. */
  number(shape: ListShape, list: number, index: number, at: number, bytes: number): number {
    const block = this.#source.block(shape, list, Math.floor(index / shape.recordsPerBlock));
    const start = (index % shape.recordsPerBlock) * shape.recordBytes;
    if (start + shape.recordBytes > block.length)
      throw new TableDamage(`list ${shape.kind}/${list} has no record ${index}`);
    return block.readUIntLE(start + at, bytes);
  }
}
