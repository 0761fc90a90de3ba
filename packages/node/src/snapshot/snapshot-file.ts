import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { type LedgerSettings, mapOver } from "@tallystick/core";
import type { Folded } from "../journal/journal.js";
import type { RunPlace } from "./run-job.js";
import { type LeveledRun, RunTable, type TableContext } from "./run-table.js";
import { openRun } from "./run.js";
import { privateFile } from "./run-writer.js";
import { SharedTexts } from "./shared-texts.js";
import { type SnapshotHead, stateOfHead } from "./snapshot-head.js";
import { tableForms, type TableName, tableNames, type TableValues } from "./state-tables.js";

// A snapshot is a folder: runs, each in a file of its own that never changes, and the manifest,
// which says which of them there are and everything that is not in a table. The manifest is JSON,
// a line feed, and the CRC-32 of the JSON in 8 hexadecimal digits.

/** Version of the snapshot's form; another one is not read. */
const snapshotFormat = 6;

const privateFolder = 0o700;

/** The snapshot's place in a data folder. */
export const snapshotPath = (folder: string): string => join(folder, "snapshot");

const manifestPath = (folder: string): string => join(snapshotPath(folder), "manifest");

/** A run as the manifest names it. */
interface NamedRun {
  readonly id: string;
  readonly level: number;
  /** Nothing in it is newer than the event at this offset. */
  readonly upTo: number;
}

/** The runs of each table, the newest first. */
export type TableRuns = Readonly<Record<TableName, ReadonlyArray<LeveledRun>>>;

interface Manifest {
  readonly format: number;
  readonly endianness: string;
  /** Of the hashes of keys. */
  readonly seed: number;
  readonly head: SnapshotHead;
  readonly tables: Readonly<Record<TableName, ReadonlyArray<NamedRun>>>;
  readonly texts: ReadonlyArray<string>;
}

/** A new name for a run. */
export const newRunPlace = (folder: string): RunPlace => {
  const id = randomBytes(8).toString("hex");
  return { id, path: runPath(folder, id) };
};

const runPath = (folder: string, id: string): string => join(snapshotPath(folder), `${id}.run`);

/** Makes the folder of a snapshot. */
export const makeSnapshotFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(snapshotPath(folder), { mode: privateFolder });
  } catch (thrown) {
    if (!isExisting(thrown)) throw thrown;
  }
};

const isExisting = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";

