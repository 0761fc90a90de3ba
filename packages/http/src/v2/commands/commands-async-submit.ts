import { JsCommands, wireObject } from "@tallystick/wire";
import { orThrow } from "@tallystick/node";
import { jsonAnswer } from "../../answers/answer.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { Reply } from "../../endpoints/reply.js";
import { submissionErrors, submissionRights, validSubmission } from "../submission/submission.js";

/** The empty answer of an accepted submission. */
export const SubmitResponse = wireObject("SubmitResponse", {});

const accepted = new Reply<object>(jsonAnswer("{}"));

/** `POST /v2/commands/async/submit` (specification 4.1). */
export const commandsAsyncSubmit = endpoint({
  method: "POST",
  path: "/v2/commands/async/submit",
  summary: "Submit one composite command asynchronously",
  description:
    "Answers {} as soon as the command is in the journal; whether it took effect is in its completion. " +
    "Every answer with status 400 is plain text: for a body that is not JSON, does not decode, or breaks a rule of the " +
    "composite command a sentence that names the field, for any other error of status 400 the text of its JSON error object. " +
    "Errors of other statuses are JSON error objects.",
  body: JsCommands,
  response: SubmitResponse,
  submits: true,
  errors: submissionErrors,
  badRequestAsText: true,
  validate: (input, services) => validSubmission(input.body, input, services),
  rights: ({ valid }) => submissionRights(valid),
  handle: async ({ valid }, { ledger }) => {
    orThrow(await ledger.submitValid(valid));
    return accepted;
  },
});
