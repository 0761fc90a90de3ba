import {
  JsonText,
  type LedgerError,
  offsetOfUpdateId,
  type PartyId,
  transactionInText,
  transactionUnits,
} from "@tallystick/core";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import { transactionIn } from "./creating-transaction.js";
import type { ReadFor } from "../interface/read-for.js";
import type { BatchAsked, Found, ItemAt, ItemsAt } from "./offset-scan.js";
import { type PartsThere, partsThere, type PartThreads } from "./part-reader.js";
import { type Allocation, projectAllocation } from "../projection/project-topology.js";
import type { ViewsInText } from "../projection/views-in-text.js";
import { projectInText, projectTransaction } from "../projection/project-transaction.js";
import { eventOf, prunedUpTo } from "./query-error.js";
import type { ResolvedTransactionFormat } from "../format/resolved-format.js";
import type { ResolvedUpdateFormat, TopologyInterest } from "../format/resolved-update-format.js";
import { role } from "../blocks/tables.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import { everyOffset, type Reading } from "./reading.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import { type FoundUpdate, transactionUpdateText } from "@tallystick/wire";

export interface UpdateReader<A> {
  /** The reads that find their offsets; called for each range, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  /** The updates at offsets in this order, where there are some for this format. */
  readonly updatesAt: ItemsAt<A>;
  /** Asks a thread for a batch; absent: batches are read here. */
  readonly there: BatchAsked<A> | undefined;
}

/** Looks single updates up. */
interface UpdateLookup {
  /** The update at an offset, if there is one for this format. */
  readonly updateAt: ItemAt<FoundUpdate>;
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

/** How updates are given. */
export interface UpdateForm<A> {
  readonly transaction: (
    entry: JournalEntry,
    wanted: ResolvedTransactionFormat,
    context: QueryContext,
  ) => Either<LedgerError, Found<A>>;
  readonly other: (update: FoundUpdate) => A;
  /** An update that a thread has written; absent: threads write none. */
  readonly written?: (json: string) => A;
}

const transactionObject = (
  entry: JournalEntry,
  wanted: ResolvedTransactionFormat,
  context: QueryContext,
): Either<LedgerError, Found<FoundUpdate>> => {
  const transaction = transactionIn(entry, context);
  if (isLeft(transaction)) return transaction;
  const { synchronizerId, catalog } = context;
  const { offset, data } = entry;
  const value = projectTransaction(transaction.right, offset, wanted, synchronizerId, catalog);
  const item = value === undefined ? undefined : { update: { Transaction: { value } } };
  return right({ item, bytes: transactionUnits(transaction.right.nodes, data) });
};

export const updateObjects: UpdateForm<FoundUpdate> = {
  transaction: transactionObject,
  other: (update) => update,
};

const inText = ({ item, bytes }: Found<FoundUpdate>): Found<JsonText<FoundUpdate>> => ({
  item: item === undefined ? undefined : new JsonText(JSON.stringify(item)),
  bytes,
});

/** @param views makes the views of contracts */
export const updateTexts = (views: ViewsInText): UpdateForm<JsonText<FoundUpdate>> => ({
  transaction: (entry, wanted, context) => {
    const { data, offset } = entry;
    const cut = wanted.format.isCut ? transactionInText(data, offset) : undefined;
    if (cut === undefined) return map(inText)(transactionObject(entry, wanted, context));
    const { synchronizerId, catalog } = context;
    const value = projectInText(cut, offset, wanted, synchronizerId, catalog, views);
    const item = value === undefined ? undefined : transactionUpdateText(value);
    return right({ item, bytes: transactionUnits(cut.nodes, data) });
  },
  other: (update) => new JsonText(JSON.stringify(update)),
  written: (json) => new JsonText(json),
});

/** The item of an event in a format; none when the format includes nothing of it. */
const updateIn = <A>(
  entry: JournalEntry,
  { transactions, topology }: ResolvedUpdateFormat,
  context: QueryContext,
  form: UpdateForm<A>,
): Either<LedgerError, Found<A>> => {
  const { offset, type, data } = entry;
  if (type === "TransactionCommitted" && transactions !== undefined)
    return form.transaction(entry, transactions, context);
  const nothing = { item: undefined, bytes: data.length };
  if (type !== "PartyAllocated" || topology === undefined) return right(nothing);
  const event = eventOf(entry, context);
  if (isLeft(event)) return event;
  if (event.right.type !== "PartyAllocated") return right(nothing);
  const { party, recordTime } = event.right;
  const update = allocationIn({ offset, party, recordTime }, topology, context);
  const item = update === undefined ? undefined : form.other(update);
  return right({ item, bytes: data.length });
};

const allocationIn = (
  allocation: Allocation,
  wanted: TopologyInterest,
  { participantId, synchronizerId }: QueryContext,
): FoundUpdate | undefined => {
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

/** Batches by threads. */
const batchesThere = <A>(
  { transactions, topology }: ResolvedUpdateFormat,
  { written }: UpdateForm<A>,
  ask: PartsThere | undefined,
): BatchAsked<A> | undefined => {
  if (ask === undefined || written === undefined || transactions === undefined) return undefined;
  const { shape } = transactions;
  return async (range, limit) => {
    const read = await ask((format) => ({
      kind: "updates",
      format,
      shape,
      topology,
      limit,
      ...range,
    }));
    if (read?.reached === undefined) return undefined;
    const { texts, numbers: offsets, reached: upTo, bytes } = read;
    return { items: texts.map(written), offsets, upTo, bytes };
  };
};

/** @param threads those that may read batches, and for whom; absent: none */
export const updateReader = <A>(
  reader: Reading,
  context: QueryContext,
  format: ResolvedUpdateFormat,
  form: UpdateForm<A>,
  threads?: { readonly parts: PartThreads; readonly readFor: ReadFor },
): UpdateReader<A> => {
  const { transactions, topology } = format;
  const ask =
    threads === undefined || transactions === undefined
      ? undefined
      : partsThere(threads.parts, context, threads.readFor, transactions.format);
  return {
    reads: () => [
      ...(transactions === undefined ? [] : transactionReads(reader, transactions)),
      ...(topology === undefined ? [] : topologyReads(reader, topology)),
    ],
    updatesAt: (offsets) => {
      const entryAt = reader.entriesAt(offsets);
      return (offset) => updateIn(entryAt(offset), format, context, form);
    },
    there: batchesThere(format, form, ask),
  };
};

export const updateLookup = (
  reader: Reading,
  context: QueryContext,
  format: ResolvedUpdateFormat,
): UpdateLookup => {
  const updateAt: ItemAt<FoundUpdate> = (offset) =>
    updateIn(reader.entry(offset), format, context, updateObjects);
  return {
    updateAt,
    updateOf: (updateId) => {
      const placed = offsetOfUpdateId(updateId);
      const offsets = placed === undefined ? [] : [placed, ...reader.offsetsOfUpdate(updateId)];
      // the update at a place may have another id
      for (const offset of offsets) {
        if (offset <= prunedUpTo(context) || offset > context.ledgerEnd()) continue;
        const found = updateAt(offset);
        if (isLeft(found)) return found;
        const { item } = found.right;
        if (item !== undefined && idOf(item) === updateId) return right(item);
      }
      return right(undefined);
    },
  };
};
