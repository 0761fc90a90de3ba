import type { Timers } from "@tallystick/background";
import type {
  Catalog,
  CompositeCommand,
  LedgerError,
  Package,
  Submission,
  TransactionCommitted,
} from "@tallystick/core";
import type { EventStore, StoreError, StoreProvider } from "@tallystick/event-store";
import type { JournalEntry, Queries, ViewsError, ViewsNotice } from "@tallystick/views";
import type { Either } from "fp-ts/lib/Either.js";
import type { TemplateContracts } from "./template-contracts.js";
import type { Finding } from "./finding.js";
import type { ExternalSigning } from "./external-signing.js";
import type { Administration } from "./administration.js";
import type { DarFile } from "./dar-file.js";
import type { DryRuns } from "./dry-run.js";
import type { Traces } from "./trace.js";
import type { PackagesFrom } from "./packages-from.js";
import type { Snapshots } from "./ledger-snapshot.js";
import type { LedgerConfig } from "./ledger-config.js";
import type { LedgerNotice, LedgerObserver } from "./ledger-observer.js";
import type { LedgerClock } from "./steady-clock.js";
import type { Committed, Submitted, Submitter } from "./submission-outcome.js";
import type { PartState } from "./part-state.js";
import type { RefusedSubmission } from "./refused-submissions.js";

/** Where the ledger's randomness comes from; replaceable so that a run can be repeated exactly. */
export interface Ids {
  /** UUID text for an event; ascending ids (UUID version 7) keep the store's index dense. */
  readonly eventId: () => string;
  /** 56 random lowercase hex digits that cannot be guessed, new for each transaction. */
  readonly transactionSeed: () => string;
  /** Text for a submission id the submitter left empty. */
  readonly submissionId: () => string;
}

/** A view of the journal that the program adds; the ledger folds every event into it, in order. */
export interface Projection {
  /** Its name among the parts of the ledger, see `Ledger.parts`. */
  readonly name: string;
  /** The name of its file, as messages to the operator name it. */
  readonly file?: string;
  /**
   * Called with the hash of the journal's first event and the journal's end; a view of another
   * journal, or beyond its end, is emptied.
   *
   * @param journal the hash of its first event
   * @param ledgerEnd its last offset now
   * @param latest returns its current end
   */
  begin(journal: string, ledgerEnd: number, latest: () => number): void;
  /** Offset of the last event folded. */
  checkpoint(): number;
  /** Chain hash of that event; "" when it is not known. */
  checkpointHash(): string;
  /**
   * Folds entries that continue the checkpoint. Left: why it cannot continue.
   *
   * @param entries in the order of their offsets
   */
  fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>>;
  /** True while the next entries are folded in a thread of their own. */
  foldsInThread?(): boolean;
  /** Reads all its data and compares them with their checksums. */
  check?(): Either<ViewsError, void>;
  /** `check` in parts, one in each step; large views should have it. */
  checkParts?(): Iterable<Either<ViewsError, void>>;
  /**
   * Remembers what it holds, for a ledger that is reverted. Absent or undefined: it cannot go back.
   *
   * @returns brings it back, as often as it is called, while nothing is folded
   */
  mark?(): (() => void) | undefined;
  /**
   * Calls back each time a request waits for the view.
   *
   * @param listener the ledger's
   */
  onWait(listener: () => void): void;
  /**
   * Calls back each time the events after the checkpoint have to be folded again.
   *
   * @param listener the ledger's
   */
  onRewind(listener: () => void): void;
  /**
   * Calls back when the view is damaged, catches up, or cannot be read, and when it can again.
   *
   * @param listener the ledger's
   */
  onNotice(listener: (notice: ViewsNotice) => void): void;
}

