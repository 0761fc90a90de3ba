import { expect } from "chai";
import fc from "fast-check";
import { canonicalJson, isJsonObject, type Json } from "../../src/values/json.js";

describe("canonical JSON", () => {
  const table: ReadonlyArray<readonly [Json, string]> = [
    [null, "null"],
    [true, "true"],
    ['a"\n', '"a\\"\\n"'],
    [1.5, "1.5"],
    [2n ** 63n, "9223372036854775808"],
    [[1, [], {}], "[1,[],{}]"],
    [{ b: 1, a: { d: 2, c: [3] } }, '{"a":{"c":[3],"d":2},"b":1}'],
    [{ é: 1, z: 2 }, '{"z":2,"é":1}'],
  ];
  for (const [value, text] of table) {
    it(`of one value is ${text}`, () => {
      expect(canonicalJson(value)).to.equal(text);
    });
  }

  const values = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)));

  it("reads back as the value and does not depend on the order of keys", () => {
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).to.deep.equal(value);
        expect(canonicalJson(reversed(value))).to.equal(text);
      }),
    );
  });

  const reversed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(reversed);
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).reverse();
    return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
  };
});

describe("a JSON object", () => {
  it("is neither null nor an array nor a plain value", () => {
    expect([{}, { a: 1 }].every(isJsonObject)).to.equal(true);
    expect([null, [], "x", 1, true, undefined].some(isJsonObject)).to.equal(false);
  });
});
