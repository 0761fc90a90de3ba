import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { LedgerEvent } from "../events/ledger-event.js";
import type { Pausing } from "../interpretation/pausing.js";
import { actAsError, lowerBoundOf, outOfBound } from "./decide-submission.js";
import { changeIdOf, checkDeduplication } from "./deduplication.js";
import { interpretInTime, type SubmissionContext } from "./interpret-in-time.js";
import type { LedgerState } from "./ledger-state.js";
import {
  boundedLedgerTime,
  changedKeysError,
  executionError,
  otherTransaction,
  type PreparedSubmission,
} from "./prepared-submission.js";
import { committedEvent, rejectedEvent } from "./submission-events.js";

/**
 * Decides a command that was prepared before, in the order of the reference (interactive-submission
 * 3.4).
 */
export function* decideExecution(
  state: LedgerState,
  command: CompositeCommand,
  context: SubmissionContext,
  prepared: PreparedSubmission,
): Pausing<Either<LedgerError, ReadonlyArray<LedgerEvent>>> {
  const error = actAsError(state, command, true) ?? changedKeysError(state, prepared);
  if (error !== undefined) return left(error);
  const { recordTime } = context;
  const { deduplicationWindowMicros, ledgerTimeSkewMicros } = state.configuration;
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    recordTime,
    deduplicationWindowMicros,
  );
  const rejected = (reason: LedgerError) =>
    right([rejectedEvent(command, context, verdict.reported, reason)]);
  if (verdict.kind === "rejected") return rejected(verdict.error);
  const wrong = executionError(state, prepared, recordTime);
  if (wrong !== undefined) return rejected(wrong);
  const earliest = Math.max(recordTime, Number(lowerBoundOf(command, context)));
  const ledgerTime = boundedLedgerTime(earliest, prepared);
  if (ledgerTime > recordTime || recordTime - ledgerTime > ledgerTimeSkewMicros)
    return rejected(outOfBound(BigInt(ledgerTime), recordTime, ledgerTimeSkewMicros));
  const pinned = { ...context, seed: prepared.seed };
  // the prepared transaction has the contracts themselves, not blobs of them
  const inputs = new Map(Array.from(prepared.inputs, (contractId) => [contractId, ""]));
  const interpreted = yield* interpretInTime(state, command, pinned, ledgerTime, inputs);
  if (isLeft(interpreted)) return rejected(otherTransaction(interpreted.left.cause));
  const difference = prepared.differs(interpreted.right);
  if (difference !== undefined) return rejected(otherTransaction(difference));
  const event = committedEvent(command, pinned, verdict.reported, interpreted.right);
  const { external } = prepared;
  // so that parties find the transaction by the hash they signed
  return right([{ ...event, updateId: `1220${external.hash}`, external }]);
}
