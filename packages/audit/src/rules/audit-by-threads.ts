import { answersInOrder, threadCount, ThreadPool } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import { type AuditedJournal, lastEventOf } from "../log/audited-journal.js";
import { mergedReports } from "./merged-reports.js";
import type { RulesAudit, RulesReport } from "./rules-walk.js";
import type { AuditedRange, ThreadData } from "./rules-thread.js";

/** When an audit is spread over threads. */
export interface ThreadLimits {
  /** A shorter journal is checked in one thread. */
  readonly minEvents: number;
  readonly maxThreads: number;
}

/** The limits for journals of any length. */
export const usualThreadLimits: ThreadLimits = {
  // below, starting threads takes longer than checking
  minEvents: 50_000,
  // each has a whole state, and folds all before its own events
  maxThreads: 4,
};

/** What folding an event costs, as a part of what folding and checking it does. */
const foldingCost = 0.35;

const auditThreads = {
  name: "the thread that audits",
  script: new URL("./rules-thread.js", import.meta.url),
  // MiB; with 64 each thread takes 40 more, and no less processor time
  resourceLimits: { maxYoungGenerationSizeMb: 24 },
};

/**
 * Checks a long journal in threads. To decide an event again takes the state before it, so each
 * thread folds the journal from its beginning and checks a range of its own: the first range is the
 * longest, so that all are done at the same time. The chain of what a thread only folds is checked
 * by those before it. Undefined when the journal is short, cannot be opened by threads, or a thread
 * failed: then it is checked in this thread.
 */
export const auditByThreads = async (
  journal: AuditedJournal,
  audit: RulesAudit,
  limits: ThreadLimits,
): Promise<RulesReport | undefined> => {
  const reopening = journal.store.capabilities?.reopening;
  if (reopening === undefined || (audit.packages.length > 0 && audit.packagesFrom === undefined))
    return undefined;
  const last = ((await lastEventOf(journal))?.revision ?? -1) + 1;
  const [from, to] = [audit.from ?? 1, Math.min(last, audit.to ?? last)];
  const count = threadCount(limits.maxThreads);
  if (to - from + 1 < limits.minEvents || count < 2) return undefined;
  const { level, packagesFrom } = audit;
  const ends = rangeEnds(from - 1, to, count);
  const ranges = ends.map((end, at): AuditedRange => {
    const before = ends[at - 1];
    // the last thread folds all events
    const idsFrom = at === ends.length - 1 ? from : Number.POSITIVE_INFINITY;
    return { from: (before ?? from - 1) + 1, idsFrom, to: end, chainedUpTo: before ?? 0 };
  });
  const data: ThreadData = { reopening, stream: journal.stream, level, packagesFrom };
  const threads = new ThreadPool<AuditedRange, RulesReport>(count, { ...auditThreads, data });
  try {
    const reports: Array<RulesReport> = [];
    const onProgress = progressOf(ranges, audit.onTaken);
    for await (const [, report] of answersInOrder(threads, ranges, onProgress)) {
      if (isLeft(report)) return undefined;
      reports.push(report.right);
    }
    return mergedReports(reports);
  } finally {
    await threads.terminate();
  }
};

/** The last offsets of ranges that take equally long, as folding is cheaper than checking. */
export const rangeEnds = (before: number, to: number, count: number): ReadonlyArray<number> => {
  // all fold what is before the first range; each checks less by what it folds more
  const parts = Array.from({ length: count }, (_, at) => (1 - foldingCost) ** at);
  const sum = parts.reduce((a, b) => a + b, 0);
  let passed = 0;
  return parts.map((part) => {
    passed += part;
    return Math.round(before + ((to - before) * passed) / sum);
  });
};

/** Tells how far all ranges are, as an offset: the least of those that are not done. */
const progressOf = (
  ranges: ReadonlyArray<AuditedRange>,
  onTaken: RulesAudit["onTaken"],
): ((range: AuditedRange, offset: number) => void) => {
  const offsets = new Map(ranges.map((range) => [range, 0]));
  return (range, offset) => {
    if (offset < range.to) offsets.set(range, offset);
    else offsets.delete(range);
    if (offsets.size > 0) onTaken?.(Math.min(...offsets.values()));
  };
};
