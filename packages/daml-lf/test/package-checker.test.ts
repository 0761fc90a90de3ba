import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { expect } from "chai";
import type { FieldSpec, MessageSpec, Scalar } from "../src/grammar-table.js";
import { InternedStrings, Spans } from "../src/interned-tables.js";
import { minorRank, rankOf22, rankOfDev } from "../src/language-version.js";
import { Malformed } from "../src/malformed.js";
import { PackageChecker, type TableKind } from "../src/package-checker.js";
import { packageGrammar } from "../src/package-grammar.js";
import { stablePackages } from "../src/stable-packages.js";
import { message } from "./dar-writer.js";

// Messages are made from the grammar itself: of each the least that is in order, and of each field
// what it may hold. What must not be is then put in wherever it could be.

const [stableId = ""] = stablePackages.keys();
const texts = ["name", stableId];
const strings = (): InternedStrings => {
  const bytes = Buffer.from(texts.join(""));
  const spans = new Spans();
  let at = 0;
  for (const text of texts) {
    spans.add(at, at + text.length);
    at += text.length;
  }
  return new InternedStrings(Uint8Array.from(bytes), spans);
};

const limits = () => ({ dottedNames: 1, types: 1, kinds: 1, exprs: 1, imports: 1 });
const maxFields = 1_000;

/** Checks a message on its own; gives what is wrong with it, or undefined. */
const errorWith = (
  spec: MessageSpec,
  bytes: Uint8Array,
  rank: number,
  table?: TableKind,
): string | undefined => {
  const checker = new PackageChecker(bytes, rank, "x", strings(), limits(), maxFields);
  try {
    if (table === undefined) checker.check(spec, 0, bytes.length);
    else checker.checkEntry(spec, 0, bytes.length, table, 1);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof Malformed)) throw thrown;
    return thrown.message;
  }
};

/** What an index of a table may be: there is one entry, and the package id is the second string. */
const numberFor = (scalar: Scalar): number => (scalar === "pkg" ? 1 : 0);

const scalarField = (number: number, scalar: Scalar): Uint8Array => {
  const writer = new BinaryWriter();
  switch (scalar) {
    case "text":
      return writer.tag(number, WireType.LengthDelimited).string("text").finish();
    case "sfixed64":
      return writer.tag(number, WireType.Bit64).sfixed64(-1n).finish();
    case "sint64":
      return writer.tag(number, WireType.Varint).sint64(10n).finish();
    default:
      return message([number, numberFor(scalar)]);
  }
};

const fieldBytes = ({ number, content }: FieldSpec, rank: number): Uint8Array => {
  switch (content.kind) {
    case "scalar":
      return scalarField(number, content.scalar);
    case "enumeration":
      return message([number, 0]);
    case "message":
      return message([number, least(content.message, rank)]);
  }
};

const isIn = ({ fromRank, toRank }: FieldSpec, rank: number): boolean =>
  rank >= fromRank && rank <= toRank;

/** Of the cases of a message the one that needs the least; of a type a reference. */
const leastCase = (spec: MessageSpec, rank: number): FieldSpec | undefined => {
  const cases = [...spec.fields.values()].filter((field) => field.isCase && isIn(field, rank));
  const isSmall = ({ content }: FieldSpec) =>
    content.kind !== "message" || content.message.fields.size === 0;
  return spec.name === "Type" ? spec.fields.get(8) : (cases.find(isSmall) ?? cases[0]);
};

const least = (spec: MessageSpec, rank: number): Uint8Array => {
  const demanded = [
    ...spec.demanded,
    ...(rank >= rankOf22 ? spec.single : []),
    ...(spec.hasCases ? [leastCase(spec, rank)?.number ?? 0] : []),
  ];
  const parts = demanded.flatMap((number) => {
    const field = spec.fields.get(number);
    return field === undefined ? [] : [fieldBytes(field, rank)];
  });
  return Uint8Array.from(Buffer.concat(parts));
};

/** All messages that a package may have in it. */
const reachable = (): ReadonlyArray<MessageSpec> => {
  const found = new Set<MessageSpec>();
  const visit = (spec: MessageSpec): void => {
    if (found.has(spec)) return;
    found.add(spec);
    for (const { content } of spec.fields.values())
      if (content.kind === "message") visit(content.message);
  };
  visit(packageGrammar("Package"));
  return [...found];
};

const specs = reachable();
const ranks = [1, 2, 3, rankOfDev];

/** The least message and a field more. For a case: in place of the least one. */
const withField = (spec: MessageSpec, field: FieldSpec, rank: number): Uint8Array => {
  const extra = fieldBytes(field, rank);
  const isSingle = spec.single.includes(field.number) && rank >= rankOf22;
  return isSingle ? least(spec, rank) : Uint8Array.from(Buffer.concat([least(spec, rank), extra]));
};

