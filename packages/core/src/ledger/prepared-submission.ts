import { getIn, hasIn } from "../collections/persistent-map.js";
import type { Interpreted } from "../interpretation/interpretation.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ExternalSubmission } from "../events/submission-event.js";
import { type Micros, timestampToText } from "../values/time.js";
import { acceptanceOf } from "./accepted-changes.js";
import { executionIdOf } from "./execution-id.js";
import type { LedgerState } from "./ledger-state.js";

/**
 * A submission that was prepared before and that external parties signed; the signatures were
 * checked.
 */
export interface PreparedSubmission {
  readonly external: ExternalSubmission;
  /** 64 hex digits that the prepared transaction fixes. */
  readonly seed: string;
  readonly preparationTime: Micros;
  /** Bounds of the ledger time, set when the transaction looked at it. */
  readonly minLedgerTime: Micros | undefined;
  readonly maxLedgerTime: Micros | undefined;
  /** The latest record time the signers allow. */
  readonly maxRecordTime: Micros | undefined;
  /** Contracts used that the transaction does not create. */
  readonly inputs: ReadonlySet<string>;
  /** The serial of each party's keys that the signatures were checked with. */
  readonly keySerials: ReadonlyMap<string, number>;
  /** How the interpretation differs from what was signed; undefined when it does not. */
  readonly differs: (interpreted: Interpreted) => string | undefined;
}

/** How far preparation and record time may be apart (interactive-submission 3.2); microseconds. */
const maxPreparationDistanceMicros = 24 * 3600 * 1_000_000;

/**
 * How far preparation and record time may be apart: short enough that an executed transaction is
 * remembered as long as it could be executed again.
 */
export const preparationDistanceOf = (deduplicationWindowMicros: number): number =>
  Math.min(maxPreparationDistanceMicros, Math.floor(deduplicationWindowMicros / 2));

/**
 * The error of a prepared submission at this record time: out of time, executed already, inputs
 * archived (interactive-submission 3.2 and 3.4).
 */
export const executionError = (
  state: LedgerState,
  prepared: PreparedSubmission,
  now: Micros,
): LedgerError | undefined => {
  const { preparationTime, maxRecordTime, external } = prepared;
  const distance = preparationDistanceOf(state.configuration.deduplicationWindowMicros);
  if (Math.abs(now - preparationTime) > distance) {
    return ledgerError(
      "LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND",
      `The transaction was prepared at ${timestampToText(preparationTime)}; it can be executed within ${distance / 1_000_000} seconds of that.`,
      { definiteAnswer: true },
    );
  }
  if (maxRecordTime !== undefined && now > maxRecordTime) {
    return ledgerError(
      "LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED",
      `The signers allow a record time up to ${timestampToText(maxRecordTime)}; it is ${timestampToText(now)}.`,
      { definiteAnswer: true },
    );
  }
  const executed = acceptanceOf(state.deduplication, executionIdOf(external.transactionUuid));
  if (executed !== undefined) {
    return ledgerError(
      "DUPLICATE_CONFIRMATION_REQUEST_UUID",
      `The request UUID (${external.transactionUuid}) is a duplicate of a previous request with an identical UUID, executed at offset ${executed.offset}.`,
      { definiteAnswer: true },
    );
  }
  return inactiveInput(state, prepared);
};

const inactiveInput = (
  { contracts }: LedgerState,
  { inputs }: PreparedSubmission,
): LedgerError | undefined => {
  for (const contractId of inputs) {
    if (!hasIn(contracts, contractId)) {
      return ledgerError(
        "LOCAL_VERDICT_INACTIVE_CONTRACTS",
        `The transaction uses contract ${contractId}, which is not active.`,
        { resources: [["CONTRACT_ID", contractId]], definiteAnswer: true },
      );
    }
  }
  return undefined;
};

/**
 * The error when signatures are no longer valid: the keys of a party have changed since they were
 * checked.
 */
export const changedKeysError = (
  { participant }: LedgerState,
  { keySerials }: PreparedSubmission,
): LedgerError | undefined => {
  for (const [party, serial] of keySerials) {
    if (getIn(participant.parties, party)?.external?.serial !== serial) {
      return ledgerError(
        "FAILED_TO_EXECUTE_TRANSACTION",
        `The participant failed to execute the transaction: the keys of ${party} have changed meanwhile.`,
      );
    }
  }
  return undefined;
};

/**
 * The ledger time of an execution: the earliest that is allowed, moved into the bounds that were
 * signed.
 */
export const boundedLedgerTime = (
  earliest: Micros,
  { minLedgerTime, maxLedgerTime }: PreparedSubmission,
): Micros => Math.max(Math.min(earliest, maxLedgerTime ?? earliest), minLedgerTime ?? 0);

/**
 * LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK: interpretation gives another transaction than the
 * one that was signed.
 */
export const otherTransaction = (reason: string): LedgerError =>
  ledgerError(
    "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
    `Interpreting the transaction again gives a different transaction than the signed one: ${reason}.`,
    { definiteAnswer: true },
  );
