// `npm run docs`: the reference of all types, made by TypeDoc from the doc comments, as HTML in
// `dist/api-reference`. TypeDoc needs a compiler with an interface for programs, which TypeScript 7
// has not; both are installed apart from the packages, on first use (decision 80).
import { join } from "node:path";
import { installTool } from "./install.js";
import { runProgram } from "./run-program.js";

/** Where TypeDoc has its settings and its own lock file. */
const TOOL = "packages/dev/api-reference";

/**
 * @param {string} root
 * @returns {Promise<number>} the exit code; 3 where a doc comment lacks something
 */
export async function makeReference(root) {
  await installTool(root, TOOL);
  const typedoc = join(root, TOOL, "node_modules/typedoc/bin/typedoc");
  return runProgram(join(root, TOOL), process.execPath, [typedoc]);
}
