import {
  type Command,
  type CompositeCommand,
  type LedgerError,
  type Submission,
  unknownInformees,
} from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import type { Services } from "../../endpoints/services.js";

export interface Submitting {
  readonly caller: Caller;
  readonly traceParent?: string | undefined;
  readonly traceState?: string | undefined;
}

/** True for a template named by its package's name: the package is one its submitter can use. */
const isByPackageName = (command: Command): boolean => command.templateId.startsWith("#");

/**
 * UNKNOWN_INFORMEES where packages are to be chosen for a submitter that is not known here, before
 * rights are checked, as on a public node.
 */
export const unknownSubmitter = (
  { actAs: [first], commands }: Pick<Submission, "actAs" | "commands">,
  ledger: Services["ledger"],
): LedgerError | undefined => {
  if (first === undefined || ledger.party(first) !== undefined) return undefined;
  return commands.some(isByPackageName) ? unknownInformees("Submitting", [first]) : undefined;
};

/**
 * The commands of a caller, valid by every rule of specification 2.1. Left: the first violated
 * rule, or UNKNOWN_INFORMEES.
 */
export const validSubmission = (
  submission: Submission,
  { caller, traceParent, traceState }: Submitting,
  { ledger }: Services,
): Either<LedgerError, CompositeCommand> => {
  const valid = ledger.validate(submission, {
    userId: caller.userId,
    ...(traceParent === undefined ? {} : { traceParent }),
    ...(traceState === undefined ? {} : { traceState }),
  });
  const unknown = isLeft(valid) ? undefined : unknownSubmitter(submission, ledger);
  return unknown === undefined ? valid : left(unknown);
};

/** ActAs for each party of actAs, ReadAs for each of readAs (specification 5, ledger-api 9.4). */
export const submissionRights = (
  command: Pick<CompositeCommand, "actAs" | "readAs">,
): ReadonlyArray<RequiredRight> => {
  const required: RequiredRight[] = command.actAs.map((party) => ({ kind: "act-as", party }));
  for (const party of command.readAs)
    if (!command.actAs.includes(party)) required.push({ kind: "read-as", party });
  return required;
};

export const submissionErrors = [
  "CONTRACT_NOT_FOUND",
  "CONTRACT_KEY_NOT_FOUND",
  "COMMAND_PREPROCESSING_FAILED",
  "DAML_AUTHORIZATION_ERROR",
  "DUPLICATE_CONTRACT_KEY",
  "INVALID_ARGUMENT",
  "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
  "PARTICIPANT_BACKPRESSURE",
  "SUBMISSION_ALREADY_IN_FLIGHT",
  "TEMPLATES_OR_INTERFACES_NOT_FOUND",
  "TEMPLATE_PRECONDITION_VIOLATED",
] as const;

export const outcomeErrors = [
  ...submissionErrors,
  "DUPLICATE_COMMAND",
  "CONTRACT_NOT_ACTIVE",
  "INCONSISTENT",
] as const;
