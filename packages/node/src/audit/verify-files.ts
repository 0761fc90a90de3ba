import { access } from "node:fs/promises";
import { join } from "node:path";
import { entriesOf, itemsOf } from "@tallystick/core";
import { checkViewsFile } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import { viewsFileName } from "../journal/views-file.js";
import { readSnapshot, snapshotPath } from "../snapshot/snapshot-file.js";
import type { Finding } from "../ledger/finding.js";

/** What a file says of the journal. */
export interface CheckedFile {
  /** Offset the file goes to; undefined when there is no file, or it is damaged. */
  readonly offset: number | undefined;
  readonly finding: Finding | undefined;
}

/** A journal and the data folder beside it. */
export interface JournalFolder {
  readonly journal: Journal;
  readonly data: string;
  /** Hash of the journal's first event. */
  readonly journalId: string;
}

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

/** Compares what a file was made after with the journal's event there. */
const placed = async (
  { journal }: JournalFolder,
  where: Finding["where"],
  { offset, hash }: { readonly offset: number; readonly hash: string },
): Promise<CheckedFile> => {
  if (offset === 0) return { offset, finding: undefined };
  const event = await eventAt(journal, offset);
  if (isLeft(event)) return { offset, finding: undefined };
  if (event.right === undefined)
    return wrong(where, `it goes to offset ${offset}, where the journal has no event`, offset);
  return hash === "" || event.right.hash === hash
    ? { offset, finding: undefined }
    : wrong(where, `it was made of another event than the journal has at offset ${offset}`, offset);
};

/** Reads the snapshot of a folder whole. */
export const verifySnapshot = async (folder: JournalFolder): Promise<CheckedFile> => {
  const { data, journal, journalId } = folder;
  if (!(await isThere(snapshotPath(data)))) return none;
  const read = await readSnapshot(data, journal.stream, { hashSeed: 1 });
  const notRead = "it is damaged or of another program; the next start reads the journal instead";
  if (read === undefined) return wrong("snapshot", notRead);
  if (read.journalId !== journalId) return wrong("snapshot", "it is of another journal");
  const { contracts, keys, deduplication, offset } = read.state;
  try {
    for (const each of [entriesOf(contracts), entriesOf(keys), itemsOf(deduplication.order)])
      for (const _entry of each);
  } catch {
    return wrong("snapshot", notRead);
  }
  return placed(folder, "snapshot", { offset, hash: read.hash });
};

/** Reads the views of a folder whole, whoever folds into them. */
export const verifyViews = async (folder: JournalFolder): Promise<CheckedFile> => {
  const { data, journal, journalId } = folder;
  const file = join(data, viewsFileName(journal.stream, journalId));
  if (!(await isThere(file))) return none;
  const checked = checkViewsFile(file, journalId);
  return isLeft(checked)
    ? wrong("views", `${checked.left}; they are made from the journal again when they are used`)
    : placed(folder, "views", checked.right);
};
