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
    "Returns {} as soon as the command is in the journal; its completion says whether it took effect. " +
    "Every response with status 400 is plain text: for a body that is not JSON, cannot be decoded, or breaks a rule of the " +
    "composite command, a sentence that names the field; otherwise the JSON error object as text. " +
    "Errors with other statuses are JSON error objects.",
  body: JsCommands,
  response: SubmitResponse,
  submits: true,
  errors: submissionErrors,
  badRequestAsText: true,
  validate: (input, services) => validSubmission(input.body, input, services),
  rights: ({ valid }) => submissionRights(valid),
  handle: async ({ valid }, { ledger }) => {
    orThrow(await ledger.submit(valid));
    return accepted;
  },
});
