import { applyTransaction, type NaiveContract } from "../ledger/naive-ledger.js";
import { journalStream, type SimWorld } from "../ledger/sim-world.js";

/**
 * The offset of a submission that is in the pruned part of the journal and has its data; none where
 * only those have it that made contracts which were active at the end of that part.
 */
export const notErased = (world: SimWorld): number | undefined => {
  const upTo = world.prunedUpTo;
  if (upTo === 0) return undefined;
  const active = new Map<string, NaiveContract>();
  const pruned = world.naive().events.filter(({ offset }) => offset <= upTo);
  for (const { event } of pruned)
    if (event.type === "TransactionCommitted") applyTransaction(active, event);
  const isNeeded = (event: (typeof pruned)[number]["event"]): boolean =>
    event.type === "TransactionCommitted" &&
    event.nodes.some((node) => node.kind === "create" && active.has(node.contractId));
  const stored = world.disk.readNow(journalStream, 0);
  return pruned.find(
    ({ offset, event }) =>
      (event.type === "CommandRejected" || event.type === "TransactionCommitted") &&
      stored[offset - 1]?.erased === undefined &&
      !isNeeded(event),
  )?.offset;
};
