import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/** What is looked at, and what is done about it. */
interface IdleCollectionParts {
  /** Resident memory of the process in bytes. */
  readonly residentBytes: () => number;
  /** Share of the time since the last look in which the event loop had work, 0 to 1. */
  readonly utilization: () => number;
  /** Collects what can be collected, in one pause. */
  readonly collect: () => Promise<unknown>;
}

/** Resident memory may be so much above that after the last collection; bytes. */
const allowedGrowthBytes = 32 * 1024 * 1024;

/** An event loop with less work than that is idle. */
const idleUtilization = 0.1;

/**
 * Makes the look that is due at regular times: V8 collects when memory is needed, and a process
 * that has fallen idle needs none, so what a load left behind would stay for good. The first look
 * notes how much an idle process has. Do not collect again for memory that a collection did not
 * free.
 */
export const idleCollection = ({
  residentBytes,
  utilization,
  collect,
}: IdleCollectionParts): (() => Promise<void>) => {
  let floorBytes: number | undefined;
  return async () => {
    if (utilization() >= idleUtilization) return;
    floorBytes ??= residentBytes();
    if (residentBytes() <= floorBytes + allowedGrowthBytes) return;
    await collect();
    floorBytes = residentBytes();
  };
};

/** The collector of this process; Node has it behind a flag alone. */
const collector = (): (() => Promise<unknown>) => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = new Script(
    '() => gc({ type: "major", execution: "async" })',
  ).runInNewContext();
  setFlagsFromString("--no-expose-gc");
  // border: the script is a function that returns a promise
  return collect as () => Promise<unknown>;
};

const utilizationSinceLast = (): (() => number) => {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
};

/** How often an idle process is looked at; milliseconds. */
const lookMs = 5_000;

/** Looks after the memory of this process until it is stopped by the function it returns. */
export const collectWhenIdle = (): (() => void) => {
  const look = idleCollection({
    residentBytes: () => process.memoryUsage.rss(),
    utilization: utilizationSinceLast(),
    collect: collector(),
  });
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  return () => clearInterval(timer);
};
