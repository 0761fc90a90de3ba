import { emptyMap, type PersistentMap, setIn } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { pageOf, sortedValues } from "../../src/administration/sorted-values.js";

const mapOf = (keys: Iterable<string>): PersistentMap<string> => {
  let map = emptyMap<string>(1);
  for (const key of keys) map = setIn(map, key, key);
  return map;
};

describe("A page of sorted values", () => {
  it("has what a filtered and sorted list has after a key", () => {
    const keys = fc.uniqueArray(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 4 }));
    const short = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 2 });
    fc.assert(
      fc.property(keys, short, short, fc.nat(5), fc.boolean(), (all, after, prefix, limit, odd) => {
        const keeps = (value: string): boolean => !odd || value.length % 2 === 1;
        const wanted = all
          .filter((key) => key !== "" && key.startsWith(prefix) && key > after && keeps(key))
          .sort()
          .slice(0, limit);
        const sorted = sortedValues<string>()(mapOf(all.filter((key) => key !== "")));
        expect(pageOf(sorted, { after, limit, prefix, keeps })).to.deep.equal(wanted);
      }),
    );
  });

  it("costs a sorting only when the map is another one", () => {
    const sort = sortedValues<string>();
    const map = mapOf(["b", "a"]);
    const first = sort(map);
    expect(sort(map)).to.equal(first);
    expect(sort(setIn(map, "c", "c")).keys).to.deep.equal(["a", "b", "c"]);
    expect(sort(map)).to.not.equal(first);
  });
});
