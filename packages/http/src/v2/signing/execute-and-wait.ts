import { orThrow } from "@tallystick/node";
import {
  executeSubmissionFields,
  required,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { executionOf, executionOutcomeErrors, executionRights } from "./execution-request.js";

/** Request of `POST /v2/interactive-submission/executeAndWait`. */
export const JsExecuteSubmissionAndWaitRequest = wireObject(
  "JsExecuteSubmissionAndWaitRequest",
  executeSubmissionFields,
);

/** Where an execution took effect. */
export const ExecuteSubmissionAndWaitResponse = wireObject("ExecuteSubmissionAndWaitResponse", {
  updateId: required(wireString),
  completionOffset: required(wireOffset),
});

/** `POST /v2/interactive-submission/executeAndWait` (ledger-api 2.14). */
export const interactiveExecuteAndWait = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/executeAndWait",
  summary: "Execute a prepared transaction and wait for its outcome",
  body: JsExecuteSubmissionAndWaitRequest,
  response: ExecuteSubmissionAndWaitResponse,
  submits: true,
  validate: ({ body }) => executionOf(body),
  rights: ({ valid }) => executionRights(valid),
  errors: executionOutcomeErrors,
  handle: async ({ valid, caller }, { ledger }) => {
    const { userId } = caller;
    const committed = orThrow(await ledger.executeSubmissionAndWait(valid, { userId }));
    const { updateId, completionOffset } = committed;
    return { updateId, completionOffset };
  },
});
