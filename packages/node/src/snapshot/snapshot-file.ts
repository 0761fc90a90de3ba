import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { endianness } from "node:os";
import { join } from "node:path";
import { privateFolder } from "@tallystick/background";
import { type LedgerSettings, mapOver } from "@tallystick/core";
import {
  type LeveledRun,
  type RunPlace,
  RunTable,
  SharedTexts,
  type TableContext,
  openRun,
  readSummed,
  writeSummed,
} from "@tallystick/tables";
import type { Folded } from "../journal/journal.js";
import { randomHex } from "../ledger/ids.js";
import { type ParticipantHead, type SnapshotHead, stateOfHead } from "./snapshot-head.js";
import { tableForms, type TableName, tableNames, type TableValues } from "./state-tables.js";

// A snapshot is a folder: runs, each in its own immutable file, a file with the participant, and
// the manifest, which names these and has the rest.

/** Version of the snapshot's form; another one is not read. */
const snapshotFormat = 8;

/** The snapshot's place in a data folder. */
export const snapshotPath = (folder: string): string => join(folder, "snapshot");

const manifestPath = (folder: string): string => join(snapshotPath(folder), "manifest");

interface NamedRun {
  readonly id: string;
  readonly level: number;
  /** Offset of its newest event. */
  readonly upTo: number;
}

/** The runs of each table, the newest first. */
export type TableRuns = Readonly<Record<TableName, ReadonlyArray<LeveledRun>>>;

interface Manifest {
  readonly format: number;
  readonly endianness: string;
  /** Of the hashes of keys. */
  readonly seed: number;
  readonly head: Omit<SnapshotHead, "participant">;
  /** Id of the file with the participant of the head. */
  readonly participant: string;
  readonly tables: Readonly<Record<TableName, ReadonlyArray<NamedRun>>>;
  readonly texts: ReadonlyArray<string>;
}

/** A new name for a file: 16 hexadecimal digits. */
export const newFileId = (): string => randomHex(8);

export const newRunPlace = (folder: string, id: string = newFileId()): RunPlace => ({
  id,
  path: runPath(folder, id),
});

/** The participant in a snapshot, in the immutable file of this id. */
export interface SavedParticipant {
  readonly id: string;
  readonly head: ParticipantHead;
}

const participantName = (id: string): string => `${id}.participant`;

const participantPath = (folder: string, id: string): string =>
  join(snapshotPath(folder), participantName(id));

/** Writes the participant into a new file. */
export const writeParticipant = async (
  folder: string,
  head: ParticipantHead,
  id: string = newFileId(),
): Promise<SavedParticipant> => {
  const saved = { id, head };
  await writeSummed(participantPath(folder, id), saved);
  return saved;
};

const runPath = (folder: string, id: string): string => join(snapshotPath(folder), `${id}.run`);

export const makeSnapshotFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(snapshotPath(folder), { mode: privateFolder });
  } catch (thrown) {
    if (!isExisting(thrown)) throw thrown;
  }
};

const isExisting = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST";

/** Removes the file of an outdated participant. */
export const removeParticipant = async (folder: string, { id }: SavedParticipant): Promise<void> =>
  rm(participantPath(folder, id), { force: true, recursive: true });

/** Writes the manifest, which makes the snapshot valid. */
export const writeManifest = async (
  folder: string,
  { participant: _participant, ...head }: SnapshotHead,
  { runs, context, participant }: SnapshotParts,
): Promise<void> => {
  const named = (table: TableName): ReadonlyArray<NamedRun> =>
    runs[table].map(({ run, level, upTo }) => ({ id: run.id, level, upTo }));
  const manifest: Manifest = {
    format: snapshotFormat,
    endianness: endianness(),
    seed: context.seed,
    head,
    participant: participant.id,
    tables: { contracts: named("contracts"), keys: named("keys"), changes: named("changes") },
    texts: context.texts.all,
  };
  await writeSummed(manifestPath(folder), manifest);
};

export interface SnapshotParts {
  readonly runs: TableRuns;
  readonly context: TableContext;
  readonly participant: SavedParticipant;
}

export interface ReadSnapshot extends Folded, SnapshotParts {
  /** Hash of the first event of its journal. */
  readonly journalId: string;
}

/**
 * Reads the snapshot of a data folder. Undefined when there is none that is intact and of this
 * stream; blocks are not checked yet. The caller checks that it fits the journal.
 *
 * @param unread is called with the reason when an existing snapshot is not read
 */
