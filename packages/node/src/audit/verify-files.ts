import { access } from "node:fs/promises";
import { join } from "node:path";
import { nextTurn, pause, type Timers } from "@tallystick/background";
import type { CheckedFileError, FileEnd } from "@tallystick/tables";
import { checkViewsFile } from "@tallystick/views";
import { checkWalletFile } from "@tallystick/views/wallet";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { eventAt, type Journal, timersOf } from "../journal/journal.js";
import { viewsFileName, walletFileName } from "../journal/views-file.js";
import {
  closeRuns,
  otherSnapshot,
  type ReadSnapshot,
  readSnapshot,
  snapshotPath,
} from "../snapshot/snapshot-file.js";
import { tableNames } from "../snapshot/state-tables.js";

import type { Finding } from "../ledger/finding.js";

/** The result of checking a file against the journal. */
export interface CheckedFile {
  /** Offset the file goes to; undefined when there is no file, or it is damaged. */
  readonly offset: number | undefined;
  readonly finding: Finding | undefined;
  /** Note on a file that is intact but not used. */
  readonly note?: string;
}

export interface JournalFolder {
  readonly journal: Journal;
  readonly data: string;
  /** Hash of the journal's first event. */
  readonly journalId: string;
}

/** Delay before a snapshot is read again; milliseconds. */
const rereadMs = 50;

const none: CheckedFile = { offset: undefined, finding: undefined };

const isThere = async (path: string): Promise<boolean> => {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
};

const wrong = (where: Finding["where"], message: string, offset?: number): CheckedFile => ({
  offset: undefined,
  finding: { where, message, ...(offset === undefined ? {} : { offset }) },
});

/** Compares the event a file was folded up to with the journal's. */
const placed = async (
  { journal }: JournalFolder,
  where: Finding["where"],
  { offset, hash }: { readonly offset: number; readonly hash: string },
): Promise<CheckedFile> => {
  if (offset === 0) return { offset, finding: undefined };
  const event = await eventAt(journal, offset);
  if (isLeft(event)) return { offset, finding: undefined };
  if (event.right === undefined)
    return wrong(where, `it covers offset ${offset}, but the journal has no such event`, offset);
  return event.right.hash === hash
    ? { offset, finding: undefined }
    : wrong(
        where,
        `it was made from a different event than the journal has at offset ${offset}`,
        offset,
      );
};

/** Blocks of a snapshot read before yielding. */
const blocksPerTurn = 32;

/** How often a snapshot that is replaced while it is read is read again. */
const maxTries = 3;

/** Is called between parts of a file, some 100 KB each; false stops. */
type PartPace = () => Promise<boolean>;

/** The first damage in the blocks of a snapshot, or that `pace` stopped it. */
const damagedBlock = async (
  { runs }: ReadSnapshot,
  pace: PartPace,
): Promise<{ readonly damage: string } | "ended" | undefined> => {
  let buffer: Buffer = Buffer.alloc(0);
  for (const { run } of tableNames.flatMap((table) => runs[table])) {
    for (let first = 0; first < run.blocks; first += blocksPerTurn) {
      const end = Math.min(run.blocks, first + blocksPerTurn);
      try {
        for (let number = first; number < end; number++) buffer = run.block(number, buffer);
      } catch (thrown) {
        return { damage: thrown instanceof Error ? thrown.message : String(thrown) };
      }
      if (!(await pace())) return "ended";
    }
  }
  return undefined;
};

/** As fast as possible, yielding between parts. */
const unpaced =
  (timers: Timers): PartPace =>
  async () => {
    await nextTurn(timers);
    return true;
  };

const readWhole = async ({ data, journal }: JournalFolder): Promise<ReadSnapshot | undefined> => {
  let read: ReadSnapshot | undefined;
  // a running ledger may replace its files at any moment
  for (let tries = 0; tries < maxTries && read === undefined; tries++) {
    if (tries > 0) await pause(rereadMs, undefined, timersOf(journal));
    read = await readSnapshot(data, journal.stream, { hashSeed: 1 });
  }
  return read;
};

/**
 * Reads the whole snapshot of a folder. Undefined: `pace` stopped it.
 *
 * @param pace sets the speed; default: as fast as possible
 */
export const verifySnapshot = async (
  folder: JournalFolder,
  pace: PartPace = unpaced(timersOf(folder.journal)),
): Promise<CheckedFile | undefined> => {
  if (!(await isThere(join(snapshotPath(folder.data), "manifest")))) return none;
  const read = await readWhole(folder);
  const otherwise = "the next start reads the journal instead";
  if (read === undefined) {
    const other = await otherSnapshot(folder.data, folder.journal.stream);
    return other === undefined
      ? wrong("snapshot", `it is damaged; ${otherwise}`)
      : { ...none, note: `snapshot: ${other}; ${otherwise}` };
  }
  try {
    if (read.journalId !== folder.journalId)
      return wrong("snapshot", "it belongs to another journal");
    const found = await damagedBlock(read, pace);
    if (found === "ended") return undefined;
    if (found !== undefined) return wrong("snapshot", `${found.damage}; ${otherwise}`);
    return await placed(folder, "snapshot", { offset: read.state.offset, hash: read.hash });
  } finally {
    closeRuns(read.runs);
  }
};

/** The end of checked views, or their damage. */
const judged = (
  folder: JournalFolder,
  where: "views" | "wallet",
  checked: Either<CheckedFileError, FileEnd>,
): Promise<CheckedFile> | CheckedFile => {
  if (!isLeft(checked)) return placed(folder, where, checked.right);
  const { kind, message } = checked.left;
  const otherwise = `${message}; they are rebuilt from the journal when they are used`;
  return kind === "damaged" ? wrong(where, otherwise) : { ...none, note: `${where}: ${otherwise}` };
};

/** Reads all views of a folder, also while they are folded into. */
export const verifyViews = async (folder: JournalFolder): Promise<CheckedFile> => {
  const { data, journal, journalId } = folder;
  const file = join(data, viewsFileName(journal.stream, journalId));
  return (await isThere(file)) ? judged(folder, "views", checkViewsFile(file, journalId)) : none;
};

/** Reads all views of wallets in a folder, also while they are folded into. */
export const verifyWallet = async (folder: JournalFolder): Promise<CheckedFile> => {
  const { data, journalId } = folder;
  const file = join(data, walletFileName);
  return (await isThere(file)) ? judged(folder, "wallet", checkWalletFile(file, journalId)) : none;
};
