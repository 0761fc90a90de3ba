import { expect } from "chai";
import fc from "fast-check";
import {
  changedEntries,
  emptyMap,
  entriesOf,
  getIn,
  hasIn,
  mapOver,
  type PersistentMap,
  removeIn,
  setIn,
  settled,
} from "../../src/collections/persistent-map.js";
import { type Edit, newEdit, newLongEdit } from "../../src/collections/hash-trie.js";

type Change = { readonly key: string; readonly value: number | undefined };

// the hash of a key is private, but it is in the only leaf of a map that has nothing
// else
const hashOfKey = (key: string): number => {
  const leaf = setIn(emptyMap<number>(), key, 1).root.children[0];
  return leaf !== undefined && "hash" in leaf ? leaf.hash : Number.NaN;
};

/** Two keys whose hashes under seed 0 agree in all 32 bits, found by trying. */
const findCollision = (): readonly [string, string] => {
  const seen = new Map<number, string>();
  for (let at = 0; ; at++) {
    const key = `k${at}`;
    const hash = hashOfKey(key);
    const earlier = seen.get(hash);
    if (earlier !== undefined) return [earlier, key];
    seen.set(hash, key);
  }
};

const [one, two] = findCollision();

const applied = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V | undefined,
  edit?: Edit,
): PersistentMap<V> =>
  value === undefined ? removeIn(map, key, edit) : setIn(map, key, value, edit);

const appliedToModel = (model: Map<string, number>, { key, value }: Change): void => {
  if (value === undefined) model.delete(key);
  else model.set(key, value);
};

const contentOf = <V>(map: PersistentMap<V>): ReadonlyArray<readonly [string, V]> =>
  [...entriesOf(map)].sort(([a], [b]) => (a < b ? -1 : 1));

const sorted = (model: ReadonlyMap<string, number>): ReadonlyArray<readonly [string, number]> =>
  [...model].sort(([a], [b]) => (a < b ? -1 : 1));

// few keys, so that changes meet
const keys = fc.oneof(
  fc.constantFrom(one, two),
  fc.integer({ min: 0, max: 300 }).map((n) => `key-${n}`),
);
const changes = (seed: number) =>
  fc.record({
    seed: fc.constant(seed),
    list: fc.array(
      fc.record<Change>({ key: keys, value: fc.option(fc.nat(), { nil: undefined }) }),
      { maxLength: 400 },
    ),
  });
const history = fc.oneof(changes(0), changes(0x5eed));

/** A map over a base of these entries. */
const overBase = (entries: ReadonlyMap<string, number>, seed: number): PersistentMap<number> =>
  mapOver(
    { size: entries.size, get: (key) => entries.get(key), entries: () => entries.entries() },
    seed,
  );

