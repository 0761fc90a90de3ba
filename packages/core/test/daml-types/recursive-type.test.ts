import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { compareValues } from "../../src/daml-types/daml-order.js";
import { list } from "../../src/daml-types/collection-types.js";
import { record } from "../../src/daml-types/record-types.js";
import { contractId, text } from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";
import { maxValueDepth, recursive } from "../../src/daml-types/recursive-type.js";
import { holdsContractIds } from "../../src/daml-types/type-model.js";

interface Tree {
  readonly label: string;
  readonly children: ReadonlyArray<Tree>;
}

const Tree = recursive<Tree>("Tree", (itself) => record({ label: text, children: list(itself) }));

const leaf = (label: string): Json => ({ label, children: [] });
const chain = (length: number): Json =>
  length === 1 ? leaf("x") : { label: "x", children: [chain(length - 1)] };

describe("a type that refers to itself", () => {
  it("reads and writes values of any shape", () => {
    const shown = { label: "root", children: [leaf("a"), { label: "b", children: [leaf("c")] }] };
    const read = Tree.decode(shown);
    expect(isRight(read) ? Tree.encode(read.right) : read.left).to.deep.equal(shown);
  });

  it("names the place of what is wrong", () => {
    const read = Tree.decode({ label: "root", children: [leaf("a"), { label: 1, children: [] }] });
    expect(isLeft(read) ? read.left.path : []).to.deep.equal(["children", "1", "label"]);
  });

  it("refuses what is nested too deep instead of running out of stack", () => {
    // each tree is an object in an array
    expect(isRight(Tree.decode(chain(maxValueDepth / 2)))).to.equal(true);
    for (const length of [maxValueDepth / 2 + 1, 5000])
      expect(isLeft(Tree.decode(chain(length)))).to.equal(true);
  });

  it("has a finite model, in which contract ids are still found", () => {
    expect(Tree.model).to.deep.equal({
      Recursive: [
        "Tree",
        {
          Record: [
            ["label", "Text"],
            ["children", { List: { Self: "Tree" } }],
          ],
        },
      ],
    });
    const Linked = recursive<{ readonly next: ReadonlyArray<unknown>; readonly id: string }>(
      "Linked",
      (itself) => record({ next: list(itself), id: contractId }),
    );
    expect([Tree, Linked].map(({ model }) => holdsContractIds(model))).to.deep.equal([false, true]);
  });

  it("is ordered level by level", () => {
    const under = (label: string): Json => ({ label: "r", children: [leaf("m"), leaf(label)] });
    expect(compareValues(Tree.model, under("a"), under("b"))).to.be.lessThan(0);
    expect(compareValues(Tree.model, under("b"), under("a"))).to.be.greaterThan(0);
    expect(compareValues(Tree.model, under("a"), under("a"))).to.equal(0);
  });
});
