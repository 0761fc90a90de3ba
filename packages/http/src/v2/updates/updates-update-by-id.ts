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
  wireObject,
  wireString,
} from "@tallystick/wire";
import { updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and in which format (ledger-api 2.5). */
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
  body: GetUpdateByIdRequest,
  response: JsGetUpdateResponse,
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  validate: ({ body }) =>
    body.updateId === ""
      ? left(missingField("update_id"))
      : requestedUpdateFormat(body.updateFormat),
  rights: ({ valid }) => updateFormatRights(valid),
  handle: async ({ body, valid: updateFormat }, { ledger }) => {
    const at = { updateId: body.updateId };
    return orThrow(await ledger.queries.update({ at, updateFormat }));
  },
});
