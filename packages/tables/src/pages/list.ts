import type { Database } from "@tallystick/sqlite";
import { TableDamage } from "../table-damage.js";
import { BlockRows, notWhole } from "./block-rows.js";

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

/** Greater than any number of a list or block. */
export const keyStep = 2 ** 26;

export const treeOf = ({ kind }: ListShape, list: number): number => kind * keyStep + list;

/** The blocks of lists: those of each are numbered from 0. */
export const listRows = (db: Database, seed: number): BlockRows<number> =>
  new BlockRows(db, seed, (last, { tree, first }) =>
    last?.tree === tree ? first === last.first + 1 : first === 0,
  );

/** The records of a block and their checksum. */
export const readList = (
  rows: BlockRows<number>,
  tree: number,
  no: number,
): { readonly records: Buffer; readonly check: number } => {
  const row = rows.at(tree, no);
  if (row === undefined) throw new TableDamage(`block ${tree}/${no} is missing`);
  const { data } = row;
  if (!(data instanceof Uint8Array) || !rows.isWhole(row)) throw notWhole(row);
  return {
    records: Buffer.from(data.buffer, data.byteOffset, data.length),
    check: Number(row.check),
  };
};

/** Reads numbers of records. */
export class ListReader {
  readonly #source: BlockSource;

  constructor(source: BlockSource) {
    this.#source = source;
  }

  /** A number of a record. */
  number(shape: ListShape, list: number, index: number, at: number, bytes: number): number {
    return this.record(shape, list, index, (block, start) => block.readUIntLE(start + at, bytes));
  }

  /** Reads a record in its block, where it begins. */
  record<A>(
    shape: ListShape,
    list: number,
    index: number,
    read: (block: Buffer, start: number) => A,
  ): A {
    const block = this.#source.block(shape, list, Math.floor(index / shape.recordsPerBlock));
    const start = (index % shape.recordsPerBlock) * shape.recordBytes;
    if (start + shape.recordBytes > block.length)
      throw new TableDamage(`list ${shape.kind}/${list} has no record ${index}`);
    return read(block, start);
  }
}
