import type { Timers } from "@tallystick/background";
import type { Catalog } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { Queries } from "./queries.js";
import type { JournalEntry, JournalTexts } from "./journal-texts.js";
import type { ReadFile, ReadThreads } from "./read-threads.js";

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

/** The error of a call of the views. */
export type ViewsError =
  /** The file cannot be opened, read or written; may be transient. */
  | { readonly kind: "file"; readonly message: string }
  /** The file is damaged: the views must be rebuilt. */
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
  /** They are being folded from the journal, and cannot be read before they have caught up. */
  | { readonly kind: "behind"; readonly message: string }
  | { readonly kind: "worker"; readonly message: string }
  | { readonly kind: "timeout"; readonly message: string }
  | { readonly kind: "closed"; readonly message: string };

/** Options of views. */
export interface OpenViews {
  /** Path of the database file, or ":memory:", which implies the main thread. */
  readonly file: string;
  /** Where events are folded. */
  readonly thread: "worker" | "main";
  /** Hash of the journal's first event: a file of another journal is not accepted. Default "". */
  readonly journalId?: string | undefined;
  /** Reads the journal's events by offset; absent: the views keep a copy of them. */
  readonly texts?: JournalTexts | undefined;
  /** For delays and timeouts; default: the system's. */
  readonly timers?: Timers | undefined;
  /** Makes the threads that read beside the caller's; views in memory have none. */
  readonly threads?: ((file: ReadFile) => ReadThreads) | undefined;
}

/** The ledger of a query. */
export interface QueryContext {
  /** Offset of the last durable event. */
  readonly ledgerEnd: () => number;
  /** Offset up to which the journal was pruned; 0, or absent, when it was never pruned. */
  readonly prunedUpTo?: (() => number) | undefined;
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly catalog: Catalog;
  /** How long a query waits for the views to reach its ledger end. Default 10 seconds. */
  readonly catchUpTimeoutMs?: number | undefined;
}

/** A message of views for the operator. */
export interface ViewsNotice {
  readonly kind:
    | "views-damaged"
    | "views-rebuilt"
    | "views-progress"
    | "views-interrupted"
    | "views-resumed"
    | "thread-ended";
  readonly message: string;
}

/**
 * A fold of a journal into tables. The journal is passed to `fold`;
 * what cannot be read is rebuilt from it.
 */
export interface JournalViews {
  /** Their name among the parts of a ledger. */
  readonly name: string;
  /** The name of their file. */
  readonly file: string;
  /** Why the file was deleted and created again at opening, if it was: it is only a cache. */
  readonly rebuiltBecause: string | undefined;
  /**
   * Sets the journal by the hash of its first event, and its end; views of another one, or beyond
   * the end, are emptied.
   *
   * @param latest returns the journal's end. Wallet views are not read while they are behind it;
   * absent: always
   */
  begin(journal: string, ledgerEnd: number, latest?: () => number): void;
  /** Offset of the last event folded; 0 at the beginning. */
  checkpoint(): number;
  /** Chain hash of that event as the journal gave it; "" at the beginning. */
  checkpointHash(): string;
  /**
   * Folds events in the order of their offsets, all or none; Right the new checkpoint. Events up to
   * the checkpoint are skipped, so that a batch may be repeated. Left `damaged`: they were emptied;
   * `gap`, `journal`, `file`, `worker`, `closed`.
   */
  fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>>;
  /**
   * Remembers what views in memory hold now.
   *
   * @returns brings it back, as often as it is called, while nothing is folded; undefined for views
   * in a file
   */
  mark(): (() => void) | undefined;
  /** True while the next events are folded in a thread. */
  foldsInThread(): boolean;
  /** Calls `listener` each time a caller begins to wait for events not folded yet. */
  onWait(listener: () => void): () => void;
  /**
   * Calls `listener` each time the views were emptied or lost their last events: the events after
   * the checkpoint must be folded again.
   */
  onRewind(listener: () => void): () => void;
  /** Calls `listener` when they are damaged or catch up, and once when they cannot be read. */
  onNotice(listener: (notice: ViewsNotice) => void): () => void;
  /**
   * Resolves when the checkpoint has reached `offset`. Left `timeout` after `timeoutMs` (default:
   * never), or why it cannot be reached.
   */
  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>>;
  /**
   * Reads everything in the file and compares it with its checksums. Left `damaged`: the views are
   * being rebuilt.
   */
  check(): Either<ViewsError, void>;
  /** `check` in parts, one in each step; events may be folded between them. */
  checkParts(): Iterable<Either<ViewsError, void>>;
  /** Ends all waits and closes the file. */
  close(): Promise<void>;
}

/** The views of one journal. */
export interface Views extends JournalViews {
  /** True while a query waits for events not folded yet, as a live stream does. */
  isAwaited(): boolean;
  /** The queries of the context's ledger. */
  queries(context: QueryContext): Queries;
}
