import {
  type CreateNode,
  type LedgerError,
  type TransactionCommitted,
  type TransactionInText,
  type TransactionNode,
  transactionInText,
} from "@tallystick/core";
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

/** Reads a transaction with its Daml values as text; one that cannot be read so as objects. */
export const transactionToWrite = (
  entry: JournalEntry,
  context: QueryContext,
): Either<LedgerError, TransactionCommitted | TransactionInText> => {
  const { type, data, offset } = entry;
  const inText = type === "TransactionCommitted" ? transactionInText(data, offset) : undefined;
  return inText === undefined ? transactionIn(entry, context) : right(inText);
};

/** Whether the Daml values of a transaction are text. */
export const isInText = (
  transaction: TransactionCommitted | TransactionInText,
): transaction is TransactionInText => !("type" in transaction);

/** The create of a contract in its transaction; undefined when there is none at its place. */
export const createAt = <V>(
  { nodes }: { readonly nodes: ReadonlyArray<TransactionNode<V>> },
  { nodeId }: Pick<ContractPlace, "nodeId">,
): CreateNode<V> | undefined => {
  const node = nodes[nodeId];
  return node?.kind === "create" ? node : undefined;
};
