import { orThrow } from "@tallystick/node";
import { positive } from "@tallystick/views";
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
  validate: ({ body: { offset, updateFormat } }) => {
    const error = positive("offset", offset);
    return error === undefined ? requestedUpdateFormat(updateFormat) : left(error);
  },
  rights: ({ valid }) => updateFormatRights(valid),
  handle: async ({ body, valid: updateFormat }, { ledger }) => {
    const at = { offset: body.offset };
    return orThrow(await ledger.queries.update({ at, updateFormat }));
  },
});
