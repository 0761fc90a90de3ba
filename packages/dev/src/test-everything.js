// `npm test`: installs, builds, lints, runs every test of every workspace and ends with the line `N
// passed, N failed`.
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { ensureBuilt } from "./build.js";
import { ensureSiteBuilt } from "./build-site.js";
import { ensureInstalled } from "./install.js";
import { filesBelow, workspaces } from "./repository.js";

/** How long the test process may live on after its last test, before that counts as a failure. */
const EXIT_GRACE_MS = 60_000;

/** More processes of tests at once than this find more waiting than work. */
const MOST_PROCESSES = 4;

/** These take longest and begin first, so that none of them is left alone at the end. */
const LONGEST = ["packages/wallet-ui", "packages/simulation", "packages/cli", "packages/node"];

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * Runs everything and prints the tally as the last line. A build that fails and lint findings count
 * as one failure each; so does a run in which no test ran.
 *
 * @param {string} root
 * @param {string[]} args words: only test files whose path contains one of them; `--grep PATTERN`:
 * only such tests; either way without lint. `--nightly`: the long form of the tests that have one
 * @returns {Promise<number>} the exit code: 0 only if something passed and nothing failed
 */
export async function testEverything(root, args) {
  const tally = await runSteps(root, args).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  console.log(`${tally.passed} passed, ${tally.failed} failed`);
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1;
}

/** @param {string} root @param {string[]} args @returns {Promise<Tally>} */
async function runSteps(root, args) {
  await ensureInstalled(root);
  await ensureBuilt(root);
  await ensureSiteBuilt(root);
  const { grep, words, isNightly } = readArguments(args);
  if (isNightly) process.env["TALLYSTICK_NIGHTLY"] = "on";
  // Who names tests wants their outcome soon; lint reads the whole tree.
  const failedLints = words.length > 0 || grep !== undefined ? 0 : await failedLint(root);
  const files = testFiles(root).filter(
    (file) => words.length === 0 || words.some((word) => file.includes(word)),
  );
  const tally = await runWorkspaces(root, files, { grep });
  return { passed: tally.passed, failed: tally.failed + failedLints };
}

/** @param {string} root @returns {Promise<number>} 1 when lint finds something */
async function failedLint(root) {
  const { lint } = await import("./lint/lint.js");
  return (await lint(root, { typeAware: true })) === 0 ? 0 : 1;
}

/** @param {string[]} args */
function readArguments(args) {
  const isNightly = args.includes("--nightly");
  const others = args.filter((arg) => arg !== "--nightly");
  const at = others.indexOf("--grep");
  if (at === -1) return { grep: undefined, words: others, isNightly };
  const words = others.filter((_, index) => index !== at && index !== at + 1);
  return { grep: others[at + 1], words, isNightly };
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
 * processors, and prints all failures at the end.
 *
 * @param {string} root
 * @param {string[]} files from the root
 * @param {{ grep?: string | undefined, quiet?: boolean }} [options] `quiet` prints nothing
 * @returns {Promise<Tally>}
 */
export async function runWorkspaces(root, files, { grep, quiet = false } = {}) {
  if (files.length === 0) return runTests(root, files, { quiet });
  const waiting = longestFirst(files);
  const total = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const failures = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const tally = await runTests(root, next, { grep, quiet });
      total.passed += tally.passed;
      total.failed += tally.failed;
      if (tally.failures !== "") failures.push(tally.failures);
    }
  };
  const processes = Math.min(MOST_PROCESSES, availableParallelism());
  await Promise.all(Array.from({ length: processes }, runNext));
  if (!quiet) for (const each of failures) console.log(each);
  return total;
}

/** The files of each workspace. @param {string[]} files @returns {string[][]} */
function longestFirst(files) {
  /** @type {Map<string, string[]>} */
  const byWorkspace = new Map(LONGEST.map((name) => [name, []]));
  for (const file of files) {
    const name = file.split("/").slice(0, 2).join("/");
    byWorkspace.set(name, [...(byWorkspace.get(name) ?? []), file]);
  }
  return [...byWorkspace.values()].filter((each) => each.length > 0);
}

/**
 * Runs the tests in a process of their own, so that a test that ends or blocks its process is a
 * failure and not the end of the report.
 *
 * @param {string} root
 * @param {string[]} files from the root
 * @param {{ grep?: string | undefined, graceMs?: number, quiet?: boolean }} [options] `quiet`
 * prints nothing
 * @returns {Promise<Tally & { failures: string }>} with the failures in full
 */
export function runTests(root, files, { grep, graceMs = EXIT_GRACE_MS, quiet = false } = {}) {
  const say = (/** @type {string} */ text) => (quiet ? undefined : console.error(text));
  if (files.length === 0) {
    say("No test file was found.");
    return Promise.resolve({ passed: 0, failed: 1, failures: "" });
  }
  return new Promise((resolve, reject) => {
    const output = quiet ? "ignore" : "inherit";
    const child = fork(fileURLToPath(new URL("mocha-process.js", import.meta.url)), {
      cwd: root,
      stdio: ["ignore", output, output, "ipc"],
      // Garbage collection on demand lets tests of bounded memory measure instead of guess.
      execArgv: ["--expose-gc"],
    });
    /** @type {Tally & { failures: string } | undefined} */
    let tally;
    let extraFailed = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let grace;
    child.on("error", reject);
    child.on("message", (/** @type {Tally & { failures: string, open: string[] }} */ message) => {
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
      const { passed = 0, failed = 0, failures = "" } = tally ?? {};
      resolve({ passed, failed: failed + extraFailed, failures });
    });
    child.send({ files, grep });
  });
}
