import { hashOfKey } from "@tallystick/core";

/**
 * A table of texts by key that never changes: the bytes as they are in a file, and an index over
 * them. A million entries are a few large buffers, which take no time to read back and none of the
 * garbage collector's.
 *
 * A record is the length of its key, the length of its value (each 4 bytes, little-endian), the
 * key, the value; texts are UTF-8. The index is a hash table with open addressing: a slot holds the
 * ordinal of a record + 1, or 0.
 */
export interface FrozenTable {
  /** Records; those not in the index among them. */
  readonly length: number;
  /** Records in the index, which have distinct keys. */
  readonly indexed: number;
  /** Ordinal of the indexed record with a key, or -1. */
  find(key: string): number;
  keyAt(ordinal: number): string;
  valueAt(ordinal: number): string;
}

/** The parts a frozen table is made of, as a file holds them. */
export interface FrozenParts {
  /** Records one after the other; none reaches over the end of its segment. */
  readonly segments: ReadonlyArray<Buffer>;
  /** Where each record starts: segment * `segmentStep` + place in it. */
  readonly starts: Float64Array;
  /** `hashOfKey` of each record's key. */
  readonly hashes: Uint32Array;
  /** A power of two of them, at least twice as many as there are indexed records. */
  readonly slots: Uint32Array;
  readonly indexed: number;
  readonly seed: number;
}

/** Larger than any segment. */
export const segmentStep = 2 ** 32;

/** Bytes of a record before its key. */
export const recordHeadBytes = 8;

/** Slots of an index for so many records. */
export const slotCountFor = (records: number): number => {
  let slots = 8;
  while (slots < records * 2) slots *= 2;
  return slots;
};

/** The table over its parts. */
export const frozenTable = (parts: FrozenParts): FrozenTable => {
  const { segments, starts, hashes, slots, seed } = parts;
  const mask = slots.length - 1;

  const textAt = (ordinal: number, wanted: "key" | "value"): string => {
    const start = starts[ordinal] ?? 0;
    const segment = segments[Math.floor(start / segmentStep)];
    if (segment === undefined) throw new RangeError(`no record ${ordinal}`);
    const at = start % segmentStep;
    const key = at + recordHeadBytes;
    const value = key + segment.readUInt32LE(at);
    return wanted === "key"
      ? segment.toString("utf8", key, value)
      : segment.toString("utf8", value, value + segment.readUInt32LE(at + 4));
  };

  const find = (key: string): number => {
    const hash = hashOfKey(key, seed) >>> 0;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const ordinal = (slots[slot] ?? 0) - 1;
      if (ordinal < 0) return -1;
      if (hashes[ordinal] === hash && textAt(ordinal, "key") === key) return ordinal;
    }
  };

  return {
    length: starts.length,
    indexed: parts.indexed,
    find,
    keyAt: (ordinal) => textAt(ordinal, "key"),
    valueAt: (ordinal) => textAt(ordinal, "value"),
  };
};
