import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { defaultDarLimits, type DarLimits, readArchive } from "../src/index.js";
import {
  dalfOf,
  type Interner,
  message,
  packed,
  payloadOf,
  type Sketch,
  typeRef0,
  unit,
  unitExpr,
} from "./dar-writer.js";

const read = (sketch: Sketch, limits: Partial<DarLimits> = {}) =>
  readArchive(dalfOf(payloadOf(sketch)), { ...defaultDarLimits, ...limits });

const outcome = (sketch: Sketch, limits: Partial<DarLimits> = {}): string => {
  const archive = read(sketch, limits);
  return isLeft(archive) ? (archive.left.context["reason"] ?? "") : "read";
};

const join = (...parts: ReadonlyArray<Uint8Array>): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts));

type Part = (names: Interner) => Uint8Array;

const fieldsOf = (names: Interner, all: ReadonlyArray<string>) =>
  message(
    ...all.map((name): readonly [number, Uint8Array] => [
      1,
      message([2, typeRef0], [3, names.str(name)]),
    ]),
  );
const synonym =
  (name: string): Part =>
  (n) =>
    message([3, message([2, n.dname(name)], [4, typeRef0])]);
const value =
  (name: string): Part =>
  (n) =>
    message([5, message([2, message([1, n.dname(name)], [2, typeRef0])], [3, unitExpr])]);
const exception =
  (name: string): Part =>
  (n) =>
    message([7, message([1, n.dname(name)], [3, unitExpr])]);
const record =
  (name: string, ...fields: ReadonlyArray<string>): Part =>
  (n) =>
    message([4, message([2, n.dname(name)], [5, fieldsOf(n, fields)])]);
const variant =
  (name: string, ...cases: ReadonlyArray<string>): Part =>
  (n) =>
    message([4, message([2, n.dname(name)], [6, fieldsOf(n, cases)])]);
const enumeration =
  (name: string, ...cases: ReadonlyArray<string>): Part =>
  (n) => {
    const names = message([2, packed(...cases.map((each) => n.str(each)))]);
    return message([4, message([2, n.dname(name)], [7, names])]);
  };

const inModule = (...parts: ReadonlyArray<Part>): Sketch => ({
  inModule: (names) => join(...parts.map((part) => part(names))),
});

describe("The names in a module", () => {
  const table: ReadonlyArray<readonly [what: string, sketch: Sketch, outcome: string]> = [
    ["two types", inModule(record("T"), synonym("S")), "read"],
    [
      "a type and a synonym of one name",
      inModule(record("T"), synonym("T")),
      "the definition in module Main T is there twice",
    ],
    [
      "two synonyms of one name",
      inModule(synonym("S"), synonym("S")),
      "the definition in module Main S is there twice",
    ],
    ["two values", inModule(value("v"), value("w")), "read"],
    [
      "one value twice",
      inModule(value("v"), value("v")),
      "the definition in module Main v is there twice",
    ],
    [
      "a value and a type of one name",
      inModule(record("X"), value("X")),
      "the definition in module Main X is there twice",
    ],
    [
      "names of which one begins the other",
      inModule(record("A"), record("A.B"), value("A.b")),
      "read",
    ],
    [
      "two exceptions of one name",
      inModule(exception("E"), exception("E")),
      "the template, interface or exception in module Main E is there twice",
    ],
    [
      "an exception and a template of one name",
      { templates: [{ name: "T" }], inModule: exception("T") },
      "the template, interface or exception in module Main T is there twice",
    ],
    ["an exception and its record", inModule(record("E", "message"), exception("E")), "read"],
    ["two fields", inModule(record("R", "a", "b")), "read"],
    [
      "one field twice",
      inModule(record("R", "a", "b", "a")),
      "the field or constructor a is there twice",
    ],
    ["one field in two records", inModule(record("R", "a"), record("S", "a")), "read"],
    [
      "one constructor of a variant twice",
      inModule(variant("V", "A", "A")),
      "the field or constructor A is there twice",
    ],
    ["two constructors of an enumeration", inModule(enumeration("E", "A", "B")), "read"],
    [
      "one constructor of an enumeration twice",
      inModule(enumeration("E", "A", "B", "A")),
      "the field or constructor A is there twice",
    ],
    [
      "one method of an interface twice",
      {
        inModule: (n) =>
          message([
            8,
            message(
              [2, n.dname("I")],
              [3, message([2, n.str("m")], [3, typeRef0])],
              [3, message([2, n.str("m")], [3, typeRef0])],
              [4, n.str("this")],
              [6, typeRef0],
            ),
          ]),
      },
      "the method of interface I m is there twice",
    ],
    [
      "one name in two modules",
      {
        templates: [{ name: "T" }],
        inPackage: () => message([1, message([1, 0], [2, message([1, 1], [2, 1], [3, 1])])]),
      },
      "the module Main is there twice",
    ],
  ];
  for (const [what, sketch, expected] of table) {
    it(`are ${expected === "read" ? "taken" : "refused"}: ${what}`, () => {
      expect(outcome(sketch)).to.equal(expected);
    });
  }
});

