import { checkArgument } from "@tallystick/core";
import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { Finding } from "../ledger/finding.js";
import { checkByRanges, isPart, type ReadPart } from "./check-by-ranges.js";
import { type CheckedJournal, emptyJournal } from "./journal-check.js";
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
  /** The first offset that was checked, where it is not the first of the journal. */
  readonly from?: number | undefined;
  /** Offset the snapshot goes to; undefined when there is none, or it is damaged. */
  readonly snapshot: number | undefined;
  /** Offset up to which the views were checked. */
  readonly views: number | undefined;
  /** Offset up to which the wallet views were checked. */
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

const none: ReadonlySet<string> = new Set();
const noFile: CheckedFile = { offset: undefined, finding: undefined };
const noFiles: CheckedFiles = { snapshot: noFile, views: noFile, wallet: noFile };

const verifyFiles = async (folder: JournalFolder): Promise<CheckedFiles> => ({
  snapshot: (await verifySnapshot(folder)) ?? noFile,
  views: await verifyViews(folder),
  wallet: await verifyWallet(folder),
});

/** Reads a journal or a part of it; what was found before or after the part is left out. */
const verifyPart = async (
  journal: Journal,
  part: ReadPart,
): Promise<Either<StoreError, VerifiedJournal>> => {
  const sound = await checkByRanges(journal, part);
  if (sound !== undefined) return right({ journal: sound, findings: [], packageIds: none });
  const verified = await verifyJournal(journal, async () => true, { submissions: true });
  if (isLeft(verified)) return verified;
  const { journal: whole = emptyJournal, findings = [], packageIds = none } = verified.right ?? {};
  const { from = 1, to = whole.events } = part;
  if (from > Math.min(to, whole.events))
    return right({ journal: emptyJournal, findings: [], packageIds });
  const last = to < whole.events ? await eventAt(journal, to) : undefined;
  const end =
    last === undefined || isLeft(last) ? {} : { events: to, hash: last.right?.hash ?? whole.hash };
  const isInPart = ({ offset = from }: Finding): boolean => offset >= from && offset <= to;
  return right({ journal: { ...whole, ...end }, findings: findings.filter(isInPart), packageIds });
};

/** Reads the journal and the other streams of its store. */
const verifyStreams = async (
  journal: Journal,
  part: ReadPart,
): Promise<Either<StoreError, VerifiedJournal>> => {
  const verified = await verifyPart(journal, part);
  if (isLeft(verified) || isPart(part)) return verified;
  const read = verified.right;
  const others = await verifyOtherStreams(journal, async () => true);
  if (isLeft(others)) return others;
  const archives = await verifyNamedArchives(journal, read.packageIds);
  if (isLeft(archives)) return archives;
  return right({
    ...read,
    findings: [...read.findings, ...(others.right ?? []), ...archives.right],
  });
};

/**
 * Reads a journal whole, the other streams and the files of its store, and the snapshot, the views
 * and those of wallets in the data folder, and compares everything with its hashes, checksums and
 * signatures; writes nothing. A ledger may have the folder open. Left: the journal cannot be read.
 * What the events of commands say is checked by their rules alone, see `auditRules`.
 *
 * @param journal the stream of a store
 * @param data the data folder, if there is one
 * @param part the events to check, without any file; default all of the journal, and the files
 */
export const auditJournal = async (
  journal: Journal,
  data: string | undefined,
  part: ReadPart = {},
): Promise<Either<StoreError, AuditReport>> => {
  checkArgument("journal", journal, "object", { store: "object", stream: "text" });
  if (data !== undefined) checkArgument("data", data, "text");
  checkArgument("part", part, "object");
  const ending = new AbortController();
  // a process of its own, beside the threads that read the journal
  const checking = isPart(part)
    ? right<never, ReadonlyArray<Finding>>([])
    : verifyStoreFiles(journal, { signal: ending.signal, isAwaited: true });
  const verified = await verifyStreams(journal, part);
  if (isLeft(verified)) ending.abort();
  const files = await checking;
  if (isLeft(verified)) return verified;
  if (isLeft(files)) return files;
  const { journalId } = verified.right.journal;
  const { snapshot, views, wallet } =
    data === undefined || journalId === "" || isPart(part)
      ? noFiles
      : await verifyFiles({ journal, data, journalId });
  return map((found: VerifiedJournal) => ({
    journal: found.journal,
    from: part.from,
    snapshot: snapshot.offset,
    views: views.offset,
    wallet: wallet.offset,
    notes: [snapshot.note, views.note, wallet.note].filter((each) => each !== undefined),
    findings: [
      ...found.findings,
      ...files.right,
      ...[snapshot.finding, views.finding, wallet.finding].filter((each) => each !== undefined),
    ],
  }))(verified);
};
