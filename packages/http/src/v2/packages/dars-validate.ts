import { isLeft, left } from "fp-ts/lib/Either.js";
import { endpoint, nothing, okEmpty, rawBody } from "../../endpoints/endpoint.js";
import { darErrors } from "./dars-upload.js";
import { synchronizerError } from "../synchronizers/synchronizer-choice.js";
import { optional, wireObject, wireString } from "@tallystick/wire";

/** `POST /v2/dars/validate` (ledger-api 2.13). */
export const darsValidate = endpoint({
  method: "POST",
  path: "/v2/dars/validate",
  summary: "Check a DAR without uploading it",
  description: "Answers 200 with an empty body for a DAR that is in order.",
  parameters: nothing,
  query: wireObject("ValidateDarQuery", { synchronizerId: optional(wireString) }),
  body: rawBody,
  response: { kind: "empty" },
  access: "token",
  rights: () => [{ kind: "participant-admin" }],
  errors: darErrors,
  handle: async ({ body, query }, { ledger }) => {
    const problem = synchronizerError(query.synchronizerId, ledger);
    if (problem !== undefined) return left(problem);
    const checked = await ledger.validateDar(body);
    return isLeft(checked) ? checked : okEmpty;
  },
});
