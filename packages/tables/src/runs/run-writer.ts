import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { privateFile } from "@tallystick/background";
import { addToFilter, filterWords } from "./run-filter.js";
import {
  blockSum,
  blockTarget,
  entryHeadBytes,
  footerOf,
  goneLength,
  placeUnit,
  type RunIndex,
  runHeadBytes,
  runMagic,
} from "./run-file.js";
import { ByteWriter } from "./byte-writer.js";

/**
 * Bytes buffered for one write, which is flushed by itself: a longer flush holds up appends to the
 * journal.
 */
const writeBytes = 1024 * 1024;

/** Writes a run: entries in the order of their hashes, then the footer. */
export class RunWriter {
  readonly #file: number;
  readonly #runId: string;
  readonly #flushes: boolean;
  readonly #filter: Uint32Array<ArrayBuffer>;
  readonly #out = new ByteWriter(2 * writeBytes);
  readonly #firstHashes: Array<number> = [];
  readonly #places: Array<number> = [];
  #written = 0;
  #entries = 0;
  #blockStart = 0;
  #lastHash = -1;

  /**
   * @param maxEntries size of the filter
   * @param flushes false when the caller flushes the file, see `flushFile`
   */
  constructor(path: string, runId: string, maxEntries: number, flushes = true) {
    this.#flushes = flushes;
    this.#file = openSync(path, "w", privateFile);
    this.#runId = runId;
    this.#filter = new Uint32Array(filterWords(maxEntries));
    this.#out.utf8(runMagic + runId);
    this.#blockStart = runHeadBytes;
  }

