import { constants, PerformanceObserver } from "node:perf_hooks";
import type { LedgerObserver } from "@tallystick/node";

/** From when until when, on the clock of `performance.now()`. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What a command may have waited for. */
export interface Wait extends Span {
  readonly kind: string;
}

/** How many of the slowest are named. */
const most = 10;

/** Commands whose answers are closer than this count as answered together. */
const togetherMs = 1;

/** Shorter parts of a wait are not named. */
const leastMs = 0.5;

const collections: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: "young collection",
  [constants.NODE_PERFORMANCE_GC_MAJOR]: "full collection",
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: "part of a full collection",
};

const collectionOf = (entry: object): string => {
  const detail = "detail" in entry ? entry.detail : undefined;
  const isKnown = typeof detail === "object" && detail !== null && "kind" in detail;
  return (isKnown ? collections[Number(detail.kind)] : undefined) ?? "collection";
};

/** Collections and appends of this process. */
interface WaitTrace {
  /** For the ledger whose appends are traced. */
  readonly observer: LedgerObserver;
  /** Those since `forget`. */
  seen(): ReadonlyArray<Wait>;
  forget(): void;
  end(): void;
}

export const traceWaits = (): WaitTrace => {
  let waits: Array<Wait> = [];
  const add = (kind: string, fromMs: number, durationMs: number): void => {
    if (durationMs >= leastMs) waits.push({ kind, fromMs, untilMs: fromMs + durationMs });
  };
  const collected = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      add(collectionOf(entry), entry.startTime, entry.duration);
  });
  collected.observe({ entryTypes: ["gc"] });
  const appended: LedgerObserver["appended"] = ({ durationMs, events }) =>
    add(`append of ${events}`, performance.now() - durationMs, durationMs);
  const ignore = (): void => undefined;
  return {
    observer: { opened: ignore, submitted: ignore, appended },
    seen: () => waits,
    forget: () => {
      waits = [];
    },
    end: () => collected.disconnect(),
  };
};

const overlapMs = (one: Span, other: Span): number =>
  Math.min(one.untilMs, other.untilMs) - Math.max(one.fromMs, other.fromMs);

const shownMs = (ms: number): string => `${ms.toFixed(1)} ms`;

const lengthMs = ({ fromMs, untilMs }: Span): number => untilMs - fromMs;

/** The slowest commands; of those that were answered together one. */
const slowestAlone = (commands: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const slowest: Array<Span> = [];
  for (const command of commands.toSorted((a, b) => lengthMs(b) - lengthMs(a))) {
    const isAnsweredWith = ({ untilMs }: Span): boolean =>
      Math.abs(untilMs - command.untilMs) < togetherMs;
    if (!slowest.some(isAnsweredWith)) slowest.push(command);
    if (slowest.length === most) break;
  }
  return slowest;
};

/** The slowest commands in words, each with what it waited for. */
export const slowestOf = (
  commands: ReadonlyArray<Span>,
  waits: ReadonlyArray<Wait>,
): ReadonlyArray<string> =>
  slowestAlone(commands).map((command) => {
    const parts = waits.flatMap((wait) => {
      const ms = overlapMs(command, wait);
      return ms < leastMs ? [] : [`${wait.kind} ${shownMs(ms)}`];
    });
    const waited = parts.length === 0 ? "none traced" : parts.join(", ");
    return `${shownMs(lengthMs(command))} (${waited})`;
  });
