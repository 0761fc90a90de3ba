import { isLeft } from "fp-ts/lib/Either.js";
import type { Submitter } from "../ledger/submission-outcome.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Outcome } from "../pipeline/command-outcome.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { checkExecution, submissionOfPrepared } from "./execute-submission.js";
import { externalParties } from "./external-parties.js";
import type { ExecuteSubmission, ExternalSigning } from "../ledger/external-signing.js";
import { prepareSubmission } from "./prepare-submission.js";

export interface Validation {
  /** Of submissions built here. */
  readonly validate: Ledger["validate"];
  /** Of submissions of any caller, whose form is checked first. */
  readonly validateGiven: Ledger["validate"];
  /** Makes the id of a prepared transaction: a UUID. */
  readonly newId: () => string;
}

/** Passes a checked execution to the pipeline. */
export type Execute = (request: ExecuteSubmission, submitter?: Submitter) => Promise<Outcome>;

/** Preparing and executing over a pipeline. */
export interface SigningOverPipeline
  extends Pick<
    ExternalSigning,
    | "prepareSubmission"
    | "generateExternalPartyTopology"
    | "allocateExternalParty"
    | "changePartyKeys"
  > {
  readonly execute: Execute;
}

export const externalSigning = (
  pipeline: Pipeline,
  { validate, validateGiven, newId }: Validation,
): SigningOverPipeline => ({
  ...externalParties(pipeline),
  prepareSubmission: async (request, submitter = {}) => {
    const { hashingScheme = "HASHING_SCHEME_VERSION_V2", maxRecordTime } = request;
    const command = validateGiven(request.submission, submitter);
    return isLeft(command)
      ? command
      : prepareSubmission(pipeline, {
          command: command.right,
          hashingScheme,
          maxRecordTime,
          transactionUuid: newId(),
        });
  },
  execute: async (request, submitter = {}) => {
    const submission = submissionOfPrepared(request);
    if (isLeft(submission)) return submission;
    const command = validate(submission.right, submitter);
    if (isLeft(command)) return command;
    const checked = checkExecution(pipeline, request, command.right);
    return isLeft(checked) ? checked : pipeline.enqueue({ kind: "Submit", ...checked.right });
  },
});
