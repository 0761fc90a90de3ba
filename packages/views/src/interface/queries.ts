import type {
  ActiveContract,
  EventFormat,
  FoundUpdate,
  TransactionFormat,
  UpdateFormat,
} from "@tallystick/wire";

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
