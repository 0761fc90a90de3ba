import { expect } from "chai";
import { compileGrammar, type FieldSpec } from "../src/grammar-table.js";
import { rankOf22, rankOf23, rankOfDev } from "../src/language-version.js";

const enumerations = { Color: { always: [0, 1], "2.3+": [2], dev: [7] } };

const fieldOf = (text: string): FieldSpec => {
  const found = compileGrammar({ M: { 3: text }, N: {} }, enumerations)("M").fields.get(3);
  if (found === undefined) throw new Error("no field");
  return found;
};

describe("The notation of the grammar", () => {
  const versions: ReadonlyArray<readonly [text: string, from: number, to: number]> = [
    ["name", 1, rankOfDev],
    ["name 2.2+", rankOf22, rankOfDev],
    ["name 2.3+", rankOf23, rankOfDev],
    ["name 2.1", 1, 1],
    ["name dev", rankOfDev, rankOfDev],
    ["name never", rankOfDev + 1, rankOfDev + 1],
  ];
  for (const [text, fromRank, toRank] of versions) {
    it(`restricts a field to versions: ${text}`, () => {
      expect(fieldOf(text)).to.include({ fromRank, toRank });
    });
  }

  const marks: ReadonlyArray<readonly [text: string, expected: Partial<FieldSpec>]> = [
    ["N", { repeated: false, isCase: false, demandedAt: 0, flattened: "any" }],
    ["N?", { repeated: false, isCase: false, demandedAt: -1 }],
    ["N*", { repeated: true, isCase: false, demandedAt: -1, flattened: "any" }],
    ["N*1", { repeated: true, demandedAt: -1, flattened: "one" }],
    ["N*0", { repeated: true, demandedAt: -1, flattened: "none" }],
    ["|N", { repeated: false, isCase: true, demandedAt: -1 }],
    ["int32", { repeated: false, isCase: false, demandedAt: -1 }],
  ];
  for (const [text, expected] of marks) {
    it(`says how often a field may be there: ${text}`, () => {
      expect(fieldOf(text)).to.include(expected);
    });
  }

  it("tells scalars, enumerations and messages apart by their names", () => {
    expect(fieldOf("sint64").content).to.deep.equal({ kind: "scalar", scalar: "sint64" });
    expect(fieldOf("N").content).to.deep.include({ kind: "message" });
    const { content } = fieldOf("Color");
    if (content.kind !== "enumeration") throw new Error("no enumeration");
    expect([...content.values]).to.deep.equal([
      [0, 1],
      [1, 1],
      [2, rankOf23],
      [7, rankOfDev],
    ]);
  });

  it("notes of a message what must be there, what there may be one of, and indices that may be left out", () => {
    const message = compileGrammar(
      { M: { 1: "N", 2: "N", 3: "N*1", 4: "str", 5: "|name", 6: "dname*" }, N: {} },
      {},
    )("M");
    expect(message.demanded).to.deep.equal([1, 2]);
    expect(message.fields.get(2)?.demandedAt).to.equal(1);
    expect(message.single).to.deep.equal([3]);
    expect(message.hasCases).to.equal(true);
    expect([...message.plainIndices]).to.deep.equal(["str"]);
  });

  it("lets messages refer to each other and to themselves", () => {
    const find = compileGrammar({ A: { 1: "B?" }, B: { 1: "A?", 2: "B*" } }, {});
    const content = find("A").fields.get(1)?.content;
    expect(content?.kind === "message" && content.message).to.equal(find("B"));
  });

  const faults = ["", "N!", "N *", "|", "N 2.4+", "N dev 2.1", "?N", "Other", "N* 2.2"];
  for (const text of faults) {
    it(`is a fault of this package when it is "${text}"`, () => {
      expect(() => fieldOf(text)).to.throw(Error);
    });
  }

  it("knows no message that the table does not have", () => {
    const find = compileGrammar({ A: {} }, {});
    expect(() => find("toString")).to.throw("no message toString");
  });
});
