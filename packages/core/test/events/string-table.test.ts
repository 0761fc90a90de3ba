import { expect } from "chai";
import fc from "fast-check";
import {
  maxStoredDepth,
  StoredValueError,
  StringTableReader,
  StringTableWriter,
} from "../../src/events/string-table.js";
import type { Json } from "../../src/values/json.js";

/** What is written of something. */
const written = (write: (table: StringTableWriter) => void): string => {
  const table = new StringTableWriter();
  write(table);
  return table.written;
};

describe("the texts of an event that is written", () => {
  it("get a number each, in the order in which they first occur", () => {
    const table = new StringTableWriter();
    for (const text of ["a", "b", "a", "", "b"]) table.text(" ", text);
    expect(table.written).to.equal(" 0 1 0 2 1");
    expect(table.texts).to.deep.equal(["a", "b", ""]);
  });

  it("are not those of contracts the event creates, which have numbers below zero", () => {
    const table = new StringTableWriter();
    table.addCreated("00aa", 0);
    table.addCreated("00bb", 7);
    table.list("", ["00bb", "x", "00aa"]);
    expect(table.written).to.equal("[-8,0,-1]");
    expect(table.texts).to.deep.equal(["x"]);
  });

  const lists: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [[], "x:[]"],
    [["a"], "x:[0]"],
    [["b", "a"], "x:[0,1]"],
    [["b", "a", "b"], "x:[0,1,0]"],
  ];
  for (const [texts, text] of lists) {
    it(`are in a list of ${texts.length} behind what comes before it`, () => {
      expect(written((table) => table.list("x:", texts))).to.equal(text);
    });
  }

  it("are behind JSON that is written as it is", () => {
    const text = written((table) => {
      table.raw('{"a":');
      table.text("[", "a");
      table.raw("]}");
    });
    expect(text).to.equal('{"a":[0]}');
  });

  const values: ReadonlyArray<readonly [string, Json, string]> = [
    ["a text", "a", "0"],
    ["None", null, "null"],
    ["a boolean", false, "false"],
    ["an empty list", [], "[]"],
    ["an empty record", {}, "{}"],
    ["a list", ["a", ["b"], null], "[0,[1],null]"],
    ["a record", { x: "a", y: { z: "a" } }, '{"x":0,"y":{"z":0}}'],
    ["a name that JSON escapes", { 'a"\n': "a" }, '{"a\\"\\n":0}'],
    ["a name longer than any field's", { ["n".repeat(101)]: "a" }, `{"${"n".repeat(101)}":0}`],
  ];
  for (const [name, value, text] of values) {
    it(`are in the place of the texts of ${name}`, () => {
      expect(written((table) => table.value(value))).to.equal(text);
    });
  }

  it("refuse a number of JSON, small or large", () => {
    for (const number of [1, 0.5, 2n ** 60n]) {
      expect(() => new StringTableWriter().value({ n: number })).to.throw(
        TypeError,
        `found the number ${number}`,
      );
    }
  });
});

describe("the texts of an event that is read", () => {
  const table = new StringTableReader(["a", "b"], ["00aa", undefined]);

  it("are those of the table and the ids of contracts created", () => {
    expect([1, 0, -1].map((each) => table.textOf(each))).to.deep.equal(["b", "a", "00aa"]);
  });

  for (const reference of [2, -2, -3, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`are none for ${reference}`, () => {
      expect(() => table.textOf(reference)).to.throw(
        StoredValueError,
        `refers to text ${reference}, which is missing`,
      );
    });
  }

  it("are refused when they are in the value themselves", () => {
    expect(() => table.valueOf({ x: "a" })).to.throw(StoredValueError, "instead of a reference");
    expect(() => table.valueOf([undefined])).to.throw(StoredValueError);
  });

  it("are found as deep as values may be nested, and no deeper", () => {
    const nested = (levels: number): unknown => {
      let value: unknown = 0;
      for (let level = 0; level < levels; level++) value = [value];
      return value;
    };
    expect(() => table.valueOf(nested(maxStoredDepth))).to.not.throw();
    expect(() => table.valueOf(nested(maxStoredDepth + 1))).to.throw(StoredValueError, "deeper");
  });
});

describe("any value", () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "medium" },
      fc.oneof(fc.string({ unit: "grapheme" }), fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "7")), tie("value"), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    ),
    // border: texts, booleans, nulls, arrays and objects are JSON
  })).value as fc.Arbitrary<Json>;

  it("is read as it was written", () => {
    fc.assert(
      fc.property(json, (value) => {
        const table = new StringTableWriter();
        table.value(value);
        const stored: unknown = JSON.parse(table.written);
        const read = new StringTableReader(table.texts, []).valueOf(stored);
        expect(JSON.stringify(read)).to.equal(JSON.stringify(value));
      }),
    );
  });
});
