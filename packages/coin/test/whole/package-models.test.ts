import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compileCatalog, isJsonArray, isJsonObject, type Json } from "@tallystick/core";
import { expect } from "chai";
import { coinPackages } from "../../src/index.js";
import { rightOf, sha256 } from "../coin-values.js";

const folder = fileURLToPath(new URL("../../../test/golden/", import.meta.url));

const membersOf = (value: Json | undefined): ReadonlyArray<Json> =>
  isJsonArray(value) ? value : [];

/**
 * A model as text with a line for each template, interface and choice, so that a change is seen
 * where it is.
 */
const linesOf = (model: Json): string => {
  if (!isJsonObject(model)) throw new Error("a model is an object");
  const { templates, interfaces, ...head } = model;
  const items = [...membersOf(templates), ...membersOf(interfaces)].flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const { choices, ...itself } = item;
    return [
      JSON.stringify(itself),
      ...membersOf(choices).map((each) => `  ${JSON.stringify(each)}`),
    ];
  });
  return `${[JSON.stringify(head), ...items].join("\n")}\n`;
};

// clients and stored contracts rely on every name and type of these packages, and a package's id is
// the hash of its model
describe("the model of the package", () => {
  const { packages } = rightOf(compileCatalog(coinPackages, sha256));
  for (const { name, version, model } of packages) {
    it(`${name} ${version} is the one clients know (UPDATE_GOLDEN=1 writes it)`, () => {
      const file = `${folder}${name}-${version}.txt`;
      const lines = linesOf(model);
      if (process.env["UPDATE_GOLDEN"] === "1") {
        mkdirSync(folder, { recursive: true });
        writeFileSync(file, lines);
      }
      expect(existsSync(file), file).to.equal(true);
      expect(lines.split("\n")).to.deep.equal(readFileSync(file, "utf8").split("\n"));
    });
  }
});
