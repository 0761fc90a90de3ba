import {
  eventUnits,
  type LedgerError,
  offsetOfUpdateId,
  type TransactionCommitted,
  type PartyId,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Found, ItemAt, ItemsAt } from "./offset-scan.js";
import { type Allocation, projectAllocation } from "../projection/project-topology.js";
import { projectTransaction } from "../projection/project-transaction.js";
import { eventOf, prunedUpTo } from "./query-error.js";
import type { ResolvedTransactionFormat } from "../format/resolved-format.js";
import type { ResolvedUpdateFormat, TopologyInterest } from "../format/resolved-update-format.js";
import { role } from "../blocks/tables.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import { everyOffset, type Reading } from "./reading.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import type { FoundUpdate } from "@tallystick/wire";

export interface UpdateReader {
  /** The reads that find their offsets; called for each range, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  /** The update at an offset, if there is one for this format. */
  readonly updateAt: ItemAt<FoundUpdate>;
  /** `updateAt` for a reader of these offsets, in this order. */
  readonly updatesAt: ItemsAt<FoundUpdate>;
  /** The update with an id, or undefined when there is none for this format. */
  readonly updateOf: (updateId: string) => Either<LedgerError, FoundUpdate | undefined>;
}

const partyReads = (
  reader: Reading,
  parties: ReadonlySet<PartyId>,
  readOf: (party: number) => OffsetsRead,
): ReadonlyArray<OffsetsRead> => {
  const reads: Array<OffsetsRead> = [];
  for (const party of parties) {
    const id = reader.nameId(party);
    if (id !== undefined) reads.push(readOf(id));
  }
  return reads;
};

const transactionReads = (
  reader: Reading,
  { format, shape }: ResolvedTransactionFormat,
): ReadonlyArray<OffsetsRead> => {
  if (format.anyParty) return [everyOffset];
  const roles = shape === "TRANSACTION_SHAPE_ACS_DELTA" ? role.stakeholder : role.witness;
  return partyReads(reader, format.parties, (party) => reader.partyOffsets(party, roles));
};

const topologyReads = (
  reader: Reading,
  { parties }: TopologyInterest,
): ReadonlyArray<OffsetsRead> =>
  parties.size === 0
    ? [everyOffset]
    : partyReads(reader, parties, (party) => reader.partyOffsets(party, role.allocated));

/** The item of an event in a format; none when the format includes nothing of it. */
const updateIn = (
  { offset, type, data }: JournalEntry,
  { transactions, topology }: ResolvedUpdateFormat,
  context: QueryContext,
): Either<LedgerError, Found<FoundUpdate>> => {
  const isWanted =
    (type === "TransactionCommitted" && transactions !== undefined) ||
    (type === "PartyAllocated" && topology !== undefined);
  const nothing = { item: undefined, bytes: data.length };
  if (!isWanted) return right(nothing);
  const event = eventOf({ offset, type, data }, context);
  if (isLeft(event)) return event;
  switch (event.right.type) {
    case "TransactionCommitted": {
      const item = transactionIn(event.right, offset, transactions, context);
      return right({ item, bytes: eventUnits(event.right, data) });
    }
    case "PartyAllocated": {
      const { party, recordTime } = event.right;
      const item = allocationIn({ offset, party, recordTime }, topology, context);
      return right({ item, bytes: data.length });
    }
    default:
      return right(nothing);
  }
};

const transactionIn = (
  event: TransactionCommitted,
  offset: number,
  wanted: ResolvedTransactionFormat | undefined,
  { synchronizerId, catalog }: QueryContext,
): FoundUpdate | undefined => {
  const value =
    wanted === undefined
      ? undefined
      : projectTransaction(event, offset, wanted, synchronizerId, catalog);
  return value === undefined ? undefined : { update: { Transaction: { value } } };
};

const allocationIn = (
  allocation: Allocation,
  wanted: TopologyInterest | undefined,
  { participantId, synchronizerId }: QueryContext,
): FoundUpdate | undefined => {
  if (wanted === undefined) return undefined;
  if (wanted.parties.size > 0 && !wanted.parties.has(allocation.party)) return undefined;
  const value = projectAllocation(allocation, participantId, synchronizerId);
  return { update: { TopologyTransaction: { value } } };
};

const idOf = ({ update }: FoundUpdate): string => {
  if ("Transaction" in update) return update.Transaction.value.updateId;
  return "Reassignment" in update
    ? update.Reassignment.value.updateId
    : update.TopologyTransaction.value.updateId;
};

export const updateReader = (
  reader: Reading,
  context: QueryContext,
  format: ResolvedUpdateFormat,
): UpdateReader => {
  const updateFrom =
    (entryAt: (offset: number) => JournalEntry): ItemAt<FoundUpdate> =>
    (offset) =>
      updateIn(entryAt(offset), format, context);
  const { transactions, topology } = format;
  return {
    reads: () => [
      ...(transactions === undefined ? [] : transactionReads(reader, transactions)),
      ...(topology === undefined ? [] : topologyReads(reader, topology)),
    ],
    updateAt: updateFrom(reader.entry),
    updatesAt: (offsets) => updateFrom(reader.entriesAt(offsets)),
    updateOf: (updateId) => {
      const placed = offsetOfUpdateId(updateId);
      const offsets = placed === undefined ? [] : [placed, ...reader.offsetsOfUpdate(updateId)];
      // the update at a place may have another id
      for (const offset of offsets) {
        if (offset <= prunedUpTo(context) || offset > context.ledgerEnd()) continue;
        const found = updateIn(reader.entry(offset), format, context);
        if (isLeft(found)) return found;
        const { item } = found.right;
        if (item !== undefined && idOf(item) === updateId) return right(item);
      }
      return right(undefined);
    },
  };
};
