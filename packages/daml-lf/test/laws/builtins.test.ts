import { createHash } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import { builtins, type PureBuiltin } from "../../src/builtins/table.js";
import { LfError } from "../../src/values/lf-error.js";
import { itemsOfList, listOf } from "../../src/values/list.js";
import { Meter } from "../../src/values/meter.js";
import {
  Cons,
  LfDate,
  type LfValue,
  Nil,
  none,
  Numeric,
  Some,
  Struct,
  Timestamp,
} from "../../src/values/value.js";
import { running } from "../../src/values/meter.js";

const run = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): LfValue =>
  builtins[name].run(...args);

/** A result, undefined for an arithmetic error. */
const tried = (name: PureBuiltin, ...args: ReadonlyArray<LfValue>): LfValue | undefined => {
  try {
    return run(name, ...args);
  } catch (thrown) {
    if (thrown instanceof LfError && thrown.failure.kind === "Thrown") return undefined;
    throw thrown;
  }
};

const items = (list: LfValue): ReadonlyArray<LfValue> => {
  if (list instanceof Cons || list instanceof Nil) return itemsOfList(list);
  throw new Error("no list");
};

const maxInt = 2n ** 63n - 1n;
const int64 = fc.oneof(
  fc.bigInt(-maxInt - 1n, maxInt),
  fc.constantFrom(-maxInt - 1n, -1n, 0n, 1n, maxInt),
);
const scale = fc.integer({ min: 0, max: 37 });
const limit = 10n ** 38n;
const unscaled = fc.oneof(fc.bigInt(1n - limit, limit - 1n), fc.bigInt(-1000n, 1000n));
const numericAt = (of: number) => unscaled.map((value) => new Numeric(value, of));
const twoNumerics = scale.chain((of) => fc.tuple(numericAt(of), numericAt(of)));
const text = fc.string({ unit: "binary" });

const inRange = (value: bigint): LfValue | undefined =>
  value >= -maxInt - 1n && value <= maxInt ? value : undefined;