export const readSnapshot = async (
  folder: string,
  stream: string,
  settings: LedgerSettings,
  unread: (reason: string) => void = () => undefined,
): Promise<ReadSnapshot | undefined> => {
  const none = (reason: string): undefined => {
    unread(reason);
    return undefined;
  };
  const manifest = await readManifest(folder);
  if (manifest === undefined)
    return existsSync(manifestPath(folder)) ? none("its manifest is damaged") : undefined;
  if (!fits(manifest, stream)) return none(whyOther(manifest, stream));
  const participant = await readParticipant(folder, manifest.participant);
  if (participant === undefined)
    return none(`${participantName(manifest.participant)} is missing or damaged`);
  const context = { texts: new SharedTexts(manifest.texts), seed: manifest.seed };
  const runs: Record<TableName, Array<LeveledRun>> = { contracts: [], keys: [], changes: [] };
  for (const table of tableNames) {
    for (const { id, level, upTo } of manifest.tables[table]) {
      const run = await openRun(runPath(folder, id), id);
      if (run === undefined) {
        closeRuns(runs);
        return none(`${id}.run is missing or damaged`);
      }
      runs[table].push({ run, level, upTo, recent: new Map() });
    }
  }
  const head = { ...manifest.head, participant: participant.head };
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
    participant,
  };
};

const readParticipant = async (
  folder: string,
  id: string,
): Promise<SavedParticipant | undefined> => {
  const read = await readSummed(participantPath(folder, id));
  if (read === undefined) return undefined;
  // border: written by `writeParticipant`, as its checksum shows
  const saved = JSON.parse(read.text) as SavedParticipant;
  // one copied from another ledger has another id
  return saved.id === id ? saved : undefined;
};

const readManifest = async (folder: string): Promise<Manifest | undefined> =>
  (await readManifestText(folder))?.manifest;

const readManifestText = async (
  folder: string,
): Promise<{ readonly content: string; readonly manifest: Manifest } | undefined> => {
  const read = await readSummed(manifestPath(folder));
  if (read === undefined) return undefined;
  // border: written by `writeManifest`, as its checksum shows
  return { content: read.content, manifest: JSON.parse(read.text) as Manifest };
};

interface SnapshotFiles {
  readonly manifest: string;
  /** Hash of the first event of its journal. */
  readonly journalId: string;
  /** Names of its other files, which are immutable. */
  readonly named: ReadonlyArray<string>;
}

/** The files of the snapshot in a folder; undefined when there is none of this form. */
export const snapshotFiles = async (folder: string): Promise<SnapshotFiles | undefined> => {
  const read = await readManifestText(folder);
  if (read === undefined || read.manifest.format !== snapshotFormat) return undefined;
  const { content, manifest } = read;
  const runs = tableNames.flatMap((table) => manifest.tables[table].map(({ id }) => `${id}.run`));
  const named = [...runs, participantName(manifest.participant)];
  return { manifest: content, journalId: manifest.head.journalId, named };
};

/**
 * Why an intact manifest is not read: another version or machine made it, or it is of another
 * stream. Undefined when there is none, or it is read.
 */
export const otherSnapshot = async (
  folder: string,
  stream: string,
): Promise<string | undefined> => {
  const manifest = await readManifest(folder);
  return manifest === undefined || fits(manifest, stream) ? undefined : whyOther(manifest, stream);
};

/** The stream of the snapshot in a folder; undefined when there is none. */
export const snapshotStream = async (folder: string): Promise<string | undefined> =>
  (await readManifest(folder))?.head.stream;

const whyOther = ({ format, endianness: order, head }: Manifest, stream: string): string => {
  if (format !== snapshotFormat) return `it has format ${format}, expected ${snapshotFormat}`;
  if (order !== endianness()) return `its byte order is ${order}, expected ${endianness()}`;
  return `it belongs to the stream ${head.stream}, expected ${stream}`;
};

const fits = ({ format, endianness: order, head }: Manifest, stream: string): boolean =>
  format === snapshotFormat && order === endianness() && head.stream === stream;

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

export const closeRuns = (runs: TableRuns): void => {
  for (const table of tableNames) for (const { run } of runs[table]) run.close();
};

/**
 * Removes the files in a snapshot's folder that the snapshot does not name; all without a snapshot.
 */
export const removeOthers = async (
  folder: string,
  parts: Pick<SnapshotParts, "runs" | "participant"> | undefined,
): Promise<void> => {
  if (parts === undefined) return removeOtherFiles(folder, undefined);
  const { runs, participant } = parts;
  const named = tableNames.flatMap((table) => runs[table].map(({ run }) => `${run.id}.run`));
  await removeOtherFiles(folder, [...named, participantName(participant.id)]);
};

/** Removes all snapshot files but the manifest and those with these names. */
export const removeOtherFiles = async (
  folder: string,
  named: ReadonlyArray<string> | undefined,
): Promise<void> => {
  const kept = new Set(named === undefined ? [] : ["manifest", ...named]);
  const names = await readdir(snapshotPath(folder)).catch(() => []);
  for (const name of names.filter((each) => !kept.has(each)))
    await rm(join(snapshotPath(folder), name), { force: true, recursive: true });
};
