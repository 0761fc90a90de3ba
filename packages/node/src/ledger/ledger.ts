import type {
  Catalog,
  CompositeCommand,
  LedgerError,
  Package,
  Submission,
  TransactionCommitted,
} from "@tallystick/core";
import type { EventStore, StoreError, StoreProvider } from "@tallystick/event-store";
import type { JournalEntry, Queries, ViewsError } from "@tallystick/views";
import type { Either } from "fp-ts/lib/Either.js";
import type { TemplateContracts } from "./template-contracts.js";
import type { Finding } from "./finding.js";
import type { ExternalSigning } from "./external-signing.js";
import type { Administration } from "./administration.js";
import type { LedgerConfig } from "./ledger-config.js";
import type { LedgerNotice, LedgerObserver } from "./ledger-observer.js";
import type { LedgerClock } from "./steady-clock.js";
import type { Committed, Submitted, Submitter } from "./submission-outcome.js";

/** Where the ledger's randomness comes from; replaceable so that a run can be repeated exactly. */
export interface Ids {
  /** UUID text for an event; ascending ids (UUID version 7) keep the store's index dense. */
  readonly eventId: () => string;
  /** 64 lowercase hex digits no one can guess, fresh for each transaction. */
  readonly transactionSeed: () => string;
  /** Text for a submission id the submitter left empty. */
  readonly submissionId: () => string;
}

/**
 * A view of the journal that someone else keeps; the ledger leads every event into it, in order.
 */
export interface Projection {
  /** The name of its file, as messages to the operator name it. */
  readonly name?: string;
  /**
   * Says which journal it is, by the hash of its first event, and how far that goes; a view of
   * another, or of more, is emptied.
   *
   * @param journal the hash of its first event
   * @param ledgerEnd its last offset now
   * @param latest where it ends whenever that is called
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
  /** Reads everything it has and compares it with its checksums. */
  check?(): Either<ViewsError, void>;
  /** The same in parts, one at each step; what is large should have it. */
  checkParts?(): Iterable<Either<ViewsError, void>>;
  /** The ledger sets it; to be called when someone waits for the projection. */
  onWait: () => void;
  /** The ledger sets it; to be called when everything has to be folded from offset 1 again. */
  onRewind: () => void;
  /**
   * The ledger sets it; to be called with what was found when the view is damaged.
   *
   * @param reason for the operator
   */
  onDamage: (reason: string) => void;
  /**
   * The ledger sets it; to be called now and then with how far it is while it catches up.
   *
   * @param message for the operator
   */
  onProgress?: (message: string) => void;
  /**
   * The ledger sets it; to be called when the view cannot be read any more, and with undefined when
   * it can again.
   *
   * @param reason for the operator
   */
  onUnreadable: (reason: string | undefined) => void;
}

/**
 * What a ledger is opened with. Everything has a default: `openLedger({})` is a ledger in memory.
 */
export interface LedgerOptions {
  /**
   * The store that holds the journal, opened by the caller, who closes it too. Default: the one
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
  /** Packages in addition to the built-in ones. */
  readonly packages?: ReadonlyArray<Package>;
  /**
   * Default: the system clock, without jumps of more than `config.maxClockJumpMicros`, see
   * `steadyClock`.
   */
  readonly clock?: LedgerClock;
  /** Where ids and randomness come from. Default: the system's random generator. */
  readonly ids?: Ids;
  /**
   * Opens a journal although more was acknowledged than it has, provided that it ends at this
   * offset; the journal then says so (`JournalRestored`). Default: such a loss is an error.
   */
  readonly acceptJournalEnd?: number;
  /**
   * True: the system clock is right, however far it is ahead of the journal's last event. Default:
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
   * Is called for what goes wrong apart from submissions, once each time, and when it has passed.
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
export interface Ledger extends Administration, ExternalSigning, TemplateContracts {
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
   * @param submission commands and under which command id, in whose name
   * @param submitter what the caller is known to be; a program leaves it out
   */
  submit(submission: Submission, submitter?: Submitter): Promise<Either<LedgerError, Submitted>>;
  /**
   * The same, answering a rejection as Left too. Left REQUEST_TIME_OUT: it is not known whether it
   * took effect; submit again under the same command id.
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
    submission: Submission,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, Committed>>;
  /**
   * Checks every rule of a submission that needs no state of the ledger (specification 2.1), for
   * who decides something between that and submitting. Left: the first broken rule.
   *
   * @param submission as for `submit`
   * @param submitter what the caller is known to be; `{}` for a program
   */
  validate(submission: Submission, submitter?: Submitter): Either<LedgerError, CompositeCommand>;
  /**
   * Submits what `validate` has found valid.
   *
   * @param command the Right of `validate` of this ledger, the very same object
   */
  submitValid(command: CompositeCommand): Promise<Either<LedgerError, Submitted>>;
  /**
   * The same, answering a rejection as Left too.
   *
   * @param command the Right of `validate`
   */
  submitValidAndWait(command: CompositeCommand): Promise<Either<LedgerError, Committed>>;

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

  /** What is read: streams, pages and single contracts and updates. */
  readonly queries: Queries;

  /**
   * The transaction at an offset as the journal has it; undefined when another event is there, or
   * it was pruned.
   *
   * @param offset of the journal
   */
  transactionAt(offset: number): Promise<Either<LedgerError, TransactionCommitted | undefined>>;

  /**
   * Resolves when events up to this offset are durable and known here, true, or after `timeoutMs`,
   * false. What was answered by another node on the journal can then be read from this one.
   *
   * @param offset of the journal
   * @param timeoutMs how long to wait at most
   */
  waitForOffset(offset: number, timeoutMs: number): Promise<boolean>;
  /**
   * True on the one node of a shared journal that should do what is done once in the whole ledger;
   * always true where no one else writes. For a moment it may be true nowhere, or on two.
   */
  isPreferredWriter(): boolean;
  /**
   * Calls `listener` each time this node becomes the preferred writer.
   *
   * @param listener must be quick, and not throw
   */
  onPreferredWriter(listener: () => void): void;

  /**
   * What the last check of journal, snapshot and views in the background found damaged; empty while
   * all is well.
   */
  findings(): ReadonlyArray<Finding>;
  /** True while commands are taken, or followed, and views can be read. */
  ready(): boolean;
  /** What the operator should mend although it is ready. */
  warnings(): ReadonlyArray<string>;
  /** Why it is not ready, for the operator; undefined while it is. */
  unreadyReason(): string | undefined;
  /** Finishes what was accepted, writes a snapshot, closes what the ledger opened. */
  close(): Promise<void>;
}
