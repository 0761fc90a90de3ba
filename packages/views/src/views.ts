import type { Catalog, LedgerError } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { EventFormat, TransactionFormat, UpdateFormat } from "./event-format.js";
import type { ActiveContract, CompletionItem, Transaction, UpdateItem } from "./wire-events.js";

/** An event of the journal as the views take it. */
export interface JournalEntry {
  /** Stream revision + 1. */
  readonly offset: number;
  /** The event type of the store. */
  readonly type: string;
  /** JSON text of the event. */
  readonly data: string;
}

/** Why the views did not do what was asked. */
export type ViewsFailure =
  | { readonly kind: "file"; readonly message: string }
  | {
      /** A batch does not continue at `expectedOffset`; nothing of it was folded. */
      readonly kind: "gap";
      readonly expectedOffset: number;
      readonly actualOffset: number;
      readonly message: string;
    }
  | {
      /** An event cannot be read or contradicts what was folded before; nothing of its batch was folded. */
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
  /** Told once when the views can fold no further: the worker died or the database failed. */
  readonly onFailure?: ((failure: ViewsFailure) => void) | undefined;
  /** Told each time somebody, a query for one, begins to wait for events that are not folded yet: those held back should come now. */
  readonly onWait?: (() => void) | undefined;
}

/** What a query needs to know of the ledger it is asked on. */
export interface QueryContext {
  /** Offset of the last durable event. */
  readonly ledgerEnd: () => number;
  readonly synchronizerId: string;
  readonly catalog: Catalog;
  /** How long a query waits for the views to reach the ledger end it was checked against. Default `defaultCatchUpTimeoutMs`. */
  readonly catchUpTimeoutMs?: number | undefined;
}

/** Contracts active at an offset (ledger-api 2.8). */
export interface ActiveContractsQuery {
  /** 0 is the empty ledger; at most the ledger end. */
  readonly activeAtOffset: number;
  readonly eventFormat: EventFormat;
}

/** Live reading, common to both streams. */
export interface Following {
  /** Go on live after the end; until the consumer stops or the idle time passes. */
  readonly follow?: boolean | undefined;
  /** With `follow`: end after this long without a new item; milliseconds. */
  readonly idleTimeoutMs?: number | undefined;
}

/** Transactions in a range of offsets (ledger-api 2.5). Without an end: up to the present ledger end, or on and on with `follow`. */
export interface UpdatesQuery extends Following {
  readonly beginExclusive: number;
  readonly endInclusive?: number | undefined;
  readonly updateFormat: UpdateFormat;
  readonly descendingOrder?: boolean | undefined;
}

/** Completions of a user and parties (ledger-api 2.4, 6). */
export interface CompletionsQuery extends Following {
  /** Absent: those of every user. */
  readonly userId?: string | undefined;
  /** None means all parties, which only a query for every user may ask. */
  readonly parties: ReadonlyArray<string>;
  readonly beginExclusive: number;
}

/** One transaction by where it stands or by its update id (ledger-api 2.5). */
export interface TransactionQuery {
  readonly at: { readonly offset: number } | { readonly updateId: string };
  readonly transactionFormat: TransactionFormat;
}

/** The projections of one journal and the queries over them. */
export interface Views {
  /** Offset of the last event folded; 0 at the beginning. */
  checkpoint(): number;
  /** Why the file was thrown away and begun anew at opening, if it was: it is only a cache. */
  readonly rebuiltBecause: string | undefined;

  /**
   * Folds events in the order of their offsets, all or none; Right the new checkpoint. Events up to the checkpoint are skipped, so that a
   * batch may be repeated. Left `gap`, `journal`, `file`, `worker`, `closed`.
   */
  fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsFailure, number>>;
  /** Resolves when the checkpoint has reached `offset`. Left `timeout` after `timeoutMs` (default: never), or why it will never be reached. */
  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsFailure, number>>;
  /** Forgets everything; the journal has to be folded from offset 1 again. */
  reset(): Promise<Either<ViewsFailure, void>>;

  /** Ordered by (created offset, node id). Left as the last element. */
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

  /** Ends what is waiting and closes the database. */
  close(): Promise<void>;
}

/** How long a query waits for the views to catch up with the journal, unless told otherwise. */
export const defaultCatchUpTimeoutMs = 10_000;
