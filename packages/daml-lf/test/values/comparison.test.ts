import { Buffer } from "node:buffer";
import { expect } from "chai";
import fc from "fast-check";
import { compareLf, equalLf } from "../../src/values/comparison.js";
import { LfError } from "../../src/values/lf-error.js";
import { listOf } from "../../src/values/list.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import {
  Any,
  AnyException,
  ContractId,
  Enum,
  LfFunction,
  type LfList,
  LfRecord,
  type LfValue,
  none,
  Some,
  TypeRep,
  Variant,
} from "../../src/values/value.js";

const of = { packageId: "p", module: "M", name: "T" };
const record = (...fields: ReadonlyArray<LfValue>): LfRecord =>
  new LfRecord({ of, labels: fields.map((_, at) => `f${at}`) }, fields);
const shape = { of, names: ["A", "B"] };

class AFunction extends LfFunction {}
const aFunction = new AFunction();

const text = fc.string({ unit: "binary" });
const value: fc.Arbitrary<LfValue> = fc
  .tuple(
    fc.array(fc.bigInt(-3n, 3n), { maxLength: 3 }),
    fc.option(text),
    fc.boolean(),
    fc.dictionary(text, fc.bigInt(0n, 2n), { maxKeys: 3 }),
  )
  .map(([numbers, maybe, second, entries]) =>
    record(
      new Variant(shape, second ? 1 : 0, listOf(numbers)),
      maybe === null ? none : new Some(maybe),
      Object.entries(entries).reduce((map, [key, item]) => map.with(key, item), emptyTextMap),
    ),
  );

const kindOf = (a: LfValue, b: LfValue): string | number => {
  try {
    return Math.sign(compareLf(a, b));
  } catch (thrown) {
    return thrown instanceof LfError ? thrown.failure.kind : "another error";
  }
};

describe("the order of values", () => {
  it("is a total order that agrees with equality", () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const [x, y, z] = [a, b, c].sort(compareLf);
        if (x === undefined || y === undefined || z === undefined) return;
        expect(compareLf(x, y)).to.be.at.most(0);
        expect(compareLf(y, z)).to.be.at.most(0);
        expect(compareLf(x, z)).to.be.at.most(0);
        expect(Math.sign(compareLf(a, b))).to.equal(-Math.sign(compareLf(b, a)) + 0);
        expect(equalLf(a, a)).to.equal(true);
        expect(equalLf(a, b)).to.equal(compareLf(a, b) === 0);
      }),
    );
  });

  it("of texts is that of their UTF-8 bytes", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const bytes = Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
        expect(Math.sign(compareLf(a, b))).to.equal(bytes);
      }),
    );
    expect(compareLf("\uffff", "😀")).to.be.below(0);
  });

  it("reaches through a list of a million and a value nested as deep", () => {
    const items = Array.from({ length: 1_000_000 }, (_, at) => BigInt(at));
    expect(compareLf(listOf(items), listOf([...items, 0n]))).to.be.below(0);
    const nested = (end: LfValue): LfValue =>
      items.reduce<LfValue>((inner) => new Some(inner), end);
    expect(compareLf(nested(1n), nested(2n))).to.be.below(0);
  });

  it("fails on a function only where it is reached", () => {
    expect(kindOf(record(1n, aFunction), record(2n, aFunction))).to.equal(-1);
    expect(kindOf(record(1n, aFunction), record(1n, aFunction))).to.equal("NonComparableValues");
    expect(kindOf(none, new Some(aFunction))).to.equal(-1);
    const longer: LfList = listOf([aFunction]);
    expect(kindOf(longer, listOf([]))).to.equal(1);
    expect(kindOf(longer, longer)).to.equal("NonComparableValues");
  });

  it("of contract ids needs their suffix where the local parts are equal", () => {
    const first = `00${"ab".repeat(32)}`;
    const second = `01${"ab".repeat(12)}`;
    const compare = (a: string, b: string): string | number =>
      kindOf(new ContractId(a), new ContractId(b));
    expect(compare(first, second)).to.equal(-1);
    expect(compare(first, first)).to.equal(0);
    expect(compare(`${first}01`, `${first}02`)).to.equal(-1);
    expect(compare(`${first}01`, first)).to.equal("ContractIdComparability");
    expect(compare(`${second}81`, `${second}82`)).to.equal(-1);
    expect(compare(`${second}81`, `${second}02`)).to.equal("ContractIdComparability");
    expect(compare(`01${"aa".repeat(12)}02`, `${second}01`)).to.equal(-1);
  });

  it("of types: builtins by number, then constructors, numbers, structs and applications", () => {
    const bool = { tag: "builtin", builtin: "Bool" } as const;
    const list = { tag: "builtin", builtin: "List" } as const;
    const named = (name: string) => ({ tag: "constructor", of: { ...of, name } }) as const;
    const ordered = [
      bool,
      list,
      named("T.a"),
      named("T0"),
      { tag: "nat", value: 2 },
      { tag: "nat", value: 10 },
      { tag: "struct", fields: [{ name: "x", type: bool }] },
      { tag: "application", function: list, argument: bool },
    ] as const;
    const reps = ordered.map((type) => new TypeRep(type));
    expect([...reps].reverse().sort(compareLf)).to.deep.equal(reps);
    expect(kindOf(new Any(bool, 2n), new Any(list, 1n))).to.equal(-1);
    expect(kindOf(new Any(bool, 2n), new Any(bool, 1n))).to.equal(1);
    const other = { ...of, name: "U" };
    expect(kindOf(new AnyException(of, 2n), new AnyException(other, 1n))).to.equal(-1);
    expect(kindOf(new Enum(shape, 0), new Enum(shape, 1))).to.equal(-1);
  });

  it("of maps is that of their keys and values in turn", () => {
    const map = (...entries: ReadonlyArray<readonly [bigint, bigint]>): LfValue =>
      entries.reduce((all, [key, item]) => all.with(key, item), emptyGenMap);
    expect(kindOf(map([1n, 5n], [2n, 0n]), map([1n, 6n]))).to.equal(-1);
    expect(kindOf(map([1n, 5n]), map([1n, 5n], [2n, 0n]))).to.equal(-1);
    expect(kindOf(map([2n, 0n]), map([1n, 5n]))).to.equal(1);
  });
});
