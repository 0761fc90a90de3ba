import {
  type CreateNode,
  eventUnits,
  type LedgerError,
  stakeholdersOf,
  type TransactionCommitted,
  type TemplateId,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createAt, transactionIn } from "./creating-transaction.js";
import { gather, type PageRange } from "../sqlite/gather.js";
import { type Audience, audienceOf, createdEvent } from "../projection/project-event.js";
import type { ResolvedFormat } from "../format/resolved-format.js";
import { everyParty } from "../blocks/tables.js";
import type { ContractGroup, ContractPlace } from "../sqlite/view-reader.js";
import type { Reading } from "./reading.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import type { ActiveContract } from "@tallystick/wire";
import { TableDamage } from "@tallystick/tables";

/** Contracts looked up together. */
const contractsPerRead = 256;

export const contractsPerStep = 64;

/** A step ends when the data read have about this size; bytes. */
const maxStepBytes = 256 * 1024;

const wantedGroups = (reader: Reading, format: ResolvedFormat): ReadonlyArray<ContractGroup> => {
  const wanted: Array<ContractGroup> = [];
  const addGroups = (party: number, isWanted: (templateId: TemplateId) => boolean): void => {
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

// groups are looked up for each read: a party may have a new one
const contractsAfter = (
  reader: Reading,
  { format, activeAt }: ActiveContractScan,
  after: number,
  limit: number,
): ReadonlyArray<ContractPlace> => {
  const sources = wantedGroups(reader, format).map(
    (group) => (range: PageRange) => reader.contractsOf(group, activeAt, range),
  );
  const upTo = reader.lastSeqAt(activeAt);
  const range = { after, upTo, limit, descending: false };
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
  const { effectiveAt, reads } = event;
  const at = { offset: place.createdAt, effectiveAt, reads };
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

/** Which active contracts to read, and where to begin. */
interface ActiveContractScan {
  readonly format: ResolvedFormat;
  readonly activeAt: number;
  /** Number of the contract after which to begin; 0 for the first. */
  readonly after: number;
  /** The most contracts; default: all of them. */
  readonly most?: number | undefined;
  /** The continuation token of an entry, by the number of its contract. */
  readonly tokenAt: (seq: number) => string;
}

interface ScannedContract {
  readonly seq: number;
  readonly entry: ActiveContract;
}

/** The result of one step of a scan. */
export interface ScannedPart {
  readonly found: ReadonlyArray<ScannedContract>;
  /** Number of the last contract read; undefined when there are no more. */
  readonly after: number | undefined;
  /** Estimated size of the data read, and of the result; bytes. */
  readonly bytes: number;
}

const shareOf = (transaction: TransactionCommitted, { data }: JournalEntry): number =>
  Math.ceil(eventUnits(transaction, data) / transaction.nodes.length);

/**
 * Active contracts by their numbers, some with each call. Their records are looked up in blocks and
 * cached between calls, as is the transaction that created the last one: a transaction that creates
 * many is read once.
 */
class ActiveContractSteps {
  readonly #reader: Reading;
  readonly #context: QueryContext;
  readonly #scan: ActiveContractScan;
  readonly #most: number;
  #places: ReadonlyArray<ContractPlace> = [];
  #at = 0;
  #isLast = false;
  /** Offset and length of the last transaction read. */
  #offset = 0;
  #length = 0;
  /** Estimated size of each of its nodes; see `eventUnits`. */
  #share = 0;
  #counted = 0;
  #transaction: Either<LedgerError, TransactionCommitted> | undefined;

  constructor(reader: Reading, context: QueryContext, scan: ActiveContractScan) {
    this.#reader = reader;
    this.#context = context;
    this.#scan = scan;
    this.#most = scan.most ?? Number.POSITIVE_INFINITY;
  }

  step(): Either<LedgerError, ScannedPart> {
    if (this.#at === this.#places.length) this.#lookUp();
    const found: Array<ScannedContract> = [];
    let bytes = 0;
    const perStep = Math.min(contractsPerStep, this.#most);
    const until = Math.min(this.#places.length, this.#at + perStep);
    // only for this step: caches of many streams would take much memory
    const offsets = this.#places.slice(this.#at, until).map(({ createdAt }) => createdAt);
    const entryAt = this.#reader.entriesAt(offsets);
    while (this.#at < until && bytes < maxStepBytes) {
      const place = this.#places[this.#at];
      if (place === undefined) break;
      const transaction = this.#transactionOf(place, entryAt);
      if (isLeft(transaction)) return transaction;
      bytes += this.#bytesOf(place);
      const entry = this.#entry(transaction.right, place);
      if (entry !== undefined) found.push({ seq: place.seq, entry });
      this.#at += 1;
    }
    const isOver = this.#isLast && this.#at === this.#places.length;
    const after = isOver ? undefined : this.#places[this.#at - 1]?.seq;
    return right({ found, after, bytes });
  }

  #lookUp(): void {
    const after = this.#places.at(-1)?.seq ?? this.#scan.after;
    const limit = Math.min(contractsPerRead, this.#most);
    this.#places = this.#reader.consistently(() =>
      contractsAfter(this.#reader, this.#scan, after, limit),
    );
    this.#isLast = this.#places.length < limit;
    this.#at = 0;
  }

  // the whole transaction for the first of its contracts, its own node for each
  #bytesOf({ createdAt }: ContractPlace): number {
    const isKnown = this.#counted === createdAt;
    this.#counted = createdAt;
    return isKnown ? this.#share : Math.max(this.#length, this.#share);
  }

  #transactionOf(
    { createdAt }: ContractPlace,
    entryAt: (offset: number) => JournalEntry,
  ): Either<LedgerError, TransactionCommitted> {
    if (this.#transaction !== undefined && this.#offset === createdAt) return this.#transaction;
    const entry = entryAt(createdAt);
    this.#transaction = transactionIn(entry, this.#context);
    this.#offset = createdAt;
    this.#length = entry.data.length;
    if (!isLeft(this.#transaction)) this.#share = shareOf(this.#transaction.right, entry);
    return this.#transaction;
  }

  #entry(transaction: TransactionCommitted, place: ContractPlace): ActiveContract | undefined {
    const node = createAt(transaction, place);
    if (node === undefined)
      throw new TableDamage(`event ${place.createdAt} does not create contract ${place.seq}`);
    const { format, tokenAt } = this.#scan;
    const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
    return audience === undefined
      ? undefined
      : entryOf(node, transaction, place, audience, tokenAt, this.#context);
  }
}

/**
 * Active contracts by their numbers, each found by an index. Each call returns the next part, until
 * one returns no number to resume after.
 */
export const activeContractSteps = (
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
): (() => Either<LedgerError, ScannedPart>) => {
  const steps = new ActiveContractSteps(reader, context, scan);
  return () => steps.step();
};
