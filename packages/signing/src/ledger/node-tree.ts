import type { TransactionNode, TracedRead } from "@tallystick/core";

/**
 * A node of a transaction in its place. `source` is a node of the ledger, or what was only read.
 */
export interface PlacedNode {
  /** In pre-order, reads counted too. */
  readonly nodeId: number;
  readonly source: TransactionNode | TracedRead;
  readonly children: ReadonlyArray<PlacedNode>;
}

/**
 * Puts the reads of an interpretation among its nodes, as a prepared transaction shows them.
 *
 * @param nodes in pre-order
 * @param reads in the order they happened
 * @returns the roots
 */
export const placedNodes = (
  nodes: ReadonlyArray<TransactionNode>,
  reads: ReadonlyArray<TracedRead>,
): ReadonlyArray<PlacedNode> => {
  let nextId = 0;
  let nodeAt = 0;
  let readAt = 0;
  const level = (end: number, depth: number): ReadonlyArray<PlacedNode> => {
    const placed: Array<PlacedNode> = [];
    for (;;) {
      const read = reads[readAt];
      if (read !== undefined && read.position === nodeAt && read.depth === depth) {
        readAt += 1;
        placed.push({ nodeId: nextId++, source: read, children: [] });
        continue;
      }
      const node = nodeAt < end ? nodes[nodeAt] : undefined;
      if (node === undefined) return placed;
      const nodeId = nextId++;
      nodeAt += 1;
      // the depth of exercises is limited by interpretation
      const children =
        node.kind === "exercise" ? level(node.lastDescendantNodeId + 1, depth + 1) : [];
      placed.push({ nodeId, source: node, children });
    }
  };
  return level(nodes.length, 0);
};
