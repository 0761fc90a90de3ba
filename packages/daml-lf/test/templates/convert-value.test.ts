import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { DataType, LfPackage } from "../../src/syntax/package.js";
import type { Reference, Type } from "../../src/syntax/type.js";
import { convertValue } from "../../src/templates/convert-value.js";
import { listOf } from "../../src/values/list.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import {
  ContractId,
  Enum,
  LfRecord,
  type LfValue,
  none,
  Numeric,
  Party,
  Some,
  unit,
  Variant,
} from "../../src/values/value.js";
import { byName, dataRecord, type, typeOf } from "../writer/notation.js";

const referenceOf = (packageId: string, name: string): Reference => ({
  packageId,
  module: "M",
  name,
});
const text = type("Text");
const optional = (of: Type): Type => type("Optional", of);

/** Versions of a package: the second adds a field at the end, a constructor and one in between. */
const packageOf = (id: string, isNew: boolean): LfPackage => {
  const choices: DataType = {
    name: "Choice",
    parameters: [],
    serializable: true,
    constructors: {
      tag: "variant",
      fields: [
        { name: "A", type: text },
        ...(isNew ? [{ name: "B", type: type("Int64") }] : []),
        { name: "C", type: typeOf(referenceOf(id, "Note")) },
      ],
    },
  };
  const colours: DataType = {
    name: "Colour",
    parameters: [],
    serializable: true,
    constructors: { tag: "enum", names: ["Red", ...(isNew ? ["Green"] : []), "Blue"] },
  };
  const box: DataType = {
    name: "Box",
    parameters: [{ name: "a", kind: { tag: "star" } }],
    serializable: true,
    constructors: { tag: "record", fields: [{ name: "it", type: { tag: "variable", name: "a" } }] },
  };
  const note = dataRecord("Note", {
    by: type("Party"),
    ...(isNew ? { memo: optional(text) } : {}),
  });
  const module = {
    name: "M",
    synonyms: byName([{ name: "Notes", parameters: [], type: type("List", typeOf(noteIn(id))) }]),
    dataTypes: byName([choices, colours, box, note]),
    values: new Map(),
    templates: new Map(),
    exceptions: new Map(),
    interfaces: new Map(),
  };
  return {
    id,
    name: "notes",
    version: isNew ? "2.0.0" : "1.0.0",
    languageVersion: "2.2",
    dependencies: [],
    modules: new Map([["M", module]]),
  };
};

const noteIn = (packageId: string): Reference => referenceOf(packageId, "Note");

const packages = new Map([
  ["old", packageOf("old", false)],
  ["new", packageOf("new", true)],
]);
const converted = (of: Type, value: LfValue) => convertValue((id) => packages.get(id), of, value);
const right = (of: Type, value: LfValue): LfValue => {
  const found = converted(of, value);
  if (isLeft(found)) throw new Error(found.left.reason);
  return found.right;
};
const reason = (of: Type, value: LfValue): string => {
  const found = converted(of, value);
  return isLeft(found) ? `${found.left.path.join(".")}: ${found.left.reason}` : "fits";
};

const alice = new Party("alice::1");
const noteOf = (id: string, ...fields: ReadonlyArray<LfValue>): LfRecord =>
  new LfRecord({ of: noteIn(id), labels: fields.length > 1 ? ["by", "memo"] : ["by"] }, fields);
const [oldNote, newNote] = [typeOf(noteIn("old")), typeOf(noteIn("new"))];

