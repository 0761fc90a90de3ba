import { JsExecuteSubmissionRequest, wireEmptyNamed } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { executionErrors, executionOf, executionRights } from "./execution-request.js";

/** The empty answer of an execution. */
export const ExecuteSubmissionResponse = wireEmptyNamed("ExecuteSubmissionResponse");

/** `POST /v2/interactive-submission/execute` (ledger-api 2.14). */
export const interactiveExecute = endpoint({
  method: "POST",
  path: "/v2/interactive-submission/execute",
  summary: "Execute a prepared transaction with the signatures of its parties",
  description:
    "Answers {} as soon as the outcome is in the journal; the completion says whether it took effect.",
  parameters: nothing,
  query: nothing,
  body: JsExecuteSubmissionRequest,
  response: { kind: "json", codec: ExecuteSubmissionResponse },
  access: "token",
  submits: true,
  validate: ({ body }) => executionOf(body),
  rights: ({ valid }) => executionRights(valid),
  errors: executionErrors,
  handle: async ({ valid, caller }, { ledger }) => {
    const submitted = await ledger.executeSubmission(valid, { userId: caller.userId });
    return isLeft(submitted) ? submitted : ok({});
  },
});
