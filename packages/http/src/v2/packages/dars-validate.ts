import { orThrow } from "@tallystick/node";
import { endpoint, rawBody } from "../../endpoints/endpoint.js";
import { darErrors } from "./dars-upload.js";
import { synchronizerOfPackages } from "../rules/synchronizer-choice.js";
import { optional, wireObject, wireString } from "@tallystick/wire";

/** `POST /v2/dars/validate` (ledger-api 2.13). */
export const darsValidate = endpoint({
  method: "POST",
  path: "/v2/dars/validate",
  summary: "Check a DAR without uploading it",
  description: "Returns 200 with an empty body if the DAR is valid.",
  query: wireObject("ValidateDarQuery", { synchronizerId: optional(wireString) }),
  body: rawBody,
  validate: ({ query }, { ledger }) => synchronizerOfPackages(query.synchronizerId, ledger),
  rights: () => [{ kind: "participant-admin" }],
  errors: darErrors,
  handle: async ({ body }, { ledger }) => {
    orThrow(await ledger.validateDar(body));
  },
});
