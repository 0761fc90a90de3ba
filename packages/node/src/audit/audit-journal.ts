import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { checkByRanges } from "./check-by-ranges.js";
import type { CheckedJournal } from "./journal-check.js";
import {
  type CheckedFile,
  type JournalFolder,
  verifySnapshot,
  verifyViews,
  verifyWallet,
} from "./verify-files.js";
import { type VerifiedJournal, verifyJournal } from "./verify-journal.js";
import { verifyNamedArchives, verifyOtherStreams, verifyStoreFiles } from "./verify-streams.js";

/** The result of an audit of a journal and the other files of its data folder. */
export interface AuditReport {
  readonly journal: CheckedJournal;
  /** Offset the snapshot goes to; undefined when there is none, or it is damaged. */
  readonly snapshot: number | undefined;
  /** The same of the views. */
  readonly views: number | undefined;
  /** The same of the views of wallets. */
  readonly wallet: number | undefined;
  /** Notes on files that are intact but not used. */
  readonly notes: ReadonlyArray<string>;
  /** All damage found. */
  readonly findings: ReadonlyArray<Finding>;
}

/** The files of a journal in a data folder. */
interface CheckedFiles {
  readonly snapshot: CheckedFile;
  readonly views: CheckedFile;
  readonly wallet: CheckedFile;
}

const noFile: CheckedFile = { offset: undefined, finding: undefined };
const noFiles: CheckedFiles = { snapshot: noFile, views: noFile, wallet: noFile };

const verifyFiles = async (folder: JournalFolder): Promise<CheckedFiles> => ({
  snapshot: (await verifySnapshot(folder)) ?? noFile,
  views: await verifyViews(folder),
  wallet: await verifyWallet(folder),
});

/**
 * Reads a journal whole, the other streams and the files of its store, and the snapshot, the views
 * and those of wallets in the data folder, and compares everything with its hashes, checksums and
 * signatures; writes nothing. A ledger may have the folder open. Left: the journal cannot be read.
 *
 * @param journal the stream of a store
 * @param data the data folder, if there is one
 */
export const auditJournal = async (
  journal: Journal,
  data: string | undefined,
): Promise<Either<StoreError, AuditReport>> => {
  const sound = await checkByRanges(journal);
  const verified =
    sound === undefined
      ? await verifyJournal(journal, async () => true)
      : right<never, VerifiedJournal>({ journal: sound, findings: [], packageIds: new Set() });
  if (isLeft(verified)) return verified;
  const others = await verifyOtherStreams(journal, async () => true);
  if (isLeft(others)) return others;
  const archives = await verifyNamedArchives(journal, verified.right?.packageIds ?? new Set());
  if (isLeft(archives)) return archives;
  const files = await verifyStoreFiles(journal);
  if (isLeft(files)) return files;
  const read = verified.right;
  const journalId = read?.journal.journalId ?? "";
  const { snapshot, views, wallet } =
    data === undefined || journalId === ""
      ? noFiles
      : await verifyFiles({ journal, data, journalId });
  return map((found: VerifiedJournal | undefined) => ({
    journal: found?.journal ?? emptyJournal,
    snapshot: snapshot.offset,
    views: views.offset,
    wallet: wallet.offset,
    notes: [snapshot.note, views.note, wallet.note].filter((each) => each !== undefined),
    findings: [
      ...(found?.findings ?? []),
      ...(others.right ?? []),
      ...archives.right,
      ...files.right,
      ...[snapshot.finding, views.finding, wallet.finding].filter((each) => each !== undefined),
    ],
  }))(verified);
};

const emptyJournal: CheckedJournal = {
  events: 0,
  hash: "",
  journalId: "",
  participantId: "",
  pruned: undefined,
};
