import type {
  CompositeCommand,
  Json,
  LedgerError,
  Micros,
  PartyId,
  Submission,
} from "@tallystick/core";
import type { Transaction } from "@tallystick/wire";
import type { Outcome } from "./administration.js";
import type { Step } from "./step.js";
import type { SubmitAs } from "./template-contracts.js";

/** When a command is tried. */
export interface DryRunAt {
  /** After the event at this offset. Default: now, after the last one. */
  readonly at?: number;
}

/** A node of a transaction that was tried. */
export interface TriedNode {
  /** Its number, as in `transaction`. */
  readonly nodeId: number;
  /** Exercises around it. */
  readonly depth: number;
  /** Whose authority it has. */
  readonly authorizers: ReadonlyArray<PartyId>;
  /** Who sees it by itself: stakeholders, and who acts. */
  readonly informees: ReadonlyArray<PartyId>;
  /** Who sees it: its informees, and those of the exercises around it. */
  readonly witnesses: ReadonlyArray<PartyId>;
}

/** A contract of the ledger that a command used. */
export interface TriedContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly signatories: ReadonlyArray<PartyId>;
  readonly observers: ReadonlyArray<PartyId>;
  /**
   * How it could be used: a party of the command sees it, or its blob was disclosed with the
   * command.
   */
  readonly foundBy: "party" | "disclosure";
  /** True when it was found by its key. */
  readonly byKey: boolean;
  readonly consumed: boolean;
}

/** A contract that is a holding of the token standard. */
export interface HoldingAmount {
  readonly contractId: string;
  /** Absent for an account of the instrument's administrator alone. */
  readonly owner?: PartyId;
  readonly instrumentId: { readonly admin: PartyId; readonly id: string };
  /** A decimal. */
  readonly amount: string;
  readonly isLocked: boolean;
}

/** What an account has of an instrument of the token standard before and after a transaction. */
export interface MovedHolding {
  /** The owner; absent for an account of the instrument's administrator alone. */
  readonly owner?: PartyId;
  readonly instrumentId: { readonly admin: PartyId; readonly id: string };
  /** A decimal with its sign. */
  readonly change: string;
  /** How much more is locked after it than before, a decimal with its sign. */
  readonly lockedChange: string;
  /** The sum of all holdings; null where there are more than are added up. */
  readonly before: string | null;
  readonly after: string | null;
}

/** An exercise that was running when a command failed. */
export interface RunningChoice {
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string;
  readonly choice: string;
  readonly argument: Json;
  /** What the contract says. */
  readonly payload: Json;
  readonly actingParties: ReadonlyArray<PartyId>;
  /** Whose authority the steps of the choice have. */
  readonly authorizers: ReadonlyArray<PartyId>;
}

/** A place in the source of a package. */
export interface SourcePlace {
  readonly packageId: string;
  /** `Module:name`; in a trace with a choice or the part of a template in words. */
  readonly definition: string;
  /** From 1; absent where the package does not say it. */
  readonly line?: number;
}

/** Where a command failed. */
export interface StoppedAt {
  /** The exercises around it, the outermost first. */
  readonly exercises: ReadonlyArray<RunningChoice>;
  /** The place in the source of a Daml package; the line only if the package has it. */
  readonly location?: SourcePlace;
  /** Where authority is missing: whose, and who could give it. */
  readonly authority?: {
    readonly required: ReadonlyArray<PartyId>;
    readonly given: ReadonlyArray<PartyId>;
    readonly missing: ReadonlyArray<MissingAuthority>;
  };
}

/** A party whose authority is missing. */
export interface MissingAuthority {
  readonly party: PartyId;
  /**
   * True for a party of this node, which may be added to `actAs`; false where a contract that the
   * party signed has to be exercised.
   */
  readonly isHosted: boolean;
  /** Active contracts of the command's inputs that the party signed. */
  readonly signed: ReadonlyArray<string>;
}

/** What a command would do, or why it would be rejected. */
export interface DryRunOutcome {
  /** The last event before it. */
  readonly offset: number;
  /** The record time that it would have. */
  readonly recordTime: Micros;
  readonly verdict: "accepted" | "rejected";
  /** All of it, in the LEDGER_EFFECTS shape; ids that a node draws are made of zeros. */
  readonly transaction?: Transaction;
  /** Who authorizes and who sees each node of the transaction, in its order. */
  readonly nodes: ReadonlyArray<TriedNode>;
  /** Contracts of the ledger that it used; of a rejected command, until then. */
  readonly contracts: ReadonlyArray<TriedContract>;
  /** The packages whose code ran. */
  readonly packages: ReadonlyArray<{
    readonly packageId: string;
    readonly name: string;
    readonly version: string;
  }>;
  readonly holdings: ReadonlyArray<MovedHolding>;
  /** The holdings among the contracts that its nodes create or use; none of a rejected command. */
  readonly amounts: ReadonlyArray<HoldingAmount>;
  /** Bytes of its event in the journal; 0 of a rejected command. */
  readonly eventBytes: number;
  /** Bytes of traffic, as for `prepare`; 0 of a rejected command. */
  readonly trafficCost: number;
  /** Why it would be rejected, as its submission would say. */
  readonly error?: LedgerError;
  readonly stopped?: StoppedAt;
}

/** Trying commands without effects. */
export interface DryRuns {
  /**
   * Decides a submission without any effect: what it would do, or why it would be rejected. Two
   * runs at one offset have the same outcome. External parties count as having signed. Left: it is
   * no valid submission, the offset is none (OFFSET_AFTER_LEDGER_END,
   * PARTICIPANT_PRUNED_DATA_ACCESSED), or the state cannot be read now.
   *
   * @param submission as for `submit`, or what `validate` returned
   * @param when the offset after which it is decided; a former state is folded from the journal,
   * about 100,000 events a second
   * @example
   * import { orThrow } from "@tallystick/node";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const submission: import("@tallystick/core").Submission;
   *
   * const tried = orThrow(await ledger.dryRun(submission));
   * console.log(tried.verdict, tried.stopped?.authority?.missing);
   */
  dryRun(submission: Submission | CompositeCommand, when?: DryRunAt): Outcome<DryRunOutcome>;
  /**
   * The same for steps as `transact` takes them.
   *
   * @param steps as `step.create` and its sisters make them
   * @param as for whom
   * @param when the offset after which they are decided; default now
   */
  tryOut(
    steps: ReadonlyArray<Step<unknown>>,
    as: SubmitAs,
    when?: DryRunAt,
  ): Outcome<DryRunOutcome>;
}
