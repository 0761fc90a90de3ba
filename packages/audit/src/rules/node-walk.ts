import type { ExerciseNode, TransactionNode } from "@tallystick/core";

/** A node with the exercises around it. */
export interface PlacedNode {
  readonly node: TransactionNode;
  readonly nodeId: number;
  /** The exercise whose child it is; undefined of a root. */
  readonly parent: ExerciseNode | undefined;
}

/** The nodes of a transaction in their order, each with the exercise around it. */
export const placedNodes = (nodes: ReadonlyArray<TransactionNode>): ReadonlyArray<PlacedNode> => {
  const around: Array<ExerciseNode> = [];
  return nodes.map((node, nodeId) => {
    while ((around.at(-1)?.lastDescendantNodeId ?? nodeId) < nodeId) around.pop();
    const parent = around.at(-1);
    if (node.kind === "exercise" && node.lastDescendantNodeId > nodeId) around.push(node);
    return { node, nodeId, parent };
  });
};
