import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { commandRows } from "../../src/commands/command-rows.js";
import type { FlagRow } from "../../src/commands/command-row.js";
import { exitCode } from "../../src/exit-code.js";
import { settingRows } from "../../src/setting-rows.js";
import { fileSettingRows, FileSettings } from "../../src/settings-codec.js";

const folder = new URL("../../../../../docs/", import.meta.url);
const document = readFileSync(new URL("configuration.md", folder), "utf8");

/** The object under `name`; undefined when there is none. */
const under = (value: unknown, name: string): object | undefined => {
  const found: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "object" && found !== null ? found : undefined;
};

/** The schema itself, where it is only named, alone or as one that may be null. */
const resolved = (schema: unknown): unknown => {
  const all = under(schema, "allOf");
  if (Array.isArray(all)) return resolved(all[0]);
  const reference: unknown =
    typeof schema === "object" && schema !== null ? Reflect.get(schema, "$ref") : undefined;
  return typeof reference === "string"
    ? under(FileSettings.definitions, reference.split("/").at(-1) ?? "")
    : schema;
};

/** The paths of all settings, those in the entries of lists as `list.setting`. */
const settingsIn = (schema: unknown, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = resolved(schema);
  const entries = under(own, "items");
  if (entries !== undefined) {
    const inside = under(resolved(entries), "properties");
    return inside === undefined ? [path.join(".")] : settingsIn(entries, path);
  }
  const properties = under(own, "properties");
  return properties === undefined
    ? [path.join(".")]
    : Object.entries(properties).flatMap(([name, each]) => settingsIn(each, [...path, name]));
};

const settings = settingsIn(FileSettings.schema, []);

describe("docs/configuration.md", () => {
  it("is compared with all settings", () => {
    expect(settings.length).to.be.greaterThan(50);
    expect(settings).to.include.members(["server.port", "ledger.sharedJournal", "data"]);
  });

  for (const path of settings) {
    it(`names ${path}`, () => {
      expect(document).to.contain(`\`${path}\``);
    });
  }
});

/** What docs/configuration.md says of another value of a setting of the file. */
const laterText = (path: string): string => {
  const row = fileSettingRows.find((it) => path === it.path || path.startsWith(`${it.path}.`));
  if (row === undefined) throw new Error(`${path}: no row of a setting`);
  const { does, text } = row.later;
  return does === "is refused" ? `rejected ${text}` : text;
};

const flagRows: ReadonlyArray<(typeof settingRows)[keyof typeof settingRows]> =
  Object.values(settingRows);

const laterTextOfFlag = (flag: string): string => {
  const row = flagRows.find((it) => it.flag === flag);
  if (row === undefined) throw new Error(`--${flag}: no row of a setting`);
  return "file" in row ? laterText(row.file) : row.later.text;
};

const heading = "If you change it";

/** A table of the page with its last column as the rows of the settings have it. */
const withLater = (page: string, head: string, textOf: (cell: string) => string): string => {
  const lines = page.split("\n");
  const first = lines.findIndex((line) => line.startsWith(head));
  const end = lines.findIndex((line, at) => at > first && !line.startsWith("|"));
  const columns = head.split("|").length - 2;
  const table = lines.slice(first, end).map((line, at) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (at === 1) return `|${"---|".repeat(columns + 1)}`;
    const last = at === 0 ? heading : textOf(cells[0] ?? "");
    return `|${[...cells.slice(0, columns), last].map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
  });
  return [...lines.slice(0, first), ...table, ...lines.slice(end)].join("\n");
};

/** The one text for all settings of a cell. */
const oneText = (cell: string, pattern: RegExp, textOf: (name: string) => string): string => {
  const names = [...cell.matchAll(pattern)].map(([, name = ""]) => name);
  const texts = [...new Set(names.map(textOf))];
  expect(texts, `a row for each of ${cell}`).to.have.lengthOf(1);
  return texts[0] ?? "";
};

describe("What another value at a later start does, in docs/configuration.md", () => {
  it("is what the row of each setting says", () => {
    const ofFlags = withLater(document, "| Flag | Environment | Default |", (cell) =>
      oneText(cell.split(",")[0] ?? "", /--([\w-]+)/g, laterTextOfFlag),
    );
    const wanted = withLater(ofFlags, "| Setting | Default | Meaning |", (cell) =>
      oneText(cell, /`([\w.]+)`/g, laterText),
    );
    if (process.env["UPDATE_DOCS"] === "1")
      writeFileSync(new URL("configuration.md", folder), wanted);
    expect(readFileSync(new URL("configuration.md", folder), "utf8")).to.equal(wanted);
  });
});

const serveFlags: ReadonlyArray<readonly [string, FlagRow]> = Object.entries(
  commandRows.serve.flags,
);

describe("the flags and variables of docs/configuration.md", () => {
  it("are compared with those of serve", () => {
    expect(serveFlags.map(([name]) => name)).to.include.members(["store", "follow", "tls-key"]);
  });

  for (const [name, { variable }] of serveFlags) {
    it(`have a row for --${name}`, () => {
      const row = document.split("\n").find((line) => line.startsWith(`| \`--${name}`));
      expect(row).to.contain(variable === undefined ? "| none |" : `\`${variable}`);
    });
  }

  it("have no row for a flag that there is not", () => {
    const rows = [...document.matchAll(/^\| `--([\w-]+)/gm)].map(([, name]) => name);
    expect(rows).to.have.members(serveFlags.map(([name]) => name));
  });

  it("name each variable that another command reads", () => {
    const rows: ReadonlyArray<{ readonly flags: Readonly<Record<string, FlagRow>> }> =
      Object.values(commandRows);
    const variables = rows.flatMap(({ flags }) =>
      Object.values(flags).flatMap(({ variable }) => (variable === undefined ? [] : [variable])),
    );
    expect(variables).to.include("TALLYSTICK_EVENTS_LISTEN");
    for (const variable of variables) expect(document).to.contain(`\`${variable}`);
  });
});

describe("exit codes in documents", () => {
  it("are those that the program ends with", () => {
    const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
    const named = pages.flatMap((name) =>
      [...readFileSync(new URL(name, folder), "utf8").matchAll(/exit code (\d+)/g)].map(
        ([, code]) => Number(code),
      ),
    );
    expect(named).to.include.members([2, 3, 5]);
    expect(Object.values<number>(exitCode)).to.include.members(named);
  });
});
