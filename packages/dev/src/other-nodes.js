// Nodes of the registry, for tests on others than the machine's.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProgram } from "./run-program.js";

/** Where they are installed; from the root. */
const FOLDER = "node_modules/.tallystick-nodes";

const CONTRACT = [
  "packages/sqlite/",
  "packages/event-store-sqlite/dist/test/contract",
  "packages/event-store-sqlite/dist/test/files",
];
const CRASH = [
  "packages/event-store-sqlite/dist/test/damage",
  "packages/event-store-sqlite/dist/test/processes",
  "packages/node/dist/test/faults/crash",
  "packages/node/dist/test/faults/changed-files",
  "packages/node/dist/test/faults/file-faults",
  "packages/views/dist/test/damage",
];
const START = ["packages/cli/dist/test/serve", "packages/cli/dist/test/bundled"];
const TARBALLS = ["packages/cli/dist/test/tarballs"];

/** @typedef {{ node: string, sqlite?: string, words: string[] }} OtherRun */

/**
 * What is tested on which Node: the database and the contract of stores, crashes, damage and full
 * disks, starting, and packed tarballs. Node 22.13 is before the first whose SQLite can be used.
 *
 * @type {readonly OtherRun[]}
 */
export const OTHER_RUNS = [
  { node: "24", words: [...CONTRACT, ...CRASH, ...START, ...TARBALLS] },
  { node: "24", sqlite: "photostructure", words: [...CONTRACT, ...CRASH] },
  { node: "22.13", words: CONTRACT },
  { node: "22", words: [...CONTRACT, ...CRASH, ...START] },
  { node: "26", words: [...CONTRACT, ...CRASH, ...START] },
];

/** @param {string} platform @param {string} arch */
const packageFor = (platform, arch) => `node-${platform === "win32" ? "win" : platform}-${arch}`;

/**
 * The program of a Node, installed when it is used for the first time.
 *
 * @param {string} root @param {string} version such as `24`: the newest of them
 * @returns {Promise<string>} its path; rejected when the registry has none for this machine
 */
export async function nodeOf(root, version) {
  const name = packageFor(process.platform, process.arch);
  const folder = join(root, FOLDER, version);
  const program = join(folder, "node_modules", name, "bin", "node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const { stderr } = await readProgram(folder, "npm", ["install", `${name}@${version}`, ...flags]);
  if (!existsSync(program)) throw new Error(`npm has no ${name}@${version}: ${stderr.trim()}`);
  return program;
}

/**
 * The environment in which programs that are named `node` and `npm` are run by a Node.
 *
 * @param {string} program @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOf(program, env) {
  const path = `${dirname(program)}:${env["PATH"] ?? ""}`;
  return { ...env, npm_execpath: undefined, PATH: path };
}
