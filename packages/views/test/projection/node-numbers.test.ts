import { expect } from "chai";
import * as fc from "fast-check";
import { shownLastDescendant, shownNodeId } from "../../src/projection/node-numbers.js";
import { exerciseOf } from "../journal-fixture.js";

/** A node of a whole tree: a fetch, or an exercise with what is in it. */
type Branch = "fetch" | ReadonlyArray<Branch>;

const { branches } = fc.letrec<{ branches: ReadonlyArray<Branch>; branch: Branch }>((tie) => ({
  branch: fc.oneof({ depthSize: "small" }, fc.constant("fetch" as const), tie("branches")),
  branches: fc.array(tie("branch"), { maxLength: 4 }),
}));

/** An exercise with its numbers in both ways of counting. */
interface Numbered {
  readonly nodeId: number;
  readonly shown: number;
  last: number;
  shownLast: number;
}

/** Walks a tree in order and counts exercises, and everything. */
const numbered = (roots: ReadonlyArray<Branch>) => {
  const exercises: Array<Numbered> = [];
  const reads: Array<number> = [];
  let shown = 0;
  const walk = (branch: Branch, inside: number): void => {
    const number = shown++;
    if (branch === "fetch") {
      reads.push(exercises.length, inside);
      return;
    }
    const nodeId = exercises.length;
    const node = { nodeId, shown: number, last: nodeId, shownLast: number };
    exercises.push(node);
    for (const each of branch) walk(each, nodeId);
    node.last = exercises.length - 1;
    node.shownLast = shown - 1;
  };
  for (const root of roots) walk(root, -1);
  return { exercises, reads };
};

describe("The numbers of nodes that clients see", () => {
  it("count what was fetched", () => {
    fc.assert(
      fc.property(branches, (roots) => {
        const { exercises, reads } = numbered(roots);
        for (const { nodeId, shown, last, shownLast } of exercises) {
          expect(shownNodeId(nodeId, reads)).to.equal(shown);
          const node = exerciseOf(nodeId, "c", ["alice"], { lastDescendantNodeId: last });
          expect(shownLastDescendant(node, reads)).to.equal(shownLast);
        }
      }),
    );
  });

  it("are the numbers of the nodes where nothing was fetched", () => {
    expect(shownNodeId(3, undefined)).to.equal(3);
    const node = exerciseOf(1, "c", ["alice"], { lastDescendantNodeId: 4 });
    expect(shownLastDescendant(node, undefined)).to.equal(4);
  });
});
