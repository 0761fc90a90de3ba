import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { newTrace, type TraceStep, type TransactionTrace } from "../contracts/transaction.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CommandRejected, TransactionCommitted } from "../events/submission-event.js";
import type { Pausing } from "../interpretation/pausing.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
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
): Pausing<DryRun> {
  const recordTime = decidedAt(state, command, { now, receivedAt });
  const submissionId = command.submissionId || "dry-run";
  let steps: Array<TraceStep> = [];
  let trace = newTrace();
  const traced = (): TransactionTrace => {
    steps = [];
    trace = { ...newTrace(), steps };
    return trace;
  };
  const context = {
    recordTime,
    receivedAt,
    submissionId,
    offset: state.offset + 1,
    seed: noSeed,
    catalog: vettedCatalog(catalog, state.participant.vetting, recordTime),
    sha256,
    traced,
    onThrown,
  };
  const decided = yield* decideSubmission(state, command, context, true);
  if (isLeft(decided)) {
    const error = { ...decided.left, correlationId: submissionId };
    return { recordTime, event: undefined, error, trace, steps };
  }
  const { event } = decided.right;
  const error =
    event.type === "CommandRejected" ? { ...event.error, correlationId: submissionId } : undefined;
  return { recordTime, event, error, trace, steps };
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
