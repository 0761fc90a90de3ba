import { entryHeadBytes, goneLength, largeBlock } from "./run-file.js";
import type { Run } from "./run.js";
import { compareKeys, entryBytes } from "./run-writer.js";

const noBytes = Buffer.alloc(0);

/**
 * A cursor of a run, at the entry with the least hash not merged yet. Of a large block it holds
 * only head and key of that entry, until `load`: many runs are merged together.
 */
class RunCursor {
  block: Buffer = noBytes;
  at = 0;
  isAtEnd = false;
  #next = 0;
  /** Bytes of the block. */
  #length = 0;
  /** Place in the block of the entry of which only head and key are loaded. */
  #place: number | undefined;

  /** @param age place of the run in the order of age, the newest first */
  constructor(
    readonly run: Run,
    readonly age: number,
  ) {
    this.#read();
  }

  #read(): void {
    if (this.#next === this.run.blocks) {
      this.isAtEnd = true;
      return;
    }
    this.block = this.run.block(this.#next++, this.#place === undefined ? this.block : noBytes);
    this.#length = this.block.length;
    this.#moveTo(4);
  }

  #moveTo(at: number): void {
    this.at = at;
    this.#place = undefined;
    if (this.#length <= largeBlock) return;
    const { block } = this;
    const end = at + entryHeadBytes + block.readUInt32LE(at + 8);
    this.block = Buffer.from(block.subarray(at, end));
    this.at = 0;
    this.#place = at;
  }

  /** Loads the whole entry into `block`, from `at` on. */
  load(): void {
    if (this.#place === undefined) return;
    this.block = this.run.block(this.#next - 1, noBytes);
    this.at = this.#place;
    this.#place = undefined;
  }

  advance(): void {
    const next = (this.#place ?? this.at) + entryBytes(this.block, this.at);
    if (next + entryHeadBytes > this.#length) return this.#read();
    this.load();
    this.#moveTo(next);
  }
}

const order = (a: RunCursor, b: RunCursor): number =>
  a.block.readUInt32LE(a.at) - b.block.readUInt32LE(b.at) ||
  a.block.readUInt32LE(a.at + 4) - b.block.readUInt32LE(b.at + 4) ||
  compareKeys(a.block, a.at, b.block, b.at);

/**
 * Cursors as a heap: each comes before the two at twice its place, plus 1 and 2. A fold of a long
 * journal makes hundreds of runs, so not each is compared for each entry.
 */
class CursorHeap {
  readonly #cursors: Array<RunCursor> = [];

  /** The one with the least entry; of equal keys the newest. */
  get least(): RunCursor | undefined {
    return this.#cursors[0];
  }

  add(cursor: RunCursor): void {
    const cursors = this.#cursors;
    let at = cursors.push(cursor) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#isBefore(above, at)) return;
      this.#exchange(above, at);
      at = above;
    }
  }

  /** True when another cursor has the same key as the least. */
  hasEqual(): boolean {
    return this.#isEqualToLeast(1) || this.#isEqualToLeast(2);
  }

  #isEqualToLeast(at: number): boolean {
    const least = this.#cursors[0];
    const other = this.#cursors[at];
    return least !== undefined && other !== undefined && order(least, other) === 0;
  }

  /** Removes the least. */
  take(): RunCursor | undefined {
    const last = this.#cursors.pop();
    const least = this.#cursors[0];
    if (last === undefined || least === undefined) return last;
    this.#cursors[0] = last;
    this.moved();
    return least;
  }

  /** Restores the heap after the entry of the first cursor changed. */
  moved(): void {
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      if (left >= this.#cursors.length) return;
      const next = right < this.#cursors.length && this.#isBefore(right, left) ? right : left;
      if (this.#isBefore(at, next)) return;
      this.#exchange(at, next);
      at = next;
    }
  }

  #isBefore(at: number, other: number): boolean {
    const a = this.#cursors[at];
    const b = this.#cursors[other];
    if (a === undefined || b === undefined) return false;
    return (order(a, b) || a.age - b.age) < 0;
  }

  #exchange(at: number, other: number): void {
    const a = this.#cursors[at];
    const b = this.#cursors[other];
    if (a === undefined || b === undefined) return;
    this.#cursors[at] = b;
    this.#cursors[other] = a;
  }
}

/** The bytes of an entry in a block, which the next entry may overwrite. */
interface EntryPlace {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * The entries of some runs in the order of their hashes; of each key the newest, removals included.
 * Throws `TableDamage`.
 *
 * @param runs the newest first
 */
export function* mergedEntries(runs: ReadonlyArray<Run>): Generator<EntryPlace> {
  const heap = new CursorHeap();
  for (const [age, run] of runs.entries()) {
    const cursor = new RunCursor(run, age);
    if (!cursor.isAtEnd) heap.add(cursor);
  }
  for (let least = heap.least; least !== undefined; least = heap.least) {
    // those of the same key are older, and skipped
    const equal = heap.hasEqual() ? equalTo(heap, least) : [];
    least.load();
    yield {
      bytes: least.block,
      start: least.at,
      end: least.at + entryBytes(least.block, least.at),
    };
    if (equal.length > 0) {
      for (const cursor of equal) {
        cursor.advance();
        if (!cursor.isAtEnd) heap.add(cursor);
      }
      continue;
    }
    least.advance();
    if (least.isAtEnd) heap.take();
    else heap.moved();
  }
}

/** Advances all cursors with the least key. */
const equalTo = (heap: CursorHeap, least: RunCursor): ReadonlyArray<RunCursor> => {
  const equal: Array<RunCursor> = [];
  while (heap.least !== undefined && order(heap.least, least) === 0) {
    const taken = heap.take();
    if (taken !== undefined) equal.push(taken);
  }
  return equal;
};

/** True for the entry of a key that was removed. */
export const isGone = ({ bytes, start }: EntryPlace): boolean =>
  bytes.readUInt32LE(start + 12) === goneLength;

export const valueStart = ({ bytes, start }: EntryPlace): number =>
  start + entryHeadBytes + bytes.readUInt32LE(start + 8);
