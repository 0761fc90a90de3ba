import { assert } from "chai";
import { type TreeNode, type TreeEvent, treesOf } from "../../src/history/update-tree.js";

const event = (nodeId: number, lastDescendantNodeId = nodeId): TreeEvent => ({
  nodeId,
  lastDescendantNodeId,
});

const shape = (nodes: ReadonlyArray<TreeNode<TreeEvent>>): ReadonlyArray<unknown> =>
  nodes.map(({ event: { nodeId }, children }) =>
    children.length === 0 ? nodeId : [nodeId, ...shape(children)],
  );

describe("the trees of an update", () => {
  it("have events below the exercise that led to them", () => {
    const events = [event(0, 4), event(1), event(2, 3), event(3), event(4), event(5)];
    assert.deepEqual(shape(treesOf(events)), [[0, 1, [2, 3], 4], 5]);
    assert.deepEqual(shape(treesOf(events.toReversed())), [[0, 1, [2, 3], 4], 5]);
  });

  it("skip what the party does not see", () => {
    assert.deepEqual(shape(treesOf([event(0, 9), event(3), event(7, 8), event(8)])), [
      [0, 3, [7, 8]],
    ]);
    assert.deepEqual(shape(treesOf([event(3), event(7, 8), event(8)])), [3, [7, 8]]);
  });

  it("may be as deep as an update is long", () => {
    const depth = 50_000;
    const [root] = treesOf(Array.from({ length: depth }, (_, at) => event(at, depth)));
    let count = 0;
    for (let node = root; node !== undefined; node = node.children[0]) count += 1;
    assert.strictEqual(count, depth);
  });
});
