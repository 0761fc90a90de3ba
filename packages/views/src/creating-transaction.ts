import type { CreateNode, LedgerError, TransactionCommitted } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventOf, viewsBroken } from "./query-failure.js";
import type { ContractPlace, ViewReader } from "./view-reader.js";

/** A transaction that creates contracts. */
export interface CreatingTransaction {
  readonly offset: number;
  readonly event: TransactionCommitted;
  readonly firstSeq: number;
  readonly creates: ReadonlyArray<CreateNode>;
}

const isCreate = (node: TransactionCommitted["nodes"][number]): node is CreateNode =>
  node.kind === "create";

/** The transaction at an offset; Left when there is none. */
export const committedAt = (
  reader: ViewReader,
  offset: number,
): Either<LedgerError, { readonly event: TransactionCommitted; readonly firstSeq: number }> => {
  const row = reader.submission(offset);
  if (row === undefined) {
    return left(viewsBroken(`no event ${offset}`));
  }
  const event = eventOf(row);
  if (isLeft(event)) {
    return event;
  }
  return event.right.type === "TransactionCommitted"
    ? right({ event: event.right, firstSeq: row.firstSeq })
    : left(viewsBroken(`event ${offset} is no transaction`));
};

/** The transaction that creates the contracts of an offset. */
export const creatingTransaction = (
  reader: ViewReader,
  offset: number,
): Either<LedgerError, CreatingTransaction> => {
  const found = committedAt(reader, offset);
  return isLeft(found)
    ? found
    : right({ ...found.right, offset, creates: found.right.event.nodes.filter(isCreate) });
};

/** The create of a contract. */
export const createAt = (
  { creates, firstSeq }: CreatingTransaction,
  { seq, createdAt }: ContractPlace,
): Either<LedgerError, CreateNode> => {
  const node = creates[seq - firstSeq];
  return node === undefined
    ? left(viewsBroken(`event ${createdAt} does not create contract ${seq}`))
    : right(node);
};
