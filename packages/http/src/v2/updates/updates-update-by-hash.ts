import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
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
import { rightsOfFormat, updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and how it is wanted (ledger-api 2.5). */
export const GetUpdateByHashRequest = wireObject(
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
  description:
    "Only transactions that were prepared to be signed elsewhere have a hash; no other can be found by it.",
  parameters: nothing,
  query: nothing,
  body: GetUpdateByHashRequest,
  response: { kind: "json", codec: JsGetUpdateResponse },
  access: "token",
  rights: ({ body }) =>
    rightsOfFormat(requestedUpdateFormat(body.updateFormat), updateFormatRights),
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  handle: async ({ body }, { ledger }) => {
    const updateFormat = requestedUpdateFormat(body.updateFormat);
    if (isLeft(updateFormat)) return updateFormat;
    const at = { transactionHash: body.transactionHash };
    const found = await ledger.update({ at, updateFormat: updateFormat.right });
    return isLeft(found) ? found : ok(found.right);
  },
});
