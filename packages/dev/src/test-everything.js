// `npm test`: installs, builds, lints, runs every test of every workspace and ends with the line `N
// passed, N failed`, and `, N skipped` where there is no browser.
import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { BROWSER_VARIABLE, findBrowser } from "./browser.js";
import { ensureBuilt } from "./build.js";
import { ensureBinaries } from "./build-binaries.js";
import { ensureBundled } from "./build-bundles.js";
import { ensureSiteBuilt } from "./build-site.js";
import { startBusyLoops } from "./busy-loops.js";
import { ensureInstalled } from "./install.js";
import { installAdvice } from "./needed-programs.js";
import { filesBelow, workspaces } from "./repository.js";
import { tallyLine } from "./tally.js";
import { testArguments } from "./test-arguments.js";
import { testSeed } from "./test-sizes.js";
import { timeTable } from "./time-table.js";

/** How long the test process may live on after its last test, before that counts as a failure. */
const EXIT_GRACE_MS = 60_000;

/** More processes of tests at once than this find more waiting than work. */
const MOST_PROCESSES = 4;

/** These take longest and begin first, so that none of them is left alone at the end. */
const LONGEST = ["packages/wallet-ui", "packages/simulation", "packages/cli", "packages/node"];

/** Test files of this name are run by the long forms, and by whoever names them. */
const LONG_FILE = /\.long\.test\.[jt]s$/;

/** Tests in a folder of this name need a browser. */
const BROWSER_FOLDER = "/test/scenarios/";

/** @typedef {import("./tally.js").Tally} Tally */
/** @typedef {import("./time-table.js").PackageTime} PackageTime */
/** @typedef {import("./needed-programs.js").Program} Program */
/** @typedef {Tally & { missing: Set<Program> }} WholeTally */

/**
 * Runs everything and prints the tally as the last line. A build that fails and lint findings count
 * as one failure each; so does a run in which no test ran.
 *
 * @param {string} root
 * @param {string[]} args see {@link testArguments}; with words or a pattern without lint
 * @returns {Promise<number>} the exit code: 0 only if something passed and nothing failed
 */
