import { readFileSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import type { CommandRow } from "../../src/commands/command-row.js";
import { commandRows, commonFlags } from "../../src/commands/command-rows.js";
import { flagForm, flagText } from "../../src/commands/help-text.js";
import { exitCodeTexts } from "../../src/exit-code.js";
import { startNode } from "../process.js";

const file = fileURLToPath(new URL("../../../../../docs/usage.md", import.meta.url));
const mark =
  "<!-- from the table of commands; UPDATE_DOCS=1 npm test -- documents/usage writes it -->\n";

const flagTable = (flags: CommandRow["flags"]): string =>
  `| Flag | |\n|---|---|\n${Object.entries(flags)
    .map(([name, row]) => `| \`${flagForm(name, row)}\` | ${flagText(row)} |\n`)
    .join("")}`;

const { data, store, participant } = commandRows["audit state"].flags;

/** Flags that many commands share, each group in one table of the page. */
const groups: ReadonlyArray<{ readonly title: string; readonly flags: CommandRow["flags"] }> = [
  { title: "Flags of commands that ask a node", flags: commandRows["party list"].flags },
  { title: "Flags of commands that read a journal", flags: { data, store, participant } },
];

const section = ([name, row]: readonly [string, CommandRow]): string => {
  const shared = groups.filter(({ flags }) =>
    Object.entries(flags).every(([flag, one]) => row.flags[flag] === one),
  );
  const isShared = (flag: string) => shared.some(({ flags }) => flag in flags);
  const own = Object.entries(row.flags).filter(([flag]) => !isShared(flag));
  const links = shared.map(
    ({ title }) => `[${title}](#${title.toLowerCase().replaceAll(" ", "-")}).\n`,
  );
  return [
    `### tallystick ${[name, ...row.arguments].join(" ")}\n\n${row.text}\n`,
    ...links,
    ...(own.length === 0 ? [] : [flagTable(Object.fromEntries(own))]),
  ].join("\n");
};

const tables = (): string => {
  const codes = exitCodeTexts.map(([code, text]) => `| ${code} | ${text} |\n`).join("");
  return [
    `## Exit codes\n\n| | |\n|---|---|\n${codes}`,
    `## Flags of every command\n\n${flagTable(commonFlags)}`,
    ...groups.map(({ title, flags }) => `## ${title}\n\n${flagTable(flags)}`),
    "## Commands\n",
    ...Object.entries(commandRows).map(section),
  ].join("\n");
};

const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The examples of the page, with the program under its name. */
const exampleScript = (): string => {
  const [, lines = ""] =
    /^## Asking[^]*?^```sh\n([^]*?)^```$/m.exec(readFileSync(file, "utf8")) ?? [];
  return `set -eo pipefail\ntallystick() { "$NODE" packages/cli/dist/bundle/main.js "$@"; }\n${lines}`;
};

describe("docs/usage.md", () => {
  it("has examples that do what they say", async () => {
    const node = await startNode(":memory:", ["--packages", `${root}examples/curl/notes.js`]);
    try {
      const env = {
        PATH: process.env["PATH"] ?? "",
        NODE: process.execPath,
        TALLYSTICK_URL: node.base,
      };
      const { stdout } = await promisify(execFile)("bash", ["-c", exampleScript()], {
        cwd: root,
        env,
      });
      expect(stdout.match(/"words":"hello again"/g)).to.have.length(3);
      expect(stdout)
        .to.match(/^unlocked {2}2000\.0{10} CC$/m)
        .and.to.match(/^sub {2}reader$/m)
        .and.to.match(/^notes +1\.0\.0 +yes /m);
    } finally {
      node.child.kill("SIGTERM");
      await node.ended;
    }
  });

  it("has every command, flag and exit code as they are in the code", () => {
    const [before = ""] = readFileSync(file, "utf8").split(mark);
    const wanted = `${before}${mark}\n${tables()}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });
});
