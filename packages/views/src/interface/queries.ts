import type { LedgerError, ContractId, JsonText, PartyId, UserId } from "@tallystick/core";
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
import type { Either } from "fp-ts/lib/Either.js";
import type { ReadFor, ReadInParts } from "./read-for.js";

/** Contracts active at an offset (ledger-api 2.8). */
export interface ActiveContractsQuery {
  /** 0 is the empty ledger; at most the ledger end. */
  readonly activeAtOffset: number;
  readonly eventFormat: EventFormat;
  /**
   * Continues after the entry with this token in an answer to the same query; "" or absent: from
   * the beginning.
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
  /**
   * Token of the previous page; all other fields must be the same. "" or absent: the first page.
   */
  readonly pageToken?: string | undefined;
}

export interface ActiveContractsPage {
  readonly activeContracts: ReadonlyArray<ActiveContract>;
  readonly activeAtOffset: number;
  /** "" after the last page. */
  readonly nextPageToken: string;
}

/** Options of live streams. */
export interface Following {
  /** Continue live after the end, until the consumer stops or the idle time passes. */
  readonly follow?: boolean | undefined;
  /** With `follow`: end after this long without a new item; milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * Transactions in a range of offsets (ledger-api 2.5). Without an end: up to the current ledger
 * end, or without end with `follow`.
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
  /**
   * Token of the previous page; all other fields must be the same. "" or absent: the first page.
   */
  readonly pageToken?: string | undefined;
}

export interface UpdatesPage {
  readonly updates: ReadonlyArray<FoundUpdate>;
  readonly lowestPageOffsetExclusive: number;
  readonly highestPageOffsetInclusive: number;
  /**
   * "" after the last page; in ascending order without an end there is always one, which waits for
   * new updates.
   */
  readonly nextPageToken: string;
}

/** Completions of a user and parties (ledger-api 2.4, 6). */
export interface CompletionsQuery extends Following {
  /** Absent: of every user. */
  readonly userId?: UserId | undefined;
  /** None means all parties, allowed only in a query for every user. */
  readonly parties: ReadonlyArray<PartyId>;
  readonly beginExclusive: number;
}

/**
 * The lookup key of an update (ledger-api 2.5). No transaction of this ledger has a hash yet; it is
 * Base64.
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
  readonly contractId: ContractId;
  readonly eventFormat: EventFormat;
}

/** One contract, for its stakeholders (ledger-api 2.9). */
export interface ContractQuery {
  readonly contractId: ContractId;
  /** One of them must be a stakeholder; none means any stakeholders. */
  readonly queryingParties: ReadonlyArray<string>;
}

/** One transaction by its place or its update id (ledger-api 2.5). */
export interface TransactionQuery {
  readonly at: { readonly offset: number } | { readonly updateId: string };
  readonly transactionFormat: TransactionFormat;
}

export type Answer<A> = Promise<Either<LedgerError, A>>;

/** The items of a query; a Left is the last. */
export type Answers<A> = AsyncIterable<Either<LedgerError, A>>;

/**
 * The queries of a ledger. Each waits until the views have folded the journal's end at the time of
 * the call.
 */