/** Options of a ledger. All have defaults: `openLedger({})` is a ledger in memory. */
export interface LedgerOptions {
  /**
   * The store that holds the journal, opened and closed by the caller. Default: the one
   * `config.journal` names, which the ledger opens and closes.
   */
  readonly store?: EventStore;
  /**
   * Kinds of store that `config.journal` may name, in addition to `memory:` and those of installed
   * packages `@tallystick/event-store-<scheme>`.
   */
  readonly stores?: ReadonlyArray<StoreProvider>;
  /**
   * A folder for the views, the snapshots and, unless `config.journal` or `store` says otherwise,
   * the journal; created when missing. Without it views are kept in memory and no snapshot is
   * written.
   */
  readonly data?: string;
  /**
   * Packages in addition to the built-in ones: definitions in TypeScript, and DARs that `readDar`
   * has read. Packages of a DAR are uploaded and vetted unless the journal has them.
   */
  readonly packages?: ReadonlyArray<Package | DarFile>;
  /**
   * How threads get the definitions among `packages`, as functions cannot be sent to them. Without
   * it, a ledger with definitions traces commands in its main thread, where submissions wait.
   */
  readonly packagesFrom?: PackagesFrom;
  /**
   * Default: the system clock, without jumps of more than `config.maxClockJumpMicros`, see
   * `steadyClock`.
   */
  readonly clock?: LedgerClock;
  /** Where ids and randomness come from. Default: the system's random generator. */
  readonly ids?: Ids;
  /** What delays and timeouts are measured by. Default: the timers of this process. */
  readonly timers?: Timers;
  /**
   * Opens a journal that lost acknowledged events, if it ends at this offset; the loss is recorded
   * in the journal (`JournalRestored`). Default: such a loss is an error.
   */
  readonly acceptJournalEnd?: number;
  /**
   * True: accepts the system clock, however far it is ahead of the journal's last event. Default:
   * more than `config.maxClockAheadAtStartMicros` is an error.
   */
  readonly acceptClock?: boolean;
  /**
   * Settings that differ from `defaultLedgerConfig`; docs/configuration.md has them as `ledger.…`.
   */
  readonly config?: Partial<LedgerConfig>;
  /** Views in addition to the ledger's own; the ledger does not close them. */
  readonly projections?: ReadonlyArray<Projection>;
  /**
   * Called with errors apart from submissions, once each, and when they are over.
   *
   * @param notice what it is about, and a text for people
   */
  readonly onNotice?: (notice: LedgerNotice) => void;
  /** Called with what the ledger does. */
  readonly observer?: LedgerObserver;
}

/** Why a ledger could not be opened. */
export type OpenError =
  | { readonly kind: "store"; readonly error: StoreError; readonly message: string }
  | { readonly kind: "config"; readonly message: string }
  | { readonly kind: "packages"; readonly message: string }
  | { readonly kind: "journal"; readonly message: string }
  | { readonly kind: "views"; readonly message: string };

