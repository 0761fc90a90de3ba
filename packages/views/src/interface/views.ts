import type { Catalog, LedgerError } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { CheckedUpTo } from "./checked-up-to.js";
import type { JournalEntry, JournalTexts } from "./journal-texts.js";
import type {
  ActiveContract,
  CompletionItem,
  ContractEvents,
  CreatedEvent,
  EventFormat,
  FoundUpdate,
  Transaction,
  TransactionFormat,
  UpdateFormat,
  UpdateItem,
} from "@tallystick/wire";

export type { JournalEntry } from "./journal-texts.js";

/** Why a call of the views had no result. */
export type ViewsError =
  /** The file cannot be opened, read or written; that may pass. */
  | { readonly kind: "file"; readonly message: string }
  /** What is in the file is not what was written: the views must be built anew. */
  | { readonly kind: "damaged"; readonly message: string }
  /** Another ledger folds into the file. */
  | { readonly kind: "in-use"; readonly message: string }
  | {
      /** A batch does not continue at `expectedOffset`; nothing of it was folded. */
      readonly kind: "gap";
      readonly expectedOffset: number;
      readonly actualOffset: number;
      readonly message: string;
    }
  | {
      /**
       * An event cannot be read or contradicts what was folded before; nothing of its batch was
       * folded.
       */
      readonly kind: "journal";
      readonly offset: number;
      readonly message: string;
    }
  | { readonly kind: "worker"; readonly message: string }
  | { readonly kind: "timeout"; readonly message: string }
  | { readonly kind: "closed"; readonly message: string };

/** How views are opened. */
export interface OpenViews {
  /** Path of the database file, or ":memory:", which implies the main thread. */
  readonly file: string;
  /** Where events are folded. */
  readonly thread: "worker" | "main";
  /** Hash of the journal's first event: a file of another journal is not accepted. Default "". */
  readonly journalId?: string | undefined;
  /** Reads the journal's events by offset; absent: the views keep a copy of them. */
  readonly texts?: JournalTexts | undefined;
  /** Is called once when the views can fold no further: the journal contradicts itself. */
  readonly onError?: ((error: ViewsError) => void) | undefined;
  /** Is called each time the folding thread ended by itself; it is started again. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /**
   * Is called when the views were found damaged and are about to be built anew, with what was
   * found.
   */
  readonly onDamage?: ((reason: string) => void) | undefined;
  /**
   * Is called when the file cannot be read any more, and with undefined when it can be read again.
   */
  readonly onUnreadable?: ((reason: string | undefined) => void) | undefined;
}

/** What a query needs to know of its ledger. */
export interface QueryContext {
  /** Offset of the last durable event. */
  readonly ledgerEnd: () => number;
  /** Offset up to which the journal was pruned; 0, or absent, when it never was. */
  readonly prunedUpTo?: (() => number) | undefined;
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly catalog: Catalog;
  /**
   * How long a query waits for the views to reach the ledger end it was checked against. Default
   * 10 seconds.
   */
  readonly catchUpTimeoutMs?: number | undefined;
}

/** Contracts active at an offset (ledger-api 2.8). */
export interface ActiveContractsQuery {
  /** 0 is the empty ledger; at most the ledger end. */
  readonly activeAtOffset: number;
  readonly eventFormat: EventFormat;
  /**
   * Goes on after the entry that carried this token in an answer to the same query; "" or absent:
   * from the beginning.
   */
  readonly continuationToken?: string | undefined;
}

/** A page of the contracts active at an offset (ledger-api 2.8, 12). */
export interface ActiveContractsPageQuery {
  /** Default: that of the token, or the ledger end for a first page. */
  readonly activeAtOffset?: number | undefined;
  readonly eventFormat: EventFormat;
  /** Default 2000, at most 10000. */
  readonly maxPageSize?: number | undefined;
  /** Of the page before; everything else must be as it was there. "" or absent: the first page. */
  readonly pageToken?: string | undefined;
}

/** One page of active contracts. */
export interface ActiveContractsPage {
  readonly activeContracts: ReadonlyArray<ActiveContract>;
  readonly activeAtOffset: number;
  /** "" after the last page. */
  readonly nextPageToken: string;
}

