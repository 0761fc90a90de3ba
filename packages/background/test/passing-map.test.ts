import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import fc from "fast-check";
import { PassingMap } from "../src/index.js";

const key = fc.integer({ min: 0, max: 9 });

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), key, value: fc.nat() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("delete" as const), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const) }) },
);

describe("A passing map", () => {
  it("is a map, however often its entries were copied", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 2_000, size: "max" }), (steps) => {
        const map = new PassingMap<number, number>();
        const plain = new Map<number, number>();
        for (const each of steps) {
          if (each.kind === "set") {
            map.set(each.key, each.value);
            plain.set(each.key, each.value);
          } else if (each.kind === "delete") {
            expect(map.delete(each.key)).to.equal(plain.delete(each.key));
          } else {
            map.clear();
            plain.clear();
          }
          expect(map.size).to.equal(plain.size);
        }
        expect(map.values()).to.deep.equal([...plain.values()]);
        for (let at = 0; at < 10; at++) expect(map.get(at)).to.equal(plain.get(at));
      }),
      { numRuns: 50 },
    );
  });

  it("does not keep what passed through it", () => {
    setFlagsFromString("--expose-gc");
    // border: what V8 calls so with this flag
    const collect = runInNewContext("gc") as (options?: { type: "minor" }) => void;
    const map = new PassingMap<number, unknown>();
    const passed = 20_000;
    const pass = (from: number): void => {
      for (let at = from; at < from + passed; at++) {
        map.set(at, new Array(128).fill(at));
        map.delete(at - 32);
      }
    };
    pass(0);
    collect();
    const { heapUsed } = process.memoryUsage();
    pass(passed);
    // the first may leave what is young, the second moves it to the old generation
    collect({ type: "minor" });
    collect({ type: "minor" });
    // a `Map` keeps 20 MB of them
    expect(process.memoryUsage().heapUsed - heapUsed).to.be.below(5_000_000);
  });
});
