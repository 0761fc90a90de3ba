import type { Catalog } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { Queries } from "./queries.js";
import type { CheckedUpTo } from "./checked-up-to.js";
import type { JournalEntry, JournalTexts } from "./journal-texts.js";

export type { JournalEntry } from "./journal-texts.js";
export type {
  ActiveContractsPage,
  ActiveContractsPageQuery,
  ActiveContractsQuery,
  CompletionsQuery,
  ContractEventsQuery,
  ContractQuery,
  Following,
  Queries,
  TransactionQuery,
  UpdatePlace,
  UpdateQuery,
  UpdatesPage,
  UpdatesPageQuery,
  UpdatesQuery,
} from "./queries.js";

/** Why a call of the views had no result. */
export type ViewsError =
  /** The file cannot be opened, read or written; that may pass. */
  | { readonly kind: "file"; readonly message: string }
  /** What is in the file is not what was written: the views must be rebuilt. */
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
  /** They are being folded from the journal, and no one reads them before they are as far. */
  | { readonly kind: "behind"; readonly message: string }
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
   * Is called when the views were found damaged and are about to be rebuilt, with what was
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

/** The projections of one journal. */
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
  /** Calls `listener` each time someone begins to wait for events that are not folded yet. */
  onWait(listener: () => void): void;
  /** True while someone waits for events that are not folded yet, as a live stream does. */
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
   * being rebuilt.
   */
  check(): Either<ViewsError, void>;
  /** The same a part at a time: resumes after what the call before gave, undefined at the end. */
  checkSome(after: CheckedUpTo | undefined): Either<ViewsError, CheckedUpTo | undefined>;

  /** The queries over what is folded, for the ledger that the context is of. */
  queries(context: QueryContext): Queries;

  /** Ends what is waiting and closes the database. */
  close(): Promise<void>;
}
