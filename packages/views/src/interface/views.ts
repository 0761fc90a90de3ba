import type { Timers } from "@tallystick/background";
import type { Catalog } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { Queries } from "./queries.js";
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
  /** Is called once when the views cannot fold further, as the journal contradicts itself. */
  readonly onError?: ((error: ViewsError) => void) | undefined;
  /** Is called each time the folding thread ended by itself; it restarts. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /** Is called with the findings when the views are damaged and will be rebuilt. */
  readonly onDamage?: ((reason: string) => void) | undefined;
  /**
   * Is called with the reason when the file cannot be read any more, and with undefined when it can
   * be read again.
   */
  readonly onUnreadable?: ((reason: string | undefined) => void) | undefined;
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

/** The views of one journal. */
export interface Views {
  /** Offset of the last event folded; 0 at the beginning. */
  checkpoint(): number;
  /** Chain hash of that event as the journal gave it; "" at the beginning. */
  checkpointHash(): string;
  /** Why the file was deleted and created again at opening, if it was: it is only a cache. */
  readonly rebuiltBecause: string | undefined;

  /**
   * Folds events in the order of their offsets, all or none; Right the new checkpoint. Events up to
   * the checkpoint are skipped, so that a batch may be repeated. Left `gap`, `journal`, `file`,
   * `worker`, `closed`.
   */
  fold(batch: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>>;
  /** Calls `listener` each time a query begins to wait for events not folded yet. */
  onWait(listener: () => void): void;
  /** True while a query waits for events not folded yet, as a live stream does. */
  isAwaited(): boolean;
  /**
   * Calls `listener` each time the views were emptied, so that the journal has to be folded from
   * offset 1 again.
   */
  onRewind(listener: () => void): void;
  /**
   * Resolves when the checkpoint has reached `offset`. Left `timeout` after `timeoutMs` (default:
   * never), or why it cannot be reached.
   */
  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>>;
  /** Empties the views; the journal has to be folded from offset 1 again. */
  reset(): Promise<Either<ViewsError, void>>;
  /**
   * Reads everything in the file and compares it with its checksums. Left `damaged`: the views are
   * being rebuilt.
   */
  check(): Either<ViewsError, void>;
  /** The same in parts, one at each step, between which events may be folded. */
  checkParts(): Iterable<Either<ViewsError, void>>;

  /** The queries of the context's ledger. */
  queries(context: QueryContext): Queries;

  /** Ends all waits and closes the database. */
  close(): Promise<void>;
}
