import { type Either, left } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import { newTrace } from "../contracts/transaction.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Pausing } from "../interpretation/pausing.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
import { submissionError } from "./decide-submission.js";
import type { DecisionContext } from "./decide.js";
import {
  interpretInTime,
  type InterpretedInTime,
  type SubmissionContext,
} from "./interpret-in-time.js";
import type { LedgerState } from "./ledger-state.js";

/**
 * Interprets a command without committing it, for external parties to sign (interactive-submission
 * 3.1). Changes and stores nothing. The result has a trace.
 */
export function* prepare(
  state: LedgerState,
  command: CompositeCommand,
  { now, receivedAt, seed, catalog, sha256, onThrown }: DecisionContext,
): Pausing<Either<LedgerError, InterpretedInTime>> {
  const recordTime = Math.max(now, state.recordTime);
  const context: SubmissionContext = {
    recordTime,
    receivedAt,
    submissionId: "",
    offset: state.offset + 1,
    seed,
    catalog: vettedCatalog(catalog, state.participant.vetting, recordTime),
    sha256,
    traced: newTrace,
    onThrown,
  };
  const error = submissionError(state, command, context, true);
  return error === undefined
    ? yield* interpretInTime(
        state,
        command,
        context,
        Math.max(recordTime, Number(command.minLedgerTimeAbs ?? 0n)),
      )
    : left(error);
}
