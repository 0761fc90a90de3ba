import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { newTrace, type TraceStep, type TransactionTrace } from "../contracts/transaction.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CommandRejected, TransactionCommitted } from "../events/submission-event.js";
import type { Pausing } from "../interpretation/pausing.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
import type { CodePlace, Profile } from "../templates/profile.js";
import type { Micros } from "../values/time.js";
import type { DecisionContext } from "./decide.js";
import { decideSubmission, earliestTimeOf } from "./decide-submission.js";
import type { LedgerState } from "./ledger-state.js";

/** In place of what a node draws at random: contract ids and the update id follow from it. */
const noSeed = "0".repeat(56);

/** What a command would do. */
export interface DryRun {
  /** The record time of its event. */
  readonly recordTime: Micros;
  /** Its event; undefined when it would be rejected without one. */
  readonly event: TransactionCommitted | CommandRejected | undefined;
  /** Why it would be rejected. */
  readonly error: LedgerError | undefined;
  /** What happened while it was interpreted; of a rejected one, before that. */
  readonly trace: TransactionTrace;
  /** The same in order, with what was rolled back. */
  readonly steps: ReadonlyArray<TraceStep>;
  /** What it took; only where that was asked for. */
  readonly taken?: Taken;
}

/** What an interpretation took. */
export interface Taken {
  /** For each step when it happened. */
  readonly moments: ReadonlyArray<StepMoment>;
  readonly profile: Profile;
}

/** When a step happened, and where. */
export interface StepMoment {
  /** Steps of packages' code before it. */
  readonly steps: number;
  /** Microseconds since interpretation began. */
  readonly micros: number;
  readonly place?: CodePlace;
}

/** How a dry run differs from a plain one. */
export interface DryRunWith {
  /** Counts what code takes; called when interpretation begins, and when it begins again. */
  readonly profile?: () => Profile;
  /** In place of zeros: ids are those that this seed gives. */
  readonly seed?: string;
}

/**
 * Decides a command as `decide` does, and records everything that happens. Changes and stores
 * nothing. External parties count as having signed. Ids that are drawn at random are made of zeros:
 * the same state, command and time give the same result.
 */
export function* dryRun(
  state: LedgerState,
  command: CompositeCommand,
  {
    now,
    receivedAt,
    catalog,
    sha256,
    onThrown,
  }: Pick<DecisionContext, "now" | "receivedAt" | "catalog" | "sha256" | "onThrown">,
  how: DryRunWith = {},
): Pausing<DryRun> {
  const recordTime = decidedAt(state, command, { now, receivedAt });
  const submissionId = command.submissionId || "dry-run";
  let steps: Array<TraceStep> = [];
  let trace = newTrace();
  let taken: Taken | undefined;
  const traced = (): TransactionTrace => {
    steps = [];
    trace = { ...newTrace(), steps };
    const profile = how.profile?.();
    if (profile === undefined) return trace;
    const timed = new TimedSteps(steps, profile);
    taken = timed;
    return { ...trace, steps: timed, profile };
  };
  const context = {
    recordTime,
    receivedAt,
    submissionId,
    offset: state.offset + 1,
    seed: how.seed ?? noSeed,
    catalog: vettedCatalog(catalog, state.participant.vetting, recordTime),
    sha256,
    traced,
    onThrown,
  };
  const decided = yield* decideSubmission(state, command, context, true);
  if (isLeft(decided)) {
    const error = { ...decided.left, correlationId: submissionId };
    return { recordTime, event: undefined, error, trace, steps, ...shown(taken) };
  }
  const { event } = decided.right;
  const error =
    event.type === "CommandRejected" ? { ...event.error, correlationId: submissionId } : undefined;
  return { recordTime, event, error, trace, steps, ...shown(taken) };
}

const shown = (taken: Taken | undefined): Pick<DryRun, "taken"> =>
  taken === undefined ? {} : { taken };

/** Steps with the moment of each. */
class TimedSteps implements Taken {
  readonly moments: Array<StepMoment> = [];

  constructor(
    private readonly steps: Array<TraceStep>,
    readonly profile: Profile,
  ) {}

  push(step: TraceStep): void {
    const { place, micros } = this.profile;
    const moment = { steps: this.profile.spent(), micros: Math.round(micros) };
    // the end of a body has no place of its own
    const isSomewhere = place !== undefined && step.kind !== "end";
    this.moments.push(isSomewhere ? { ...moment, place } : moment);
    this.steps.push(step);
  }
}

/** When it would be decided: a submission waits for the time it asks for, if that is near. */
const decidedAt = (
  state: LedgerState,
  command: CompositeCommand,
  { now, receivedAt }: { readonly now: Micros; readonly receivedAt: Micros },
): Micros => {
  const recordTime = Math.max(now, state.recordTime);
  const earliest = earliestTimeOf({ command }, { receivedAt });
  const latest = BigInt(recordTime + state.configuration.ledgerTimeSkewMicros);
  return earliest > BigInt(recordTime) && earliest <= latest ? Number(earliest) : recordTime;
};
