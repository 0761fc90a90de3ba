import {
  executeSubmissionFields,
  required,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
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
  parameters: nothing,
  query: nothing,
  body: JsExecuteSubmissionAndWaitRequest,
  response: { kind: "json", codec: ExecuteSubmissionAndWaitResponse },
  access: "token",
  submits: true,
  validate: ({ body }) => executionOf(body),
  rights: ({ valid }) => executionRights(valid),
  errors: executionOutcomeErrors,
  handle: async ({ valid, caller }, { ledger }) => {
    const { userId } = caller;
    const committed = await ledger.executeSubmissionAndWait(valid, { userId });
    if (isLeft(committed)) return committed;
    const { updateId, completionOffset } = committed.right;
    return ok({ updateId, completionOffset });
  },
});
