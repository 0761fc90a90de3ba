import { missingField } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { left } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  JsGetUpdateResponse,
  UpdateFormatWire,
  defaulted,
  formatErrors,
  optional,
  requestedUpdateFormat,
  wireBase64,
  wireObject,
} from "@tallystick/wire";
import { updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and in which format (ledger-api 2.5). */
const GetUpdateByHashRequest = wireObject(
  "GetUpdateByHashRequest",
  {
    transactionHash: defaulted(wireBase64, ""),
    updateFormat: optional(UpdateFormatWire),
  },
  ["transactionHash", "updateFormat"],
);

/** `POST /v2/updates/update-by-hash` (ledger-api 2.5, 3.4). */
export const updatesUpdateByHash = endpoint({
  method: "POST",
  path: "/v2/updates/update-by-hash",
  summary: "Look up one update by the hash of its transaction",
  description: "Only externally signed transactions have such a hash.",
  body: GetUpdateByHashRequest,
  response: JsGetUpdateResponse,
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  validate: ({ body }) =>
    body.transactionHash === ""
      ? left(missingField("transaction_hash"))
      : requestedUpdateFormat(body.updateFormat),
  rights: ({ valid }) => updateFormatRights(valid),
  handle: async ({ body, valid: updateFormat }, { ledger }) => {
    const at = { transactionHash: body.transactionHash };
    return orThrow(await ledger.queries.update({ at, updateFormat }));
  },
});
