import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { LedgerSettings, LedgerState } from "@tallystick/core";
import type { Folded } from "./journal.js";
import {
  buildState,
  type SnapshotHeader,
  snapshotFormat,
  snapshotLines,
} from "./snapshot-lines.js";

/** The snapshot's place in a data folder. */
export const snapshotPath = (folder: string): string => join(folder, "snapshot");

/** Bytes written or read at once. */
const chunkBytes = 4 * 1024 * 1024;

/** How long the event loop may be kept while a snapshot is put together; milliseconds. */
const sliceMs = 4;

/** A snapshot being written; it may be given up. */
export interface SnapshotWriting {
  /** True when it stands on the disk. */
  readonly done: Promise<boolean>;
  abandon(): void;
}

/**
 * Writes a snapshot beside the running ledger: the state is immutable, so it can take its time. The file is made whole
 * under another name first.
 *
 * @param urgent do not leave room for other work in between, as when the ledger closes
 */
export const writeSnapshot = (
  folder: string,
  stream: string,
  { state, hash }: Folded,
  urgent: boolean,
): SnapshotWriting => {
  let abandoned = false;
  const done = writeFile(folder, snapshotLines(stream, state, hash), urgent, () => abandoned).catch(
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

const writeFile = async (
  folder: string,
  lines: Generator<string>,
  urgent: boolean,
  abandoned: () => boolean,
): Promise<boolean> => {
  const path = snapshotPath(folder);
  const draft = `${path}.draft`;
  const file = await open(draft, "w");
  try {
    const written = await writeLines(file, lines, urgent, abandoned);
    if (!written) return false;
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return true;
};

const writeLines = async (
  file: FileHandle,
  lines: Generator<string>,
  urgent: boolean,
  abandoned: () => boolean,
): Promise<boolean> => {
  let checksum = 0;
  let parts: Array<string> = [];
  let size = 0;
  let sliceStart = performance.now();
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(parts.join(""));
    checksum = crc32(bytes, checksum);
    await file.write(bytes);
    parts = [];
    size = 0;
  };
  for (const line of lines) {
    parts.push(line, "\n");
    size += line.length;
    if (size >= chunkBytes) await flush();
    if (!urgent && performance.now() - sliceStart > sliceMs) {
      await new Promise<void>((resume) => setTimeout(resume, sliceMs));
      sliceStart = performance.now();
    }
    if (abandoned()) return false;
  }
  await flush();
  await file.write(`${trailerMark}${checksum}\n`);
  return true;
};

const trailerMark = "E";

const newLine = 0x0a;

/**
 * Reads the snapshot of a data folder. Undefined when there is none that is whole, of this stream and of these settings;
 * that it fits the journal is for the caller to check.
 */
export const readSnapshot = async (
  folder: string,
  stream: string,
  settings: LedgerSettings,
): Promise<Folded | undefined> => {
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
): Promise<Folded | undefined> => {
  let header: SnapshotHeader | undefined;
  let builder: ReturnType<typeof buildState> | undefined;
  let checksum = 0;
  let trailer: string | undefined;
  for await (const block of blocksOfLines(file)) {
    const lastLine = block.lastIndexOf(newLine, block.length - 2) + 1;
    const isLast = block.toString("latin1", lastLine, lastLine + 1) === trailerMark;
    const body = isLast ? block.subarray(0, lastLine) : block;
    checksum = crc32(body, checksum);
    if (isLast) trailer = block.toString("latin1", lastLine + 1, block.length - 1);
    let start = 0;
    for (let at = body.indexOf(newLine); at >= 0; at = body.indexOf(newLine, start)) {
      const line = body.toString("utf8", start, at);
      start = at + 1;
      if (header === undefined) {
        // border: the checksum at the end of the file covers the header too, before anything of it is used
        header = JSON.parse(line) as SnapshotHeader;
        if (!fits(header, stream, settings)) return undefined;
        builder = buildState(header, settings);
      } else builder?.add(line);
    }
  }
  if (header === undefined || builder === undefined || trailer !== String(checksum))
    return undefined;
  const state: LedgerState = builder.state();
  return { state, hash: header.hash };
};

const fits = (header: SnapshotHeader, stream: string, settings: LedgerSettings): boolean =>
  header.format === snapshotFormat &&
  header.stream === stream &&
  header.deduplicationWindowMicros === settings.deduplicationWindowMicros;

/** The file in blocks that each end with a line. */
async function* blocksOfLines(file: FileHandle): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  const { size } = await file.stat();
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, size));
    const { bytesRead } = await file.read(chunk, 0, chunk.length);
    if (bytesRead === 0) break;
    const joined = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
    const end = joined.lastIndexOf(newLine) + 1;
    rest = joined.subarray(end);
    if (end > 0) yield joined.subarray(0, end);
  }
}

/** Removes the snapshot, if there is one. */
export const removeSnapshot = (folder: string): Promise<void> =>
  rm(snapshotPath(folder), { force: true });
