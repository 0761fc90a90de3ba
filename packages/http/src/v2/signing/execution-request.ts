import { base64Decode, invalidArgument, invalidField, type LedgerError } from "@tallystick/core";
import { type ExecuteSubmission, type ReceivedPrepared, receivePrepared } from "@tallystick/node";
import type { JsExecuteSubmissionRequest } from "@tallystick/wire";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { Apply, chain, type Either, left, mapLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { partySignaturesOfWire } from "./signatures-of-wire.js";
import { minLedgerTimeOf } from "./submission-time.js";

const receivedOf = (body: JsExecuteSubmissionRequest): Either<LedgerError, ReceivedPrepared> =>
  pipe(
    base64Decode(body.preparedTransaction),
    mapLeft(({ reason }) => invalidArgument(reason, "preparedTransaction")),
    chain(receivePrepared),
  );

/** ExecuteAs for each acting party of the prepared transaction (ledger-api 9.4). */
export const executionRights = ({ prepared }: ExecuteSubmission): ReadonlyArray<RequiredRight> =>
  prepared.message.metadata.submitterInfo.actAs.map((party) => ({ kind: "execute-as", party }));

/** The hashing scheme a request names. Left INVALID_FIELD for the unspecified one. */
export const specifiedScheme = <A extends string>(
  scheme: A,
): Either<LedgerError, Exclude<A, "HASHING_SCHEME_VERSION_UNSPECIFIED">> =>
  isSpecified(scheme)
    ? right(scheme)
    : left(invalidField("hashing_scheme_version", "Unspecified version"));

const isSpecified = <A extends string>(
  scheme: A,
): scheme is Exclude<A, "HASHING_SCHEME_VERSION_UNSPECIFIED"> =>
  scheme !== "HASHING_SCHEME_VERSION_UNSPECIFIED";

/** The request in the form of the ledger (interactive-submission 3.4). */
export const executionOf = (
  body: JsExecuteSubmissionRequest,
): Either<LedgerError, ExecuteSubmission> => {
  const {
    preparedTransaction: _preparedTransaction,
    partySignatures: _partySignatures,
    hashingSchemeVersion,
    minLedgerTime,
    ...submission
  } = body;
  return sequenceS(Apply)({
    prepared: receivedOf(body),
    signatures: partySignaturesOfWire(body.partySignatures.signatures),
    hashingScheme: specifiedScheme(hashingSchemeVersion),
    submission: right({ ...submission, ...minLedgerTimeOf(minLedgerTime) }),
  });
};

/** Errors of an execution (interactive-submission 3.4). */
export const executionErrors = [
  "FAILED_TO_EXECUTE_TRANSACTION",
  "INVALID_ARGUMENT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "NO_SYNCHRONIZER_FOR_SUBMISSION",
  "SUBMISSION_ALREADY_IN_FLIGHT",
  "PARTICIPANT_BACKPRESSURE",
] as const;

export const executionOutcomeErrors = [
  ...executionErrors,
  "DUPLICATE_COMMAND",
  "DUPLICATE_CONFIRMATION_REQUEST_UUID",
  "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
  "LOCAL_VERDICT_INACTIVE_CONTRACTS",
  "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
  "LOCAL_VERDICT_MAX_RECORD_TIME_EXCEEDED",
  "LOCAL_VERDICT_PREPARATION_TIME_OUT_OF_BOUND",
] as const;