/** Live reading, common to both streams. */
export interface Following {
  /** Go on live after the end; until the consumer stops or the idle time passes. */
  readonly follow?: boolean | undefined;
  /** With `follow`: end after this long without a new item; milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * Transactions in a range of offsets (ledger-api 2.5). Without an end: up to the present ledger
 * end, or on and on with `follow`.
 */
export interface UpdatesQuery extends Following {
  readonly beginExclusive: number;
  readonly endInclusive?: number | undefined;
  readonly updateFormat: UpdateFormat;
  readonly descendingOrder?: boolean | undefined;
}

/** A page of the updates in a range of offsets (ledger-api 2.5, 12). */
export interface UpdatesPageQuery {
  /** Default 0. */
  readonly beginOffsetExclusive?: number | undefined;
  /** Default: the ledger end, which pages in ascending order follow as it moves. */
  readonly endOffsetInclusive?: number | undefined;
  /** Default 100, at most 2000. */
  readonly maxPageSize?: number | undefined;
  readonly updateFormat: UpdateFormat;
  readonly descendingOrder?: boolean | undefined;
  /** Of the page before; everything else must be as it was there. "" or absent: the first page. */
  readonly pageToken?: string | undefined;
}

/** One page of updates. */
export interface UpdatesPage {
  readonly updates: ReadonlyArray<FoundUpdate>;
  readonly lowestPageOffsetExclusive: number;
  readonly highestPageOffsetInclusive: number;
  /**
   * "" after the last page; never in ascending order without an end, where it waits for what comes.
   */
  readonly nextPageToken: string;
}

/** Completions of a user and parties (ledger-api 2.4, 6). */
export interface CompletionsQuery extends Following {
  /** Absent: those of every user. */
  readonly userId?: string | undefined;
  /** None means all parties, which only a query for every user may ask. */
  readonly parties: ReadonlyArray<string>;
  readonly beginExclusive: number;
}

/**
 * What one update is looked up by (ledger-api 2.5). No transaction of this ledger has a hash yet;
 * it is Base64.
 */
export type UpdatePlace =
  | { readonly offset: number }
  | { readonly updateId: string }
  | { readonly transactionHash: string };

/** One update by its place, its id or its hash (ledger-api 2.5). */
export interface UpdateQuery {
  readonly at: UpdatePlace;
  readonly updateFormat: UpdateFormat;
}

/** The events of one contract (ledger-api 2.9). */
export interface ContractEventsQuery {
  readonly contractId: string;
  readonly eventFormat: EventFormat;
}

/** One contract, for its stakeholders (ledger-api 2.9). */
export interface ContractQuery {
  readonly contractId: string;
  /** One of them must be a stakeholder; none means whoever the stakeholders are. */
  readonly queryingParties: ReadonlyArray<string>;
}

/** One transaction by its place or its update id (ledger-api 2.5). */
export interface TransactionQuery {
  readonly at: { readonly offset: number } | { readonly updateId: string };
  readonly transactionFormat: TransactionFormat;
}

/** The projections of one journal and the queries over them. */
export interface Views {
  /** Offset of the last event folded; 0 at the beginning. */
  checkpoint(): number;
  /** Chain hash of that event as the journal gave it; "" at the beginning. */
  checkpointHash(): string;
  /** Why the file was deleted and made again at opening, if it was: it is only a cache. */
  readonly rebuiltBecause: string | undefined;

  /**
   * Folds events in the order of their offsets, all or none; Right the new checkpoint. Events up to
   * the checkpoint are skipped, so that a batch may be repeated. Left `gap`, `journal`, `file`,
   * `worker`, `closed`.
   */
  fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>>;
  /** Calls `listener` each time somebody begins to wait for events that are not folded yet. */
  onWait(listener: () => void): void;
  /** True while somebody waits for events that are not folded yet, as a live stream does. */
  isAwaited(): boolean;
  /**
   * Calls `listener` each time the views have forgotten everything, so that the journal has to be
   * folded from offset 1 again.
   */
  onRewind(listener: () => void): void;
  /**
   * Resolves when the checkpoint has reached `offset`. Left `timeout` after `timeoutMs` (default:
   * never), or why it will never be reached.
   */
  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>>;
  /** Forgets everything; the journal has to be folded from offset 1 again. */
  reset(): Promise<Either<ViewsError, void>>;
  /**
   * Reads everything in the file and compares it with its checksums. Left `damaged`: the views are
   * being built anew.
   */
  check(): Either<ViewsError, void>;
  /** The same a part at a time: goes on after what the call before gave, undefined at the end. */
  checkSome(after: CheckedUpTo | undefined): Either<ViewsError, CheckedUpTo | undefined>;

  /**
   * Ordered by (created offset, node id). Left as the last element, INVALID_FIELD for
   * a token that cannot be decoded, INVALID_CONTINUATION_TOKEN for one of another request.
   */
  activeContracts(
    context: QueryContext,
    query: ActiveContractsQuery,
  ): AsyncIterable<Either<LedgerError, ActiveContract>>;
  /** Ordered by offset. Left as the last element. */
  updates(
    context: QueryContext,
    query: UpdatesQuery,
  ): AsyncIterable<Either<LedgerError, UpdateItem>>;
  /** Ordered by offset. Left as the last element. */
  completions(
    context: QueryContext,
    query: CompletionsQuery,
  ): AsyncIterable<Either<LedgerError, CompletionItem>>;
  /** One transaction; Left UPDATE_NOT_FOUND when unknown or filtered out (ledger-api 3.4). */
  transaction(
    context: QueryContext,
    query: TransactionQuery,
  ): Promise<Either<LedgerError, Transaction>>;

  /** One update; Left UPDATE_NOT_FOUND when unknown or filtered out (ledger-api 3.4). */
  update(context: QueryContext, query: UpdateQuery): Promise<Either<LedgerError, FoundUpdate>>;
  /** One page of updates; Left also INVALID_UPDATES_PAGE_TOKEN (ledger-api 3.4). */
  updatesPage(
    context: QueryContext,
    query: UpdatesPageQuery,
  ): Promise<Either<LedgerError, UpdatesPage>>;
  /** One page of active contracts; Left also INVALID_ACS_PAGE_TOKEN (ledger-api 3.4). */
  activeContractsPage(
    context: QueryContext,
    query: ActiveContractsPageQuery,
  ): Promise<Either<LedgerError, ActiveContractsPage>>;
  /**
   * Create and archival of a contract; Left CONTRACT_EVENTS_NOT_FOUND when unknown or filtered out
   * (ledger-api 2.9).
   */
  contractEvents(
    context: QueryContext,
    query: ContractEventsQuery,
  ): Promise<Either<LedgerError, ContractEvents>>;
  /**
   * The create of a contract, whether it is still active or not; Left CONTRACT_PAYLOAD_NOT_FOUND
   * when it is unknown or none of the querying parties is a stakeholder (ledger-api 2.9).
   */
  contract(context: QueryContext, query: ContractQuery): Promise<Either<LedgerError, CreatedEvent>>;

  /** Ends what is waiting and closes the database. */
  close(): Promise<void>;
}
