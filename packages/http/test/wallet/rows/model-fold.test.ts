import type { Json } from "@tallystick/core";
import { expect } from "chai";
import { foldModel, type ModelCases, type Named } from "../../../src/wallet/rows/model-fold.js";

const named = (all: ReadonlyArray<Named<string>>): string =>
  all.map(({ name, isOptional, type }) => `${name}${isOptional ? "?" : ""}:${type}`).join(" ");

/** The model in a line of text. */
const text: ModelCases<string> = {
  scalar: (name) => name,
  optional: (value) => `${value}?`,
  list: (element) => `[${element}]`,
  textMap: (value) => `text->${value}`,
  genMap: (value) => `any->${value}`,
  record: (fields) => `{${named(fields)}}`,
  variant: (constructors) => `<${named(constructors)}>`,
  enumeration: (names) => JSON.stringify(names),
  other: "other",
};

describe("The fold of a model", () => {
  const models: ReadonlyArray<readonly [Json, string]> = [
    ["Int64", "Int64"],
    [{ Optional: { Optional: "Text" } }, "Text??"],
    [{ List: { TextMap: "Party" } }, "[text->Party]"],
    [{ GenMap: ["Party", { List: "Date" }] }, "any->[Date]"],
    [
      {
        Record: [
          ["a", "Bool"],
          ["b", { Optional: "Bool" }],
        ],
      },
      "{a:Bool b?:Bool?}",
    ],
    [{ Record: [] }, "{}"],
    [{ Variant: [["A", { Record: [["x", "Unit"]] }]] }, "<A:{x:Unit}>"],
    [{ Enum: ["A", "B"] }, `["A","B"]`],
    [{ Recursive: ["Tree", { List: { Self: "Tree" } }] }, "other"],
    [null, "other"],
    [{}, "other"],
  ];
  for (const [model, expected] of models) {
    it(`makes ${expected} of ${JSON.stringify(model)}`, () => {
      expect(foldModel(model, text)).to.equal(expected);
    });
  }
});
