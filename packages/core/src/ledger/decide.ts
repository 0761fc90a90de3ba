import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { LedgerEvent } from "../events/ledger-event.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import { type Pausing, withoutPause } from "../interpretation/pausing.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
import { decideParticipant } from "../participant/decide-participant.js";
import type { ParticipantCommand } from "../participant/participant-command.js";
import type { Sha256 } from "../values/sha256.js";
import { newTrace, type OnThrown } from "../contracts/transaction.js";
import type { Micros } from "../values/time.js";
import { decideJournal, type JournalCommand } from "./decide-journal.js";
import { decideExecution } from "./decide-execution.js";
import { type DecidedSubmission, decideSubmission } from "./decide-submission.js";
import type { SubmissionContext } from "./interpret-in-time.js";
import type { LedgerState } from "./ledger-state.js";
import type { PreparedSubmission } from "./prepared-submission.js";

/** Submits a composite command to the ledger. */
export interface Submit {
  readonly kind: "Submit";
  readonly command: CompositeCommand;
  /** Set when the command was prepared and signed outside of the node. */
  readonly prepared?: PreparedSubmission;
}

/** All commands of the ledger. */
export type LedgerCommand = Submit | ParticipantCommand | JournalCommand;

/** Time, randomness and packages of one decision, as values. */
export interface DecisionContext {
  /** The clock when the command is decided. */
  readonly now: Micros;
  /** When the command was received; `minLedgerTimeRel` counts from here. */
  readonly receivedAt: Micros;
  /** 56 hex digits that cannot be guessed. */
  readonly seed: string;
  /** Used when the submitter left the submission id empty. */
  readonly submissionId: string;
  /** A fresh text `[a-z0-9-]`. */
  readonly freshName: string;
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
  readonly onThrown?: OnThrown;
}

/**
 * Decides a command. Right: its events, which for a submission that reached the ledger may be its
 * rejection. Left: the command is rejected without an event.
 *
 * A submission is compared with earlier ones of its change id first, so that a repeated command is
 * a duplicate also when its contracts are archived.
 */
export const decide = (
  state: LedgerState,
  command: LedgerCommand,
  context: DecisionContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> =>
  withoutPause(decidePausing(state, command, context));

/** Decides a command in pieces: with the same result as `decide`, however long each pause is. */
export function* decidePausing(
  state: LedgerState,
  command: LedgerCommand,
  context: DecisionContext,
): Pausing<Either<LedgerError, ReadonlyArray<LedgerEvent>>> {
  // record times never decrease, even if the clock does
  const recordTime = Math.max(context.now, state.recordTime);
  switch (command.kind) {
    case "Submit":
      return yield* submit(state, command, context, recordTime);
    case "ApplyConfiguration":
    case "RecordFork":
    case "RecordRestore":
    case "DrawDisclosureKey":
    case "PublishSigningKey":
    case "RecordPruning":
      return right(decideJournal(state, command, recordTime));
    default:
      return decideParticipant(state.participant, command, {
        recordTime,
        freshName: context.freshName,
        limits: state.configuration,
      });
  }
}

function* submit(
  state: LedgerState,
  { command, prepared }: Submit,
  { receivedAt, seed, catalog, sha256, submissionId: generatedId, onThrown }: DecisionContext,
  recordTime: Micros,
): Pausing<Either<LedgerError, ReadonlyArray<LedgerEvent>>> {
  const submissionId = command.submissionId || generatedId;
  const context: SubmissionContext = {
    recordTime,
    receivedAt,
    submissionId,
    offset: state.offset + 1,
    seed,
    catalog: vettedCatalog(catalog, state.participant.vetting, recordTime),
    sha256,
    traced: prepared === undefined ? undefined : newTrace,
    onThrown,
  };
  const decided =
    prepared === undefined
      ? map(({ event }: DecidedSubmission) => [event])(
          yield* decideSubmission(state, command, context),
        )
      : yield* decideExecution(state, command, context, prepared);
  return isLeft(decided) ? left({ ...decided.left, correlationId: submissionId }) : decided;
}
