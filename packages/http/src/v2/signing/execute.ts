import { orThrow } from "@tallystick/node";
import { JsExecuteSubmissionRequest, wireEmptyNamed } from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { executionErrors, executionOf, executionRights } from "./execution-request.js";

/** The empty answer of an execution. */
export const ExecuteSubmissionResponse = wireEmptyNamed("ExecuteSubmissionResponse");

/** `POST /v2/interactive-submission/execute` (ledger-api 2.14). */
export const interactiveExecute = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/execute",
  summary: "Execute a prepared transaction with the signatures of its parties",
  description:
    "Returns {} as soon as the outcome is in the journal; the completion says whether it took effect.",
  body: JsExecuteSubmissionRequest,
  response: ExecuteSubmissionResponse,
  submits: true,
  validate: ({ body }) => executionOf(body),
  rights: ({ valid }) => executionRights(valid),
  errors: executionErrors,
  handle: async ({ valid, caller }, { ledger }) => {
    orThrow(await ledger.executeSubmission(valid, { userId: caller.userId }));
    return {};
  },
});
