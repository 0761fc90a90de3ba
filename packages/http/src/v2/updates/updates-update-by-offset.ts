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
  wireOffset,
} from "@tallystick/wire";
import { rightsOfFormat, updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and how it is wanted (ledger-api 2.5). */
export const GetUpdateByOffsetRequest = wireObject(
  "GetUpdateByOffsetRequest",
  {
    offset: defaulted(wireOffset, 0),
    updateFormat: optional(UpdateFormatWire),
  },
  ["offset", "updateFormat"],
);

/** `POST /v2/updates/update-by-offset` (ledger-api 2.5, 3.4). */
export const updatesUpdateByOffset = endpoint({
  method: "POST",
  path: "/v2/updates/update-by-offset",
  summary: "Look up one update by its offset",
  parameters: nothing,
  query: nothing,
  body: GetUpdateByOffsetRequest,
  response: { kind: "json", codec: JsGetUpdateResponse },
  access: "token",
  rights: ({ body }) =>
    rightsOfFormat(requestedUpdateFormat(body.updateFormat), updateFormatRights),
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  handle: async ({ body }, { ledger }) => {
    const updateFormat = requestedUpdateFormat(body.updateFormat);
    if (isLeft(updateFormat)) return updateFormat;
    const at = { offset: body.offset };
    const found = await ledger.update({ at, updateFormat: updateFormat.right });
    return isLeft(found) ? found : ok(found.right);
  },
});