  /** Adds an entry with its head. */
  add(bytes: Buffer, start: number, end: number): void {
    const high = bytes.readUInt32LE(start);
    if (this.#lastHash !== high) {
      const inBlock = this.#written + this.#out.length - this.#blockStart;
      if (this.#entries === 0) {
        this.#beginBlock(high);
      } else if (inBlock >= blockTarget || end - start >= blockTarget) {
        this.#endBlock();
        this.#beginBlock(high);
      }
      this.#lastHash = high;
    }
    this.#out.part(bytes, start, end);
    addToFilter(this.#filter, high, bytes.readUInt32LE(start + 4));
    this.#entries++;
  }

  #beginBlock(high: number): void {
    if (this.#out.length >= writeBytes) {
      this.#write();
      if (this.#flushes) fdatasyncSync(this.#file);
    }
    this.#blockStart = this.#written + this.#out.length;
    this.#firstHashes.push(high);
    this.#places.push(this.#blockStart / placeUnit);
    this.#out.uint32(0);
  }

  #endBlock(): void {
    while ((this.#written + this.#out.length) % placeUnit !== 0) this.#out.uint8(0);
    const start = this.#blockStart - this.#written;
    const bytes = this.#out.written().subarray(start + 4);
    this.#out.uint32At(start, blockSum(this.#runId, this.#firstHashes.length - 1, bytes));
  }

  #write(): void {
    writeAll(this.#file, this.#out.written());
    this.#written += this.#out.length;
    this.#out.clear();
  }

  end(): RunIndex {
    if (this.#entries > 0) this.#endBlock();
    this.#write();
    const index: RunIndex = {
      entries: this.#entries,
      firstHashes: Uint32Array.from(this.#firstHashes),
      places: Uint32Array.from([...this.#places, this.#written / placeUnit]),
      filter: this.#filter,
    };
    writeAll(this.#file, footerOf(this.#runId, index));
    if (this.#flushes) fsyncSync(this.#file);
    closeSync(this.#file);
    return index;
  }

  abandon(): void {
    closeSync(this.#file);
  }
}

const writeAll = (file: number, bytes: Buffer): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
};

/** How entries in memory are written into a run. */
export interface RunOptions {
  /** See `RunWriter`. */
  readonly flushes?: boolean;
  /** True to keep the removal of a key that was added before it: an older run may have the key. */
  readonly keepsRemovals?: boolean;
}

/**
 * Writes a run of unsorted entries in memory: of several with the same key the last counts. A key
 * that was added and removed is left out.
 */
export const writeRun = (
  path: string,
  runId: string,
  entries: Buffer,
  { flushes, keepsRemovals = false }: RunOptions = {},
): RunIndex => {
  const starts = startsOf(entries);
  const writer = new RunWriter(path, runId, starts.length, flushes);
  try {
    for (const group of groupsOf(entries, starts)) {
      if (typeof group === "number") writer.add(entries, group, group + entryBytes(entries, group));
      else addGroup(writer, entries, group, keepsRemovals);
    }
  } catch (thrown) {
    writer.abandon();
    throw thrown;
  }
  return writer.end();
};

/** Flushes a file to the disk. Rejects when that fails. */
export const flushFile = async (path: string): Promise<void> => {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Bits of an integer that a double can hold. */
const exactBits = 53;

/** The places of entries, sorted by the first bits of their hashes. */
function* groupsOf(
  entries: Buffer,
  starts: ReadonlyArray<number>,
): Generator<number | Array<number>> {
  // sorting numbers is many times as fast as a compare function: each is the first bits of a hash,
  // then the number of the entry
  const numberBits = 32 - Math.clz32(starts.length);
  const [scale, cut] = [2 ** numberBits, 2 ** Math.max(0, 32 + numberBits - exactBits)];
  const keys = new Float64Array(starts.length);
  for (let number = 0; number < starts.length; number++)
    keys[number] = Math.floor(entries.readUInt32LE(starts[number] ?? 0) / cut) * scale + number;
  keys.sort();
  for (let at = 0; at < keys.length; ) {
    const from = at;
    const next = (Math.floor((keys[from] ?? 0) / scale) + 1) * scale;
    while (++at < keys.length && (keys[at] ?? 0) < next);
    if (at - from === 1) yield starts[(keys[from] ?? 0) % scale] ?? 0;
    else yield Array.from(keys.subarray(from, at), (key) => starts[key % scale] ?? 0);
  }
}

/** Adds entries, some of which may have the same key. */
const addGroup = (
  writer: RunWriter,
  entries: Buffer,
  group: Array<number>,
  keepsRemovals: boolean,
): void => {
  group.sort((a, b) => compareEntries(entries, a, b) || a - b);
  for (let at = 0; at < group.length; ) {
    const first = group[at] ?? 0;
    let last = first;
    while (++at < group.length && compareEntries(entries, first, group[at] ?? 0) === 0)
      last = group[at] ?? 0;
    const isKept =
      keepsRemovals || last === first || !isGoneAt(entries, last) || isGoneAt(entries, first);
    if (isKept) writer.add(entries, last, last + entryBytes(entries, last));
  }
};

const compareEntries = (entries: Buffer, a: number, b: number): number =>
  entries.readUInt32LE(a) - entries.readUInt32LE(b) ||
  entries.readUInt32LE(a + 4) - entries.readUInt32LE(b + 4) ||
  compareKeys(entries, a, entries, b);

const isGoneAt = (entries: Buffer, start: number): boolean =>
  entries.readUInt32LE(start + 12) === goneLength;

const startsOf = (entries: Buffer): ReadonlyArray<number> => {
  const starts: Array<number> = [];
  for (let at = 0; at < entries.length; at += entryBytes(entries, at)) starts.push(at);
  return starts;
};

/** Bytes of an entry with its head. */
export const entryBytes = (bytes: Buffer, start: number): number => {
  const valueBytes = bytes.readUInt32LE(start + 12);
  return (
    entryHeadBytes + bytes.readUInt32LE(start + 8) + (valueBytes === goneLength ? 0 : valueBytes)
  );
};

/** The order of the keys of two entries. */
export const compareKeys = (a: Buffer, startA: number, b: Buffer, startB: number): number => {
  const [keyA, keyB] = [startA + entryHeadBytes, startB + entryHeadBytes];
  return a.compare(
    b,
    keyB,
    keyB + b.readUInt32LE(startB + 8),
    keyA,
    keyA + a.readUInt32LE(startA + 8),
  );
};
