import { expect } from "chai";
import * as fc from "fast-check";
import { KeptLeaves, type Leaf } from "../../src/pages/kept-leaves.js";
import { LeafUndo } from "../../src/pages/leaf-undo.js";
import { emptyMaps, reopened } from "./leaf-database.js";

const everything = { from: "", to: "g", limit: Infinity };
const keyOf = fc.integer({ min: 0, max: 120 }).map((n) => n.toString(16).padStart(4, "0"));

type Step =
  | { readonly kind: "set"; readonly key: string; readonly chars: number }
  | { readonly kind: "delete"; readonly key: string }
  | { readonly kind: "begin" | "undo" | "flush" };

const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant("set" as const),
        key: keyOf,
        chars: fc.nat(1_500),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant("delete" as const), key: keyOf }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("begin" as const, "undo" as const, "flush" as const),
      }),
    },
  ),
  { maxLength: 150 },
);

const sorted = (model: ReadonlyMap<string, string>) =>
  [...model].sort(([a], [b]) => (a < b ? -1 : 1));

const leaf = (): Leaf => ({
  tree: 1,
  first: "",
  upper: "",
  keys: ["a", "b"],
  values: ["1", "2"],
  chars: 8,
  lastAdded: "",
  check: 0,
  isChanged: false,
  usedAt: 0,
});

describe("Undone changes of leaves", () => {
  it("is everything since the beginning, however they were split, removed and written", () => {
    fc.assert(
      fc.property(steps, (all) => {
        // few leaves are kept, so that those that may go are read again
        const made = emptyMaps(4_000);
        let model = new Map<string, string>();
        let begun = new Map<string, string>();
        for (const step of all) {
          if (step.kind === "set") {
            const value = "v".repeat(step.chars);
            made.maps.set(1, step.key, value);
            model.set(step.key, value);
          } else if (step.kind === "delete") {
            made.maps.delete(1, step.key);
            model.delete(step.key);
          } else if (step.kind === "undo") {
            made.leaves.undo();
            made.leaves.begin();
            model = new Map(begun);
          } else {
            if (step.kind === "begin") made.leaves.begin();
            else made.leaves.flush().done();
            begun = new Map(model);
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
      { numRuns: 60 },
    );
  });

  it("leaves nothing to be written when nothing was to be written before", () => {
    const made = emptyMaps();
    for (let n = 0; n < 60; n++) made.maps.set(1, `00${n + 10}`, "x".repeat(200));
    made.leaves.flush().done();
    made.leaves.begin();
    for (let n = 0; n < 60; n++) {
      if (n % 3 === 0) made.maps.set(1, `00${n + 10}5`, "y".repeat(900));
      else made.maps.delete(1, `00${n + 10}`);
    }
    expect(made.leaves.unwritten()).to.be.above(5);
    made.leaves.undo();
    expect(made.leaves.unwritten()).to.equal(0);
    made.db.close();
  });

  it("is what a leaf was when it was saved first", () => {
    const kept = new KeptLeaves();
    const undo = new LeafUndo();
    const changed = kept.add(leaf());
    undo.save(changed);
    changed.keys.push("c");
    changed.values.push("3");
    changed.isChanged = true;
    kept.grow(changed, 4);
    undo.save(changed);
    changed.upper = "d";
    undo.undo(kept);
    expect(changed).to.deep.include({ ...leaf(), usedAt: changed.usedAt });
  });

  it("is nothing once it is kept", () => {
    const kept = new KeptLeaves();
    const undo = new LeafUndo();
    const changed = kept.add(leaf());
    undo.save(changed);
    changed.keys.splice(0, 1);
    undo.keep();
    const { made, removed } = undo.undo(kept);
    expect([...made, ...removed]).to.deep.equal([]);
    expect(changed.keys).to.deep.equal(["b"]);
  });

  it("does not bring back what was made and removed since", () => {
    const kept = new KeptLeaves();
    const undo = new LeafUndo();
    const made = kept.add(leaf());
    undo.made(made);
    kept.delete(made);
    undo.removed(made);
    const undone = undo.undo(kept);
    expect([...undone.made, ...undone.removed]).to.deep.equal([]);
    expect(kept.covering(1, "a")).to.equal(undefined);
  });
});
