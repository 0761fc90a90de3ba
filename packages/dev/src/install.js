// Installs the dependencies when they are missing or are not those of package-lock.json.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProgram, runProgram } from "./run-program.js";

/**
 * Where the finished installation is noted, from the root. Removing node_modules removes it too.
 */
const STAMP = "node_modules/.tallystick-installed";

/** npm's own record of what it put into node_modules, from the root. */
const NPM_RECORD = "node_modules/.package-lock.json";

/**
 * @typedef {"all" | "start"} Part what is installed: all, or what a start needs, without what tests
 * and lint need besides
 */

/**
 * Makes node_modules agree with package-lock.json, and does nothing if it does. A clean clone gets
 * `npm ci`. Where something is installed already, `npm install --no-save` takes what the lock file
 * says and leaves that file alone too, but keeps what is already right.
 *
 * @param {string} root
 * @param {Part} [part]
 * @returns {Promise<void>} rejected with a message for the user when npm fails
 */
export async function ensureInstalled(root, part = "all") {
  const stamp = readIfThere(join(root, STAMP));
  if (stamp === wantedStamp(root, "all") || stamp === wantedStamp(root, part)) return;
  if (!isInstalled(root, part)) {
    console.error("Installing dependencies");
    const command = existsSync(join(root, NPM_RECORD)) ? ["install", "--no-save"] : ["ci"];
    const omitted = part === "start" ? ["--omit=dev"] : [];
    await runNpm(root, [...command, ...omitted, "--no-audit", "--no-fund"]);
  }
  writeFileSync(join(root, STAMP), wantedStamp(root, part));
}

/**
 * What the installation depends on.
 * @param {string} root
 * @param {Part} part
 */
function wantedStamp(root, part) {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  return `${lock} ${part}\n`;
}

/**
 * Whether someone else (a plain `npm install`) already put the right things in place, so that
 * no one waits for a second installation.
 *
 * @param {string} root
 * @param {Part} part
 */
export function isInstalled(root, part) {
  const record = readIfThere(join(root, NPM_RECORD));
  if (record === undefined) return false;
  const locked = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(record).packages;
  return Object.keys(locked)
    .filter((path) => path.includes("node_modules/"))
    .filter((path) => part === "all" || !isForDevelopment(locked[path]))
    .every((path) => isSamePackage(locked[path], installed[path]));
}

/** @param {{ dev?: boolean, devOptional?: boolean }} locked */
const isForDevelopment = ({ dev, devOptional }) => dev === true || devOptional === true;

/**
 * @param {{ version?: string, link?: boolean, resolved?: string, optional?: boolean }} locked
 * @param {{ version?: string, link?: boolean, resolved?: string } | undefined} installed
 */
function isSamePackage(locked, installed) {
  if (installed === undefined) return locked.optional === true;
  return locked.link === true
    ? installed.resolved === locked.resolved
    : installed.version === locked.version;
}

/**
 * Installs a tool that has a lock file of its own, when it is used for the first time.
 *
 * @param {string} root
 * @param {string} folder of the tool, from the root
 * @returns {Promise<void>} rejected with the first error of npm
 */
export async function installTool(root, folder) {
  if (existsSync(join(root, folder, "node_modules/.package-lock.json"))) return;
  // a machine without network waits for no third try
  const retries = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", ...retries];
  const { exitCode, stderr } = await readProgram(join(root, folder), "npm", ["ci", ...flags]);
  if (exitCode === 0) return;
  const [error = `exit code ${exitCode}`] = stderr.match(/^npm error (?!code).*$/m) ?? [];
  throw new Error(`npm ci in ${folder}: ${error.replace(/^npm error /, "")}`);
}

/** @param {string} root @param {string[]} args @returns {Promise<void>} rejected when npm fails */
async function runNpm(root, args) {
  const npmScript = process.env["npm_execpath"];
  const exitCode = await (npmScript?.endsWith(".js")
    ? runProgram(root, process.execPath, [npmScript, ...args], { outputTo: "stderr" })
    : runProgram(root, "npm", args, { outputTo: "stderr" }));
  if (exitCode !== 0)
    throw new Error(`npm ${args[0]} ended with exit code ${exitCode}; see its messages above.`);
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
