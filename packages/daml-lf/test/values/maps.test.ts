import { expect } from "chai";
import fc from "fast-check";
import { compareLf } from "../../src/values/comparison.js";
import { LfError } from "../../src/values/lf-error.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import { LfFunction, type LfValue, Some } from "../../src/values/value.js";

class AFunction extends LfFunction {}

const step = fc.tuple(fc.boolean(), fc.bigInt(0n, 50n), fc.bigInt(0n, 9n));

describe("maps of a running program", () => {
  it("have the entries of a sorted array after any insertions and removals", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let map = emptyGenMap;
        let model: ReadonlyArray<readonly [bigint, bigint]> = [];
        for (const [isRemoval, key, value] of steps) {
          map = isRemoval ? map.without(key) : map.with(key, value);
          const others = model.filter(([each]) => each !== key);
          model = isRemoval ? others : [...others, [key, value]];
        }
        const sorted = [...model].sort(([a], [b]) => compareLf(a, b));
        expect([...map.entries()]).to.deep.equal(sorted);
        expect(map.size).to.equal(sorted.length);
        for (const [key, value] of sorted) expect(map.get(key)).to.equal(value);
      }),
    );
  });

  it("do not change when another is made from them", () => {
    const versions = Array.from({ length: 300 }, (_, at) => String(at)).reduce(
      (all, key) => [...all, (all.at(-1) ?? emptyTextMap).with(key, key)],
      [emptyTextMap],
    );
    expect(versions.map(({ size }) => size)).to.deep.equal(versions.map((_, at) => at));
    const last = versions.at(-1) ?? emptyTextMap;
    expect(last.without("7").get("7")).to.equal(undefined);
    expect(last.get("7")).to.equal("7");
    expect(versions[3]?.get("7")).to.equal(undefined);
    expect(last.without("none")).to.have.property("size", 300);
  });

  it("list texts by code points", () => {
    const map = ["😀", "\uffff", "a"].reduce((all, key) => all.with(key, 1n), emptyTextMap);
    expect([...map.entries()].map(([key]) => key)).to.deep.equal(["a", "\uffff", "😀"]);
  });

  it("hold 100,000 keys inserted one by one", () => {
    let map = emptyGenMap;
    for (let key = 0n; key < 100_000n; key++) map = map.with((key * 7919n) % 100_003n, key);
    expect(map.size).to.equal(100_000);
    expect(map.get(7919n)).to.equal(1n);
  });

  it("refuse a key with a function inside, empty or not", () => {
    const key: LfValue = new Some(new AFunction());
    for (const use of [
      () => emptyGenMap.get(key),
      () => emptyGenMap.with(key, 1n),
      () => emptyGenMap.without(key),
    ])
      expect(use).to.throw(LfError, "NonComparableValues");
  });
});
