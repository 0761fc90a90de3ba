import { readFile, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { exampleFile, repositoryFile, runOnNode } from "./running-node.js";

/** The commands of the page, but for those that start a node or follow it without end. */
const commandsOf = (page: string): string =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block ?? "")
    .filter((block) => !/^npm start|follow\.js/m.test(block))
    .join("\n");

describe("docs/getting-started.md", () => {
  it("works as it is written", async () => {
    const page = await readFile(repositoryFile("docs/getting-started.md"), "utf8");
    const commands = commandsOf(page).replaceAll("http://127.0.0.1:7575", "$base");
    expect(commands.match(/^(ask|curl) /gm)).to.have.length.greaterThan(10);
    const script = exampleFile("dist/getting-started.sh");
    await writeFile(script, `#!/usr/bin/env bash\nset -eu\nbase=$1\n${commands}`, { mode: 0o755 });
    const flags = ["--packages", exampleFile("notes.js")];
    const printed = await runOnNode("dist/getting-started.sh", flags);
    expect(printed).not.to.contain("errorCategory").and.not.to.contain("Invalid value");
    for (const answer of ["partyDetails", "completionOffset", "JsActiveContract", "CanActAs"])
      expect(printed).to.contain(answer);
    for (const answer of ["newlyGrantedRights", '"isDeactivated":true', "packageIds"])
      expect(printed).to.contain(answer);
  });
});
