import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Found, ItemAt, ItemsAt } from "./offset-scan.js";
import {
  type Allocation,
  allocationUpdateId,
  projectAllocation,
} from "../projection/project-topology.js";
import { projectTransaction } from "../projection/project-transaction.js";
import { eventOf } from "./query-error.js";
import type { ResolvedTransactionFormat } from "../format/resolved-format.js";
import type { ResolvedUpdateFormat, TopologyInterest } from "../format/resolved-update-format.js";
import { role } from "../sqlite/schema.js";
import type { OffsetsRead, ViewReader } from "../sqlite/view-reader.js";
import type { SubmissionRow } from "../sqlite/submission-row.js";
import type { QueryContext } from "../interface/views.js";
import type { FoundUpdate } from "@tallystick/wire";

/** The updates of one format. */
export interface UpdateReader {
  /** The reads that find their offsets; asked anew for each stretch, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  /** The update at an offset, if there is one for this format. */
  readonly updateAt: ItemAt<FoundUpdate>;
  /** The same for a reader that asks for these offsets, in this order. */
  readonly updatesAt: ItemsAt<FoundUpdate>;
  /** The update with an id, or undefined when there is none for this format. */
  readonly updateOf: (updateId: string) => Either<LedgerError, FoundUpdate | undefined>;
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
): Either<LedgerError, FoundUpdate | undefined> => {
  const event = eventOf(row);
  if (isLeft(event)) {
    return event;
  }
  const value =
    event.right.type === "TransactionCommitted"
      ? projectTransaction(event.right, row.offset, wanted, context.synchronizerId, context.catalog)
      : undefined;
  return right(value === undefined ? undefined : { update: { Transaction: { value } } });
};

const allocationIn = (
  allocation: Allocation,
  { parties }: TopologyInterest,
  { participantId, synchronizerId }: QueryContext,
): FoundUpdate | undefined => {
  if (parties.size > 0 && !parties.has(allocation.party)) {
    return undefined;
  }
  const value = projectAllocation(allocation, participantId, synchronizerId);
  return { update: { TopologyTransaction: { value } } };
};

const isTransactionOf = (found: FoundUpdate | undefined, updateId: string): boolean =>
  found !== undefined &&
  "Transaction" in found.update &&
  found.update.Transaction.value.updateId === updateId;

const nothing: Found<FoundUpdate> = { item: undefined, bytes: 0 };

/** The updates that a format shows. */
export const updateReader = (
  reader: ViewReader,
  context: QueryContext,
  { transactions, topology }: ResolvedUpdateFormat,
): UpdateReader => {
  const updateFrom =
    (rowAt: (offset: number) => SubmissionRow | undefined): ItemAt<FoundUpdate> =>
    (offset) => {
      const row = transactions === undefined ? undefined : rowAt(offset);
      if (row !== undefined && transactions !== undefined) {
        const found = transactionIn(row, transactions, context);
        return isLeft(found) ? found : right({ item: found.right, bytes: row.data.length });
      }
      const allocation = topology === undefined ? undefined : reader.allocation(offset);
      return right(
        allocation === undefined || topology === undefined
          ? nothing
          : { item: allocationIn(allocation, topology, context), bytes: allocation.party.length },
      );
    };
  return {
    reads: () => [
      ...(transactions === undefined ? [] : transactionReads(reader, transactions)),
      ...(topology === undefined ? [] : topologyReads(reader, topology)),
    ],
    updateAt: updateFrom(reader.submission),
    updatesAt: (offsets) => updateFrom(reader.submissionsAt(offsets)),
    // ids are found by hash, and others may share it
    updateOf: (updateId) => {
      const rows = transactions === undefined ? [] : reader.submissionsByUpdate(updateId);
      for (const row of rows) {
        const found =
          transactions === undefined ? undefined : transactionIn(row, transactions, context);
        if (found !== undefined && (isLeft(found) || isTransactionOf(found.right, updateId))) {
          return found;
        }
      }
      const allocation =
        topology === undefined
          ? undefined
          : reader
              .allocationsByUpdate(updateId)
              .find(
                (each) => allocationUpdateId(each.party, each.offset, each.recordTime) === updateId,
              );
      return right(
        allocation === undefined || topology === undefined
          ? undefined
          : allocationIn(allocation, topology, context),
      );
    },
  };
};
