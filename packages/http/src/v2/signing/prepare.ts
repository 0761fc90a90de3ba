import {
  base64Encode,
  isPartyIdString,
  type LedgerError,
  type Submission,
  timestampToText,
} from "@tallystick/core";
import { type Ledger, orThrow, type PreparedSubmissionToSign } from "@tallystick/node";
import { JsPrepareSubmissionRequest, JsPrepareSubmissionResponse } from "@tallystick/wire";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { submissionErrors, unknownSubmitter } from "../submission/submission.js";
import { specifiedScheme } from "./execution-request.js";
import { minLedgerTimeOf } from "./submission-time.js";

const verboseIsOff =
  "Verbose hashing is disabled on this participant. Contact the node administrator for more details.";

/**
 * The right to read as each party: preparing has no effect, but shows what executing would do
 * (interactive-submission 3.1). Parties that only execute receive the prepared transaction.
 */
const preparationRights = ({
  body: { actAs, readAs = [] },
}: {
  readonly body: JsPrepareSubmissionRequest;
}): ReadonlyArray<RequiredRight> =>
  [...actAs, ...readAs].map((party) => ({ kind: "read-as", party }));

const submissionOf = (body: JsPrepareSubmissionRequest): Submission => {
  const {
    minLedgerTime,
    verboseHashing: _verboseHashing,
    maxRecordTime: _maxRecordTime,
    estimateTrafficCost: _estimateTrafficCost,
    hashingSchemeVersion: _hashingSchemeVersion,
    ...submission
  } = body;
  return { ...submission, ...minLedgerTimeOf(minLedgerTime) };
};

/** The request, or the error for an unknown submitter. */
const validPreparation = (
  body: JsPrepareSubmissionRequest,
  ledger: Ledger,
): Either<LedgerError, JsPrepareSubmissionRequest> => {
  const unknown = body.actAs.every(isPartyIdString) ? unknownSubmitter(body, ledger) : undefined;
  return unknown === undefined ? right(body) : left(unknown);
};

/** This network charges nothing; the cost is the size in bytes (interactive-submission 7). */
const costOf = ({ preparedTransaction, preparedAt }: PreparedSubmissionToSign) => ({
  estimationTimestamp: timestampToText(preparedAt),
  confirmationRequestTrafficCostEstimation: preparedTransaction.length,
  confirmationResponseTrafficCostEstimation: 0,
  totalTrafficCostEstimation: preparedTransaction.length,
});

/** `POST /v2/interactive-submission/prepare` (ledger-api 2.14). */
export const interactivePrepare = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/prepare",
  summary: "Prepare one command for its parties to sign",
  description:
    "Changes and stores nothing: preparedTransaction contains all that execution needs. " +
    "The cost estimation is the size in bytes.",
  body: JsPrepareSubmissionRequest,
  response: JsPrepareSubmissionResponse,
  validate: ({ body }, { ledger }) => validPreparation(body, ledger),
  rights: preparationRights,
  errors: [
    ...submissionErrors,
    "FAILED_TO_PREPARE_TRANSACTION",
    "MISSING_FIELD",
    "INVALID_FIELD",
    "UNKNOWN_INFORMEES",
  ],
  handle: async ({ body, caller }, { ledger }) => {
    const { hashingSchemeVersion: named, maxRecordTime } = body;
    const hashingScheme = named === undefined ? undefined : orThrow(specifiedScheme(named));
    const prepared = orThrow(
      await ledger.prepareSubmission(
        {
          submission: submissionOf(body),
          ...(hashingScheme === undefined ? {} : { hashingScheme }),
          ...(maxRecordTime === undefined ? {} : { maxRecordTime }),
        },
        { userId: caller.userId },
      ),
    );
    return {
      preparedTransaction: base64Encode(prepared.preparedTransaction),
      preparedTransactionHash: base64Encode(prepared.hash),
      hashingSchemeVersion: prepared.hashingScheme,
      hashingDetails: body.verboseHashing ? verboseIsOff : null,
      costEstimation: body.estimateTrafficCost?.disabled === true ? null : costOf(prepared),
    };
  },
});
