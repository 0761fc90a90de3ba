import type {
  CompositeCommand,
  Json,
  PartyId,
  Submission,
  TransactionCommitted,
} from "@tallystick/core";
import type { Outcome } from "./administration.js";
import type { DryRunAt, DryRunOutcome, SourcePlace } from "./dry-run.js";

/** A moment of a trace. */
export interface TraceMoment {
  /** Its number, from 0; those that are left out count too. */
  readonly index: number;
  /**
   * What happened. `end`: the body of a choice ended; `guard`: a template's precondition was looked
   * at; `rollback`: an exception was caught, and what happened since its `try` has no effect.
   */
  readonly kind:
    | "exercise"
    | "end"
    | "create"
    | "fetch"
    | "lookup"
    | "guard"
    | "try"
    | "commit"
    | "rollback"
    | "failure";
  /** Exercises and `try` blocks around it. */
  readonly depth: number;
  /** The number of the exercise or the `try` that it ends. */
  readonly of?: number;
  readonly templateId?: string;
  readonly interfaceId?: string;
  readonly contractId?: string;
  readonly choice?: string;
  /** True for an exercise that archives its contract. */
  readonly consuming?: boolean;
  /** True for a contract that was found by its key. */
  readonly byKey?: boolean;
  /** The argument of an exercise. */
  readonly argument?: Json;
  /** The payload of the contract: exercised, created or fetched. */
  readonly payload?: Json;
  readonly key?: Json;
  /** The result of a choice, the contracts that a lookup found, whether a guard holds. */
  readonly result?: Json;
  /** What was caught. */
  readonly exception?: { readonly typeId: string; readonly value?: Json };
  /** Why the command was rejected. */
  readonly error?: { readonly code: string; readonly cause: string };
  /** Who exercises, fetches or signs. */
  readonly actingParties?: ReadonlyArray<PartyId>;
  /** Whose authority it has. */
  readonly authorizers: ReadonlyArray<PartyId>;
  readonly place?: SourcePlace;
  /** True for what was rolled back later. */
  readonly isRolledBack: boolean;
  /** Steps of Daml code before it. */
  readonly steps: number;
  /** Microseconds since interpretation began. */
  readonly micros: number;
}

/** A definition as called by the one around it: a bar of a flame graph. */
export interface TraceFrame extends SourcePlace {
  /** Index of the frame around it; -1 of the first. */
  readonly parent: number;
  readonly calls: number;
  /** Steps that it took itself. */
  readonly steps: number;
  /** Microseconds that it took itself. */
  readonly micros: number;
}

/** What definitions took. */
export interface TraceProfile {
  /** Steps of all frames: what the command takes of its budget. */
  readonly steps: number;
  readonly micros: number;
  /** What one command may take. */
  readonly budget: number;
  readonly frames: ReadonlyArray<TraceFrame>;
  /** True when frames were more, or deeper, than are kept: they count for the one around them. */
  readonly isCut: boolean;
}

/** How a command was interpreted, moment by moment. */
export interface TraceOutcome {
  /** As a dry run has it. */
  readonly outcome: DryRunOutcome;
  /** The update that was traced. */
  readonly updateId?: string;
  readonly moments: ReadonlyArray<TraceMoment>;
  /** Moments there were; at most 2,000 are kept, of the beginning and the end. */
  readonly momentCount: number;
  /** True when values were too large to be kept. */
  readonly isShortened: boolean;
  readonly profile: TraceProfile;
}

/** Tracing commands. */
export interface Traces {
  /**
   * Decides a submission as `dryRun` does, and says how: each exercise, create, fetch, lookup,
   * guard and exception, with its values and the place in the Daml source, and what each definition
   * took. It takes several times as long as a dry run. Left: as of `dryRun`.
   *
   * @param submission as for `dryRun`
   * @param when the offset after which it is decided; default now
   * @example
   * import { orThrow } from "@tallystick/node";
   * declare const ledger: import("@tallystick/node").Ledger;
   * declare const submission: import("@tallystick/core").Submission;
   *
   * const { moments, profile } = orThrow(await ledger.trace(submission));
   * for (const { depth, kind, choice, place } of moments)
   *   console.log(" ".repeat(depth), kind, choice, place?.definition, place?.line);
   * console.log(profile.steps, "of", profile.budget);
   */
  trace(submission: Submission | CompositeCommand, when?: DryRunAt): Outcome<TraceOutcome>;
  /**
   * Interprets an update again, on the state before it. Left: UPDATE_NOT_FOUND, or the state before
   * it was pruned or cannot be read.
   *
   * @param updateId of a transaction
   * @param isShown false of a transaction that the caller must not see: UPDATE_NOT_FOUND. Default:
   * all are shown
   */
  traceUpdate(
    updateId: string,
    isShown?: (event: TransactionCommitted) => boolean,
  ): Outcome<TraceOutcome>;
}
