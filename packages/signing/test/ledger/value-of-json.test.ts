import {
  bool,
  contractId,
  type DamlType,
  date,
  enumeration,
  genMap,
  int64,
  type Json,
  list,
  numeric,
  optional,
  party,
  record,
  recursive,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { jsonOfValue } from "../../src/ledger/json-of-value.js";
import { IllTypedValue, valueOfJson } from "../../src/ledger/value-of-json.js";
import type { Value } from "../../src/messages/value.js";

const id = `00${"ab".repeat(32)}`;
const form = { contractId: (cid: string) => cid };
const tree: DamlType<unknown> = recursive("Tree", (itself) =>
  variant({ Leaf: unit, Node: record({ left: itself, right: itself }) }),
);
const leaf: Json = { tag: "Leaf", value: {} };

/** Types with the JSON that they write. */
const samples: ReadonlyArray<readonly [string, DamlType<never>, Json]> = [
  ["text", text, "ä"],
  ["party", party, "p"],
  ["bool", bool, false],
  ["int64", int64, "-9223372036854775808"],
  ["numeric", numeric, "-1.5000000000"],
  ["timestamp", timestamp, "2026-01-01T00:00:00.000001Z"],
  ["date", date, "1969-12-31"],
  ["unit", unit, {}],
  ["contract id", contractId, id],
  ["list", list(int64), ["1", "2"]],
  ["optional", optional(text), "a"],
  ["none", optional(text), null],
  ["some none", optional(optional(text)), [[]]],
  ["some some", optional(optional(text)), [["a"]]],
  ["some some none", optional(optional(optional(text))), [[[]]]],
  ["some some some", optional(optional(optional(text))), [[["a"]]]],
  ["text map", textMap(bool), { a: true, ä: false }],
  ["gen map", genMap(int64, text), [["1", "a"]]],
  ["record", record({ a: text, b: optional(text), c: int64 }), { a: "x", b: null, c: "1" }],
  ["variant", variant({ A: text, B: unit }), { tag: "A", value: "x" }],
  ["enum", enumeration("A", "B"), "B"],
  ["recursive", tree, { tag: "Node", value: { left: leaf, right: leaf } }],
].map(([name, type, json]) => [name, type, json] as never);

describe("valueOfJson", () => {
  for (const [name, type, json] of samples) {
    it(`writes a ${name} from which the JSON comes back`, () => {
      const value = valueOfJson(type.model, json, form);
      const read = type.decode(jsonOfValue(value));
      expect(isRight(read) && type.encode(read.right)).to.deep.equal(json);
      expect(valueOfJson(type.model, jsonOfValue(value), form)).to.deep.equal(value);
    });
  }

  it("leaves out what is None at the end of a record, and nothing in its middle", () => {
    const type = record({ a: optional(text), b: text, c: optional(text), d: optional(text) });
    const value = valueOfJson(type.model, { a: null, b: "x" }, form);
    const labels = value.kind === "record" ? value.value.fields.map(({ label }) => label) : [];
    expect(labels).to.deep.equal(["a", "b"]);
  });

  it("puts keys of a text map in the order of their UTF-8 bytes", () => {
    const value = valueOfJson(textMap(unit).model, { "\uFF5E": {}, "\u{1F600}": {}, a: {} }, form);
    const keys = value.kind === "textMap" ? value.value.map(({ key }) => key) : [];
    expect(keys).to.deep.equal(["a", "\uFF5E", "\u{1F600}"]);
  });

  it("writes contract ids in the form of the transaction, and the id of a type that is known", () => {
    const typeId = { packageId: "p", moduleName: "M", entityName: "E" };
    const short = { contractId: (cid: string) => cid.slice(0, 6) };
    const value = valueOfJson(record({ cid: contractId }).model, { cid: id }, short, typeId);
    expect(value).to.deep.equal({
      kind: "record",
      value: {
        recordId: typeId,
        fields: [{ label: "cid", value: { kind: "contractId", value: "00abab" } }],
      },
    });
  });

  it("gives records, variants and enums inside the ids that the form has for their types", () => {
    const color = enumeration("Red");
    const shape = variant({ Flat: color });
    const type = record({ shape });
    const ids = new Map<Json, string>([
      [color.model, "Color"],
      [shape.model, "Shape"],
      [type.model, "Whole"],
    ]);
    const idOf = (model: Json) => {
      const entityName = ids.get(model);
      return entityName === undefined ? undefined : { packageId: "p", moduleName: "M", entityName };
    };
    const json = { shape: { tag: "Flat", value: "Red" } };
    const named = valueOfJson(type.model, json, { ...form, idOf });
    const found = JSON.stringify(named).matchAll(/"(\w+Id)":[^}]*"entityName":"(\w+)"/gu);
    expect([...found].map(([, field, name]) => `${field} ${name}`)).to.deep.equal([
      "recordId Whole",
      "variantId Shape",
      "enumId Color",
    ]);
    expect(JSON.stringify(valueOfJson(type.model, json, form))).not.to.include("entityName");
  });

  it("gives a record field named like one of every object its own value", () => {
    const type = record({ constructor: optional(text), toString: text });
    const value = valueOfJson(type.model, { toString: "x" }, form);
    expect(value.kind === "record" && value.value.fields[0]?.value).to.deep.equal({
      kind: "optional",
      value: undefined,
    });
  });

  for (const [what, model, json] of [
    ["a number for text", "Text", 1],
    ["an unknown type", "Other", "x"],
    ["no list", { List: "Text" }, "x"],
    ["no record", { Record: [] }, "x"],
    ["an unknown constructor", { Variant: [["A", "Unit"]] }, { tag: "B", value: {} }],
    ["no date", "Date", "x"],
    ["no time", "Timestamp", "x"],
    ["an unknown self", { Self: "T" }, {}],
  ] as const) {
    it(`throws for ${what}`, () => {
      expect(() => valueOfJson(model, json, form)).to.throw(IllTypedValue);
    });
  }
});

describe("jsonOfValue", () => {
  it("writes the kinds that no sample has at its top", () => {
    const value: Value = { kind: "optional", value: { kind: "optional", value: undefined } };
    expect(jsonOfValue(value)).to.deep.equal([[]]);
    expect(jsonOfValue({ kind: "optional", value: undefined })).to.equal(null);
  });
});
