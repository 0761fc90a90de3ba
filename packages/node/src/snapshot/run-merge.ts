import { entryHeadBytes, goneLength } from "./run-file.js";
import type { Run } from "./run.js";
import { compareKeys, entryBytes } from "./run-writer.js";

/** A place in a run: the entry of the least hash that was not taken yet. */
class RunCursor {
  block: Buffer = Buffer.alloc(0);
  at = 0;
  isAtEnd = false;
  #next = 0;

  constructor(readonly run: Run) {
    this.#read();
  }

  #read(): void {
    if (this.#next === this.run.blocks) {
      this.isAtEnd = true;
      return;
    }
    this.block = this.run.block(this.#next++, this.block);
    this.at = 4;
  }

  advance(): void {
    this.at += entryBytes(this.block, this.at);
    if (this.at + entryHeadBytes > this.block.length) this.#read();
  }
}

const order = (a: RunCursor, b: RunCursor): number =>
  a.block.readUInt32LE(a.at) - b.block.readUInt32LE(b.at) ||
  a.block.readUInt32LE(a.at + 4) - b.block.readUInt32LE(b.at + 4) ||
  compareKeys(a.block, a.at, b.block, b.at);

/** An entry as it lies in a block; the block is overwritten when the next entry is requested. */
export interface EntryPlace {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * The entries of some runs in the order of their hashes; of each key the newest, also where that
 * says that the key was removed. Throws `DamagedStateError`.
 *
 * @param runs the newest first
 */
export function* mergedEntries(runs: ReadonlyArray<Run>): Generator<EntryPlace> {
  const cursors = runs.map((run) => new RunCursor(run)).filter(({ isAtEnd }) => !isAtEnd);
  while (cursors.length > 0) {
    let least = cursors[0];
    const equal: Array<RunCursor> = [];
    for (const cursor of cursors) {
      const difference = least === undefined || cursor === least ? 0 : order(cursor, least);
      if (difference < 0) equal.length = 0;
      if (difference <= 0) {
        // cursors are in the order of age: the first of those that agree is the newest
        if (equal.length === 0) least = cursor;
        equal.push(cursor);
      }
    }
    if (least === undefined) return;
    yield {
      bytes: least.block,
      start: least.at,
      end: least.at + entryBytes(least.block, least.at),
    };
    for (const cursor of equal) {
      cursor.advance();
      if (cursor.isAtEnd) cursors.splice(cursors.indexOf(cursor), 1);
    }
  }
}

/** True for the entry of a key that was removed. */
export const isGone = ({ bytes, start }: EntryPlace): boolean =>
  bytes.readUInt32LE(start + 12) === goneLength;

/** Where the value of an entry begins. */
export const valueStart = ({ bytes, start }: EntryPlace): number =>
  start + entryHeadBytes + bytes.readUInt32LE(start + 8);
