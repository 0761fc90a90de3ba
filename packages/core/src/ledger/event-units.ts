import type { CreateNode } from "../events/transaction-node.js";
import type { PastEvent } from "../events/submission-pruned.js";
import { unitsOf } from "../values/json.js";

/** Counted for each contract beside its content. */
const contractUnits = 256;

/** Counted for each stakeholder of a contract. */
const stakeholderUnits = 8;

const unitsOfCreate = ({ payload, key, signatories, observers }: CreateNode): number =>
  contractUnits +
  unitsOf(payload) +
  (key === undefined ? 0 : unitsOf(key.value)) +
  stakeholderUnits * (signatories.length + observers.length);

/**
 * About what an event takes in memory, as text or in a state: the contracts that it creates may be
 * much longer than its text, which has each text once.
 *
 * @param data its text in the journal
 */
export const eventUnits = (event: PastEvent, data: string): number => {
  if (event.type !== "TransactionCommitted") return data.length;
  let units = 0;
  for (const node of event.nodes) if (node.kind === "create") units += unitsOfCreate(node);
  return Math.max(units, data.length);
};