describe("A value of another version", () => {
  it("gets None for the fields it lacks, and loses those that are None", () => {
    expect(right(newNote, noteOf("old", alice))).to.deep.equal(noteOf("new", alice, none));
    expect(right(oldNote, noteOf("new", alice, none))).to.deep.equal(noteOf("old", alice));
    expect(reason(oldNote, noteOf("new", alice, new Some("memo")))).to.equal(
      ": found a field that M:Note does not have",
    );
  });

  it("keeps constructors by their names, whatever their place", () => {
    const variant = (id: string, names: ReadonlyArray<string>, rank: number, inner: LfValue) =>
      new Variant({ of: referenceOf(id, "Choice"), names }, rank, inner);
    const [old, fresh] = [
      ["A", "C"],
      ["A", "B", "C"],
    ] as const;
    const choiceOf = (id: string): Type => typeOf(referenceOf(id, "Choice"));
    expect(right(choiceOf("new"), variant("old", old, 1, noteOf("old", alice)))).to.deep.equal(
      variant("new", fresh, 2, noteOf("new", alice, none)),
    );
    expect(reason(choiceOf("old"), variant("new", fresh, 1, 7n))).to.equal(
      ": expected one of A, C",
    );
    const colour = (id: string, names: ReadonlyArray<string>, rank: number): Enum =>
      new Enum({ of: referenceOf(id, "Colour"), names }, rank);
    const colours = ["Red", "Green", "Blue"];
    expect(
      right(typeOf(referenceOf("new", "Colour")), colour("old", ["Red", "Blue"], 1)),
    ).to.deep.equal(colour("new", colours, 2));
    expect(reason(typeOf(referenceOf("old", "Colour")), colour("new", colours, 1))).to.equal(
      ": expected one of Red, Blue",
    );
  });

  it("is converted inside of everything that holds it", () => {
    const [before, after] = [noteOf("old", alice), noteOf("new", alice, none)];
    const box = (id: string, it: LfValue): LfRecord =>
      new LfRecord({ of: referenceOf(id, "Box"), labels: ["it"] }, [it]);
    const rows: ReadonlyArray<readonly [Type, LfValue, LfValue]> = [
      [optional(newNote), new Some(before), new Some(after)],
      [optional(newNote), none, none],
      [type("List", newNote), listOf([before, before]), listOf([after, after])],
      [typeOf(referenceOf("new", "Box"), newNote), box("old", before), box("new", after)],
      [
        { tag: "synonym", of: referenceOf("new", "Notes"), arguments: [] },
        listOf([before]),
        listOf([after]),
      ],
    ];
    for (const [of, value, expected] of rows) expect(right(of, value)).to.deep.equal(expected);
    const maps = right(type("TextMap", newNote), emptyTextMap.with("a", before));
    expect(right(type("TextMap", newNote), maps)).to.deep.equal(maps);
    expect(reason(type("GenMap", text, oldNote), emptyGenMap.with("a", before))).to.equal("fits");
    expect(reason(type("GenMap", text, text), emptyGenMap.with("a", before))).to.equal(
      ": expected a value of type Text",
    );
  });

  it("must be of the type otherwise", () => {
    const numeric = (scale: number): Type => type("Numeric", { tag: "nat", value: scale });
    const rows: ReadonlyArray<readonly [Type, LfValue, string]> = [
      [text, 1n, ": expected a value of type Text"],
      [type("Party"), "alice", ": expected a value of type Party"],
      [type("Unit"), unit, "fits"],
      [type("ContractId", newNote), new ContractId("00"), "fits"],
      [numeric(2), new Numeric(1n, 2), "fits"],
      [numeric(10), new Numeric(1n, 2), ": expected a Numeric of the same scale"],
      [optional(text), "a", ": expected an Optional"],
      [type("List", text), none, ": expected a List"],
      [newNote, noteOf("new", "alice"), "by: expected a value of type Party"],
      [newNote, noteOf("old"), "by: the contract has no such field"],
      [newNote, unit, ": expected a M:Note"],
      [typeOf(referenceOf("other", "Note")), unit, ": no data type M:Note in other"],
      [type("Arrow", text, text), unit, ": no value of a ledger has the type Arrow"],
    ];
    for (const [of, value, expected] of rows)
      expect(reason(of, value), expected).to.equal(expected);
  });
});
