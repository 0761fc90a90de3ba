import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Allocation, allocationUpdateId, projectAllocation } from "./project-topology.js";
import { projectTransaction } from "./project-transaction.js";
import { eventOf } from "./query-failure.js";
import type { ResolvedTransactionFormat } from "./resolved-format.js";
import type { ResolvedUpdateFormat, TopologyInterest } from "./resolved-update-format.js";
import { role } from "./schema.js";
import type { OffsetsRead, SubmissionRow, ViewReader } from "./view-reader.js";
import type { QueryContext } from "./views.js";
import type { Update } from "./wire-updates.js";

/** The updates of one format. */
export interface UpdateReader {
  /** The reads that find their offsets; asked anew for each stretch, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  /** The update at an offset, or undefined when there is none for this format. */
  readonly updateAt: (offset: number) => Either<LedgerError, Update | undefined>;
  readonly updateOf: (updateId: string) => Either<LedgerError, Update | undefined>;
}

const partyReads = (
  reader: ViewReader,
  parties: ReadonlySet<string>,
  readOf: (party: number) => OffsetsRead,
): ReadonlyArray<OffsetsRead> => {
  const reads: Array<OffsetsRead> = [];
  for (const party of parties) {
    const id = reader.nameId(party);
    if (id !== undefined) {
      reads.push(readOf(id));
    }
  }
  return reads;
};

const transactionReads = (
  reader: ViewReader,
  { format, shape }: ResolvedTransactionFormat,
): ReadonlyArray<OffsetsRead> => {
  if (format.anyParty) {
    return [reader.transactionOffsets];
  }
  const roles = shape === "TRANSACTION_SHAPE_ACS_DELTA" ? role.stakeholder : role.witness;
  return partyReads(reader, format.parties, (party) => reader.partyOffsets(party, roles));
};

const topologyReads = (
  reader: ViewReader,
  { parties }: TopologyInterest,
): ReadonlyArray<OffsetsRead> =>
  parties.size === 0
    ? [reader.allocationOffsets]
    : partyReads(reader, parties, reader.partyAllocationOffsets);

const transactionIn = (
  row: SubmissionRow,
  wanted: ResolvedTransactionFormat,
  context: QueryContext,
): Either<LedgerError, Update | undefined> => {
  const event = eventOf(row);
  if (isLeft(event)) {
    return event;
  }
  const value =
    event.right.type === "TransactionCommitted"
      ? projectTransaction(event.right, row.offset, wanted, context.synchronizerId, context.catalog)
      : undefined;
  return right(value === undefined ? undefined : { Transaction: { value } });
};

const allocationIn = (
  allocation: Allocation,
  { parties }: TopologyInterest,
  { participantId, synchronizerId }: QueryContext,
): Update | undefined =>
  parties.size === 0 || parties.has(allocation.party)
    ? {
        TopologyTransaction: {
          value: projectAllocation(allocation, participantId, synchronizerId),
        },
      }
    : undefined;

const updateIdOf = (update: Update): string => {
  if ("Transaction" in update) {
    return update.Transaction.value.updateId;
  }
  return "Reassignment" in update
    ? update.Reassignment.value.updateId
    : update.TopologyTransaction.value.updateId;
};

/** The updates that a format shows. */
export const updateReader = (
  reader: ViewReader,
  context: QueryContext,
  { transactions, topology }: ResolvedUpdateFormat,
): UpdateReader => ({
  reads: () => [
    ...(transactions === undefined ? [] : transactionReads(reader, transactions)),
    ...(topology === undefined ? [] : topologyReads(reader, topology)),
  ],
  updateAt: (offset) => {
    const row = transactions === undefined ? undefined : reader.submission(offset);
    if (row !== undefined && transactions !== undefined) {
      return transactionIn(row, transactions, context);
    }
    const allocation = topology === undefined ? undefined : reader.allocation(offset);
    return right(
      allocation === undefined || topology === undefined
        ? undefined
        : allocationIn(allocation, topology, context),
    );
  },
  // ids are found by hash, and others may share it
  updateOf: (updateId) => {
    if (transactions !== undefined) {
      for (const row of reader.submissionsByUpdate(updateId)) {
        const found = transactionIn(row, transactions, context);
        if (isLeft(found) || (found.right !== undefined && updateIdOf(found.right) === updateId)) {
          return found;
        }
      }
    }
    if (topology === undefined) {
      return right(undefined);
    }
    const allocation = reader
      .allocationsByUpdate(updateId)
      .find(
        ({ party, offset, recordTime }) =>
          updateId === allocationUpdateId(party, offset, recordTime),
      );
    return right(
      allocation === undefined ? undefined : allocationIn(allocation, topology, context),
    );
  },
});
