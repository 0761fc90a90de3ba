import { type FileHandle, open, rename } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { LedgerSettings, LedgerState } from "@tallystick/core";
import { type FrozenTable, frozenTable } from "./frozen-table.js";
import { frozenTableWriter, type TableLayout, bytesOf } from "./frozen-table-writer.js";
import type { Folded } from "../journal/journal.js";
import {
  headOf,
  recordCount,
  recordsOf,
  type SnapshotHead,
  type SnapshotJournal,
  stateOver,
  type TableName,
  tableNames,
} from "./snapshot-state.js";

// A snapshot is the tables, one after the other (see `frozen-table.ts`: segments, starts, hashes,
// slots), then a closing part as JSON, then its length and the CRC-32 of everything before the CRC
// (4 bytes each, little-endian).

/** Version of the snapshot's form; another one is not read. */
const snapshotFormat = 5;

/** Only the user of the process reads a snapshot. */
const privateFile = 0o600;

/** Bytes after the closing part: its length, and the checksum. */
const tailBytes = 8;

/** The snapshot's place in a data folder. */
export const snapshotPath = (folder: string): string => join(folder, "snapshot");

/** How long the event loop may be kept while a snapshot is put together; milliseconds. */
const sliceMs = 4;

/** The closing part. */
interface SnapshotClosing {
  readonly format: number;
  readonly endianness: string;
  /** Seed of the tables' indexes. */
  readonly seed: number;
  readonly head: SnapshotHead;
  readonly tables: Readonly<Record<TableName, TableLayout>>;
}

/** A snapshot being written; it may be given up. */
export interface SnapshotWriting {
  /** True when it is on the disk. */
  readonly done: Promise<boolean>;
  abandon(): void;
}

/**
 * Writes a snapshot beside the running ledger: the state is immutable, so it can take its time. The
 * file is made whole under another name first.
 *
 * @param urgent do not leave room for other work in between, as when the ledger closes
 */
export const writeSnapshot = (
  folder: string,
  journal: SnapshotJournal,
  { state, hash }: Folded,
  urgent: boolean,
): SnapshotWriting => {
  let abandoned = false;
  const pace = paceOf(urgent, () => abandoned);
  const done = writeFile(folder, headOf(journal, state, hash), state, pace).catch(
    // a snapshot is only a cache: without it the next start takes longer
    () => false,
  );
  return {
    done,
    abandon: () => {
      abandoned = true;
    },
  };
};

/** To be awaited often; false when the work is to be given up. */
type Pace = () => Promise<boolean>;

const paceOf = (urgent: boolean, abandoned: () => boolean): Pace => {
  let sliceStart = performance.now();
  return async () => {
    if (!urgent && performance.now() - sliceStart > sliceMs) {
      await new Promise<void>((resume) => setTimeout(resume, sliceMs));
      sliceStart = performance.now();
    }
    return !abandoned();
  };
};