/** Writes the manifest: from then on the snapshot is what it says. */
export const writeManifest = async (
  folder: string,
  head: SnapshotHead,
  runs: TableRuns,
  { seed, texts }: TableContext,
): Promise<void> => {
  const named = (table: TableName): ReadonlyArray<NamedRun> =>
    runs[table].map(({ run, level, upTo }) => ({ id: run.id, level, upTo }));
  const manifest: Manifest = {
    format: snapshotFormat,
    endianness: endianness(),
    seed,
    head,
    tables: { contracts: named("contracts"), keys: named("keys"), changes: named("changes") },
    texts: texts.all,
  };
  const text = JSON.stringify(manifest);
  const path = manifestPath(folder);
  const draft = `${path}.draft`;
  const file = await open(draft, "w", privateFile);
  try {
    await file.writeFile(`${text}\n${sumOf(text)}`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
};

const sumOf = (text: string): string => crc32(text).toString(16).padStart(8, "0");

/** A snapshot that was read. */
export interface ReadSnapshot extends Folded {
  /** Hash of the first event of its journal. */
  readonly journalId: string;
  readonly runs: TableRuns;
  readonly context: TableContext;
}

/**
 * Reads the snapshot of a data folder. Undefined when there is none that is whole and of this
 * stream, as far as it shows without its blocks; that it fits the journal is for the
 * caller to check.
 */
export const readSnapshot = async (
  folder: string,
  stream: string,
  settings: LedgerSettings,
): Promise<ReadSnapshot | undefined> => {
  const manifest = await readManifest(folder);
  if (manifest === undefined || !fits(manifest, stream)) return undefined;
  const context = { texts: new SharedTexts(manifest.texts), seed: manifest.seed };
  const runs: Record<TableName, Array<LeveledRun>> = { contracts: [], keys: [], changes: [] };
  for (const table of tableNames) {
    for (const { id, level, upTo } of manifest.tables[table]) {
      const run = await openRun(runPath(folder, id), id);
      if (run === undefined) {
        closeRuns(runs);
        return undefined;
      }
      runs[table].push({ run, level, upTo, lately: new Map() });
    }
  }
  const { head } = manifest;
  const { contracts, keys, changes } = tablesOver(runs, head, context);
  const state = stateOfHead(head, settings);
  const { hashSeed } = settings;
  return {
    state: {
      ...state,
      contracts: mapOver(contracts, hashSeed),
      keys: mapOver(keys, hashSeed),
      deduplication: { ...state.deduplication, accepted: mapOver(changes, hashSeed) },
    },
    hash: head.hash,
    journalId: head.journalId,
    runs,
    context,
  };
};

const readManifest = async (folder: string): Promise<Manifest | undefined> =>
  (await readManifestText(folder))?.manifest;

const readManifestText = async (
  folder: string,
): Promise<{ readonly content: string; readonly manifest: Manifest } | undefined> => {
  try {
    const content = await readFile(manifestPath(folder), "utf8");
    const end = content.lastIndexOf("\n");
    const text = content.slice(0, Math.max(end, 0));
    if (sumOf(text) !== content.slice(end + 1)) return undefined;
    // border: written by `writeManifest`, as its checksum tells
    return { content, manifest: JSON.parse(text) as Manifest };
  } catch {
    // missing or unreadable: the journal has everything that was in it
    return undefined;
  }
};

/** The files of a snapshot. */
export interface SnapshotFiles {
  /** The content of the manifest. */
  readonly manifest: string;
  /** Names of the files of its runs. */
  readonly runs: ReadonlyArray<string>;
}

/** The files of the snapshot in a folder; undefined when there is none of this form. */
export const snapshotFiles = async (folder: string): Promise<SnapshotFiles | undefined> => {
  const read = await readManifestText(folder);
  if (read === undefined || read.manifest.format !== snapshotFormat) return undefined;
  const { content, manifest } = read;
  const runs = tableNames.flatMap((table) => manifest.tables[table].map(({ id }) => `${id}.run`));
  return { manifest: content, runs };
};

const fits = ({ format, endianness: order, head }: Manifest, stream: string): boolean =>
  format === snapshotFormat && order === endianness() && head.stream === stream;

/** The tables that some runs hold. */
export const tablesOver = (
  runs: TableRuns,
  sizes: { readonly contracts: number; readonly keys: number },
  context: TableContext,
): {
  readonly contracts: RunTable<TableValues["contracts"]>;
  readonly keys: RunTable<TableValues["keys"]>;
  readonly changes: RunTable<TableValues["changes"]>;
} => ({
  contracts: new RunTable(runs.contracts, sizes.contracts, tableForms.contracts, context),
  keys: new RunTable(runs.keys, sizes.keys, tableForms.keys, context),
  changes: new RunTable(runs.changes, 0, tableForms.changes, context),
});

/** Closes the files of some runs. */
export const closeRuns = (runs: TableRuns): void => {
  for (const table of tableNames) for (const { run } of runs[table]) run.close();
};

/** Removes the files of a snapshot that it does not have, or all when there is no snapshot. */
export const removeOthers = async (folder: string, runs: TableRuns | undefined): Promise<void> => {
  const named: Array<string> = [];
  for (const table of tableNames)
    for (const { run } of runs?.[table] ?? []) named.push(`${run.id}.run`);
  await removeOtherFiles(folder, runs === undefined ? undefined : named);
};

/** The same by the names of the runs' files. */
export const removeOtherFiles = async (
  folder: string,
  runs: ReadonlyArray<string> | undefined,
): Promise<void> => {
  const kept = new Set(runs === undefined ? [] : ["manifest", ...runs]);
  const names = await readdir(snapshotPath(folder)).catch(() => []);
  for (const name of names)
    if (!kept.has(name)) await rm(join(snapshotPath(folder), name), { force: true });
};