describe("laws of the builtin functions", () => {
  beforeEach(() => {
    running.meter = new Meter();
  });

  describe("integers", () => {
    it("add, subtract and multiply exactly, or not at all", () => {
      fc.assert(
        fc.property(int64, int64, (a, b) => {
          expect(tried("ADD_INT64", a, b)).to.equal(inRange(a + b));
          expect(tried("SUB_INT64", a, b)).to.equal(inRange(a - b));
          expect(tried("MUL_INT64", a, b)).to.equal(inRange(a * b));
        }),
      );
    });

    it("are the quotient times the divisor and the remainder", () => {
      fc.assert(
        fc.property(int64, int64, (a, b) => {
          const [quotient, rest] = [tried("DIV_INT64", a, b), tried("MOD_INT64", a, b)];
          if (b === 0n) expect([quotient, rest]).to.deep.equal([undefined, undefined]);
          else if (typeof quotient === "bigint" && typeof rest === "bigint")
            expect(quotient * b + rest).to.equal(a);
          else expect([a, b]).to.deep.equal([-maxInt - 1n, -1n]);
        }),
      );
    });

    it("are read from what they are shown as", () => {
      fc.assert(
        fc.property(int64, (a) => {
          expect(run("TEXT_TO_INT64", run("INT64_TO_TEXT", a))).to.deep.equal(new Some(a));
        }),
      );
    });
  });

  describe("numerics", () => {
    it("add in any order, and subtract what was added", () => {
      fc.assert(
        fc.property(twoNumerics, ([a, b]) => {
          const sum = tried("ADD_NUMERIC", a, b);
          expect(sum).to.deep.equal(tried("ADD_NUMERIC", b, a));
          const exact = a.unscaled + b.unscaled;
          if (sum === undefined) expect(exact >= limit || exact <= -limit).to.equal(true);
          else expect(run("SUB_NUMERIC", sum, b)).to.deep.equal(a);
        }),
      );
    });

    it("multiply and divide to within half a unit of the last digit", () => {
      const operands = fc.tuple(scale, scale.chain(numericAt), scale.chain(numericAt));
      fc.assert(
        fc.property(operands, ([to, a, b]) => {
          const witness = new Numeric(0n, to);
          const product = tried("MUL_NUMERIC", witness, a, b);
          const error = (found: bigint, divisor: bigint, dividend: bigint): boolean => {
            const off = 2n * (found * divisor - dividend);
            return (off < 0n ? -off : off) <= (divisor < 0n ? -divisor : divisor);
          };
          const ten = (exponent: number) => 10n ** BigInt(exponent);
          const top = a.unscaled * b.unscaled * ten(to);
          const below = ten(a.scale + b.scale);
          if (product instanceof Numeric)
            expect(error(product.unscaled, below, top)).to.equal(true);
          else expect(2n * (top < 0n ? -top : top) >= (2n * limit - 1n) * below).to.equal(true);
          const quotient = tried("DIV_NUMERIC", witness, a, b);
          const dividend = a.unscaled * ten(to + b.scale);
          if (quotient instanceof Numeric)
            expect(error(quotient.unscaled, b.unscaled * ten(a.scale), dividend)).to.equal(true);
          else if (b.unscaled === 0n) expect(quotient).to.equal(undefined);
        }),
      );
    });

    it("shift there and back to the same, and show what is read", () => {
      fc.assert(
        fc.property(scale.chain(numericAt), scale, (a, to) => {
          const [here, there] = [new Numeric(0n, a.scale), new Numeric(0n, to)];
          const moved = run("SHIFT_NUMERIC", there, a);
          expect(run("SHIFT_NUMERIC", here, moved)).to.deep.equal(a);
          const shown = run("NUMERIC_TO_TEXT", a);
          expect(run("TEXT_TO_NUMERIC", here, shown)).to.deep.equal(new Some(a));
        }),
      );
    });

    it("round to what rounding does not change", () => {
      fc.assert(
        fc.property(scale.chain(numericAt), fc.bigInt(-40n, 40n), (a, digits) => {
          const once = tried("ROUND_NUMERIC", digits, a);
          if (once !== undefined) {
            expect(tried("ROUND_NUMERIC", digits, once)).to.deep.equal(once);
          } else {
            const dropped = BigInt(a.scale) - digits;
            const isFull = a.unscaled > limit / 2n || a.unscaled < -limit / 2n;
            expect(dropped < 0n || dropped >= 38n || isFull).to.equal(true);
          }
        }),
      );
    });

    it("are made of integers and cut to them", () => {
      fc.assert(
        fc.property(int64, scale, (a, to) => {
          const made = tried("INT64_TO_NUMERIC", new Numeric(0n, to), a);
          if (made !== undefined) expect(run("NUMERIC_TO_INT64", made)).to.equal(a);
          else expect((a < 0n ? -a : a) * 10n ** BigInt(to) >= limit).to.equal(true);
        }),
      );
    });
  });

  describe("texts", () => {
    it("are joined in any grouping, and the empty one changes nothing", () => {
      const join = (a: LfValue, b: LfValue) => run("APPEND_TEXT", a, b);
      fc.assert(
        fc.property(text, text, text, (a, b, c) => {
          expect(join(join(a, b), c)).to.equal(join(a, join(b, c)));
          expect([join("", a), join(a, "")]).to.deep.equal([a, a]);
        }),
      );
    });

    it("are put together again of their code points", () => {
      fc.assert(
        fc.property(text, (a) => {
          expect(run("IMPLODE_TEXT", run("EXPLODE_TEXT", a))).to.equal(a);
          expect(run("CODE_POINTS_TO_TEXT", run("TEXT_TO_CODE_POINTS", a))).to.equal(a);
          expect(items(run("EXPLODE_TEXT", a))).to.deep.equal([...a]);
        }),
      );
    });

    it("are hashed and written in hexadecimal as UTF-8", () => {
      fc.assert(
        fc.property(text, (a) => {
          const hex = Buffer.from(a).toString("hex");
          expect(run("TEXT_TO_HEX", a)).to.equal(hex);
          expect(run("HEX_TO_TEXT", hex)).to.equal(a);
          const hashed = createHash("sha256").update(a).digest("hex");
          expect(run("SHA256_TEXT", a)).to.equal(hashed);
          expect(run("SHA256_HEX", hex)).to.equal(hashed);
        }),
      );
    });
  });

  it("of time keep days and microseconds there and back, and in order", () => {
    const days = fc.integer({ min: -719_162, max: 2_932_896 });
    const micros = fc.bigInt(-62_135_596_800_000_000n, 253_402_300_799_999_999n);
    fc.assert(
      fc.property(days, micros, micros, (day, a, b) => {
        const date = run("UNIX_DAYS_TO_DATE", BigInt(day));
        expect(date).to.deep.equal(new LfDate(day));
        expect(run("DATE_TO_UNIX_DAYS", date)).to.equal(BigInt(day));
        const times = [a, b].map((at) => run("UNIX_MICROSECONDS_TO_TIMESTAMP", at));
        expect(times).to.deep.equal([new Timestamp(a), new Timestamp(b)]);
        expect(run("LESS", ...times)).to.equal(a < b);
      }),
    );
  });

  describe("maps", () => {
    const entries = fc.array(fc.tuple(text, int64), { maxLength: 40 });
    const kinds = [
      { kind: "TEXTMAP", empty: "TEXTMAP_EMPTY" },
      { kind: "GENMAP", empty: "GENMAP_EMPTY" },
    ] as const;
    for (const { kind, empty } of kinds) {
      const mapOf = (pairs: ReadonlyArray<readonly [string, bigint]>): LfValue =>
        pairs.reduce((map, [key, value]) => run(`${kind}_INSERT`, key, value, map), run(empty));

      it(`${kind}: find what was inserted last, and nothing that was deleted`, () => {
        fc.assert(
          fc.property(entries, text, int64, (pairs, key, value) => {
            const map = mapOf(pairs);
            const wanted = new Map(pairs);
            const has = wanted.get(key);
            expect(run(`${kind}_LOOKUP`, key, map)).to.deep.equal(
              has === undefined ? none : new Some(has),
            );
            const more = run(`${kind}_INSERT`, key, value, map);
            expect(run(`${kind}_LOOKUP`, key, more)).to.deep.equal(new Some(value));
            const less = run(`${kind}_DELETE`, key, more);
            expect(run(`${kind}_LOOKUP`, key, less)).to.equal(none);
            expect(run(`${kind}_SIZE`, less)).to.equal(
              BigInt(wanted.size - (has === undefined ? 0 : 1)),
            );
          }),
        );
      });
    }

    it("list their keys in one order, whatever order they came in", () => {
      fc.assert(
        fc.property(entries, (pairs) => {
          const sorted = [...new Map(pairs)].sort(([a], [b]) =>
            Buffer.compare(Buffer.from(a), Buffer.from(b)),
          );
          const general = pairs.reduce(
            (map, [key, value]) => run("GENMAP_INSERT", key, value, map),
            run("GENMAP_EMPTY"),
          );
          expect(items(run("GENMAP_KEYS", general))).to.deep.equal(sorted.map(([key]) => key));
          expect(items(run("GENMAP_VALUES", general))).to.deep.equal(sorted.map(([, of]) => of));
          const textual = [...pairs].reduce(
            (map, [key, value]) => run("TEXTMAP_INSERT", key, value, map),
            run("TEXTMAP_EMPTY"),
          );
          const listed = items(run("TEXTMAP_TO_LIST", textual));
          expect(listed.map((each) => (each instanceof Struct ? each.fields : []))).to.deep.equal(
            sorted,
          );
        }),
      );
    });
  });

  describe("comparisons", () => {
    const { value } = fc.letrec<{ readonly value: LfValue }>((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, int64, fc.array(tie("value"), { maxLength: 3 }).map(listOf)),
    }));
    const lists = fc.array(int64, { maxLength: 5 });

    it("agree with one another", () => {
      fc.assert(
        fc.property(lists, lists, (first, second) => {
          const [a, b] = [listOf(first), listOf(second)];
          const less = run("LESS", a, b);
          const equal = run("EQUAL", a, b);
          expect(run("GREATER", b, a)).to.equal(less);
          expect(run("GREATER_EQ", a, b)).to.equal(less !== true);
          expect(run("LESS_EQ", a, b)).to.equal(less === true || equal === true);
          expect([less, equal, run("LESS", b, a)].filter((each) => each === true)).to.have.length(
            1,
          );
        }),
      );
    });

    it("find every value equal to itself, and a prefix less than the list", () => {
      fc.assert(
        fc.property(value, lists, int64, (any, front, last) => {
          expect(run("EQUAL", any, any)).to.equal(true);
          expect(run("LESS", listOf(front), listOf([...front, last]))).to.equal(true);
        }),
      );
    });
  });
});
