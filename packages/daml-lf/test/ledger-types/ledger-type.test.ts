import * as core from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { ledgerTypeOf } from "../../src/ledger-types/ledger-type.js";
import type { DataType, LfPackage } from "../../src/syntax/package.js";
import type { BuiltinType, Field, Type } from "../../src/syntax/type.js";
import { equalLf } from "../../src/values/comparison.js";
import { LfError } from "../../src/values/lf-error.js";
import { listOf } from "../../src/values/list.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import {
  LfRecord,
  type LfValue,
  none,
  Numeric,
  Party,
  Some,
  Timestamp,
  Variant,
} from "../../src/values/value.js";

const packageId = "p";
const builtin = (name: BuiltinType, ...args: ReadonlyArray<Type>): Type =>
  args.reduce<Type>((head, argument) => ({ tag: "application", function: head, argument }), {
    tag: "builtin",
    builtin: name,
  });
const nat = (value: number): Type => ({ tag: "nat", value });
const data = (name: string, ...args: ReadonlyArray<Type>): Type =>
  args.reduce<Type>((head, argument) => ({ tag: "application", function: head, argument }), {
    tag: "constructor",
    of: { packageId, module: "M", name },
  });
const variable: Type = { tag: "variable", name: "a" };
const field = (name: string, type: Type): Field => ({ name, type });

const dataType = (
  name: string,
  constructors: DataType["constructors"],
  ...parameters: ReadonlyArray<string>
): readonly [string, DataType] => [
  name,
  {
    name,
    constructors,
    serializable: true,
    parameters: parameters.map((each) => ({ name: each, kind: { tag: "star" } })),
  },
];

const optionalText = builtin("Optional", builtin("Text"));
const packages = new Map<string, LfPackage>([
  [
    packageId,
    {
      id: packageId,
      name: "example",
      version: "1.0.0",
      languageVersion: "2.1",
      dependencies: [],
      modules: new Map([
        [
          "M",
          {
            name: "M",
            synonyms: new Map(),
            values: new Map(),
            templates: new Map(),
            exceptions: new Map(),
            interfaces: new Map(),
            dataTypes: new Map([
              dataType("Iou", {
                tag: "record",
                fields: [
                  field("owner", builtin("Party")),
                  field("amount", builtin("Numeric", nat(10))),
                  field("note", optionalText),
                  field("memo", optionalText),
                ],
              }),
              dataType("Colour", { tag: "enum", names: ["Red", "Green"] }),
              dataType(
                "Tree",
                {
                  tag: "variant",
                  fields: [field("Leaf", builtin("Unit")), field("Node", data("Fork", variable))],
                },
                "a",
              ),
              dataType(
                "Fork",
                {
                  tag: "record",
                  fields: [
                    field("value", variable),
                    field("children", builtin("List", data("Tree", variable))),
                  ],
                },
                "a",
              ),
              dataType(
                "Larger",
                { tag: "record", fields: [field("x", data("Larger", builtin("List", variable)))] },
                "a",
              ),
            ]),
          },
        ],
      ]),
    },
  ],
]);

const typeOf = (type: Type) => ledgerTypeOf(packages, type);

const read = (type: Type, json: core.Json): LfValue => {
  const decoded = typeOf(type).decode(json);
  if (isLeft(decoded)) throw new Error(decoded.left.reason);
  return decoded.right;
};

const iou = (note: LfValue, memo: LfValue): LfRecord =>
  new LfRecord({ of: { packageId, module: "M", name: "Iou" }, labels: [] }, [
    new Party("Alice::12"),
    new Numeric(15n * 10n ** 9n, 10),
    note,
    memo,
  ]);

/** A package of these records, each with its fields. */
const recordsOf = (
  ...records: ReadonlyArray<readonly [string, Readonly<Record<string, Type>>, ...string[]]>
): ReadonlyMap<string, LfPackage> => {
  const types = records.map(([name, fields, ...parameters]) => {
    const named = Object.entries(fields).map(([label, type]) => field(label, type));
    return dataType(name, { tag: "record", fields: named }, ...parameters);
  });
  const [[id = "", whole] = []] = packages;
  const module = whole?.modules.get("M");
  if (whole === undefined || module === undefined) throw new Error("no package");
  return new Map([
    [id, { ...whole, modules: new Map([["M", { ...module, dataTypes: new Map(types) }]]) }],
  ]);
};

/** Written out, the type would have as many parts as this power of two. */
const levels = 40;

