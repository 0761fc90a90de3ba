import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type CreateNode,
  type LedgerError,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createAt, transactionIn } from "./creating-transaction.js";
import { gather, type PageRange } from "../sqlite/gather.js";
import { type Audience, audienceOf, createdEvent } from "../projection/project-event.js";
import type { ResolvedFormat } from "../format/resolved-format.js";
import { everyParty } from "../blocks/tables.js";
import { ViewDamage } from "../blocks/view-damage.js";
import type { ContractGroup, ContractPlace } from "../sqlite/view-reader.js";
import type { Reading } from "./reading.js";
import type { QueryContext } from "../interface/views.js";
import type { ActiveContract } from "@tallystick/wire";

const contractsPerRead = 256;

const wantedGroups = (reader: Reading, format: ResolvedFormat): ReadonlyArray<ContractGroup> => {
  const wanted: Array<ContractGroup> = [];
  const addGroups = (party: number, isWanted: (templateId: string) => boolean): void => {
    for (const group of reader.contractGroups(party))
      if (isWanted(reader.nameText(group.template))) wanted.push(group);
  };
  if (format.anyParty)
    addGroups(everyParty, (templateId) => format.interestIn(templateId).anyParty !== undefined);
  for (const party of format.parties) {
    const id = reader.nameId(party);
    if (id !== undefined)
      addGroups(id, (templateId) => format.interestIn(templateId).byParty.has(party));
  }
  return wanted;
};

// groups are looked up anew for each read: a party may have got another one meanwhile
const contractsAfter = (
  reader: Reading,
  { format, activeAt }: ActiveContractScan,
  after: number,
): ReadonlyArray<ContractPlace> => {
  const sources = wantedGroups(reader, format).map(
    (group) => (range: PageRange) => reader.contractsOf(group, activeAt, range),
  );
  const upTo = reader.lastSeqAt(activeAt);
  const range = { after, upTo, limit: contractsPerRead, descending: false };
  return gather(sources, (place) => place.seq, range);
};

const entryOf = (
  node: CreateNode,
  event: TransactionCommitted,
  place: ContractPlace,
  audience: Audience,
  tokenAt: (seq: number) => string,
  { synchronizerId, catalog }: QueryContext,
): ActiveContract => {
  const at = { offset: place.createdAt, effectiveAt: event.effectiveAt };
  return {
    workflowId: event.workflowId,
    contractEntry: {
      JsActiveContract: {
        createdEvent: createdEvent(node, at, audience, true, catalog),
        synchronizerId,
        reassignmentCounter: 0,
      },
    },
    streamContinuationToken: tokenAt(place.seq),
  };
};

/** Which active contracts are read, and where to begin. */
export interface ActiveContractScan {
  readonly format: ResolvedFormat;
  readonly activeAt: number;
  /** Number of the contract after which to begin; 0 for the first. */
  readonly after: number;
  /** The continuation token of an entry, by the number of its contract. */
  readonly tokenAt: (seq: number) => string;
}

/** An active contract and its number. */
export interface ScannedContract {
  readonly seq: number;
  readonly entry: ActiveContract;
}

/**
 * Projects contracts in the order of their numbers; a transaction that creates several of them is
 * read once.
 */
const contractsAt = (
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
  places: ReadonlyArray<ContractPlace>,
): Either<LedgerError, ReadonlyArray<ScannedContract>> => {
  const { format, tokenAt } = scan;
  const found: Array<ScannedContract> = [];
  const entryAt = reader.entriesAt(places.map(({ createdAt }) => createdAt));
  let offset = 0;
  let read: Either<LedgerError, TransactionCommitted> | undefined;
  for (const place of places) {
    if (offset !== place.createdAt) read = transactionIn(entryAt(place.createdAt), context);
    offset = place.createdAt;
    if (read === undefined || isLeft(read)) return read ?? right(found);
    const transaction = read.right;
    const node = createAt(transaction, place);
    if (node === undefined)
      throw new ViewDamage(`event ${offset} does not create contract ${place.seq}`);
    const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
    if (audience !== undefined) {
      const entry = entryOf(node, transaction, place, audience, tokenAt, context);
      found.push({ seq: place.seq, entry });
    }
  }
  return right(found);
};

interface ScannedBatch {
  readonly found: Either<LedgerError, ReadonlyArray<ScannedContract>>;
  /** Number of the contract to go on after; undefined when there are no more. */
  readonly after: number | undefined;
}

// one read transaction for all of it: beginning one anew for each contract would cost as much as
// reading it
const readBatch = (
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
  after: number,
): ScannedBatch =>
  reader.consistently(() => {
    const places = contractsAfter(reader, scan, after);
    const isLast = places.length < contractsPerRead;
    return {
      found: contractsAt(reader, context, scan, places),
      after: isLast ? undefined : places[places.length - 1]?.seq,
    };
  });

/**
 * Active contracts by their numbers in batches, each found by seeking in an index; other work gets
 * its turn between batches.
 */
export async function* scanActiveContracts(
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
): AsyncGenerator<Either<LedgerError, ReadonlyArray<ScannedContract>>, void, undefined> {
  let after: number | undefined = scan.after;
  while (after !== undefined) {
    const batch = readBatch(reader, context, scan, after);
    yield batch.found;
    if (isLeft(batch.found)) return;
    after = batch.after;
    await nextTurn();
  }
}
