import { readFile, writeFile } from "node:fs/promises";
import { exampleFile, repositoryFile, runOnNode } from "./running-node.js";

/** The shell commands of a page, but for those that start a node or follow it without end. */
export const commandsOf = (page: string): string =>
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
 * Runs commands of a page against a node in memory.
 *
 * @param name of the script that is made of them
 * @param packages the module of the packages that the node serves
 * @returns what they print
 */
export const runCommands = async (
  name: string,
  commands: string,
  packages = exampleFile("notes.js"),
): Promise<string> => {
  const script = `dist/${name}.sh`;
  const text = commands.replaceAll("http://127.0.0.1:7575", "$base");
  await writeFile(exampleFile(script), `#!/usr/bin/env bash\nset -eu\nbase=$1\n${text}`, {
    mode: 0o755,
  });
  return runOnNode(script, ["--packages", packages]);
};