/** Reads JSON and writes it again; both are the same value. */
const roundTrip = (type: ReturnType<typeof ledgerTypeOf>, json: core.Json): core.Json => {
  const first = type.decode(json);
  if (isLeft(first)) throw new Error(first.left.reason);
  const written = type.encode(first.right);
  const second = type.decode(written);
  if (isLeft(second)) throw new Error(second.left.reason);
  expect(equalLf(first.right, second.right)).to.equal(true);
  return written;
};

describe("types of the ledger that would be endless when written out", () => {
  const optional = (type: Type): Type => builtin("Optional", type);

  it("are made where each level holds the one before twice", () => {
    const records = Array.from({ length: levels }, (_, level) => {
      const before = level === 0 ? builtin("Text") : data(`T${level - 1}`);
      return [`T${level}`, { a: optional(before), b: optional(before) }] as const;
    });
    const type = ledgerTypeOf(recordsOf(...records), data(`T${levels - 1}`));
    expect(roundTrip(type, { b: { a: { b: {} } } })).to.deep.equal({
      a: null,
      b: { a: { a: null, b: {} } },
    });
  });

  it("are made where the argument of each level has the one before twice", () => {
    const pair = (of: Type): Type => data("Pair", of, of);
    const two: Readonly<Record<string, Type>> = { x: variable, y: { tag: "variable", name: "b" } };
    const records = Array.from(
      { length: levels },
      (_, level): readonly [string, Readonly<Record<string, Type>>, string] => {
        const next =
          level === levels - 1 ? optional(variable) : data(`D${level + 1}`, pair(variable));
        return [`D${level}`, { next }, "a"];
      },
    );
    const type = ledgerTypeOf(
      recordsOf(["Pair", two, "a", "b"], ...records),
      data("D0", builtin("Text")),
    );
    const json = Array.from({ length: levels - 1 }).reduce<core.Json>((next) => ({ next }), {});
    expect(type.decode(json)).to.have.property("_tag", "Right");
  });

  it("are made where each of many records refers to all of them", () => {
    const names = Array.from({ length: 25 }, (_, at) => `R${at}`);
    const fields = Object.fromEntries(names.map((name) => [name, optional(data(name))]));
    const type = ledgerTypeOf(
      recordsOf(...names.map((name) => [name, fields] as const)),
      data("R0"),
    );
    expect(roundTrip(type, { R1: { R0: { R2: {} } } })).to.deep.equal({
      R0: null,
      R1: { R0: { R0: null, R1: null, R2: {} } },
    });
    const deep = Array.from({ length: 210 }).reduce<core.Json>((R1) => ({ R1 }), {});
    expect(type.decode(deep)).to.have.property("_tag", "Left");
  });

  it("are refused where they contain ever larger ones, of two kinds", () => {
    const larger = (of: BuiltinType): Type => optional(data("L", builtin(of, variable)));
    const records = recordsOf(["L", { a: larger("List"), b: larger("Optional") }, "a"]);
    expect(() => ledgerTypeOf(records, data("L", builtin("Text"))))
      .to.throw(LfError)
      .with.property("failure")
      .that.deep.equals({ kind: "Crash", reason: "M:L contains ever larger types" });
  });
});

/** What is at a path in a model. */
const partOf = (model: core.Json, ...path: ReadonlyArray<string | number>): core.Json =>
  path.reduce<core.Json>(
    // border: models are objects and arrays
    (part, key) => (part as Readonly<Record<string | number, core.Json>>)[key] ?? null,
    model,
  );

