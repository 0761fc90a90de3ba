import { crc32 } from "node:zlib";

// A run is a table of entries that never change, sorted by the hash of their keys:
//   magic, id of the run (16 hexadecimal digits)
//   blocks: CRC-32, entries; padded to 8 bytes
//   footer: first hash of each block, place of each block, filter, tail
// Numbers are little-endian.

/** The first bytes of the file of a run. */
export const runMagic = "TSTKRUN1";

/** Bytes before the first block. */
export const runHeadBytes = 24;

/** Places in a file are multiples of it. */
export const placeUnit = 8;

/**
 * A block ends at this many bytes, and before an entry of as many; entries of equal hash are in one
 * block.
 */
export const blockTarget = 4096;

/** A block of more bytes is not cached. */
export const largeBlock = 256 * 1024;

/** Bytes of an entry before its key: high and low half of its hash, length of key and value. */
export const entryHeadBytes = 16;

/** The length of the value of a key that was removed. */
export const goneLength = 0xffffffff;

/**
 * Bytes of the tail: number of blocks, words of the filter, entries (8 bytes), place after the last
 * block (8 bytes), CRC-32.
 */
export const runTailBytes = 28;

/** The CRC-32 of a block: of the run's id, the block's number and its bytes after the CRC-32. */
export const blockSum = (runId: string, block: number, bytes: Uint8Array): number =>
  crc32(bytes, crc32(`${runId} ${block}`));

/** The index of a run. */
export interface RunIndex {
  readonly entries: number;
  /** High half of the hash of the first entry of each block. */
  readonly firstHashes: Uint32Array;
  /** Where each block begins and, as the last one, where the last block ends; in `placeUnit`. */
  readonly places: Uint32Array;
  readonly filter: Uint32Array<ArrayBuffer>;
}

/** The bytes of the footer. */
export const footerOf = (
  runId: string,
  { entries, firstHashes, places, filter }: RunIndex,
): Buffer => {
  const tail = Buffer.alloc(runTailBytes);
  tail.writeUInt32LE(firstHashes.length, 0);
  tail.writeUInt32LE(filter.length, 4);
  tail.writeDoubleLE(entries, 8);
  tail.writeDoubleLE((places.at(-1) ?? 0) * placeUnit, 16);
  const footer = Buffer.concat([bytesOf(firstHashes), bytesOf(places), bytesOf(filter), tail]);
  footer.writeUInt32LE(footerSum(runId, footer), footer.length - 4);
  return footer;
};

/** The CRC-32 of a footer: of the run's id and its bytes before the CRC-32. */
const footerSum = (runId: string, footer: Buffer): number =>
  crc32(footer.subarray(0, footer.length - 4), crc32(runId));

const bytesOf = (array: Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Bytes of the footer of a file of this size, by its tail; undefined when it has none. */
export const footerBytes = (tail: Buffer, fileBytes: number): number | undefined => {
  const bytes = (tail.readUInt32LE(0) * 2 + 1 + tail.readUInt32LE(4)) * 4 + runTailBytes;
  return tail.readDoubleLE(16) + bytes === fileBytes ? bytes : undefined;
};

/** The index in a footer, or undefined when its checksum is wrong. */
export const indexIn = (runId: string, footer: Buffer): RunIndex | undefined => {
  const tail = footer.subarray(footer.length - runTailBytes);
  if (footerSum(runId, footer) !== tail.readUInt32LE(24)) return undefined;
  // a copy of its own: words have to begin at a multiple of 4
  const words = new Uint32Array((footer.length - runTailBytes) / 4);
  bytesOf(words).set(footer.subarray(0, footer.length - runTailBytes));
  const blocks = tail.readUInt32LE(0);
  return {
    entries: tail.readDoubleLE(8),
    firstHashes: words.subarray(0, blocks),
    places: words.subarray(blocks, 2 * blocks + 1),
    filter: words.subarray(2 * blocks + 1),
  };
};