export async function testEverything(root, args) {
  const tally = await runSteps(root, args).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(tallyLine(tally));
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

/** @param {string} root @param {string[]} args @returns {Promise<Tally>} */
async function runSteps(root, args) {
  const { words, grep, size, isBusy } = testArguments(args);
  await ensureInstalled(root);
  await ensureBinaries(root);
  await ensureBuilt(root);
  await ensureBundled(root);
  await ensureSiteBuilt(root);
  const seed = drawnSeed(size);
  process.env["TALLYSTICK_TEST_SIZE"] = size;
  process.env["TALLYSTICK_SEED"] = String(seed);
  // Who names tests wants their outcome soon; lint reads the whole tree.
  const isPart = words.length > 0 || grep !== undefined;
  const failedLints = isPart ? 0 : await failedLint(root);
  const { files, left } = filesOfRun(testFiles(root), words, isPart || size !== "short");
  const missing = files.some(needsBrowser) ? await missingBrowser(root) : undefined;
  const endLoops = isBusy ? startBusyLoops() : async () => undefined;
  const tally = await runWorkspaces(root, files, { grep, hasBrowser: missing === undefined });
  await endLoops();
  if (tally.failed > 0) console.log(`TALLYSTICK_SEED=${seed} draws the same again.`);
  for (const each of notRun(tally, missing)) console.log(each);
  if (left > 0) console.log(`${left} files of long tests were left to npm test -- --all.`);
  const { passed, failed, skipped } = tally;
  return { passed, failed: failed + failedLints, skipped };
}

/**
 * What is missing for the tests that were not run, and what to install.
 *
 * @param {WholeTally} tally
 * @param {string | undefined} browser why there is none
 * @returns {string[]}
 */
const notRun = ({ skipped, missing }, browser) => {
  const reasons = [
    ...(browser === undefined ? [] : [`no browser was found: ${browser}`]),
    ...(missing.size === 0 ? [] : [`programs are missing: ${installAdvice([...missing])}`]),
  ];
  return reasons.length === 0
    ? []
    : [`${skipped} tests were not run because ${reasons.join("; ")}.`];
};

/** What the short form draws is the same each time. @param {string} size @returns {number} */
const drawnSeed = (size) =>
  size === "short" || process.env["TALLYSTICK_SEED"] !== undefined
    ? testSeed()
    : randomInt(2 ** 31 - 1);

/** @param {string} file */
const needsBrowser = (file) => file.includes(BROWSER_FOLDER);

/**
 * Names the browser to the tests.
 *
 * @param {string} root
 * @returns {Promise<string | undefined>} why there is none
 */
async function missingBrowser(root) {
  const found = await findBrowser(root);
  if ("missing" in found) return found.missing;
  process.env[BROWSER_VARIABLE] = found.path;
  return undefined;
}

/** @param {string} root @returns {Promise<number>} 1 when lint finds something */
async function failedLint(root) {
  const { lint } = await import("./lint/lint.js");
  return (await lint(root, { typeAware: true })) === 0 ? 0 : 1;
}

/**
 * The files that a run takes, and how many long ones it leaves.
 *
 * @param {string[]} all
 * @param {string[]} words only files whose path contains one of them; none: every file
 * @param {boolean} isLong whether it takes long files
 */
export function filesOfRun(all, words, isLong) {
  const named = all.filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const files = isLong ? named : named.filter((file) => !LONG_FILE.test(file));
  return { files, left: named.length - files.length };
}

/**
 * The compiled form of every test there is a source for: what an earlier build left behind is not
 * run.
 *
 * @param {string} root
 * @returns {string[]} paths from the root
 */
export function testFiles(root) {
  return workspaces(root).flatMap((path) =>
    filesBelow(root, `${path}/test`, /\.test\.[jt]s$/).map((file) =>
      file.endsWith(".ts") ? `${path}/dist/${file.slice(path.length + 1, -".ts".length)}.js` : file,
    ),
  );
}

/**
 * Runs the tests of each workspace in a process of their own, as many at once as the machine has
 * processors, and prints all failures and where the time went at the end.
 *
 * @param {string} root
 * @param {string[]} files from the root
 * @param {RunOptions} [options]
 * @returns {Promise<WholeTally>}
 */
export async function runWorkspaces(root, files, options = {}) {
  /** @type {WholeTally} */
  const total = { passed: 0, failed: 0, skipped: 0, missing: new Set() };
  if (files.length === 0) {
    const { failed } = await runTests(root, files, options);
    return { ...total, failed };
  }
  const waiting = longestFirst(files);
  /** @type {string[]} */
  const failures = [];
  /** @type {FileTally[]} */
  const unsteady = [];
  /** @type {PackageTime[]} */
  const times = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const tally = await runTests(root, next, options);
      total.passed += tally.passed;
      total.failed += tally.failed;
      total.skipped += tally.skipped;
      for (const program of tally.missing) total.missing.add(program);
      unsteady.push(...tally.failedFiles.filter(({ file }) => needsBrowser(file)));
      if (tally.failures !== "") failures.push(tally.failures);
      if (tally.time !== undefined) times.push({ name: workspaceOf(next[0] ?? ""), ...tally.time });
    }
  };
  const processes = Math.min(MOST_PROCESSES, availableParallelism());
  await Promise.all(Array.from({ length: processes }, runNext));
  if (options.quiet !== true)
    for (const each of [...timeTable(times), ...failures]) console.log(each);
  for (const first of unsteady) await runAgain(root, first, total, options);
  return total;
}

/**
 * Runs a file with a browser once more by itself: beside other tests a browser may wait too long
 * for one of them. What fails again has failed; what passes is named, since something in it is
 * not steady.
 *
 * @param {string} root @param {FileTally} first @param {Tally} total corrected
 * @param {RunOptions} options
 */
