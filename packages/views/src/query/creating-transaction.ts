import {
  type CreateNode,
  decodeLedgerEvent,
  type LedgerError,
  type TransactionCommitted,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { viewsBroken } from "./query-error.js";
import type { ContractPlace, ViewReader } from "../sqlite/view-reader.js";

/** A transaction that creates contracts. */
export interface CreatingTransaction {
  readonly offset: number;
  readonly event: TransactionCommitted;
  readonly creates: ReadonlyArray<CreateNode>;
  /** Number of the first contract it creates. */
  readonly firstSeq: number;
}

/** The transaction at an offset; Left when there is none. */
export const committedAt = (
  reader: ViewReader,
  offset: number,
): Either<LedgerError, TransactionCommitted> => {
  const data = reader.transactionData(offset);
  if (data === undefined) {
    return left(viewsBroken(`no transaction ${offset}`));
  }
  const event = decodeLedgerEvent("TransactionCommitted", data, offset);
  if (isLeft(event)) {
    return left(viewsBroken(`event ${offset}: ${event.left}`));
  }
  return event.right.type === "TransactionCommitted"
    ? right(event.right)
    : left(viewsBroken(`event ${offset} is no transaction`));
};

const createsOf = ({ nodes }: TransactionCommitted): ReadonlyArray<CreateNode> => {
  const creates: Array<CreateNode> = [];
  for (const node of nodes) {
    if (node.kind === "create") {
      creates.push(node);
    }
  }
  return creates;
};

/** The transaction that created a contract. */
export const creatingTransaction = (
  reader: ViewReader,
  { createdAt: offset, seq }: ContractPlace,
): Either<LedgerError, CreatingTransaction> => {
  const event = committedAt(reader, offset);
  if (isLeft(event)) {
    return event;
  }
  const creates = createsOf(event.right);
  // nearly all create one contract, and then its number is the first
  const firstSeq = creates.length === 1 ? seq : reader.firstSeqOf(offset);
  return right({ offset, event: event.right, creates, firstSeq });
};

/** The create of a contract; undefined when its transaction has none of that number. */
export const createAt = (
  { creates, firstSeq }: CreatingTransaction,
  { seq }: ContractPlace,
): CreateNode | undefined => creates[seq - firstSeq];
