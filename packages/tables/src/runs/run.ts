import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { TableDamage } from "../table-damage.js";
import {
  blockSum,
  entryHeadBytes,
  footerBytes,
  goneLength,
  indexIn,
  largeBlock,
  placeUnit,
  type RunIndex,
  runHeadBytes,
  runMagic,
  runTailBytes,
} from "./run-file.js";
import { entryBytes } from "./run-writer.js";

/** The value of a removed key. */
export const removed = Symbol("removed");

// a run that a merge has replaced may still be read by an older state
const unusedFiles = new FinalizationRegistry<number>((file) => closeSync(file));

/** A run whose file is open: its index is in memory, its blocks are read when they are needed. */
export class Run {
  readonly id: string;
  readonly path: string;
  readonly index: RunIndex;
  readonly #file: number;
  #block: Buffer = Buffer.alloc(0);
  #isClosed = false;

  constructor(path: string, id: string, index: RunIndex) {
    this.path = path;
    this.id = id;
    this.index = index;
    this.#file = openSync(path, "r");
    unusedFiles.register(this, this.#file, this);
  }

  get blocks(): number {
    return this.index.firstHashes.length;
  }

  /**
   * The value of a key: its bytes, `removed`, or undefined when the run does not have the key. Does
   * not use the filter. The next call overwrites the bytes. Throws `TableDamage`.
   *
   * @param key is called when the key may exist
   */
  find(high: number, low: number, key: () => Uint8Array): Buffer | typeof removed | undefined {
    const number = this.#blockOf(high);
    if (number < 0) return undefined;
    const block = this.block(number, this.#block);
    if (block.length <= largeBlock) this.#block = block;
    const keyBytes = key();
    for (let at = 4; at + entryHeadBytes <= block.length; at += entryBytes(block, at)) {
      const found = block.readUInt32LE(at);
      if (found > high) return undefined;
      if (found !== high || block.readUInt32LE(at + 4) !== low) continue;
      const [start, end] = [at + entryHeadBytes, at + entryHeadBytes + block.readUInt32LE(at + 8)];
      if (block.compare(keyBytes, 0, keyBytes.length, start, end) !== 0) continue;
      const valueBytes = block.readUInt32LE(at + 12);
      return valueBytes === goneLength ? removed : block.subarray(end, end + valueBytes);
    }
    return undefined;
  }

  /** The last block whose first hash is not greater; -1 when there is none. */
  #blockOf(high: number): number {
    const { firstHashes } = this.index;
    let [from, to] = [0, firstHashes.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((firstHashes[middle] ?? 0) <= high) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  }

  /**
   * The bytes of a block, its checksum first. Throws `TableDamage`.
   *
   * @param into is used when it is large enough
   */
  block(number: number, into: Buffer): Buffer {
    const { places } = this.index;
    const start = (places[number] ?? 0) * placeUnit;
    const length = (places[number + 1] ?? 0) * placeUnit - start;
    const bytes =
      length > into.buffer.byteLength
        ? Buffer.allocUnsafeSlow(length)
        : Buffer.from(into.buffer, 0, length);
    for (let at = 0; at < length; ) at += this.#read(bytes, at, start + at);
    if (blockSum(this.id, number, bytes.subarray(4)) !== bytes.readUInt32LE(0))
      throw new TableDamage(`run ${this.id}, block ${number}`);
    return bytes;
  }

  #read(bytes: Buffer, at: number, place: number): number {
    try {
      const read = readSync(this.#file, bytes, at, bytes.length - at, place);
      if (read > 0) return read;
    } catch (thrown) {
      throw new TableDamage(`run ${this.id} cannot be read at byte ${place}: ${String(thrown)}`);
    }
    throw new TableDamage(`run ${this.id} ends at byte ${place}`);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    unusedFiles.unregister(this);
    closeSync(this.#file);
  }
}

/** Opens a run whose head and footer are intact; undefined for any other file. */
export const openRun = async (path: string, id: string): Promise<Run | undefined> => {
  try {
    const file = await open(path, "r");
    try {
      const index = await readIndex(file, id);
      return index === undefined ? undefined : new Run(path, id, index);
    } finally {
      await file.close();
    }
  } catch {
    // missing or unreadable: it is rebuilt from the journal
    return undefined;
  }
};

const readIndex = async (file: FileHandle, id: string): Promise<RunIndex | undefined> => {
  const { size } = await file.stat();
  if (size < runHeadBytes + runTailBytes) return undefined;
  const head = await readAt(file, Buffer.alloc(runHeadBytes), 0);
  if (head.toString("latin1") !== runMagic + id) return undefined;
  const tail = await readAt(file, Buffer.alloc(runTailBytes), size - runTailBytes);
  const bytes = footerBytes(tail, size);
  if (bytes === undefined) return undefined;
  return indexIn(id, await readAt(file, Buffer.allocUnsafeSlow(bytes), size - bytes));
};

const readAt = async (file: FileHandle, bytes: Buffer, at: number): Promise<Buffer> => {
  let got = 0;
  while (got < bytes.length) {
    const { bytesRead } = await file.read(bytes, got, bytes.length - got, at + got);
    if (bytesRead === 0) throw new RangeError("the file is truncated");
    got += bytesRead;
  }
  return bytes;
};
