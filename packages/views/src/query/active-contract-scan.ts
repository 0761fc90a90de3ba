import {
  type CreateNode,
  JsonText,
  type LedgerError,
  stakeholdersOf,
  type TransactionCommitted,
  type TransactionInText,
  type TransactionNode,
  type TemplateId,
  transactionUnits,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createAt, isInText, transactionIn, transactionToWrite } from "./creating-transaction.js";
import { gather, type PageRange } from "../sqlite/gather.js";
import {
  type Audience,
  audienceOf,
  createdEvent,
  createdInText,
  type EventPlace,
} from "../projection/project-event.js";
import { viewedContract, type ViewsInText } from "../projection/views-in-text.js";
import type { ResolvedFormat } from "../format/resolved-format.js";
import { everyParty } from "../blocks/tables.js";
import type { ContractGroup, ContractPlace } from "../sqlite/view-reader.js";
import type { PartRead, PartsThere } from "./part-reader.js";
import type { Reading } from "./reading.js";
import { tokenOf } from "./page-token.js";
import type { JournalEntry, QueryContext } from "../interface/views.js";
import { type ActiveContract, activeContractText, type CreatedEvent } from "@tallystick/wire";
import { TableDamage } from "@tallystick/tables";

/** Contracts looked up together. */
const contractsPerRead = 1024;

export const contractsPerStep = 128;

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

/** A transaction of which contracts are given. */
interface Creating<V> extends Pick<TransactionCommitted, "effectiveAt" | "workflowId"> {
  readonly nodes: ReadonlyArray<TransactionNode<V>>;
  readonly reads?: ReadonlyArray<number> | undefined;
}

/** A contract by its place; undefined when it is not for the requester. */
const entryIn = <V>(
  transaction: Creating<V>,
  place: ContractPlace,
  { format, bound }: ActiveContractScan,
  synchronizerId: string,
  createdOf: (node: CreateNode<V>, at: EventPlace, audience: Audience) => CreatedEvent<V>,
): ActiveContract<V> | undefined => {
  const node = createAt(transaction, place);
  if (node === undefined)
    throw new TableDamage(`event ${place.createdAt} does not create contract ${place.seq}`);
  const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
  if (audience === undefined) return undefined;
  const { effectiveAt, reads } = transaction;
  const createdEvent = createdOf(node, { offset: place.createdAt, effectiveAt, reads }, audience);
  return {
    workflowId: transaction.workflowId,
    contractEntry: {
      JsActiveContract: { createdEvent, synchronizerId, reassignmentCounter: 0 },
    },
    streamContinuationToken: bound === undefined ? "" : tokenOf(bound, [place.seq]),
  };
};

/** How contracts are read and given. */
export interface ContractForm<T, A> {
  readonly read: (
    entry: JournalEntry,
    context: QueryContext,
    scan: ActiveContractScan,
  ) => Either<LedgerError, T>;
  /** undefined: it is not for the requester. */
  readonly entry: (
    transaction: T,
    place: ContractPlace,
    scan: ActiveContractScan,
    context: QueryContext,
  ) => A | undefined;
  /** An entry that a thread has written; absent: threads write none. */
  readonly written?: (json: string) => A;
}

export const contractObjects: ContractForm<TransactionCommitted, ActiveContract> = {
  read: transactionIn,
  entry: (transaction, place, scan, { synchronizerId, catalog }) =>
    entryIn(transaction, place, scan, synchronizerId, (node, at, audience) =>
      createdEvent(node, at, audience, true, catalog),
    ),
};

/** @param views makes the views of contracts */
export const contractTexts = (
  views: ViewsInText,
): ContractForm<TransactionCommitted | TransactionInText, JsonText<ActiveContract>> => ({
  read: (entry, context, { format }) =>
    format.isCut ? transactionToWrite(entry, context) : transactionIn(entry, context),
  entry: (transaction, place, scan, context) => {
    if (isInText(transaction)) {
      const { synchronizerId, catalog } = context;
      const found = entryIn(transaction, place, scan, synchronizerId, (node, at, audience) => {
        const contract = viewedContract(node, at.offset);
        const viewed = views.of(contract, audience.viewedInterfaces, catalog);
        return createdInText(node, at, audience, true, viewed);
      });
      return found === undefined ? undefined : activeContractText(found);
    }
    const found = contractObjects.entry(transaction, place, scan, context);
    return found === undefined ? undefined : new JsonText(JSON.stringify(found));
  },
  written: (json) => new JsonText(json),
});