describe("a persistent map over a base", () => {
  it("holds what a Map that began with the base's entries holds after any changes", () => {
    fc.assert(
      fc.property(history, history, (first, { seed, list }) => {
        const base = new Map<string, number>();
        for (const change of first.list) appliedToModel(base, change);
        const model = new Map(base);
        let map = overBase(base, seed);
        for (const change of list) {
          appliedToModel(model, change);
          map = applied(map, change.key, change.value);
          if (map.size !== model.size) expect.fail(`size ${map.size}, expected ${model.size}`);
          expect(getIn(map, change.key)).to.equal(change.value);
        }
        expect(contentOf(map)).to.deep.equal(sorted(model));
        for (const key of base.keys()) expect(getIn(map, key)).to.equal(model.get(key));
      }),
    );
  });

  it("leaves every older version as it was, also under a licence", () => {
    fc.assert(
      fc.property(history, history, (first, { seed, list }) => {
        const base = new Map<string, number>();
        for (const change of first.list) appliedToModel(base, change);
        const start = overBase(base, seed);
        const versions = [start];
        for (const { key, value } of list)
          versions.push(applied(versions.at(-1) ?? start, key, value));
        const contents = versions.map((map) => JSON.stringify(contentOf(map)));
        const edit = newEdit();
        let folded = versions.at(-1) ?? start;
        for (const { key, value } of first.list) folded = applied(folded, key, value, edit);
        expect(versions.map((map) => JSON.stringify(contentOf(map)))).to.deep.equal(contents);
        expect(folded.size).to.equal(contentOf(folded).length);
      }),
      { numRuns: 40 },
    );
  });

  it("lists each key once that changed of the base, removed and colliding ones among them", () => {
    fc.assert(
      fc.property(history, ({ seed, list }) => {
        let map = overBase(new Map([[one, 1]]), seed);
        expect([...changedEntries(map)]).to.deep.equal([]);
        for (const { key, value } of list) map = applied(map, key, value);
        const keys = Array.from(changedEntries(map), ([key]) => key);
        expect(new Set(keys).size).to.equal(keys.length);
      }),
      { numRuns: 30 },
    );
    const both = setIn(setIn(overBase(new Map(), 0), one, 1), two, 2);
    const [all, rest] = [both, removeIn(both, one)].map((map) => [...changedEntries(map)]);
    expect([all?.length, rest]).to.deep.equal([2, [[two, 2]]]);
  });

  it("forgets a removed key of the base for good, and takes it again", () => {
    const map = overBase(new Map([["a", 1]]), 0);
    const without = removeIn(map, "a");
    expect([without.size, getIn(without, "a"), hasIn(without, "a")]).to.deep.equal([
      0,
      undefined,
      false,
    ]);
    expect(removeIn(without, "a")).to.equal(without);
    const again = setIn(without, "a", 2);
    expect([again.size, getIn(again, "a")]).to.deep.equal([1, 2]);
    expect([map.size, getIn(map, "a")]).to.deep.equal([1, 1]);
  });
});

describe("a persistent map in a long fold", () => {
  it("holds at every step what a Map holds, and is settled to the same trie as without", () => {
    fc.assert(
      fc.property(
        history,
        history,
        fc.boolean(),
        fc.nat(9),
        (first, { seed, list }, withBase, most) => {
          const before = new Map<string, number>();
          for (const change of first.list) appliedToModel(before, change);
          const start = withBase
            ? overBase(before, seed)
            : first.list.reduce(
                (map, { key, value }) => applied(map, key, value),
                emptyMap<number>(seed),
              );
          const [model, edit] = [new Map(before), newLongEdit(most === 0 ? undefined : most)];
          let [folded, plain] = [start, start];
          for (const { key, value } of list) {
            appliedToModel(model, { key, value });
            folded = applied(folded, key, value, edit);
            plain = applied(plain, key, value);
            if (folded.size !== model.size)
              expect.fail(`size ${folded.size}, expected ${model.size}`);
            expect(getIn(folded, key)).to.equal(value);
          }
          expect(contentOf(folded)).to.deep.equal(sorted(model));
          const end = settled(folded);
          expect(end.size).to.equal(model.size);
          expect(contentOf(end)).to.deep.equal(sorted(model));
          for (const key of before.keys()) expect(getIn(end, key)).to.equal(model.get(key));
          expect(contentOf(start)).to.deep.equal(sorted(before));
          expect(contentOf(setIn(folded, "later", 1))).to.deep.equal(
            contentOf(setIn(plain, "later", 1)),
          );
          expect(contentOf(removeIn(folded, one, newLongEdit()))).to.deep.equal(
            contentOf(removeIn(plain, one)),
          );
        },
      ),
    );
  });

  it("is settled to a trie that finds thousands of keys, colliding ones among them", () => {
    const edit = newLongEdit();
    let map = setIn(setIn(emptyMap<number>(), one, -1, edit), two, -2, edit);
    for (let at = 0; at < 20_000; at++) map = setIn(map, `key ${at}`, at, edit);
    for (let at = 0; at < 20_000; at += 3) map = removeIn(map, `key ${at}`, edit);
    const end = settled(map);
    expect([getIn(end, one), getIn(end, two)]).to.deep.equal([-1, -2]);
    for (let at = 0; at < 20_000; at++)
      if (getIn(end, `key ${at}`) !== (at % 3 === 0 ? undefined : at)) expect.fail(`key ${at}`);
    expect(end.size).to.equal([...entriesOf(end)].length);
    const plain = [...entriesOf(end)].reduce(
      (built, [key, value]) => setIn(built, key, value),
      emptyMap<number>(),
    );
    expect(contentOf(plain)).to.deep.equal(contentOf(end));
  });
});

