import { availableParallelism } from "node:os";
import { OwnThread } from "@tallystick/background";
import { reopeningOf } from "@tallystick/node";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type AuditedJournal, lastEventOf } from "../log/audited-journal.js";
import { mergedReports } from "./merged-reports.js";
import type { RulesAudit, RulesReport } from "./rules-walk.js";
import type { ThreadAnswer, ThreadData, ThreadRequest } from "./rules-thread.js";

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
const foldingCost = 0.43;

/** Events after which a thread says how far it is. */
const eventsPerStep = 16_384;

/** Young generation of a thread, MiB: most objects are garbage within it. */
const youngMiB = 64;

const script = new URL("./rules-thread.js", import.meta.url);

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
  const reopening = reopeningOf(journal.store);
  if (reopening === undefined || (audit.packages.length > 0 && audit.packagesFrom === undefined))
    return undefined;
  const last = ((await lastEventOf(journal))?.revision ?? -1) + 1;
  const [from, to] = [audit.from ?? 1, Math.min(last, audit.to ?? last)];
  const count = Math.min(limits.maxThreads, availableParallelism());
  if (to - from + 1 < limits.minEvents || count < 2) return undefined;
  const { level, packagesFrom } = audit;
  const place = { reopening, stream: journal.stream };
  const ends = rangeEnds(from - 1, to, count);
  const threads = ends.map((end, at): Thread => {
    const data: ThreadData = {
      ...place,
      level,
      from: (ends[at - 1] ?? from - 1) + 1,
      to: end,
      chainedUpTo: ends[at - 1] ?? 0,
      packagesFrom,
    };
    const resourceLimits = { maxYoungGenerationSizeMb: youngMiB };
    return new OwnThread({ name: "the thread that audits", script, data, resourceLimits });
  });
  try {
    const shown = progressOf(threads.length, audit.onTaken);
    const reports = await Promise.all(
      threads.map((thread, at) => reportOf(thread, ends[at] ?? to, (offset) => shown(at, offset))),
    );
    const whole = reports.filter((report) => report !== undefined);
    return whole.length < threads.length ? undefined : mergedReports(whole);
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
};

type Thread = OwnThread<ThreadRequest, ThreadAnswer>;

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

/** The offset of a thread that is done. */
const done = Number.MAX_SAFE_INTEGER;

/** How far all threads are, as an offset: the least of them. */
const progressOf = (
  count: number,
  onTaken: RulesAudit["onTaken"],
): ((thread: number, offset: number) => void) => {
  const offsets = new Array<number>(count).fill(0);
  return (thread, offset) => {
    offsets[thread] = offset;
    const least = Math.min(...offsets);
    if (least < done) onTaken?.(least);
  };
};

/** Undefined when the thread failed. */
const reportOf = async (
  thread: Thread,
  end: number,
  onTaken: (offset: number) => void,
): Promise<RulesReport | undefined> => {
  for (let upTo = 0; upTo < end; ) {
    upTo = Math.min(end, upTo + eventsPerStep);
    const taken = await thread.ask({ upTo });
    if (isLeft(taken) || taken.right.kind !== "taken") return undefined;
    onTaken(upTo);
  }
  onTaken(done);
  const answer = await thread.ask({ upTo: "report" });
  return isRight(answer) && answer.right.kind === "report" ? answer.right.report : undefined;
};
