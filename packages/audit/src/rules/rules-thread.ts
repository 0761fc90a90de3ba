import { workerData } from "node:worker_threads";
import { answerOwner, nextTurn, systemTimers } from "@tallystick/background";
import type { RecordedEvent } from "@tallystick/event-store";
import {
  type PackagesFrom,
  packagesNamed,
  type ReopenedJournal,
  reopenJournal,
} from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { type AuditedJournal, pagesAfter } from "../log/audited-journal.js";
import type { AuditLevel } from "./rule.js";
import { type RulesReport, RulesWalk, walkOver } from "./rules-walk.js";

// A thread that checks a range of a journal by rules, through its own connection.

export interface ThreadData extends ReopenedJournal {
  readonly level: Exclude<AuditLevel, "chain">;
  readonly packagesFrom: PackagesFrom | undefined;
}

export interface AuditedRange {
  readonly from: number;
  readonly to: number;
  /** See `RulesAudit`. */
  readonly idsFrom: number;
  /** Offset up to which other threads check the chain. */
  readonly chainedUpTo: number;
}

// border: only `auditByThreads` starts this thread
const data = workerData as ThreadData;

const opened = async (verifyReads: boolean): Promise<AuditedJournal> => {
  const journal = await reopenJournal(data, verifyReads);
  if (isLeft(journal)) throw new Error(`the store cannot be opened: ${journal.left.kind}`);
  return journal.right;
};

/** The events of a journal, those up to an offset from a connection that checks no chain. */
async function* pagesOf(
  journal: AuditedJournal,
  chainedUpTo: number,
): AsyncGenerator<ReadonlyArray<RecordedEvent>> {
  if (chainedUpTo > 0) yield* pagesAfter(await opened(false), 0, chainedUpTo);
  yield* pagesAfter(journal, chainedUpTo);
}

const reportOf = async (
  { from, to, idsFrom, chainedUpTo }: AuditedRange,
  onTaken: (offset: number) => void,
): Promise<RulesReport> => {
  const journal = await opened(true);
  const packages = await packagesNamed(data.packagesFrom);
  const walk = RulesWalk.begin({ level: data.level, from, to, idsFrom, packages, onTaken });
  if (isLeft(walk)) throw new Error(walk.left.message);
  return walkOver(walk.right, journal, pagesOf(journal, chainedUpTo), () => nextTurn(systemTimers));
};

answerOwner<AuditedRange, RulesReport>({
  // a rejection ends the thread, and its owner checks the journal without threads
  request: (range, answer, tell) => void reportOf(range, tell).then((report) => answer(report)),
});
