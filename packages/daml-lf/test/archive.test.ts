import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { archiveModel, defaultDarLimits, type DarLimits, readArchive } from "../src/index.js";
import {
  dalfOf,
  type Interner,
  message,
  ownType,
  packageBytes,
  packageIdOf,
  packed,
  payloadOf,
  type Sketch,
  typeRef0,
  unit,
  unitExpr,
} from "./dar-writer.js";

const read = (sketch: Sketch, limits: Partial<DarLimits> = {}) =>
  readArchive(dalfOf(payloadOf(sketch)), { ...defaultDarLimits, ...limits });

const taken = (sketch: Sketch) => {
  const archive = read(sketch);
  if (isLeft(archive)) throw new Error(archive.left.cause);
  return archive.right;
};

const reasonFor = (bytes: Uint8Array): string => {
  const archive = readArchive(bytes);
  if (isRight(archive)) throw new Error("the archive was taken");
  expect(archive.left.code).to.equal("DAR_PARSE_ERROR");
  return archive.left.context["reason"] ?? "";
};

/** A package whose module has one more value with this expression. */
const withExpr = (expr: (names: Interner) => Uint8Array, more: Sketch = {}): Sketch => ({
  ...more,
  inModule: (names) =>
    message([5, message([2, message([1, names.dname("value")], [2, typeRef0])], [3, expr(names)])]),
});

/** `Expr` of an application inside of an application, so many deep. */
const nested = (depth: number): Uint8Array => {
  let expr: Uint8Array = unitExpr;
  for (let at = 0; at < depth; at++) expr = message([15, message([1, expr])]);
  return expr;
};