describe("a persistent map", () => {
  it("holds what a Map holds after any changes, whatever the seed", () => {
    fc.assert(
      fc.property(history, ({ seed, list }) => {
        const model = new Map<string, number>();
        let map = emptyMap<number>(seed);
        for (const change of list) {
          appliedToModel(model, change);
          map = applied(map, change.key, change.value);
          expect(map.size).to.equal(model.size);
          expect(getIn(map, change.key)).to.equal(change.value);
        }
        expect(contentOf(map)).to.deep.equal(sorted(model));
      }),
    );
  });

  it("leaves every older version as it was", () => {
    fc.assert(
      fc.property(history, ({ seed, list }) => {
        const versions = [{ map: emptyMap<number>(seed), content: "[]" }];
        for (const { key, value } of list) {
          const last = versions.at(-1)?.map ?? emptyMap<number>(seed);
          const map = applied(last, key, value);
          versions.push({ map, content: JSON.stringify(contentOf(map)) });
        }
        for (const { map, content } of versions)
          expect(JSON.stringify(contentOf(map))).to.equal(content);
      }),
      { numRuns: 30 },
    );
  });

  it("folds under a licence to the same content and changes no map from outside the fold", () => {
    fc.assert(
      fc.property(history, history, history, (first, second, third) => {
        const base = first.list.reduce(
          (map, { key, value }) => applied(map, key, value),
          emptyMap<number>(),
        );
        const fold = (map: PersistentMap<number>, list: ReadonlyArray<Change>) => {
          const edit = newEdit();
          return list.reduce((state, { key, value }) => applied(state, key, value, edit), map);
        };
        const before = contentOf(base);
        const folded = fold(base, second.list);
        const afterFold = contentOf(folded);
        // a later fold has its own licence, so neither the base nor the first fold's result may
        // move
        const other = fold(folded, third.list);
        const again = fold(base, third.list);
        expect(contentOf(base)).to.deep.equal(before);
        expect(contentOf(folded)).to.deep.equal(afterFold);
        const model = new Map(before);
        for (const change of third.list) appliedToModel(model, change);
        expect(contentOf(again)).to.deep.equal(sorted(model));
        expect(other.size).to.equal(contentOf(other).length);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps keys apart whose hashes agree in all bits", () => {
    expect(hashOfKey(one)).to.equal(hashOfKey(two));
    const both = setIn(setIn(emptyMap<number>(), one, 1), two, 2);
    expect(both.size).to.equal(2);
    expect([getIn(both, one), getIn(both, two)]).to.deep.equal([1, 2]);
    const changed = setIn(both, one, 3);
    expect([changed.size, getIn(changed, one), getIn(changed, two)]).to.deep.equal([2, 3, 2]);
    const without = removeIn(changed, one);
    expect([without.size, getIn(without, one), getIn(without, two)]).to.deep.equal([
      1,
      undefined,
      2,
    ]);
    // no trace of the collision is left
    const alone = setIn(emptyMap<number>(), two, 2);
    expect(JSON.stringify(removeIn(both, one))).to.equal(JSON.stringify(alone));
    expect(contentOf(removeIn(without, two))).to.deep.equal([]);
    expect(contentOf(both)).to.have.lengthOf(2);
    expect(hasIn(both, "another")).to.equal(false);
    const three = setIn(both, "another", 4);
    expect([getIn(three, one), getIn(three, two), getIn(three, "another")]).to.deep.equal([
      1, 2, 4,
    ]);
  });

  it("does not let keys collide under another seed because they did under this one", () => {
    const seeded = setIn(setIn(emptyMap<number>(0x1234567), one, 1), two, 2);
    const plain = setIn(setIn(emptyMap<number>(0), one, 1), two, 2);
    expect(plain.root.children).to.have.lengthOf(1);
    expect(contentOf(seeded)).to.deep.equal(contentOf(plain));
    expect(JSON.stringify(seeded.root)).to.not.equal(JSON.stringify(plain.root));
  });

  it("is the same map when a missing key is removed", () => {
    const map = setIn(emptyMap<number>(), "a", 1);
    expect(removeIn(map, "b")).to.equal(map);
  });
});
