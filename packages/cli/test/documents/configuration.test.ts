import { readFileSync } from "node:fs";
import { expect } from "chai";
import { FileSettings } from "../../src/settings-codec.js";

const document = readFileSync(
  new URL("../../../../../docs/configuration.md", import.meta.url),
  "utf8",
);

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