export interface Queries {
  /**
   * Completions after an offset, in order; with `follow` also those that come.
   *
   * @param query of whom, and from where on
   * @param readFor for whom is read; a program leaves it out
   */
  completions(query: CompletionsQuery, readFor?: ReadFor): Answers<CompletionItem>;
  /**
   * Updates in a range of offsets, in order; with `follow` also those that come.
   *
   * @param query from where to where, and for whom
   * @param readFor for whom is read; a program leaves it out
   */
  updates(query: UpdatesQuery, readFor?: ReadFor): Answers<UpdateItem>;
  /**
   * The same updates, each as JSON text: to be passed on, without objects in between.
   *
   * @param query from where to where, and for whom
   * @param readFor for whom is read
   */
  updateTexts(query: UpdatesQuery, readFor?: ReadFor): Answers<JsonText<UpdateItem>>;
  /**
   * One transaction by its offset or update id. Left UPDATE_NOT_FOUND when unknown or filtered out
   * (ledger-api 3.4).
   *
   * @param query which, and for whom
   */
  transaction(query: TransactionQuery): Answer<Transaction>;
  /**
   * One update by its offset, update id or hash. Left UPDATE_NOT_FOUND when unknown or filtered out
   * (ledger-api 3.4).
   *
   * @param query which, and for whom
   */
  update(query: UpdateQuery): Answer<FoundUpdate>;
  /**
   * One page of updates; its token leads to the next (ledger-api 12). It has fewer than asked for
   * where they are large. Left INVALID_UPDATES_PAGE_TOKEN for a token of another request,
   * INVALID_FIELD for one that cannot be decoded.
   *
   * @param query the range, or the token of the page before
   */
  updatesPage(query: UpdatesPageQuery): Answer<UpdatesPage>;
  /**
   * The same page, whose updates are given part by part as they are read.
   *
   * @param query the range, or the token of the page before
   * @param readIn what is called with each part
   */
  updatesPageInParts(
    query: UpdatesPageQuery,
    readIn: ReadInParts<FoundUpdate>,
  ): Answer<Omit<UpdatesPage, "updates">>;
  /**
   * The same page in parts, each update as JSON text.
   *
   * @param query the range, or the token of the page before
   * @param readIn what is called with each part
   */
  updatesPageTexts(
    query: UpdatesPageQuery,
    readIn: ReadInParts<JsonText<FoundUpdate>>,
  ): Answer<Omit<UpdatesPage, "updates">>;
  /**
   * Contracts active at an offset, ordered by (created offset, node id). Left
   * INVALID_CONTINUATION_TOKEN for a token of another request, INVALID_FIELD for one that cannot be
   * decoded.
   *
   * @param query at which offset, and for whom
   * @param readFor for whom is read; a program leaves it out
   */
  activeContracts(query: ActiveContractsQuery, readFor?: ReadFor): Answers<ActiveContract>;
  /**
   * The same contracts, each as JSON text: to be passed on, without objects in between.
   *
   * @param query at which offset, and for whom
   * @param readFor for whom is read
   */
  activeContractTexts(
    query: ActiveContractsQuery,
    readFor?: ReadFor,
  ): Answers<JsonText<ActiveContract>>;
  /**
   * One page of them; its token leads to the next (ledger-api 12). It has fewer than asked for
   * where they are large. Left INVALID_ACS_PAGE_TOKEN for a token of another request, INVALID_FIELD
   * for one that cannot be decoded.
   *
   * @param query at which offset, or the token of the page before
   */
  activeContractsPage(query: ActiveContractsPageQuery): Answer<ActiveContractsPage>;
  /**
   * The same page, whose contracts are given part by part as they are read.
   *
   * @param query at which offset, or the token of the page before
   * @param readIn what is called with each part
   */
  activeContractsPageInParts(
    query: ActiveContractsPageQuery,
    readIn: ReadInParts<ActiveContract>,
  ): Answer<Omit<ActiveContractsPage, "activeContracts">>;
  /**
   * The same page in parts, each contract as JSON text.
   *
   * @param query at which offset, or the token of the page before
   * @param readIn what is called with each part
   */
  activeContractsPageTexts(
    query: ActiveContractsPageQuery,
    readIn: ReadInParts<JsonText<ActiveContract>>,
  ): Answer<Omit<ActiveContractsPage, "activeContracts">>;
  /**
   * Create and archival of one contract. Left CONTRACT_EVENTS_NOT_FOUND when unknown or filtered
   * out (ledger-api 2.9).
   *
   * @param query which, and for whom
   */
  contractEvents(query: ContractEventsQuery): Answer<ContractEvents>;
  /**
   * The create of one contract, active or not. Left CONTRACT_PAYLOAD_NOT_FOUND when unknown or not
   * for these parties (ledger-api 2.9).
   *
   * @param query which, and for whom
   */
  contract(query: ContractQuery): Answer<CreatedEvent>;
  /**
   * Resolves when it is this user's turn to read something that takes a few milliseconds: long
   * reads take turns with each other and leave room for everything else. undefined: the signal was
   * aborted.
   *
   * @param readFor for whom is read
   */
  turn(readFor: ReadFor): Promise<true | undefined>;
}
