// The tasks behind the scripts of package.json. Each does its own set-up and skips what is already
// done.
import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.js";
import { ensureBinaries } from "./build-binaries.js";
import { ensureBundled } from "./build-bundles.js";
import { ensureDescriptions } from "./build-descriptions.js";
import { ensureSiteBuilt } from "./build-site.js";
import { ensureInstalled } from "./install.js";
import { repositoryRoot } from "./repository.js";

/** @typedef {(root: string, args: string[]) => Promise<number>} Task Gives the exit code. */

/** @type {Record<string, Task>} */
const tasks = {
  start: (root, args) =>
    runMain(root, "packages/cli/dist/bundle/main.js", ["serve", ...args], toStart),
  bench: (root, args) => runMain(root, "packages/bench/dist/src/main.js", args),
  "coin:replay": (root, args) => runMain(root, "packages/coin/dist/test/replay/main.js", args),
  "daml:corpus": (root, args) => runMain(root, "packages/daml-lf/dist/test/corpus/main.js", args),
  simulate: (root, args) => runMain(root, "packages/simulation/dist/src/main.js", args),
  build: (root) => setUp(root),
  lint: async (root) => {
    if (!(await ready(ensureInstalled(root)))) return 1;
    // The rules that need types read them from the build; without one the others still say what
    // they find.
    const built = await ready(ensureBuilt(root));
    const { lint } = await import("./lint/lint.js");
    return (await lint(root, { typeAware: built })) === 0 && built ? 0 : 1;
  },
  format: async (root) => {
    const { formatFiles } = await import("./lint/tools.js");
    return (await ready(ensureInstalled(root))) ? formatFiles(root) : 1;
  },
  docs: async (root) => {
    const { makeReference } = await import("./api-reference.js");
    return makeReference(root);
  },
  release: async (root, args) => {
    const code = await setUp(root);
    if (code !== 0) return code;
    const { release } = await import("./release/release.js");
    return release(root, args);
  },
  mutate: async (root, args) => {
    const { mutate } = await import("./mutate.js");
    return mutate(root, args);
  },
  ci: async (root, args) => {
    const { runAll } = await import("./ci.js");
    return runAll(root, args);
  },
  test: async (root, args) => {
    const { testEverything } = await import("./test-everything.js");
    return testEverything(root, args);
  },
};

/**
 * Runs the task named first in `argv` with the rest as its arguments, and sets the exit code of the
 * process.
 *
 * @param {string[]} argv the arguments after the script's own name
 */
export async function runTask(argv) {
  const [name = "", ...args] = argv;
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined) {
    console.error(
      `Usage: node packages/dev/src/run.js ${Object.keys(tasks).join(" | ")} [arguments]`,
    );
    process.exitCode = 2;
    return;
  }
  const exitCode = await task(repositoryRoot, args);
  if (exitCode !== 0) process.exitCode = exitCode;
}

/** @typedef {(root: string) => Promise<void>} Step of a set-up; rejected with its error */

/** Everything, types checked. @type {Step[]} */
const toDevelop = [ensureInstalled, ensureBinaries, ensureBuilt, ensureBundled, ensureSiteBuilt];

/** What the server runs; the bundles are made of the sources. @type {Step[]} */
const toStart = [
  (root) => ensureInstalled(root, "start"),
  ensureBinaries,
  ensureDescriptions,
  ensureBundled,
  ensureSiteBuilt,
];

/** @param {string} root @param {Step[]} [steps] @returns {Promise<number>} the exit code */
async function setUp(root, steps = toDevelop) {
  for (const step of steps) if (!(await ready(step(root)))) return 1;
  return 0;
}

/**
 * Turns a failed step into its message and `false`.
 *
 * @param {Promise<void>} step
 */
async function ready(step) {
  try {
    await step;
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/**
 * Sets up and then becomes the program at `path`: it is imported into this very process, so signals
 * reach it and its exit code is ours, with no process in between. A checkout that this user may not
 * write is started as it was built.
 *
 * @param {string} root
 * @param {string} path from the root
 * @param {string[]} args what the program finds after its own name in `process.argv`
 * @param {Step[]} [steps] which set it up
 */
async function runMain(root, path, args, steps = toDevelop) {
  const main = join(root, path);
  const setUpCode = isReadOnly(main) ? 0 : await setUp(root, steps);
  if (setUpCode !== 0) return setUpCode;
  if (!existsSync(main)) {
    console.error(`${path} was not built: its source is missing.`);
    return 1;
  }
  process.argv = [process.execPath, main, ...args];
  await import(pathToFileURL(main).href);
  return 0;
}

/** @param {string} main a built program @returns {boolean} whether it cannot be built again */
function isReadOnly(main) {
  if (!existsSync(main)) return false;
  try {
    accessSync(dirname(main), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}