describe("types of the ledger for types of Daml-LF", () => {
  it("write the JSON of core's own types, and have their model and show", () => {
    const own = core.record(
      {
        owner: core.party,
        amount: core.numeric,
        note: core.optional(core.text),
        memo: core.optional(core.text),
      },
      "Iou",
    );
    const type = typeOf(data("Iou"));
    expect(type.model).to.deep.equal(own.model);
    for (const json of [
      { owner: "Alice::12", amount: "1.5000000000" },
      { owner: "Alice::12", amount: "1.5000000000", note: null, memo: "m" },
    ]) {
      const [value, ours] = [read(data("Iou"), json), own.decode(json)];
      expect(type.encode(value)).to.deep.equal(json);
      if (isLeft(ours)) throw new Error(ours.left.reason);
      expect(own.encode(ours.right)).to.deep.equal(json);
      expect(type.show(value)).to.equal(own.show(ours.right));
    }
  });

  it("fill in what a record leaves out, and leave out None at the end", () => {
    expect(
      equalLf(read(data("Iou"), { owner: "Alice::12", amount: 1.5 }), iou(none, none)),
    ).to.equal(true);
    expect(typeOf(data("Iou")).encode(iou(new Some("n"), none))).to.deep.equal({
      owner: "Alice::12",
      amount: "1.5000000000",
      note: "n",
    });
    expect(typeOf(data("Iou")).decode({ amount: "1.0" })).to.have.property("_tag", "Left");
    expect(typeOf(builtin("Text")).decode("\ud800")).to.have.property("_tag", "Left");
    expect(typeOf(builtin("Text")).decode("\0")).to.have.property("_tag", "Left");
  });

  it("tell None from Some None", () => {
    const nested = builtin("Optional", builtin("Optional", optionalText));
    const values = [
      none,
      new Some(none),
      new Some(new Some(none)),
      new Some(new Some(new Some("x"))),
    ];
    const written = values.map((value) => typeOf(nested).encode(value));
    expect(written).to.deep.equal([[], [[]], [[[]]], [[["x"]]]]);
    for (const [at, json] of written.entries())
      expect(equalLf(read(nested, json), values[at] ?? 0n)).to.equal(true);
  });

  it("read and write Numerics of every scale, and every time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 37 }),
        fc.bigInt(-(10n ** 38n) + 1n, 10n ** 38n - 1n),
        (scale, units) => {
          const type = builtin("Numeric", nat(scale));
          const value = new Numeric(units, scale);
          expect(read(type, typeOf(type).encode(value))).to.deep.equal(value);
        },
      ),
    );
    fc.assert(
      fc.property(fc.bigInt(core.timestampMinMicros, core.timestampMaxMicros), (micros) => {
        const json = typeOf(builtin("Timestamp")).encode(new Timestamp(micros));
        expect(read(builtin("Timestamp"), json)).to.deep.equal(new Timestamp(micros));
      }),
    );
    expect(typeOf(builtin("Numeric", nat(2))).encode(new Numeric(-5n, 2))).to.equal("-0.05");
    expect(typeOf(builtin("Numeric", nat(2))).decode("0.001")).to.have.property("_tag", "Left");
  });

  it("read and write types with parameters that refer to themselves", () => {
    const tree = data("Tree", builtin("Int64"));
    const leaf = { tag: "Leaf", value: {} };
    const json = {
      tag: "Node",
      value: { value: "1", children: [leaf, { tag: "Node", value: { value: "2", children: [] } }] },
    };
    const value = read(tree, json);
    expect(value).to.be.instanceOf(Variant);
    expect(typeOf(tree).encode(value)).to.deep.equal(json);
    const deep = Array.from({ length: 210 }).reduce<core.Json>(
      (inner) => ({ tag: "Node", value: { value: "1", children: [inner] } }),
      leaf,
    );
    expect(typeOf(tree).decode(deep)).to.have.property("_tag", "Left");
    expect(() => typeOf(data("Larger", builtin("Int64")))).to.throw(LfError);
    expect(() => typeOf(builtin("Any"))).to.throw(LfError);
  });

  it("have ids of what defines them beside their models", () => {
    const { model } = typeOf(data("Tree", data("Colour")));
    const variant = partOf(model, "Recursive", 1);
    const fork = partOf(variant, "Variant", 1, 1);
    const colour = partOf(fork, "Record", 0, 1);
    const ids = [model, variant, fork, colour].map(core.typeIdOf);
    expect(ids).to.deep.equal([undefined, "p:M:Tree", "p:M:Fork", "p:M:Colour"]);
    expect(core.typeIdOf(typeOf(builtin("Unit")).model)).to.equal(undefined);
    expect(JSON.stringify(model)).not.to.include("p:M:Fork");
  });

  it("read and write enums and maps, GenMaps in the order of their keys", () => {
    const map = builtin("GenMap", builtin("Numeric", nat(2)), data("Colour"));
    const read2 = read(map, [
      ["10.0", "Red"],
      ["9.0", "Green"],
      ["10.00", "Green"],
    ]);
    expect(typeOf(map).encode(read2)).to.deep.equal([
      ["9.00", "Green"],
      ["10.00", "Green"],
    ]);
    expect(typeOf(map).encode(emptyGenMap)).to.deep.equal([]);
    const texts = builtin("TextMap", builtin("List", builtin("Bool")));
    const value = emptyTextMap.with("b", listOf([true])).with("a", listOf([]));
    expect(typeOf(texts).encode(value)).to.deep.equal({ a: [], b: [true] });
    expect(equalLf(read(texts, { b: [true], a: [] }), value)).to.equal(true);
    expect(typeOf(data("Colour")).decode("Blue")).to.have.property("_tag", "Left");
  });
});
