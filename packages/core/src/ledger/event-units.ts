import type { TransactionNode } from "../events/transaction-node.js";
import type { PastEvent } from "../events/submission-pruned.js";
import { unitsOf } from "../values/json.js";

/** Counted for each node in addition to its content. */
const nodeUnits = 256;

/** Counted for each stakeholder of a contract. */
const stakeholderUnits = 8;

const unitsOfNode = (node: TransactionNode): number => {
  const { signatories, observers } = node;
  const units = nodeUnits + stakeholderUnits * (signatories.length + observers.length);
  if (node.kind === "exercise") return units + unitsOf(node.argument) + unitsOf(node.result);
  const { payload, key } = node;
  return units + unitsOf(payload) + (key === undefined ? 0 : unitsOf(key.value));
};

/**
 * Estimates the memory of an event as text, as a value or as an answer. The nodes may be much
 * longer than the stored text, which has each text once.
 *
 * @param data its text in the journal
 */
export const eventUnits = (event: PastEvent, data: string): number => {
  if (event.type !== "TransactionCommitted") return data.length;
  let units = 0;
  for (const node of event.nodes) units += unitsOfNode(node);
  return Math.max(units, data.length);
};