async function runAgain(root, first, total, options) {
  const second = await runTests(root, [first.file], options);
  if (second.failed > 0) return;
  total.passed += second.passed - first.passed;
  total.failed -= first.failed;
  if (options.quiet !== true)
    console.log(`UNSTEADY: ${first.file} failed above and passed by itself.`);
}

/** @param {string} file @returns {string} such as `packages/core` */
const workspaceOf = (file) => file.split("/").slice(0, 2).join("/");

/** The files of each workspace. @param {string[]} files @returns {string[][]} */
function longestFirst(files) {
  /** @type {Map<string, string[]>} */
  const byWorkspace = new Map(LONGEST.map((name) => [name, []]));
  for (const file of files) {
    const name = workspaceOf(file);
    byWorkspace.set(name, [...(byWorkspace.get(name) ?? []), file]);
  }
  return [...byWorkspace.values()].filter((each) => each.length > 0);
}

/**
 * @typedef {{ grep?: string | undefined, graceMs?: number, quiet?: boolean, hasBrowser?: boolean }}
 * RunOptions `quiet` prints nothing; without a browser the tests that need one are only counted
 */
/** @typedef {Omit<PackageTime, "name">} Time */
/** @typedef {import("./tally.js").FileTally} FileTally */
/** @typedef {Tally & { failures: string, failedFiles: FileTally[] }} Found */
/** @typedef {Found & { missing: Program[], time?: Time }} Outcome */

/**
 * Runs the tests in a process of their own, so that a test that ends or blocks its process is a
 * failure and not the end of the report.
 *
 * @param {string} root
 * @param {string[]} files from the root
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} with the failures in full
 */
export function runTests(root, files, options = {}) {
  const { grep, graceMs = EXIT_GRACE_MS, quiet = false, hasBrowser = true } = options;
  const say = (/** @type {string} */ text) => (quiet ? undefined : console.error(text));
  if (files.length === 0) {
    say("No test file was found.");
    const nothing = { passed: 0, skipped: 0, failures: "", failedFiles: [], missing: [] };
    return Promise.resolve({ ...nothing, failed: 1 });
  }
  return new Promise((resolve, reject) => {
    const output = quiet ? "ignore" : "inherit";
    const child = fork(fileURLToPath(new URL("mocha-process.js", import.meta.url)), {
      cwd: root,
      stdio: ["ignore", output, output, "ipc"],
      // Garbage collection on demand lets tests of bounded memory measure instead of guess.
      execArgv: ["--expose-gc", "--conditions=tallystick-modules"],
    });
    /** @type {Outcome | undefined} */
    let tally;
    let extraFailed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let grace;
    child.on("error", reject);
    child.on("message", (/** @type {Outcome & { open: string[] }} */ message) => {
      tally = message;
      grace = setTimeout(() => {
        say(`The tests left something running: ${message.open.join(", ")}`);
        extraFailed = 1;
        child.kill("SIGKILL");
      }, graceMs);
    });
    child.on("close", (exitCode, signal) => {
      clearTimeout(grace);
      if (tally === undefined) {
        say(`The test process ended before its last test (${signal ?? `exit code ${exitCode}`}).`);
        extraFailed = 1;
      }
      const {
        passed = 0,
        failed = 0,
        skipped = 0,
        failures = "",
        failedFiles = [],
        missing = [],
        time,
      } = tally ?? {};
      const counts = { passed, failed: failed + extraFailed, skipped };
      const result = { ...counts, failures, failedFiles, missing };
      resolve(time === undefined ? result : { ...result, time });
    });
    const isSkipped = (/** @type {string} */ file) => !hasBrowser && needsBrowser(file);
    child.send({
      files: files.filter((file) => !isSkipped(file)),
      skippedFiles: files.filter(isSkipped),
      grep,
    });
  });
}