/** A running ledger. Answers to submissions come only after the journal is durable. */
export interface Ledger
  extends Administration,
    DryRuns,
    Traces,
    ExternalSigning,
    Snapshots,
    TemplateContracts {
  /** The id of this participant, `name::fingerprint`. */
  readonly participantId: string;
  /** The id of its synchronizer. */
  readonly synchronizerId: string;
  /** The packages it knows. */
  readonly catalog: Catalog;
  /** The settings it runs with. */
  readonly config: LedgerConfig;

  /**
   * Submits commands that take effect together; resolves when they are in the journal, accepted or
   * rejected. Left: an error, and nothing was written.
   *
   * @param submission commands and under which command id, in whose name; or the very object that
   * `validate` of this ledger returned, which is not checked again
   * @param submitter what the caller is known to be; a program leaves it out
   */
  submit(
    submission: Submission | CompositeCommand,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, Submitted>>;
  /**
   * Like `submit`, but a rejection is a Left too. Left REQUEST_TIME_OUT: the outcome is unknown;
   * submit again with the same command id.
   *
   * @param submission as for `submit`
   * @param submitter what the caller is known to be; a program leaves it out
   * @example
   * import { commandsOf, numeric } from "@tallystick/core";
   * import { orThrow } from "@tallystick/node";
   * import { Iou, iouPackage } from "./iou.js";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const bank: string;
   *
   * const { create } = commandsOf(iouPackage);
   * const iou = { issuer: bank, owner: bank, amount: numeric("1").units };
   * const submission = { commands: [create(Iou, iou)], commandId: "issue-7", actAs: [bank] };
   * console.log(orThrow(await ledger.submitAndWait({ ...submission, userId: "desk" })).updateId);
   */
  submitAndWait(
    submission: Submission | CompositeCommand,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, Committed>>;
  /**
   * Checks every rule of a submission that needs no state of the ledger (specification 2.1), for
   * callers that decide something between validation and submission. Left: the first violated rule.
   * `submit` and `submitAndWait` take the result.
   *
   * @param submission as for `submit`
   * @param submitter what the caller is known to be; `{}` for a program
   */
  validate(submission: Submission, submitter?: Submitter): Either<LedgerError, CompositeCommand>;
  /**
   * The latest submissions to this node that took no effect, the newest first: in memory, up to
   * 1,000 since its start.
   *
   * @param limit how many at most
   * @param before only those with a lower number; absent: from the newest
   * @param keep others are skipped; absent: none are
   */
  refusedSubmissions(
    limit: number,
    before?: number,
    keep?: (refused: RefusedSubmission) => boolean,
  ): ReadonlyArray<RefusedSubmission>;

  /** Offset of the last durable event; 0 for an empty journal. */
  ledgerEnd(): number;
  /** Offset up to which the ledger was pruned; 0 when it never was (ledger-api 2.8). */
  prunedUpTo(): number;
  /**
   * Prunes the ledger: submissions up to an offset can no longer be read, and their data is erased
   * from the journal in the background, except that of contracts which are active there. Resolves
   * when that is durable. Left NON_POSITIVE_OFFSET, OFFSET_OUT_OF_RANGE,
   * PARTICIPANT_PRUNING_IN_PROGRESS, PRUNING_NOT_SUPPORTED.
   *
   * @param upTo the last offset that is pruned
   */
  prune(upTo: number): Promise<Either<LedgerError, void>>;
  /**
   * Draws a disclosure key and appends it to the journal: single nodes of the journal can be proved
   * from then on, those before it too. A further call replaces the key for what follows.
   */
  drawDisclosureKey(): Promise<Either<LedgerError, void>>;

  /** Queries: streams, pages, and single contracts and updates. */
  readonly queries: Queries;

  /**
   * The transaction at an offset as the journal has it; undefined when the event is not one, or was
   * pruned.
   *
   * @param offset of the journal
   */
  transactionAt(offset: number): Promise<Either<LedgerError, TransactionCommitted | undefined>>;

  /**
   * Resolves with true when events up to this offset are durable and known here, with false after
   * `timeoutMs`. After true the answers of another node on the journal can be read from this one.
   *
   * @param offset of the journal
   * @param timeoutMs how long to wait at most
   */
  waitForOffset(offset: number, timeoutMs: number): Promise<boolean>;
  /**
   * Calls `listener` each time `ledgerEnd` moved.
   *
   * @param listener must be quick, and not throw
   * @returns the function that removes it
   */
  onLedgerEnd(listener: () => void): () => void;
  /**
   * True on the preferred writer of a shared journal, which does the work that is done once in the
   * whole ledger; always true on the only writer. For a moment it may be true on no node, or on
   * two.
   */
  isPreferredWriter(): boolean;
  /**
   * Calls `listener` each time this node becomes the preferred writer.
   *
   * @param listener must be quick, and not throw
   * @returns the function that removes it
   */
  onPreferredWriter(listener: () => void): () => void;

  /** Damage that the last background check of journal, snapshot and views found; empty for none. */
  findings(): ReadonlyArray<Finding>;
  /** True while each of its parts is ready. */
  ready(): boolean;
  /**
   * Its parts, each with why it is not ready: `ledger` while commands are not accepted, or
   * followed; `views` and each projection while they cannot be read or do not follow the journal.
   */
  parts(): ReadonlyArray<PartState>;
  /** Why the first part that is not ready is not; undefined when all are. */
  unreadyReason(): string | undefined;
  /** What the operator should repair although it is ready. */
  warnings(): ReadonlyArray<string>;
  /** Finishes accepted commands, writes a snapshot, closes what the ledger opened. */
  close(): Promise<void>;
}
