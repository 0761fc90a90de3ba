import { orThrow } from "@tallystick/node";
import { JsCommands, required, wireObject, wireOffset, wireString } from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { outcomeErrors, submissionRights, validSubmission } from "../submission/submission.js";

/** Where a submission took effect. */
export const SubmitAndWaitResponse = wireObject("SubmitAndWaitResponse", {
  updateId: required(wireString),
  completionOffset: required(wireOffset),
});

/** `POST /v2/commands/submit-and-wait` (ledger-api 2.3). */
export const commandsSubmitAndWait = endpoint({
  method: "POST",
  path: "/v2/commands/submit-and-wait",
  summary: "Submit one composite command and wait for its outcome",
  description:
    "Returns the update id and the offset of the completion. A body that cannot be decoded gets 400 and plain " +
    "text; a broken rule of the composite command, like every other error, gets a JSON error object.",
  body: JsCommands,
  response: SubmitAndWaitResponse,
  submits: true,
  errors: outcomeErrors,
  validate: (input, services) => validSubmission(input.body, input, services),
  rights: ({ valid }) => submissionRights(valid),
  handle: async ({ valid }, { ledger }) => {
    const committed = orThrow(await ledger.submitAndWait(valid));
    const { updateId, completionOffset } = committed;
    return { updateId, completionOffset };
  },
});
