// Where the time of a test run went.
import { readFileSync } from "node:fs";

/** Linux counts the time of a process in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Fields of /proc/self/stat after the name: user and system time of children that ended. */
const CHILD_FIELDS = [13, 14];

/** Files that take longer than this are named; seconds. */
const LONG_FILE_SECONDS = 10;

/**
 * @typedef {{ file: string, processorSeconds: number }} FileTime
 * @typedef {{ name: string, seconds: number, processorSeconds: number, files: FileTime[] }}
 * PackageTime
 */

/**
 * The processor time of this process so far, with that of the children that ended where the system
 * says it.
 *
 * @returns {number} seconds
 */
export function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedChildrenSeconds();
}

function endedChildrenSeconds() {
  if (process.platform !== "linux") return 0;
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = CHILD_FIELDS.reduce((sum, at) => sum + Number(fields[at]), 0);
  return ticks / TICKS_PER_SECOND;
}

/**
 * @param {PackageTime[]} packages
 * @returns {string[]} a line for each package that took a second, and for each file that took long
 */
export function timeTable(packages) {
  const sum = packages.reduce((total, each) => total + each.processorSeconds, 0);
  const byTime = packages.toSorted((a, b) => b.processorSeconds - a.processorSeconds);
  return [
    `Processor time of the tests: ${sum.toFixed(0)} s`,
    ...byTime
      .filter((each) => each.processorSeconds >= 1)
      .flatMap(({ name, seconds, processorSeconds, files }) => [
        `  ${name.padEnd(36)} ${processorSeconds.toFixed(0).padStart(5)} s, done after ${seconds.toFixed(0)} s`,
        ...files
          .filter((file) => file.processorSeconds >= LONG_FILE_SECONDS)
          .toSorted((a, b) => b.processorSeconds - a.processorSeconds)
          .map((file) => `    ${file.file}: ${file.processorSeconds.toFixed(0)} s`),
      ]),
  ];
}
