import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { checkByRanges } from "./check-by-ranges.js";
import type { CheckedJournal } from "./journal-check.js";
import { type CheckedFile, verifySnapshot, verifyViews } from "./verify-files.js";
import { type VerifiedJournal, verifyJournal } from "./verify-journal.js";
import { verifyOtherStreams, verifyStoreFiles } from "./verify-streams.js";

/** What an audit of a journal and the files beside it found. */
export interface AuditReport {
  readonly journal: CheckedJournal;
  /** Offset the snapshot goes to; undefined when there is none, or it is damaged. */
  readonly snapshot: number | undefined;
  /** The same of the views. */
  readonly views: number | undefined;
  /** Everything that is not as it was written. */
  readonly findings: ReadonlyArray<Finding>;
}

const noFile: CheckedFile = { offset: undefined, finding: undefined };

/**
 * Reads a journal whole, the other streams and the files of its store, and the snapshot and views
 * in the data folder beside it, and compares everything with its hashes, checksums and signatures;
 * writes nothing. A ledger may have the
 * folder open. Left: the journal cannot be read.
 *
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
      : right<never, VerifiedJournal>({ journal: sound, findings: [] });
  if (isLeft(verified)) return verified;
  const others = await verifyOtherStreams(journal, async () => true);
  if (isLeft(others)) return others;
  const files = await verifyStoreFiles(journal);
  if (isLeft(files)) return files;
  const read = verified.right;
  const journalId = read?.journal.journalId ?? "";
  const hasFiles = data !== undefined && journalId !== "";
  const folder = { journal, data: data ?? "", journalId };
  const snapshot = hasFiles ? await verifySnapshot(folder) : noFile;
  const views = hasFiles ? await verifyViews(folder) : noFile;
  return map((found: VerifiedJournal | undefined) => ({
    journal: found?.journal ?? emptyJournal,
    snapshot: snapshot.offset,
    views: views.offset,
    findings: [
      ...(found?.findings ?? []),
      ...(others.right ?? []),
      ...files.right,
      ...[snapshot.finding, views.finding].filter((each) => each !== undefined),
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
