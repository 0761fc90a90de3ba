import type { Transaction } from "./event-shapes.js";
import type { TransactionTree } from "./transaction-tree-codecs.js";

type TreeEvent = TransactionTree["eventsById"][string];

/**
 * The tree form of a transaction in the LEDGER_EFFECTS shape; that shape has no archived events.
 */
export const treeOf = ({
  events,
  externalTransactionHash: _external,
  paidTrafficCost: _cost,
  ...rest
}: Transaction): TransactionTree => {
  const eventsById: Record<string, TreeEvent> = {};
  for (const event of events) {
    if ("CreatedEvent" in event) {
      const value = event.CreatedEvent;
      eventsById[String(value.nodeId)] = { CreatedTreeEvent: { value } };
    } else if ("ExercisedEvent" in event) {
      const value = event.ExercisedEvent;
      eventsById[String(value.nodeId)] = { ExercisedTreeEvent: { value } };
    }
  }
  return { ...rest, eventsById };
};
