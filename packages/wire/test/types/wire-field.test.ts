import { expect } from "chai";
import { absentName, fallsBack } from "../../src/types/wire-field.js";

describe("the fallback of a field", () => {
  const table = [
    ["required", undefined, [false, false]],
    ["optional", undefined, [false, false]],
    ["default", undefined, [true, true]],
    ["default", "absence", [true, false]],
    ["default", "null", [false, true]],
  ] as const;
  for (const [presence, fallsBackOn, expected] of table) {
    it(`is used for nothing and null as ${String(expected)}: ${presence}, ${fallsBackOn}`, () => {
      const field = fallsBackOn === undefined ? { presence } : { presence, fallsBackOn };
      expect([undefined, null].map((value) => fallsBack(field, value))).to.deep.equal(expected);
    });
  }

  it("is never used for a value", () => {
    for (const value of [0, "", false, [], {}])
      expect(fallsBack({ presence: "default" }, value)).to.equal(false);
  });

  it("is missed in the words of a public node", () => {
    expect(absentName.sentence).to.equal(
      `Got value '{"Unrecognized":{"unrecognizedValue":0}}' with wrong type, expecting string`,
    );
  });
});
