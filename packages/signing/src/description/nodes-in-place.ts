import { childrenOf } from "../hashing/hash-prepared-transaction.js";
import type { DamlTransaction } from "../messages/prepared-transaction.js";
import type { NodeContent } from "../messages/transaction-node.js";

/** A node that is below the roots of its transaction. */
export interface NodeInPlace {
  readonly content: NodeContent;
  /** False below a rollback: what the node does is undone. */
  readonly takesEffect: boolean;
}

/**
 * The nodes below the roots in the order of execution, each once. The message may have others,
 * which no hash covers.
 */
export const nodesInPlace = ({ roots, nodes }: DamlTransaction): ReadonlyArray<NodeInPlace> => {
  const contents = new Map(nodes.map(({ nodeId, content }) => [nodeId, content]));
  const placed: Array<NodeInPlace> = [];
  const open = roots.map((nodeId) => ({ nodeId, takesEffect: true })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { nodeId, takesEffect } = next;
    const content = contents.get(nodeId);
    if (content === undefined) continue;
    contents.delete(nodeId);
    placed.push({ content, takesEffect });
    const childrenTakeEffect = takesEffect && content.kind !== "rollback";
    for (const child of childrenOf(content).toReversed())
      open.push({ nodeId: child, takesEffect: childrenTakeEffect });
  }
  return placed;
};
