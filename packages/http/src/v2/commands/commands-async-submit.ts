import { JsCommands, validateCommands, wireObject } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { jsonAnswer } from "../../answers/answer.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { type Input, type Services, endpoint, nothing } from "../../endpoints/endpoint.js";

type Submission = Pick<Input<unknown, unknown, TypeOf<typeof JsCommands>>, "body" | "caller">;

/** ActAs for each party of actAs, ReadAs for each of readAs (specification 5, ledger-api 9.4). */
export const submissionRights = ({ body }: Submission): ReadonlyArray<RequiredRight> => {
  const required: RequiredRight[] = body.actAs.map((party) => ({ kind: "act-as", party }));
  for (const party of body.readAs ?? []) {
    if (!body.actAs.includes(party)) required.push({ kind: "read-as", party });
  }
  return required;
};

/** A broken rule of specification 2.1, so that a malformed party is told as malformed and not as forbidden. */
export const invalidSubmission = ({ body, caller }: Submission, { ledger }: Services) => {
  const checked = validateCommands(body, {
    userId: caller.userId,
    synchronizerId: ledger.synchronizerId,
    tapsMaxPassesDefault: ledger.config.tapsMaxPassesDefault,
    tapsMaxPassesLimit: ledger.config.tapsMaxPassesLimit,
  });
  return isLeft(checked) && checked.left.invalidRequest === true ? checked.left : undefined;
};

/** The empty answer of an accepted submission. */
export const SubmitResponse = wireObject("SubmitResponse", {});

const accepted = right(jsonAnswer("{}"));

/** Errors a submission can be answered with at once. */
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

/** Errors of a submission whose outcome is waited for. */
export const outcomeErrors = [
  ...submissionErrors,
  "DUPLICATE_COMMAND",
  "CONTRACT_NOT_ACTIVE",
  "INCONSISTENT",
] as const;

/** `POST /v2/commands/async/submit` (specification 4.1). */
export const commandsAsyncSubmit = endpoint({
  method: "POST",
  path: "/v2/commands/async/submit",
  summary: "Submit one composite command asynchronously",
  description:
    "Answers {} as soon as the command stands in the journal; whether it took effect is told by its completion. " +
    "A body that is not JSON, does not decode, or breaks any rule of the composite command is answered with 400 and plain " +
    "text naming the field; every other failure is a JSON error object.",
  parameters: nothing,
  query: nothing,
  body: JsCommands,
  response: { kind: "json", codec: SubmitResponse },
  access: "token",
  rights: submissionRights,
  errors: submissionErrors,
  invalidAsText: true,
  invalid: invalidSubmission,
  handle: async ({ body, caller }, { ledger }) => {
    const submitted = await ledger.submit(body, { userId: caller.userId, decoded: true });
    return isLeft(submitted) ? submitted : accepted;
  },
});
