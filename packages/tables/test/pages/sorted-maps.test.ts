import { expect } from "chai";
import * as fc from "fast-check";
import { type KeyRange, SortedMaps } from "../../src/pages/sorted-maps.js";
import { emptyMaps, reopened } from "./leaf-database.js";

const keyOf = fc.integer({ min: 0, max: 400 }).map((n) => n.toString(16).padStart(4, "0"));
// long values, so that a few of them split a leaf
const valueOf = fc.nat(1_500).map((length) => "v".repeat(length));

type Step =
  | { readonly kind: "set"; readonly key: string; readonly value: string }
  | { readonly kind: "delete"; readonly key: string }
  | { readonly kind: "flush" };

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("set"), key: keyOf, value: valueOf }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("delete"), key: keyOf }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush") }) },
  ),
  { maxLength: 120 },
) as fc.Arbitrary<ReadonlyArray<Step>>;

type Undoing = Step | { readonly kind: "mark" | "undo" };

const undoings: fc.Arbitrary<ReadonlyArray<Undoing>> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant("set"), key: keyOf, value: valueOf }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("delete"), key: keyOf }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("mark", "undo", "flush") }) },
  ),
  { maxLength: 150 },
) as fc.Arbitrary<ReadonlyArray<Undoing>>;

const everything: KeyRange = { from: "", to: "g", limit: Infinity };

const sorted = (model: ReadonlyMap<string, string>) =>
  [...model].sort(([a], [b]) => (a < b ? -1 : 1));

const within = (model: ReadonlyMap<string, string>, { from, to, limit }: KeyRange) =>
  sorted(model)
    .filter(([key]) => key >= from && key < to)
    .slice(0, limit);

const filled = (count: number) => {
  const made = emptyMaps();
  const keys = Array.from({ length: count }, (_, n) => n.toString(16).padStart(4, "0"));
  for (const key of keys) made.maps.set(1, key, `value of ${key} ${"x".repeat(200)}`);
  made.leaves.flush().done();
  return { ...made, keys };
};

describe("Sorted maps", () => {
  it("hold what a map would hold after the same steps, in memory and in the database", () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.tuple(keyOf, keyOf, fc.nat(30)), { maxLength: 5 }),
        (all, ranges) => {
          const made = emptyMaps(20_000);
          const model = new Map<string, string>();
          for (const step of all) {
            if (step.kind === "flush") {
              made.leaves.flush().done();
            } else if (step.kind === "delete") {
              made.maps.delete(1, step.key);
              model.delete(step.key);
            } else {
              made.maps.set(1, step.key, step.value);
              model.set(step.key, step.value);
            }
          }
          const same = (maps: SortedMaps): void => {
            expect(maps.ascending(1, everything)).to.deep.equal(sorted(model));
            expect(maps.descending(1, everything)).to.deep.equal(sorted(model).reverse());
            expect(maps.ascending(2, everything)).to.deep.equal([]);
            for (const [key, value] of model) expect(maps.get(1, key)).to.equal(value);
            for (const [from, to, limit] of ranges) {
              const range = { from, to, limit };
              expect(maps.ascending(1, range)).to.deep.equal(within(model, range));
              const backwards = within(model, { ...range, limit: Infinity }).reverse();
              expect(maps.descending(1, range)).to.deep.equal(backwards.slice(0, limit));
            }
          };
          same(made.maps);
          made.leaves.flush().done();
          const again = reopened(made);
          same(again.maps);
          again.leaves.checkAll();
          made.db.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keep leaves full where entries come in order", () => {
    const { db } = filled(200);
    const sizes = db.prepare("SELECT length(data) FROM block WHERE tree = 1").pluck().all();
    expect(sizes.length).to.be.within(22, 26);
    db.close();
  });

  it("keep leaves full where entries of several groups come in order, by turns", () => {
    const { db, maps, leaves } = emptyMaps();
    const groups = ["a", "b", "c", "d"];
    for (let n = 0; n < 500; n++) {
      for (const group of groups)
        maps.set(1, group + n.toString(16).padStart(4, "0"), "x".repeat(200));
    }
    const written = leaves.flush().totals.blocks;
    expect(written).to.be.below((500 * groups.length) / 7);
    db.close();
  });

  it("have leaves as large as their map may have", () => {
    const { db, leaves } = emptyMaps();
    const maps = new SortedMaps(leaves, new Map([[2, 5_000]]));
    for (let n = 0; n < 200; n++)
      for (const tree of [1, 2]) maps.set(tree, n.toString(16).padStart(4, "0"), "x".repeat(200));
    leaves.flush().done();
    const longest = db
      .prepare("SELECT max(length(data)) FROM block GROUP BY tree ORDER BY tree")
      .pluck()
      .all();
    expect(longest[0]).to.be.within(1_500, 2_000);
    expect(longest[1]).to.be.within(4_500, 5_000);
    leaves.checkAll();
    db.close();
  });

  it("remove empty leaves, so that the rest is found immediately", () => {
    const { db, maps, leaves, keys } = filled(200);
    for (const key of keys.slice(0, 190)) maps.delete(1, key);
    leaves.flush().done();
    expect(maps.ascending(1, everything).map(([key]) => key)).to.deep.equal(keys.slice(190));
    expect(db.prepare("SELECT count(*) FROM block WHERE tree = 1").pluck().get()).to.be.at.most(3);
    db.close();
  });

  it("hold one entry that is longer than a leaf", () => {
    const { db, maps, leaves } = filled(3);
    const long = "y".repeat(100_000);
    maps.set(1, "0001", long);
    leaves.flush().done();
    expect(maps.get(1, "0001")).to.equal(long);
    expect(maps.ascending(1, everything)).to.have.length(3);
    db.close();
  });

  it("do nothing when what is deleted is not there", () => {
    const { db, maps, leaves } = filled(10);
    const before = leaves.totals();
    maps.delete(1, "0fff");
    maps.delete(2, "0001");
    leaves.flush().done();
    expect(leaves.totals()).to.deep.equal(before);
    db.close();
  });

  it("undo what changed since a mark, however leaves were split, removed and written", () => {
    fc.assert(
      fc.property(undoings, (all) => {
        // few leaves are kept, so that those that may go are read again
        const made = emptyMaps(4_000);
        let model = new Map<string, string>();
        let marked = new Map<string, string>();
        for (const step of all) {
          if (step.kind === "set") {
            expect(made.maps.set(1, step.key, step.value)).to.equal(model.get(step.key));
            model.set(step.key, step.value);
          } else if (step.kind === "delete") {
            expect(made.maps.delete(1, step.key)).to.equal(model.get(step.key));
            model.delete(step.key);
          } else if (step.kind === "flush") {
            made.leaves.flush().done();
          } else {
            if (step.kind === "undo") made.maps.undo();
            made.maps.mark();
            if (step.kind === "undo") model = new Map(marked);
            else marked = new Map(model);
          }
          expect(made.maps.ascending(1, everything)).to.deep.equal(sorted(model));
        }
        made.leaves.flush().done();
        const again = reopened(made);
        again.leaves.checkAll();
        expect(again.maps.ascending(1, everything)).to.deep.equal(sorted(model));
        expect(again.maps.descending(1, everything)).to.deep.equal(sorted(model).reverse());
        made.db.close();
      }),
      { numRuns: 100 },
    );
  });
});
