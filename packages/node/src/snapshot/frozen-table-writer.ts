import { hashOfKey } from "@tallystick/core";
import { recordHeadBytes, segmentStep, slotCountFor } from "./frozen-table.js";

/** Bytes of a segment; a single larger record makes a larger one. */
const segmentBytes = 16 * 1024 * 1024;

/** UTF-8 takes at most this many bytes for a UTF-16 unit. */
const maxBytesPerUnit = 3;

/** How a table lies in a file, beside the bytes themselves. */
export interface TableLayout {
  readonly records: number;
  readonly indexed: number;
  readonly slots: number;
  readonly segments: ReadonlyArray<number>;
}

/** Writes a table piece by piece: records as they come, then the index. */
export interface FrozenTableWriter {
  /**
   * Adds a record.
   *
   * @param indexed false for a record that is only listed
   * @returns a promise to be awaited when bytes have to be written first
   */
  add(key: string, value: string, indexed: boolean): Promise<void> | undefined;
  /** Writes what is left and the index. */
  end(): Promise<TableLayout>;
}

/** Enters a record in the index, in the first free slot from its hash on. */
const occupySlot = (slots: Uint32Array, hash: number, ordinal: number): void => {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = ordinal + 1;
};

/**
 * Writes one record into a segment.
 *
 * @returns its bytes
 */
const writeRecord = (segment: Buffer, start: number, key: string, value: string): number => {
  const keyBytes = segment.write(key, start + recordHeadBytes);
  const valueBytes = segment.write(value, start + recordHeadBytes + keyBytes);
  segment.writeUInt32LE(keyBytes, start);
  segment.writeUInt32LE(valueBytes, start + 4);
  return recordHeadBytes + keyBytes + valueBytes;
};

/**
 * A writer for at most so many records.
 *
 * @param put writes bytes to the file, after those before
 */
export const frozenTableWriter = (
  maxRecords: number,
  seed: number,
  put: (bytes: Buffer) => Promise<void>,
): FrozenTableWriter => {
  const starts = new Float64Array(maxRecords);
  const hashes = new Uint32Array(maxRecords);
  const slots = new Uint32Array(slotCountFor(maxRecords));
  const lengths: Array<number> = [];
  let segment = Buffer.allocUnsafeSlow(segmentBytes);
  let used = 0;
  let records = 0;
  let indexed = 0;

  const flush = async (): Promise<void> => {
    if (used === 0) return;
    await put(segment.subarray(0, used));
    lengths.push(used);
    used = 0;
  };

  const makeRoom = async (bytes: number): Promise<void> => {
    await flush();
    if (bytes > segment.length) segment = Buffer.allocUnsafeSlow(bytes);
  };

  const append = (key: string, value: string, isIndexed: boolean): void => {
    const hash = hashOfKey(key, seed) >>> 0;
    starts[records] = lengths.length * segmentStep + used;
    hashes[records] = hash;
    if (isIndexed) {
      occupySlot(slots, hash, records);
      indexed++;
    }
    used += writeRecord(segment, used, key, value);
    records++;
  };

  return {
    add: (key, value, isIndexed) => {
      const bytes = recordHeadBytes + (key.length + value.length) * maxBytesPerUnit;
      if (used + bytes > segment.length)
        return makeRoom(bytes).then(() => append(key, value, isIndexed));
      append(key, value, isIndexed);
      return undefined;
    },
    end: async () => {
      await flush();
      await put(bytesOf(starts.subarray(0, records)));
      await put(bytesOf(hashes.subarray(0, records)));
      await put(bytesOf(slots));
      return { records, indexed, slots: slots.length, segments: lengths };
    },
  };
};

/** The bytes of a typed array, in the machine's order. */
export const bytesOf = (array: Float64Array | Uint32Array): Buffer =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);
