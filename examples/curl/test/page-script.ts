import { readFile, writeFile } from "node:fs/promises";
import { exampleFile, repositoryFile, runOnNode } from "./running-node.js";

/** The shell commands of a page, but for those that start a node or follow it without end. */
const commandsOf = (page: string): string =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block ?? "")
    .filter((block) => !/^npm start|follow\.js/m.test(block))
    .join("\n");

/** The definitions of `token` and `ask`, as Getting started has them. */
export const definitionsIn = (page: string): string =>
  /^token=[\s\S]*?^ask\(\).*$/m.exec(page)?.[0] ?? "";

/** A page of the repository. */
export const pageText = async (path: string): Promise<string> =>
  readFile(repositoryFile(path), "utf8");

/**
 * Runs the commands of a page against a node in memory that serves the notes.
 *
 * @param name of the script that is made of them
 * @param first commands in front of them
 * @returns what they print
 */
export const runPage = async (name: string, page: string, first = ""): Promise<string> => {
  const commands = `${first}\n${commandsOf(page)}`.replaceAll("http://127.0.0.1:7575", "$base");
  const script = `dist/${name}.sh`;
  await writeFile(exampleFile(script), `#!/usr/bin/env bash\nset -eu\nbase=$1\n${commands}`, {
    mode: 0o755,
  });
  return runOnNode(script, ["--packages", exampleFile("notes.js")]);
};
