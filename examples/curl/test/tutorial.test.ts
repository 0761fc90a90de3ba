import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect } from "chai";
import { pageText, runCommands } from "./page-script.js";
import { exampleFile, repositoryFile } from "./running-node.js";

/** Compiles the page's contract as its project does. */
const compiledContract = async (page: string): Promise<string> => {
  const [, contract = ""] = /^```ts\n(\/\/ escrow\.ts\n[\s\S]*?)^```$/m.exec(page) ?? [];
  await mkdir(exampleFile("dist/tutorial"), { recursive: true });
  await writeFile(exampleFile("dist/tutorial/escrow.ts"), contract);
  const compiler = repositoryFile("node_modules/typescript/bin/tsc");
  const flags = ["--ignoreConfig", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"];
  const cwd = exampleFile("dist/tutorial");
  await promisify(execFile)(process.execPath, [compiler, ...flags, "escrow.ts"], { cwd });
  return exampleFile("dist/tutorial/escrow.js");
};

describe("docs/tutorial.md", () => {
  it("serves its contract, and the commands work on it as they are written", async () => {
    const page = await pageText("docs/tutorial.md");
    const module = await compiledContract(page);
    const [, commands = ""] = /^```sh\n(buyer=[\s\S]*?)^```$/m.exec(page) ?? [];
    const program = `node ${repositoryFile("packages/cli/dist/bundle/main.js")}`;
    const script = commands.replaceAll("npx tallystick", program);
    const printed = await runCommands("tutorial", `export TALLYSTICK_URL=$base\n${script}`, module);
    const lines = printed.trim().split("\n");
    expect(lines.filter((line) => line.startsWith("created"))).to.have.length(2);
    expect(lines.at(-1)).to.match(/^#escrows:Escrow:Escrow .*"price":"250\.0000000000"/);
  });
});
