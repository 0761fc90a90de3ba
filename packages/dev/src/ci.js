// Everything a change has to pass: all tests, and with `--all` also their long form and those that
// are run on other Nodes. It ends with the sum of all tallies.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { environmentOf, nodeOf, OTHER_RUNS } from "./other-nodes.js";
import { lastTally, tallyLine } from "./tally.js";

/** @typedef {import("./tally.js").Tally} Tally */

/** In the paths of test files that `npm test` leaves to who names them. */
const LONG_FILES = ".long.";

/**
 * @param {string} root
 * @param {string[]} args `--all` or nothing
 * @returns {Promise<number>} the exit code: 0 only if something passed and nothing failed
 */
export async function runAll(root, args) {
  const unknown = args.find((arg) => arg !== "--all");
  if (unknown !== undefined) {
    console.error(`npm run ci takes --all or nothing, found ${unknown}`);
    return 1;
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  const add = (/** @type {string} */ what, /** @type {Tally} */ tally) => {
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.skipped += tally.skipped;
    console.log(`${what}: ${tallyLine(tally)}\n`);
  };
  const own = `Node ${process.versions.node}`;
  add(own, await testsOf(root, process.execPath, []));
  if (args.includes("--all")) {
    add(`${own}, long form`, await testsOf(root, process.execPath, ["--all"]));
    for (const { node, sqlite = "", words } of OTHER_RUNS) {
      const what = `Node ${node}${sqlite === "" ? "" : ` with ${sqlite}`}`;
      add(what, await onNode(root, node, sqlite, words));
    }
  } else {
    add(`${own}, long tests`, await testsOf(root, process.execPath, [LONG_FILES]));
  }
  console.log(tallyLine(total));
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/**
 * A Node that cannot be installed is one failure.
 *
 * @param {string} root @param {string} node @param {string} sqlite @param {string[]} words
 * @returns {Promise<Tally>}
 */
async function onNode(root, node, sqlite, words) {
  try {
    const program = await nodeOf(root, node);
    const env = { ...environmentOf(program, process.env), TALLYSTICK_SQLITE: sqlite };
    return await testsOf(root, program, words, env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * Runs tests, prints what they print, and reads their tally; a run without one is one failure.
 *
 * @param {string} root @param {string} program Node @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Tally>}
 */
function testsOf(root, program, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const script = join(root, "packages/dev/src/run.js");
    const child = spawn(program, [script, "test", ...args], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      process.stdout.write(text);
      output = `${output}${text}`.slice(-LAST_CHARACTERS);
    });
    child.on("error", reject);
    child.on("close", () => resolve(lastTally(output) ?? { passed: 0, failed: 1, skipped: 0 }));
  });
}

/** What is kept of the output, in which the last line is. */
const LAST_CHARACTERS = 10_000;