const mayStand = (spec: MessageSpec, field: FieldSpec, rank: number): boolean =>
  isIn(field, rank) &&
  !(field.flattened === "none" && rank >= rankOf22) &&
  // outside of its table a type is nothing but a reference
  !(spec.name === "Type" && field.isCase && field.number !== 8);

describe("The check of a package's messages", () => {
  it("knows the messages of the reference", () => {
    expect(specs.length).to.be.above(80);
    expect(specs.map(({ name }) => name)).to.include.members(["Expr", "DefTemplate", "TypeApp"]);
  });

  for (const rank of ranks) {
    it(`takes of each message the least that it may be, of version rank ${rank}`, () => {
      for (const spec of specs) {
        const error = errorWith(spec, least(spec, rank), rank);
        expect(error, spec.name).to.equal(undefined);
      }
    });

    it(`takes each field just in the versions that have it, of version rank ${rank}`, () => {
      for (const spec of specs) {
        for (const field of spec.fields.values()) {
          const error = errorWith(spec, withField(spec, field, rank), rank);
          expect(error === undefined, `${spec.name} ${field.number}: ${error}`).to.equal(
            mayStand(spec, field, rank),
          );
        }
      }
    });
  }

  it("takes no field that a message does not have, and names message and field", () => {
    for (const spec of specs) {
      for (const number of [15_000, 536_870_911]) {
        const bytes = Buffer.concat([least(spec, 2), message([number, 1])]);
        expect(errorWith(spec, Uint8Array.from(bytes), 2)).to.equal(
          `Message of type ${spec.name} contains unknown field numbered ${number}`,
        );
      }
    }
  });

  it("takes no field of another wire type", () => {
    const fixed32 = (number: number) =>
      new BinaryWriter().tag(number, WireType.Bit32).fixed32(1).finish();
    for (const spec of specs) {
      for (const { number } of spec.fields.values()) {
        const bytes = Uint8Array.from(Buffer.concat([least(spec, 2), fixed32(number)]));
        expect(errorWith(spec, bytes, 2)).to.contain("unknown field numbered");
      }
    }
  });

  it("needs every field that must be there, and names the first that is missing", () => {
    for (const spec of specs) {
      if (spec.demanded.length === 0 || spec.hasCases) continue;
      expect(errorWith(spec, new Uint8Array(), 1)).to.equal(
        `${spec.name} lacks field ${spec.demanded[0]}`,
      );
    }
  });

  it("needs a case where there are cases", () => {
    for (const spec of specs) {
      if (!spec.hasCases) continue;
      expect(errorWith(spec, new Uint8Array(), 1)).to.equal(`${spec.name} has none of its cases`);
    }
  });

  it("needs exactly one of what is flat from 2.2 on", () => {
    for (const spec of specs) {
      for (const number of spec.single) {
        const field = spec.fields.get(number);
        if (field === undefined) continue;
        const one = fieldBytes(field, 2);
        const others = spec.demanded.flatMap((each) => {
          const found = spec.fields.get(each);
          return found === undefined ? [] : [fieldBytes(found, 2)];
        });
        const bytes = (count: number) =>
          Uint8Array.from(Buffer.concat([...others, ...Array<Uint8Array>(count).fill(one)]));
        expect(errorWith(spec, bytes(1), 2), spec.name).to.equal(undefined);
        expect(errorWith(spec, bytes(0), 2), spec.name).to.equal(
          `${spec.name} lacks field ${number}`,
        );
        expect(errorWith(spec, bytes(2), 2), spec.name).to.contain("too many elements in field");
        for (const count of [0, 1, 2])
          expect(errorWith(spec, bytes(count), 1), `${spec.name} in 2.1`).to.equal(undefined);
      }
    }
  });

  it("takes only indices that their tables have", () => {
    const tables: Readonly<Partial<Record<Scalar, RegExp>>> = {
      name: /internedString table index/,
      str: /internedString table index/,
      pkg: /internedString table index/,
      dname: /internedDottedName table index/,
      import: /package import index/,
      typeRef: /internedType table index/,
      kindRef: /internedKind table index/,
      exprRef: /internedExpr table index/,
    };
    for (const spec of specs) {
      for (const field of spec.fields.values()) {
        const { content, number } = field;
        const reason = content.kind === "scalar" ? tables[content.scalar] : undefined;
        if (reason === undefined || !isIn(field, 2)) continue;
        for (const index of [2, -1, 2 ** 31 - 1]) {
          const bytes = Uint8Array.from(Buffer.concat([least(spec, 2), message([number, index])]));
          expect(errorWith(spec, bytes, 2), `${spec.name} ${number}`).to.match(reason);
        }
      }
    }
  });

  it("takes only values that an enumeration has in the version", () => {
    const builtin = packageGrammar("Expr").fields.get(4)?.content;
    if (builtin?.kind !== "enumeration") throw new Error("no enumeration");
    const spec = packageGrammar("Expr");
    for (const [value, needs] of builtin.values) {
      for (const rank of ranks) {
        const error = errorWith(spec, message([4, value]), rank);
        expect(error === undefined, `${value} at ${rank}`).to.equal(rank >= needs);
      }
    }
    for (const value of [-1, 24, 46, 51, 4000, 4001])
      expect(errorWith(spec, message([4, value]), rankOfDev)).to.contain(`no value ${value}`);
  });

  it("counts fields up to the limit, those of nested messages too", () => {
    const spec = packageGrammar("FeatureFlags");
    const flags = (count: number) =>
      message(...Array.from({ length: count }, (): readonly [number, number] => [1, 1]));
    expect(errorWith(spec, flags(maxFields), 1)).to.equal(undefined);
    expect(errorWith(spec, flags(maxFields + 1), 1)).to.equal(
      `the package has more than ${maxFields} fields`,
    );
  });

  const nested = (depth: number): Uint8Array => {
    let expr = message([5, 0]);
    for (let at = 0; at < depth; at++) expr = message([15, message([1, expr])]);
    return expr;
  };
  // an application is two messages deep; the first message is the second level below the package
  const depths: ReadonlyArray<readonly [minor: string, most: number]> = [
    ["1", 499],
    ["2", 49],
    ["3", 49],
  ];
  for (const [minor, most] of depths) {
    it(`takes messages as deep as 2.${minor} allows, and none deeper`, () => {
      const rank = minorRank[minor] ?? 0;
      const spec = packageGrammar("Expr");
      expect(errorWith(spec, nested(most), rank)).to.equal(undefined);
      expect(errorWith(spec, nested(most + 1), rank)).to.match(/nested more than \d+ deep/);
    });
  }

  it("takes an entry of a table only when it refers to entries before it", () => {
    const typeApp = (first: number) =>
      message([9, message([1, message([8, first])], [2, message([8, 0])])]);
    const type = packageGrammar("Type");
    expect(errorWith(type, typeApp(0), 2, "types")).to.equal(undefined);
    expect(errorWith(type, typeApp(1), 2, "types")).to.contain("internedType table index 1");
    const kind = packageGrammar("Kind");
    const arrow = (ref: number) =>
      message([2, message([1, message([4, ref])], [2, message([1, new Uint8Array()])])]);
    expect(errorWith(kind, arrow(0), 2, "kinds")).to.equal(undefined);
    expect(errorWith(kind, arrow(1), 2, "kinds")).to.contain("internedKind table index 1");
  });

  it("takes an expression of the table that is a reference, and no type or kind that is one", () => {
    expect(errorWith(packageGrammar("Expr"), message([44, 0]), 2, "exprs")).to.equal(undefined);
    for (const [name, table, bytes] of [
      ["Type", "types", message([8, 0])],
      ["Kind", "kinds", message([4, 0])],
    ] as const) {
      expect(errorWith(packageGrammar(name), bytes, 2, table)).to.equal(
        `entry 1 of the interned ${table} is itself a reference`,
      );
    }
  });

  const scales: ReadonlyArray<readonly [scale: bigint, isFine: boolean]> = [
    [0n, true],
    [37n, true],
    [38n, false],
    [-1n, false],
    [2n ** 63n - 1n, false],
  ];
  for (const [scale, isFine] of scales) {
    it(`${isFine ? "takes" : "refuses"} a Numeric of scale ${scale}`, () => {
      const bytes = new BinaryWriter().tag(6, WireType.Varint).sint64(scale).finish();
      const error = errorWith(packageGrammar("Type"), bytes, 2, "types");
      expect(error).to.equal(isFine ? undefined : `the scale ${scale} is not one of 0 to 37`);
    });
  }

  it("takes any integer as a literal", () => {
    for (const value of [2n ** 63n - 1n, -(2n ** 63n), 0n]) {
      const literal = new BinaryWriter().tag(1, WireType.Varint).sint64(value).finish();
      expect(errorWith(packageGrammar("Expr"), message([6, literal]), 2)).to.equal(undefined);
    }
  });

  it("gives the ids of the packages that were referred to, each once", () => {
    const id = message([3, 1]);
    const bytes = message([1, id], [2, 0]);
    const checker = new PackageChecker(bytes, 2, "2", strings(), limits(), maxFields);
    expect(checker.packageIds).to.deep.equal([]);
    checker.check(packageGrammar("ModuleId"), 0, bytes.length);
    checker.check(packageGrammar("ModuleId"), 0, bytes.length);
    expect(checker.packageIds).to.deep.equal([stableId]);
  });

  for (const length of [3, 5, 100]) {
    it(`ends with a field that goes ${length - 2} bytes beyond its message`, () => {
      const bytes = Uint8Array.from(message([1, message([1, new Uint8Array()])]));
      // the length of the inner message, which has two bytes
      bytes[1] = length;
      expect(errorWith(packageGrammar("ModuleId"), bytes, 2)).to.equal(
        "a field extends beyond its message",
      );
    });
  }
});
