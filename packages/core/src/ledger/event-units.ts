import type { TransactionNode } from "../events/transaction-node.js";
import type { PastEvent } from "../events/submission-pruned.js";
import { type Json, unitsOf } from "../values/json.js";
import { JsonText } from "../values/json-text.js";

/** Counted for each node in addition to its content. */
const nodeUnits = 256;

/** Counted for each stakeholder of a contract. */
const stakeholderUnits = 8;

type AnyNode = TransactionNode | TransactionNode<JsonText<Json>>;

const unitsOfValue = (value: Json | JsonText<Json>): number =>
  value instanceof JsonText ? value.json.length : unitsOf(value);

const unitsOfNode = (node: AnyNode): number => {
  const { signatories, observers } = node;
  const units = nodeUnits + stakeholderUnits * (signatories.length + observers.length);
  if (node.kind === "exercise")
    return units + unitsOfValue(node.argument) + unitsOfValue(node.result);
  const { payload, key } = node;
  return units + unitsOfValue(payload) + (key === undefined ? 0 : unitsOfValue(key.value));
};

/** `eventUnits` of a transaction with these nodes. */
export const transactionUnits = (nodes: ReadonlyArray<AnyNode>, data: string): number => {
  let units = 0;
  for (const node of nodes) units += unitsOfNode(node);
  return Math.max(units, data.length);
};

/**
 * Estimates the memory of an event as text, as a value or as an answer. The nodes may be much
 * longer than the stored text, which has each text once.
 *
 * @param data its text in the journal
 */
export const eventUnits = (event: PastEvent, data: string): number =>
  event.type === "TransactionCommitted" ? transactionUnits(event.nodes, data) : data.length;
