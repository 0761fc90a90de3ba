import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = new URL("../../../../", import.meta.url);
const main = fileURLToPath(new URL("packages/cli/dist/bundle/main.js", root));

/** A file of the repository. */
export const repositoryFile = (path: string): string => fileURLToPath(new URL(path, root));

/** A file of the example. */
export const exampleFile = (name: string): string => repositoryFile(`examples/curl/${name}`);

/** The address the node says it is ready at. */
const readyAt = async (node: ChildProcess): Promise<string> => {
  let printed = "";
  for await (const chunk of node.stdout ?? []) {
    printed += String(chunk);
    const address = /ready at (http:\/\/[\d.:]+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`the node ended before it was ready: ${printed}`);
};

/** What a script of the example prints about a node in memory, started with these flags for it. */
export const runOnNode = async (
  script: string,
  flags: ReadonlyArray<string> = [],
): Promise<string> => {
  const args = [main, "serve", "--port", "0", "--data", ":memory:", ...flags];
  const node = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const args = [await readyAt(node)];
    const options = { cwd: repositoryFile(".") };
    return (await promisify(execFile)(exampleFile(script), args, options)).stdout;
  } finally {
    node.kill("SIGTERM");
    await once(node, "exit");
  }
};