/** Which active contracts to read, and where to begin. */
export interface ActiveContractScan {
  readonly format: ResolvedFormat;
  readonly activeAt: number;
  /** Number of the contract after which to begin; 0 for the first. */
  readonly after: number;
  /** The most contracts; default: all of them. */
  readonly most?: number | undefined;
  /** What the continuation tokens of entries are bound to; absent: they have none. */
  readonly bound?: string | undefined;
}

export interface ScannedContract<A> {
  readonly seq: number;
  readonly entry: A;
}

/** The result of one step of a scan. */
export interface ScannedPart<A> {
  readonly found: ReadonlyArray<ScannedContract<A>>;
  /** Number of the last contract read; undefined when there are no more. */
  readonly after: number | undefined;
  /** Estimated size of the data read, and of the result; bytes. */
  readonly bytes: number;
}

/** A transaction, whatever its Daml values are. */
export type AnyTransaction = TransactionCommitted | TransactionInText;

const shareOf = ({ nodes }: AnyTransaction, { data }: JournalEntry): number =>
  Math.ceil(transactionUnits(nodes, data) / nodes.length);

/**
 * Active contracts by their numbers, some with each call. Their records are looked up in blocks and
 * cached between calls, as is the transaction that created the last one: a transaction that creates
 * many is read once.
 */
class ActiveContractSteps<T extends AnyTransaction, A> {
  readonly #reader: Reading;
  readonly #context: QueryContext;
  readonly #scan: ActiveContractScan;
  readonly #form: ContractForm<T, A>;
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
  #transaction: Either<LedgerError, T> | undefined;

  constructor(
    reader: Reading,
    context: QueryContext,
    scan: ActiveContractScan,
    form: ContractForm<T, A>,
  ) {
    this.#reader = reader;
    this.#context = context;
    this.#scan = scan;
    this.#form = form;
    this.#most = scan.most ?? Number.POSITIVE_INFINITY;
  }

  step(): Either<LedgerError, ScannedPart<A>> {
    if (this.#at === this.#places.length) this.#lookUp();
    const found: Array<ScannedContract<A>> = [];
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
      const entry = this.#form.entry(transaction.right, place, this.#scan, this.#context);
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
  ): Either<LedgerError, T> {
    if (this.#transaction !== undefined && this.#offset === createdAt) return this.#transaction;
    const entry = entryAt(createdAt);
    this.#transaction = this.#form.read(entry, this.#context, this.#scan);
    this.#offset = createdAt;
    this.#length = entry.data.length;
    if (!isLeft(this.#transaction)) this.#share = shareOf(this.#transaction.right, entry);
    return this.#transaction;
  }
}

/**
 * Active contracts by their numbers, each found by an index. Each call returns the next part, until
 * one returns no number to resume after.
 */
export const activeContractSteps = <T extends AnyTransaction, A>(
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
  form: ContractForm<T, A>,
): (() => Either<LedgerError, ScannedPart<A>>) => {
  const steps = new ActiveContractSteps(reader, context, scan, form);
  return () => steps.step();
};

/**
 * The same contracts part by part, also by threads.
 *
 * @param ask asks threads; undefined: all parts are read here
 */
export const activeContractParts = <T extends AnyTransaction, A>(
  reader: Reading,
  context: QueryContext,
  scan: ActiveContractScan,
  form: ContractForm<T, A>,
  ask: PartsThere | undefined,
): PartRead<ScannedPart<A>> => {
  let { after, most } = scan;
  const begun = () => activeContractSteps(reader, context, { ...scan, after, most }, form);
  let step: ReturnType<typeof begun> | undefined;
  const moved = ({ found, after: last }: ScannedPart<A>): void => {
    after = last ?? after;
    if (most !== undefined) most = Math.max(1, most - found.length);
  };
  const here = (): Either<LedgerError, ScannedPart<A>> => {
    const part = (step ??= begun())();
    if (!isLeft(part)) moved(part.right);
    return part;
  };
  const { written } = form;
  if (ask === undefined || written === undefined) return { here, there: undefined };
  const { activeAt, bound } = scan;
  const there = async (): Promise<ScannedPart<A> | undefined> => {
    step = undefined;
    const place = { activeAt, after, most, bound };
    const read = await ask((format) => ({ kind: "contracts", format, ...place }));
    if (read === undefined) return undefined;
    const { texts, numbers, reached, bytes } = read;
    const found = texts.map((json, at) => ({ seq: numbers[at] ?? 0, entry: written(json) }));
    const part = { found, after: reached, bytes };
    moved(part);
    return part;
  };
  return { here, there };
};
