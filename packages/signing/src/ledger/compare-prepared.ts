import {
  type PreparedTransaction,
  encodePreparedTransaction,
} from "../messages/prepared-transaction.js";
import { NodeContent } from "../messages/transaction-node.js";
import { encodeMessage } from "@tallystick/protobuf";

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/**
 * Where the transaction that interpretation gives differs from the one that was signed.
 *
 * @param signed as it was read
 * @param signedBytes as it came
 * @param now as interpretation gives it
 * @returns undefined when both have the same bytes
 */
export const preparedDifference = (
  signed: PreparedTransaction,
  signedBytes: Uint8Array,
  now: PreparedTransaction,
): string | undefined => {
  if (same(signedBytes, encodePreparedTransaction(now))) return undefined;
  const { nodes } = now.transaction;
  if (nodes.length !== signed.transaction.nodes.length)
    return `it has ${nodes.length} nodes, ${signed.transaction.nodes.length} were signed`;
  const byId = new Map(signed.transaction.nodes.map((node) => [node.nodeId, node.content]));
  for (const { nodeId, content } of nodes) {
    const other = byId.get(nodeId);
    if (other === undefined) return `node ${nodeId} was not signed`;
    if (!same(encodeMessage(NodeContent, content), encodeMessage(NodeContent, other)))
      return `node ${nodeId} differs`;
  }
  return "its seeds, its metadata or their encoding differ";
};