const writeFile = async (
  folder: string,
  head: SnapshotHead,
  state: LedgerState,
  pace: Pace,
): Promise<boolean> => {
  const path = snapshotPath(folder);
  const draft = `${path}.draft`;
  const file = await open(draft, "w", privateFile);
  try {
    if (!(await writeParts(file, head, state, pace))) return false;
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return true;
};

/** Records between two looks at the clock. */
const recordsPerLook = 64;

const writeParts = async (
  file: FileHandle,
  head: SnapshotHead,
  state: LedgerState,
  pace: Pace,
): Promise<boolean> => {
  let checksum = 0;
  const put = async (bytes: Buffer): Promise<void> => {
    checksum = crc32(bytes, checksum);
    await file.writeFile(bytes);
  };
  const seed = state.settings.hashSeed;
  const tables: Partial<Record<TableName, TableLayout>> = {};
  for (const name of tableNames) {
    const writer = frozenTableWriter(recordCount(state, name), seed, put);
    let records = 0;
    for (const { key, value, indexed } of recordsOf(state, name)) {
      if (records++ % recordsPerLook === 0 && !(await pace())) return false;
      const added = writer.add(key, value, indexed);
      if (added !== undefined) await added;
    }
    tables[name] = await writer.end();
  }
  const closing = { format: snapshotFormat, endianness: endianness(), seed, head, tables };
  const text = Buffer.from(JSON.stringify(closing));
  await put(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  await put(length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(checksum);
  await file.writeFile(sum);
  return true;
};

/** A snapshot that was read. */
export interface ReadSnapshot extends Folded {
  /** Hash of the first event of its journal. */
  readonly journalId: string;
}

/**
 * Reads the snapshot of a data folder. Undefined when there is none that is whole and of this
 * stream; that it fits the journal is for the caller to check.
 */
export const readSnapshot = async (
  folder: string,
  stream: string,
  settings: LedgerSettings,
): Promise<ReadSnapshot | undefined> => {
  try {
    const file = await open(snapshotPath(folder), "r");
    try {
      return await readFile(file, stream, settings);
    } finally {
      await file.close();
    }
  } catch {
    // missing or unreadable: the journal has everything that was in it
    return undefined;
  }
};

const readFile = async (
  file: FileHandle,
  stream: string,
  settings: LedgerSettings,
): Promise<ReadSnapshot | undefined> => {
  const { size } = await file.stat();
  const tail = await readAt(file, Buffer.alloc(tailBytes), size - tailBytes);
  const closingBytes = tail.readUInt32LE(0);
  if (closingBytes > size - tailBytes) return undefined;
  const closingAt = size - tailBytes - closingBytes;
  const text = await readAt(file, Buffer.alloc(closingBytes), closingAt);
  // border: nothing of it is used before the checksum over the whole file has been compared, but
  // sizes, which are bounded by the file's
  const closing = JSON.parse(text.toString()) as SnapshotClosing;
  if (!fits(closing, stream) || tableBytes(closing) !== closingAt) return undefined;
  let checksum = 0;
  let at = 0;
  const next = async (bytes: Buffer): Promise<Buffer> => {
    await readAt(file, bytes, at);
    checksum = crc32(bytes, checksum);
    at += bytes.length;
    return bytes;
  };
  const tables = {
    contracts: await readTable(closing.tables.contracts, closing.seed, next),
    keys: await readTable(closing.tables.keys, closing.seed, next),
    changes: await readTable(closing.tables.changes, closing.seed, next),
  };
  checksum = crc32(tail.subarray(0, 4), crc32(text, checksum));
  if (checksum !== tail.readUInt32LE(4)) return undefined;
  const { journalId } = closing.head;
  return { state: stateOver(closing.head, tables, settings), hash: closing.head.hash, journalId };
};

const readAt = async (file: FileHandle, bytes: Buffer, at: number): Promise<Buffer> => {
  let got = 0;
  while (got < bytes.length) {
    const { bytesRead } = await file.read(bytes, got, bytes.length - got, at + got);
    if (bytesRead === 0) throw new RangeError("the file ends too early");
    got += bytesRead;
  }
  return bytes;
};

const readTable = async (
  { records, indexed, slots: slotCount, segments: lengths }: TableLayout,
  seed: number,
  next: (bytes: Buffer) => Promise<Buffer>,
): Promise<FrozenTable> => {
  const segments: Array<Buffer> = [];
  for (const length of lengths) segments.push(await next(Buffer.allocUnsafeSlow(length)));
  const starts = new Float64Array(records);
  const hashes = new Uint32Array(records);
  const slots = new Uint32Array(slotCount);
  for (const array of [starts, hashes, slots]) await next(bytesOf(array));
  return frozenTable({ segments, starts, hashes, slots, indexed, seed });
};

/** Bytes the tables take, by what the closing part says of them. */
const tableBytes = ({ tables }: SnapshotClosing): number => {
  let bytes = 0;
  for (const name of tableNames) {
    const { records, slots, segments } = tables[name];
    bytes += records * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
    bytes += slots * Uint32Array.BYTES_PER_ELEMENT;
    for (const length of segments) bytes += length;
  }
  return bytes;
};

const fits = ({ format, endianness: order, head }: SnapshotClosing, stream: string): boolean =>
  format === snapshotFormat && order === endianness() && head.stream === stream;
