import { randomUUID } from "node:crypto";
import type { CompositeCommand, LedgerError } from "@tallystick/core";
import type { JsCommands } from "@tallystick/wire";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Submitter } from "../ledger/submission-outcome.js";
import type { Outcome } from "../pipeline/command-outcome.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { checkExecution, commandsOfPrepared } from "./execute-submission.js";
import { externalParties } from "./external-parties.js";
import type { ExecuteSubmission, ExternalSigning } from "../ledger/external-signing.js";
import { prepareSubmission } from "./prepare-submission.js";

/** How commands are read and checked, as for any submission. */
export type ValidateCommands = (
  commands: JsCommands,
  submitter: Submitter,
) => Either<LedgerError, CompositeCommand>;

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

/** What parties do whose keys are outside of the node, over a pipeline. */
export const externalSigning = (
  pipeline: Pipeline,
  validate: ValidateCommands,
): SigningOverPipeline => ({
  ...externalParties(pipeline),
  prepareSubmission: (request, submitter = {}) => {
    const { hashingScheme = "HASHING_SCHEME_VERSION_V2", maxRecordTime } = request;
    const command = validate(request.commands, submitter);
    return isLeft(command)
      ? command
      : prepareSubmission(pipeline, {
          command: command.right,
          hashingScheme,
          maxRecordTime,
          transactionUuid: randomUUID(),
        });
  },
  execute: async (request, submitter = {}) => {
    const commands = commandsOfPrepared(request);
    if (isLeft(commands)) return commands;
    const command = validate(commands.right, { ...submitter, decoded: true });
    if (isLeft(command)) return command;
    const checked = checkExecution(pipeline, request, command.right);
    return isLeft(checked) ? checked : pipeline.enqueue({ kind: "Submit", ...checked.right });
  },
});
