import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
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
import { updateFormatRights } from "../../auth/format-rights.js";

/** Which update, and in which format (ledger-api 2.5). */
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
  body: GetUpdateByOffsetRequest,
  response: JsGetUpdateResponse,
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  validate: ({ body }) => requestedUpdateFormat(body.updateFormat),
  rights: ({ valid }) => updateFormatRights(valid),
  handle: async ({ body, valid: updateFormat }, { ledger }) => {
    const at = { offset: body.offset };
    return orThrow(await ledger.queries.update({ at, updateFormat }));
  },
});
