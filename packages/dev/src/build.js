// Compiles whatever changed.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureApiTypes } from "./build-api-types.js";
import { ensureDescriptions } from "./build-descriptions.js";
import { workspaces } from "./repository.js";
import { runProgram } from "./run-program.js";

/** The compiler, from the root. */
const COMPILER = "node_modules/typescript/bin/tsc";

/**
 * Compiles every workspace that has a tsconfig.json. The compiler itself decides what is out of
 * date; asking it costs about 0.1 s when nothing is, which is less than being wrong about it once
 * would cost.
 *
 * @param {string} root
 * @returns {Promise<void>} rejected with a message for the user when something does not compile
 */
export async function ensureBuilt(root) {
  const compile = async (/** @type {string[]} */ ...projects) => {
    const exitCode = await runProgram(root, process.execPath, [COMPILER, "-b", ...projects]);
    if (exitCode !== 0) throw new Error("The build failed; see the compiler's messages above.");
  };
  await ensureDescriptions(root);
  await ensureApiTypes(root, compile);
  await compile(
    ...workspaces(root).filter((path) => existsSync(join(root, path, "tsconfig.json"))),
  );
}
