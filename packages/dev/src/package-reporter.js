// A Mocha reporter: one line for each workspace; every failure in full is kept for the end.
import { relative, sep } from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { missedBy } from "./needed-programs.js";
import { processorSeconds } from "./time-table.js";

/** Tests slower than this are named, so that the suite stays quick. */
const SLOW_TEST_MS = 1_000;

/** Prints one line for each workspace as it finishes, and keeps the failures. */
export class PackageReporter extends Mocha.reporters.Base {
  /** The figures of the latest run in this process. @type {Mocha.Stats | undefined} */
  static latestStats;
  /** @type {PackageReporter | undefined} */
  static #latest;
  /** What tests that were not run miss, one entry for each. @type {string[][]} */
  static latestSkipped = [];
  /** Tests that are switched off. */
  static latestSwitchedOff = 0;
  /** What passed and failed in each file. @type {Map<string, import("./tally.js").FileTally>} */
  static latestFiles = new Map();
  /** What each file took. @type {import("./time-table.js").FileTime[]} */
  static latestTimes = [];

  /** The failures of the latest run so far, in full. @returns {string} */
  static latestErrors() {
    const { failures = [] } = PackageReporter.#latest ?? {};
    return failures.length > 0 ? listed(failures) : "";
  }

  /** @param {Mocha.Runner} runner @param {Mocha.MochaOptions} options */
  constructor(runner, options) {
    super(runner, options);
    PackageReporter.#latest = this;
    PackageReporter.latestStats = this.stats;
    /** @type {{ name: string, passed: number, failed: number, startedAt: number } | undefined} */
    let current;
    const times = fileTimes(runner);
    PackageReporter.latestTimes = times;
    const finish = () => {
      if (current === undefined) return;
      const seconds = ((Date.now() - current.startedAt) / 1000).toFixed(1);
      const failed = current.failed === 0 ? "" : `, ${current.failed} failed`;
      console.log(
        `${current.name.padEnd(36)} ${String(current.passed).padStart(5)} passed${failed} (${seconds} s)`,
      );
      current = undefined;
    };
    const workspaceOf = (/** @type {Mocha.Runnable} */ runnable) => {
      const name = workspaceName(runnable.file ?? runnable.parent?.file);
      if (current?.name !== name) {
        finish();
        current = { name, passed: 0, failed: 0, startedAt: Date.now() };
      }
      return current;
    };
    /** @type {typeof PackageReporter.latestFiles} */
    const files = new Map();
    PackageReporter.latestFiles = files;
    const count = (
      /** @type {Mocha.Runnable} */ runnable,
      /** @type {"passed" | "failed"} */ how,
    ) => {
      workspaceOf(runnable)[how] += 1;
      const file = fileOf(runnable);
      const tally = files.get(file) ?? { file, passed: 0, failed: 0 };
      files.set(file, { ...tally, [how]: tally[how] + 1 });
    };
    const { constants } = Mocha.Runner;
    runner.on(constants.EVENT_TEST_BEGIN, workspaceOf);
    runner.on(constants.EVENT_TEST_PASS, (test) => {
      count(test, "passed");
      if ((test.duration ?? 0) > SLOW_TEST_MS)
        console.log(`  ${test.duration} ms: ${test.fullTitle()}`);
    });
    runner.on(constants.EVENT_TEST_FAIL, (test) => {
      count(test, "failed");
      console.log(`  FAILED after ${test.duration ?? 0} ms: ${test.fullTitle()}`);
    });
    runner.on(constants.EVENT_TEST_PENDING, (test) => {
      const missed = missedBy(test);
      if (missed !== undefined) return void PackageReporter.latestSkipped.push(missed);
      PackageReporter.latestSwitchedOff += 1;
      console.log(`  FAILED: ${test.fullTitle()} is switched off`);
    });
    runner.once(constants.EVENT_RUN_END, finish);
  }
}

/**
 * @param {Mocha.Runner} runner
 * @returns {import("./time-table.js").FileTime[]} filled as it runs
 */
function fileTimes(runner) {
  /** @type {import("./time-table.js").FileTime[]} */
  const times = [];
  let begun = processorSeconds();
  const { EVENT_SUITE_END } = Mocha.Runner.constants;
  runner.on(EVENT_SUITE_END, (/** @type {Mocha.Suite} */ suite) => {
    // a describe of the file itself, or what the file has outside of one
    if (suite.parent?.root !== true && !suite.root) return;
    const now = processorSeconds();
    times.push({ file: fileOf(suite), processorSeconds: now - begun });
    begun = now;
  });
  return times;
}

/**
 * Where it is, from the root; a hook is where its suite is.
 *
 * @param {Pick<Mocha.Runnable, "file" | "parent"> | Mocha.Suite} of
 */
const fileOf = ({ file, parent }) =>
  relative(process.cwd(), file ?? parent?.file ?? process.cwd())
    .split(sep)
    .join("/");

/** What Mocha prints of failures. @param {Mocha.Test[]} failures @returns {string} */
function listed(failures) {
  /** @type {string[]} */
  const lines = [];
  const { Base } = Mocha.reporters;
  const before = Base.consoleLog;
  Base.consoleLog = (...values) => lines.push(format(...values));
  Base.list(failures);
  Base.consoleLog = before;
  return lines.join("\n");
}

/** @param {string | undefined} file @returns {string} such as `packages/core` */
function workspaceName(file) {
  return file === undefined
    ? "(unknown file)"
    : relative(process.cwd(), file).split(sep).slice(0, 2).join("/");
}
