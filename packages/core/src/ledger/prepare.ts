import { type Either, left } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";
import {
  type DecisionContext,
  interpretInTime,
  type InterpretedInTime,
  submissionError,
} from "./decide.js";
import type { LedgerState } from "./ledger-state.js";

/**
 * Interprets a command without committing it, for external parties to sign (interactive-submission
 * 3.1). Nothing is
 * changed and nothing remembered. The result has a trace.
 */
export const prepare = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
): Either<LedgerError, InterpretedInTime> => {
  const now = Math.max(context.now, state.recordTime);
  const inForce = {
    ...context,
    now,
    traced: true,
    catalog: vettedCatalog(context.catalog, state.participant.vetting, now),
  };
  const error = submissionError(state, command, inForce, true);
  return error === undefined
    ? interpretInTime(state, command, inForce, Math.max(now, command.minLedgerTimeAbs ?? 0))
    : left(error);
};
