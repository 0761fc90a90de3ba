import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { CommandRow } from "../../src/commands/command-row.js";
import { commandRows, commonFlags } from "../../src/commands/command-rows.js";
import { flagForm, flagText } from "../../src/commands/help-text.js";
import { exitCodeTexts } from "../../src/exit-code.js";

const file = fileURLToPath(new URL("../../../../../docs/usage.md", import.meta.url));
const mark =
  "<!-- from the table of commands; UPDATE_DOCS=1 npm test -- documents/usage writes it -->\n";

const flagTable = (flags: CommandRow["flags"]): string =>
  `| Flag | |\n|---|---|\n${Object.entries(flags)
    .map(([name, row]) => `| \`${flagForm(name, row)}\` | ${flagText(row)} |\n`)
    .join("")}`;

const section = ([name, row]: readonly [string, CommandRow]): string => {
  const head = `### tallystick ${[name, ...row.arguments].join(" ")}\n\n${row.text}\n`;
  return Object.keys(row.flags).length === 0 ? head : `${head}\n${flagTable(row.flags)}`;
};

const tables = (): string => {
  const codes = exitCodeTexts.map(([code, text]) => `| ${code} | ${text} |\n`).join("");
  return [
    `## Exit codes\n\n| | |\n|---|---|\n${codes}`,
    `## Flags of every command\n\n${flagTable(commonFlags)}`,
    "## Commands\n",
    ...Object.entries(commandRows).map(section),
  ].join("\n");
};

describe("docs/usage.md", () => {
  it("has every command, flag and exit code as they are in the code", () => {
    const [before = ""] = readFileSync(file, "utf8").split(mark);
    const wanted = `${before}${mark}\n${tables()}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });
});
