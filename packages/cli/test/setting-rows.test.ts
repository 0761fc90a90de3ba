import { readFileSync } from "node:fs";
import { isJsonObject, type JsonObject } from "@tallystick/core";
import { expect } from "chai";
import type { FlagRow } from "../src/commands/command-row.js";
import { commandRows } from "../src/commands/command-rows.js";
import { settingRows, unknownVariables } from "../src/setting-rows.js";
import { FileSettings } from "../src/settings-codec.js";
import { helpText } from "../src/commands/help-text.js";

const page = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");

/** The schema at a place of the configuration file. */
const schemaAt = (place: string): unknown => {
  let at: unknown = FileSettings.schema;
  for (const key of place.split(".")) {
    const properties: unknown = isJsonObject(at) ? at["properties"] : undefined;
    at = isJsonObject(properties) ? resolved(properties[key]) : undefined;
  }
  return at;
};

const resolved = (schema: unknown): unknown => {
  if (!isJsonObject(schema)) return schema;
  const [first]: ReadonlyArray<unknown> = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  const reference = referenceOf(schema) ?? (isJsonObject(first) ? referenceOf(first) : undefined);
  return reference === undefined
    ? schema
    : FileSettings.definitions[reference.slice("#/components/schemas/".length)];
};

const referenceOf = (schema: JsonObject): string | undefined =>
  typeof schema["$ref"] === "string" ? schema["$ref"] : undefined;

describe("The settings with a flag", () => {
  for (const row of Object.values(settingRows)) {
    it(`have --${row.flag} in the help text and in the documents`, () => {
      const line = page.split("\n").find((each) => each.startsWith(`| \`--${row.flag}`));
      expect(line, "docs/configuration.md").to.not.equal(undefined);
      expect(helpText("serve")).to.match(new RegExp(`--${row.flag}\\b`));
      if (!("variable" in row)) return;
      expect(line).to.contain(row.variable);
      expect(helpText("serve")).to.contain(row.variable);
    });
    if ("file" in row) {
      it(`have ${row.file} in the file and in the documents`, () => {
        expect(schemaAt(row.file), row.file).to.not.equal(undefined);
        expect(page).to.contain(row.file === "data" ? "| `data`" : row.file);
      });
    }
  }

  it("are named with those of other commands where a variable is not known", () => {
    const rows = Object.values(commandRows).flatMap(({ flags }) => Object.values<FlagRow>(flags));
    const variables = rows.flatMap(({ variable }) => (variable === undefined ? [] : [variable]));
    expect(variables).to.include.members(["TALLYSTICK_URL", "TALLYSTICK_PORT"]);
    // that of the examples and of tests is near TALLYSTICK_DATA
    const env = Object.fromEntries([...variables, "TALLYSTICK_DARS"].map((name) => [name, "x"]));
    expect(unknownVariables(env, expect.fail)).to.deep.equal([]);
  });

  it("are all the documents have", () => {
    const flags = [...page.matchAll(/^\| `--([\w-]+)/gm)].map(([, flag]) => flag);
    expect(flags).to.have.members(Object.values(settingRows).map(({ flag }) => flag));
  });
});