describe("An archive", () => {
  it("has name, version, modules, templates with their choices and keys, and interfaces", () => {
    const archive = taken({
      name: "p",
      version: "1.2.3",
      minor: "3",
      interfaces: ["I"],
      templates: [{ name: "T" }, { name: "K", key: true }],
    });
    const choices = [
      { name: "Archive", consuming: true },
      { name: "Look", consuming: false },
    ];
    expect(archive).to.deep.include({ name: "p", version: "1.2.3", isUtility: false });
    expect(archive.modules).to.deep.equal([
      {
        name: "Main",
        templates: [
          { name: "T", choices, hasKey: false },
          { name: "K", choices, hasKey: true },
        ],
        interfaces: [{ name: "I", choices: [{ name: "Archive", consuming: true }] }],
      },
    ]);
  });

  it("is a utility package when it has neither templates nor serializable types", () => {
    expect(taken({}).isUtility).to.equal(true);
    const data = (serializable: number): Sketch => ({
      inModule: (names) =>
        message([4, message([2, names.dname("D")], [4, serializable], [5, unit])]),
    });
    expect(taken(data(0)).isUtility).to.equal(true);
    expect(taken(data(1)).isUtility).to.equal(false);
  });

  it("has a model that says what a journal keeps of it", () => {
    const payload = payloadOf({ templates: [{ name: "T" }], imports: ["ab"] });
    const archive = readArchive(dalfOf(payload));
    if (isLeft(archive)) throw new Error(archive.left.cause);
    expect(archiveModel(archive.right)).to.deep.equal({
      format: "daml-lf",
      languageVersion: "2.2",
      modules: [{ name: "Main", templates: ["T"], interfaces: [] }],
      dependencies: ["ab"],
      utility: false,
      sizeBytes: payload.length,
    });
  });

  it("depends on the packages it refers to when it lists no imports", () => {
    const archive = taken({
      minor: "1",
      inModule: (names) => {
        const module = message(
          [1, message([3, names.str("other-package")])],
          [2, names.dname("M")],
        );
        return message([
          3,
          message([2, names.dname("S")], [4, typeRef0], [1, message([1, module])]),
        ]);
      },
    });
    expect(archive.dependencies).to.deep.equal(["other-package"]);
  });

  const payload = payloadOf({});
  const id = packageIdOf(payload);
  const envelopes: ReadonlyArray<readonly [string, Uint8Array, RegExp]> = [
    ["of nothing", new Uint8Array(), /invalid hash/],
    [
      "with an unknown field",
      message([3, payload], [4, id], [7, 1]),
      /type Archive contains unknown field numbered 7/,
    ],
    [
      "with the removed field",
      message([2, "x"], [3, payload], [4, id]),
      /unknown field numbered 2/,
    ],
    ["with another hash function", message([1, 1], [3, payload], [4, id]), /hash function 1/],
    [
      "with another hash",
      dalfOf(payload, "ab"),
      /Mismatching hashes! Expected [0-9a-f]{64} but got ab/,
    ],
    ["with a hash that cannot be an id", dalfOf(payload, "a.b"), /invalid hash/],
    ["with a hash that is not UTF-8", message([3, payload], [4, Uint8Array.of(255)]), /UTF-8/],
    ["without a package", dalfOf(message([3, "2"])), /Unrecognized or Unsupported LF version/],
    ["of an unknown version", dalfOf(message([3, "9"], [4, unit])), /Unsupported LF version 2\.9/],
    ["of a version that was given up", dalfOf(message([3, "3-rc1"], [4, unit])), /discontinued/],
    [
      "of an unknown version 1",
      dalfOf(message([3, "99"], [2, unit])),
      /Unsupported LF version 1\.99/,
    ],
    ["with a patch", dalfOf(message([3, "2"], [4, packageBytes({})], [5, 1])), /patch/],
    [
      "with an unknown field in the payload",
      dalfOf(message([3, "2"], [4, packageBytes({})], [6, 1])),
      /ArchivePayload contains unknown field numbered 6/,
    ],
    [
      "whose version is named like a method",
      dalfOf(message([3, "constructor"], [4, unit])),
      /Unsupported LF version/,
    ],
    ["with a group", Uint8Array.of(0x1b, 0x1c), /unknown field|illegal|invalid/],
  ];
  for (const [what, bytes, reason] of envelopes)
    it(`is refused ${what}`, () => expect(reasonFor(bytes)).to.match(reason));

  const name = "x".repeat(1001);
  const cases: ReadonlyArray<readonly [string, Sketch, RegExp]> = [
    ["without metadata", { noMetadata: true }, /Package\.metadata is required in Daml-LF 2\.2/],
    ["with a bad name", { name: "a b" }, /package name "a b"/],
    ["with a bad version", { version: "1.02" }, /package version "1\.02"/],
    ["with an import that is no id", { imports: ["a.b"] }, /invalid package id a\.b/],
    ["without feature flags", { flags: message([1, 1], [2, 1]) }, /feature flags/],
    [
      "with an unknown field in the package",
      { inPackage: () => message([77, 1]) },
      /type Package contains unknown field numbered 77/,
    ],
    [
      "with an unknown field in a module",
      { inModule: () => message([9, 1]) },
      /type Module contains unknown field numbered 9/,
    ],
    [
      "with an unknown field in a template",
      { templates: [{ name: "T" }], inTemplate: () => message([5, 1]) },
      /DefTemplate contains unknown field numbered 5/,
    ],
    [
      "with the removed lookup by key",
      withExpr(() => message([23, message([8, unit])])),
      /Update contains unknown field numbered 8/,
    ],
    [
      "with a field of the wrong type",
      { inModule: () => message([2, 1]) },
      /Module contains unknown field numbered 2/,
    ],
    [
      "with an index outside of its table",
      withExpr(() => message([6, message([4, 999])])),
      /internedString table index 999/,
    ],
    [
      "with a negative index",
      withExpr(() => message([6, message([4, -1])])),
      /internedString table index -1/,
    ],
    [
      "with a name that is none",
      withExpr((names) => message([2, names.str("9x")])),
      /invalid name/,
    ],
    [
      "with a name that is too long",
      withExpr((names) => message([2, names.str(name)])),
      /invalid name/,
    ],
    [
      "with a dotted name that is too long",
      {
        inModule: (names) =>
          message([
            3,
            message([2, names.dname(`${"x".repeat(600)}.${"y".repeat(400)}`)], [4, typeRef0]),
          ]),
      },
      /longer than 1000/,
    ],
    [
      "with an empty dotted name",
      { inPackage: () => message([3, unit]) },
      /dotted name \d+ is empty/,
    ],
    ["with an expression of no case", withExpr(() => unit), /Expr has none of its cases/],
    [
      "with a value without an expression",
      {
        inModule: (names) =>
          message([5, message([2, message([1, names.dname("v")], [2, typeRef0])])]),
      },
      /DefValue lacks field 3/,
    ],
    [
      "with a type that is not in the table",
      {
        inModule: (names) =>
          message([3, message([2, names.dname("S")], [4, message([3, message([1, 6])])])]),
      },
      /not a reference/,
    ],
    [
      "with a type that refers to a later one",
      {
        inPackage: () =>
          message(
            [5, message([9, message([1, message([8, 2])], [2, typeRef0])])],
            [5, message([3, unit])],
          ),
      },
      /internedType table index 2/,
    ],
    [
      "with a type that is a reference",
      { inPackage: () => message([5, typeRef0]) },
      /entry 1 of the interned types is itself a reference/,
    ],
    [
      "with a type that refers to itself",
      { inPackage: () => message([5, message([9, message([1, message([8, 1])], [2, typeRef0])])]) },
      /internedType table index 1/,
    ],
    [
      "with a kind that is a reference",
      { inPackage: () => message([6, message([1, unit])], [6, message([4, 0])]) },
      /interned kinds is itself a reference/,
    ],
    [
      "with an expression that refers to itself",
      { inPackage: () => message([7, message([44, 0])]) },
      /internedExpr table index 0/,
    ],
    [
      "with an argument in a flat type",
      { inPackage: () => message([5, message([3, message([1, 10], [2, typeRef0])])]) },
      /TypeBuiltin has too many elements in field 2/,
    ],
    [
      "with two parameters of one function",
      withExpr((names) => {
        const binder = message([2, typeRef0], [3, names.str("x")]);
        return message([17, message([1, binder], [1, binder], [2, unitExpr])]);
      }),
      /Abs has too many elements in field 1/,
    ],
    [
      "with a function without a parameter",
      withExpr(() => message([17, message([2, unitExpr])])),
      /Abs lacks field 1/,
    ],
    [
      "with an unknown builtin",
      withExpr(() => message([4, 24])),
      /BuiltinFunction has no value 24/,
    ],
    [
      "with a builtin in development",
      withExpr(() => message([4, 2001])),
      /2001 is not supported by Daml-LF 2\.2/,
    ],
    [
      "with a builtin of a later version",
      withExpr(() => message([4, 73])),
      /73 is not supported by Daml-LF 2\.2/,
    ],
    [
      "with a key before 2.3",
      { templates: [{ name: "T", key: true }] },
      /DefTemplate field 9 is not supported by Daml-LF 2\.2/,
    ],
    [
      "with a query by key before 2.3",
      withExpr((names) => message([23, message([9, message([1, ownType(names, "T")])])])),
      /Update field 9 is not supported/,
    ],
    [
      "with interned kinds before 2.2",
      { minor: "1", inPackage: () => message([6, message([1, unit])]) },
      /Package field 6 is not supported by Daml-LF 2\.1/,
    ],
    [
      "with choice controllers as an expression",
      withExpr(
        (names) => message([1001, message([1, ownType(names, "T")], [3, unitExpr], [4, unitExpr])]),
        { minor: "dev" },
      ),
      /Expr field 1001 is not supported/,
    ],
    [
      "with an unstable package by its id",
      withExpr((names) =>
        message([
          3,
          message(
            [1, message([1, message([3, names.str("other")])], [2, names.dname("M")])],
            [2, names.dname("v")],
          ),
        ]),
      ),
      /not stable/,
    ],
    [
      "with an import that is not in the list",
      withExpr((names) =>
        message([
          3,
          message([1, message([1, message([4, 0])], [2, names.dname("M")])], [2, names.dname("v")]),
        ]),
      ),
      /package import index 0/,
    ],
    [
      "with a scale that is too large",
      { inPackage: () => message([5, message([6, 76])]) },
      /scale 38/,
    ],
    [
      "with one module twice",
      { inPackage: () => message([1, message([2, message([1, 1], [2, 1], [3, 1])])]) },
      /the module Main is there twice/,
    ],
    ["with one template twice", { templates: [{ name: "T" }, { name: "T" }] }, /T is there twice/],
    [
      "with a template and an interface of one name",
      { templates: [{ name: "T" }], interfaces: ["T"] },
      /T is there twice/,
    ],
    [
      "with one choice twice",
      {
        templates: [{ name: "T" }],
        inTemplate: (names) =>
          message([
            6,
            message(
              [2, names.str("Look")],
              [4, unitExpr],
              [6, message([2, typeRef0], [3, names.str("a")])],
              [8, typeRef0],
              [9, unitExpr],
              [10, names.str("s")],
            ),
          ]),
      },
      /choice of T Look is there twice/,
    ],
    ["that is nested too deep", withExpr(() => nested(50)), /nested more than 100 deep/],
    [
      "that is nested too deep, in 2.1",
      withExpr(() => nested(500), { minor: "1" }),
      /nested more than 1000 deep/,
    ],
    [
      "with a string that is not UTF-8",
      { inPackage: () => message([2, Uint8Array.of(0xc3, 0x28)]) },
      /string \d+ is not UTF-8/,
    ],
  ];
  for (const [what, sketch, reason] of cases)
    it(`is refused ${what}`, () => expect(reasonFor(dalfOf(payloadOf(sketch)))).to.match(reason));

  const fine: ReadonlyArray<readonly [string, Sketch]> = [
    [
      "any text in a literal",
      withExpr((names) => message([6, message([4, names.str("ä \u0000 9")])])),
    ],
    ["nesting up to what its version allows", withExpr(() => nested(40), { minor: "1" })],
    [
      "a type application",
      { inPackage: () => message([5, message([9, message([1, typeRef0], [2, typeRef0])])]) },
    ],
    ["a scale of 37", { inPackage: () => message([5, message([6, 74])]) }],
    [
      "a stable package by its id",
      withExpr((names) =>
        message([
          3,
          message(
            [
              1,
              message(
                [
                  1,
                  message([
                    3,
                    names.str("5aee9b21b8e9a4c4975b5f4c4198e6e6e8469df49e2010820e792f393db870f4"),
                  ]),
                ],
                [2, names.dname("M")],
              ),
            ],
            [2, names.dname("v")],
          ),
        ]),
      ),
    ],
    [
      "an import by its place in the list",
      {
        ...withExpr((names) =>
          message([
            3,
            message(
              [1, message([1, message([4, 0])], [2, names.dname("M")])],
              [2, names.dname("v")],
            ),
          ]),
        ),
        imports: ["ab"],
      },
    ],
    ["a case that is overridden by a later one", withExpr(() => message([5, 0], [5, 2]))],
  ];
  it("may name the package it follows on, which it need not import", () => {
    const archive = taken({
      inPackage: (names) => {
        const earlier = message([1, names.str("earlier-package")]);
        return message([4, message([1, names.str("p")], [2, names.str("1.0.0")], [3, earlier])]);
      },
    });
    expect(archive).to.deep.include({ name: "p", dependencies: [] });
  });

  for (const [what, sketch] of fine)
    it(`may have ${what}`, () => expect(taken(sketch).packageId).to.match(/^[0-9a-f]{64}$/));

  it("takes indices packed and one by one", () => {
    const one = message([1, 2], [1, 3]);
    const both = message([1, packed(2, 3)]);
    for (const dotted of [one, both]) {
      const sketch: Sketch = { inPackage: (names) => (names.str("a"), message([3, dotted])) };
      expect(isRight(read(sketch))).to.equal(true);
    }
  });
});