describe("The flags of a module", () => {
  for (const missing of [1, 2, 3]) {
    it(`must be set, the ${missing}. too`, () => {
      const set = [1, 2, 3].filter((number) => number !== missing);
      const flags = message(...set.map((number): readonly [number, number] => [number, 1]));
      const expected = "module Main does not have all three feature flags";
      expect(outcome({ flags })).to.equal(expected);
      expect(outcome({ flags: join(flags, message([missing, 0])) })).to.equal(expected);
      expect(outcome({ flags: join(flags, message([missing, 1])) })).to.equal("read");
    });
  }

  it("are those that come last", () => {
    expect(outcome({ inModule: () => message([2, message([1, 1])]) })).to.contain("feature flags");
  });
});

describe("Name and version of a package", () => {
  const table: ReadonlyArray<readonly [name: string, version: string, isFine: boolean]> = [
    ["p", "0", true],
    ["a-B_9", "1.0.0", true],
    ["x".repeat(255), "1", true],
    ["x".repeat(256), "1", false],
    ["", "1", false],
    ["a.b", "1", false],
    ["ä", "1", false],
    ["p", "", false],
    ["p", "1.", false],
    ["p", ".1", false],
    ["p", "01", false],
    ["p", "1.00", false],
    ["p", "1.0.0-rc1", false],
    ["p", "2147483647", true],
    ["p", "2147483648", false],
    ["p", `${"1.".repeat(127)}1`, true],
    ["p", `${"1.".repeat(128)}1`, false],
  ];
  for (const [name, version, isFine] of table) {
    const shown = `${name.slice(0, 10)} ${version.slice(0, 20)}`;
    it(`are ${isFine ? "taken" : "refused"}: "${shown}"`, () => {
      const found = outcome({ name, version });
      if (isFine) expect(found).to.equal("read");
      else expect(found).to.match(/^invalid package (?:name|version) "/);
    });
  }

  it("are those of the metadata that come last", () => {
    const archive = read({
      inPackage: (names) => message([4, message([1, names.str("later")], [2, names.str("2")])]),
    });
    expect(isLeft(archive) ? archive.left : archive.right).to.deep.include({
      name: "later",
      version: "2",
    });
  });
});

describe("The definitions of a package", () => {
  it("are bounded: modules, types, templates, interfaces, methods and choices together", () => {
    // a module, a type and a template with two choices, an interface with a method and a choice
    const sketch: Sketch = { templates: [{ name: "T" }], interfaces: ["I"] };
    const count = 1 + 1 + 1 + 2 + 1 + 1 + 1;
    expect(outcome(sketch, { maxDefinitions: count })).to.equal("read");
    expect(outcome(sketch, { maxDefinitions: count - 1 })).to.equal(
      `the package has more than ${count - 1} definitions`,
    );
  });

  it("may be as many values as fields allow", () => {
    const many = inModule(...Array.from({ length: 30 }, (_, at) => value(`v${at}`)));
    expect(outcome(many, { maxDefinitions: 1 })).to.equal("read");
  });

  it("of a table are bounded", () => {
    const strings = (count: number): Sketch => ({
      inPackage: () =>
        message(...Array.from({ length: count }, (): readonly [number, string] => [2, "s"])),
    });
    // a package of nothing else has these
    const own = 3;
    expect(outcome(strings(10), { maxTableEntries: 10 + own })).to.equal("read");
    expect(outcome(strings(11), { maxTableEntries: 10 + own })).to.match(
      /^the package has more than \d+ of field 2$/,
    );
  });

  it("make it a utility package when none is a template, an interface or serializable", () => {
    const isUtility = (sketch: Sketch): boolean => {
      const archive = read(sketch);
      if (isLeft(archive)) throw new Error(archive.left.cause);
      return archive.right.isUtility;
    };
    const serializable: Part = (n) => message([4, message([2, n.dname("D")], [4, 1], [8, unit])]);
    const internal: Part = (n) => message([4, message([2, n.dname("D")], [4, 0], [8, unit])]);
    expect(isUtility(inModule(internal, value("v")))).to.equal(true);
    expect(isUtility(inModule(internal, exception("D")))).to.equal(true);
    expect(isUtility(inModule(serializable))).to.equal(false);
    expect(isUtility({ interfaces: ["I"] })).to.equal(false);
    expect(isUtility({ templates: [{ name: "T" }] })).to.equal(false);
  });
});
