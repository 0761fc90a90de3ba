import type { TracedRead, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { type PlacedNode, placedNodes } from "../../src/ledger/node-tree.js";

const node = (nodeId: number, last?: number): TransactionNode =>
  (last === undefined
    ? { kind: "create", nodeId }
    : { kind: "exercise", nodeId, lastDescendantNodeId: last }) as never;

const read = (position: number, depth: number): TracedRead => ({
  position,
  depth,
  contract: undefined,
  templateId: "t",
  actingParties: [],
});

/**
 * `e` for an exercise with its children in brackets, `c` for a create, `r` for a read, each with
 * its id.
 */
const shape = (placed: ReadonlyArray<PlacedNode>): string =>
  placed
    .map(({ nodeId, source, children }) => {
      const letter = "kind" in source ? source.kind.charAt(0) : "r";
      return `${letter}${nodeId}${letter === "e" ? `(${shape(children)})` : ""}`;
    })
    .join(" ");

describe("placedNodes", () => {
  it("numbers nodes in pre-order", () => {
    expect(shape(placedNodes([node(0, 3), node(1, 2), node(2), node(3)], []))).to.equal(
      "e0(e1(c2) c3)",
    );
  });

  it("puts a read where it happened: before the next node at its depth", () => {
    const nodes = [node(0, 2), node(1, 1), node(2)];
    expect(shape(placedNodes(nodes, [read(1, 1), read(2, 2), read(2, 1), read(3, 1)]))).to.equal(
      "e0(r1 e2(r3) r4 c5 r6)",
    );
  });

  it("puts reads at the end of an exercise inside it, and those after it outside", () => {
    const nodes = [node(0, 0), node(1, 1)];
    expect(shape(placedNodes(nodes, [read(1, 1), read(2, 1)]))).to.equal("e0(r1) e2(r3)");
  });

  it("is empty for no nodes", () => {
    expect(placedNodes([], [])).to.deep.equal([]);
  });
});
