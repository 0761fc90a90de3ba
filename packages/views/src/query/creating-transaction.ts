import type { CreateNode, LedgerError, TransactionCommitted } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import type { ContractPlace } from "../sqlite/view-reader.js";
import { viewsBroken } from "../interface/views-unreadable.js";
import { eventOf } from "./query-error.js";

/** The transaction of an event; Left when it is not one. */
export const transactionIn = (
  entry: JournalEntry,
  context: QueryContext,
): Either<LedgerError, TransactionCommitted> => {
  const event = eventOf(entry, context);
  if (isLeft(event)) return event;
  return event.right.type === "TransactionCommitted"
    ? right(event.right)
    : left(viewsBroken(`event ${entry.offset} is not a transaction`));
};

/** The create of a contract in its transaction; undefined when there is none at its place. */
export const createAt = (
  { nodes }: TransactionCommitted,
  { nodeId }: Pick<ContractPlace, "nodeId">,
): CreateNode | undefined => {
  const node = nodes[nodeId];
  return node?.kind === "create" ? node : undefined;
};
