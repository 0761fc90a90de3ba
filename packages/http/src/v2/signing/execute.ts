import { JsExecuteSubmissionRequest, wireEmptyNamed } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
import { executionErrors, executionOf, executionRights } from "./execution-request.js";

/** The empty answer of an execution. */
export const ExecuteSubmissionResponse = wireEmptyNamed("ExecuteSubmissionResponse");

/** `POST /v2/interactive-submission/execute` (ledger-api 2.14). */
export const interactiveExecute = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/execute",
  summary: "Execute a prepared transaction with the signatures of its parties",
  description:
    "Answers {} as soon as the outcome is in the journal; whether it took effect is told by the completion.",
  parameters: nothing,
  query: nothing,
  body: JsExecuteSubmissionRequest,
  response: { kind: "json", codec: ExecuteSubmissionResponse },
  access: "token",
  rights: executionRights,
  errors: executionErrors,
  handle: async ({ body, caller }, { ledger }) => {
    const request = executionOf(body);
    if (isLeft(request)) return request;
    const submitted = await ledger.executeSubmission(request.right, { userId: caller.userId });
    return isLeft(submitted) ? submitted : ok({});
  },
});
