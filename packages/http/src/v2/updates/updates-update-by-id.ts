import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../../endpoints/endpoint.js";
import {
  JsGetUpdateResponse,
  UpdateFormatWire,
  defaulted,
  formatErrors,
  optional,
  requestedUpdateFormat,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { rightsOfFormat, updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and how it is wanted (ledger-api 2.5). */
export const GetUpdateByIdRequest = wireObject(
  "GetUpdateByIdRequest",
  {
    updateId: defaulted(wireString, ""),
    updateFormat: optional(UpdateFormatWire),
  },
  ["updateId", "updateFormat"],
);

/** `POST /v2/updates/update-by-id` (ledger-api 2.5, 3.4). */
export const updatesUpdateById = endpoint({
  method: "POST",
  path: "/v2/updates/update-by-id",
  summary: "Look up one update by its id",
  parameters: nothing,
  query: nothing,
  body: GetUpdateByIdRequest,
  response: { kind: "json", codec: JsGetUpdateResponse },
  access: "token",
  rights: ({ body }) =>
    rightsOfFormat(requestedUpdateFormat(body.updateFormat), updateFormatRights),
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  handle: async ({ body }, { ledger }) => {
    const updateFormat = requestedUpdateFormat(body.updateFormat);
    if (isLeft(updateFormat)) return updateFormat;
    const at = { updateId: body.updateId };
    const found = await ledger.update({ at, updateFormat: updateFormat.right });
    return isLeft(found) ? found : ok(found.right);
  },
});
