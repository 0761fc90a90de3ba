import type { ExerciseNode, TransactionNode } from "./transaction-node.js";
import { witnessesOf } from "./witnesses.js";

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

/** A node with whose authority it has and who sees it. */
export interface AuthorizedNode {
  readonly node: TransactionNode;
  readonly nodeId: number;
  /** Exercises around it. */
  readonly depth: number;
  readonly authority: ReadonlyArray<string>;
  readonly witnesses: ReadonlyArray<string>;
}

/** The nodes of a transaction in their order, each with its authority and its witnesses. */
export const authorizedNodes = ({
  nodes,
  actAs,
}: {
  readonly nodes: ReadonlyArray<TransactionNode>;
  readonly actAs: ReadonlyArray<string>;
}): ReadonlyArray<AuthorizedNode> => {
  const witnesses = witnessesOf(nodes);
  const depths: Array<number> = [];
  return placedNodes(nodes).map(({ node, nodeId, parent }) => {
    const depth = parent === undefined ? 0 : (depths[parent.nodeId] ?? 0) + 1;
    depths.push(depth);
    const authority =
      parent === undefined ? actAs : [...new Set([...parent.signatories, ...parent.actingParties])];
    return { node, nodeId, depth, authority, witnesses: witnesses[nodeId] ?? [] };
  });
};
