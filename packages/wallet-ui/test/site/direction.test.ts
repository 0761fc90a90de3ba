import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

/** The sources; this file is compiled into `dist/test/site`. */
const sourceFolder = fileURLToPath(new URL("../../../src/", import.meta.url));

const sheets = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".css"))
  .map((name) => ({ name, text: readFileSync(join(sourceFolder, name), "utf8") }));

/** Properties and values that name a side of the screen. */
const sides = /(^|[\s:(-])(left|right)\b|\bfloat\s*:/;

/** What is drawn the same in both directions, after the reason. */
const excused = /\/\* either direction: [^*]+\*\/\s*$/;

const shorthand = /^\s*(?:margin|padding|inset|border-width|border-style|border-color)\s*:\s*(.+);/;

/** The values of a shorthand: spaces in brackets are of one value. */
const valuesOf = (text: string): ReadonlyArray<string> =>
  text.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];

/** Whether a declaration has another meaning where pages are read from right to left. */
const isPhysical = (written: string): boolean => {
  const line = written.replaceAll(/\/\*.*?\*\//g, "");
  if (sides.test(line)) return true;
  const values = valuesOf(shorthand.exec(line)?.[1] ?? "");
  return values.length === 4 && values[1] !== values[3];
};

const physicalLines = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n");
  return lines.filter((line, at) => isPhysical(line) && !excused.test(lines[at - 1] ?? ""));
};

describe("The style sheets", () => {
  it("name sides by the direction of the language: start and end, not left and right", () => {
    expect(sheets.length).to.be.above(15);
    const found = sheets.flatMap(({ name, text }) =>
      physicalLines(text).map((line) => `${name}: ${line.trim()}`),
    );
    expect(found).to.deep.equal([]);
  });

  it("are found out when they name a side, unless they say why it is the same in both", () => {
    for (const line of [
      "margin-left: 4px;",
      "right: 0;",
      "text-align: left;",
      "border-top-right-radius: 2px;",
      "float: inline-start;",
      "background: linear-gradient(to right, red, blue);",
      "padding: 0 0 var(--space-1) 7px;",
      "margin: 0 calc(1px + 2px) 0 calc(1px + 3px);",
    ]) {
      expect(physicalLines(line), line).to.deep.equal([line]);
      expect(physicalLines(`/* either direction: it turns */\n${line}`), line).to.deep.equal([]);
    }
    for (const line of [
      "margin-inline-start: 4px;",
      "padding: 0 1px 2px 1px;",
      "text-align: start;",
      "inset-inline: 0 auto;",
    ])
      expect(physicalLines(line), line).to.deep.equal([]);
  });
});
