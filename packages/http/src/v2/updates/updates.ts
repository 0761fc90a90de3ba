import { type UpdateItem, UpdateItemWire } from "@tallystick/wire";
import { updateFormatRights } from "../../auth/format-rights.js";
import type { JsonText } from "@tallystick/core";
import type { TypeOf } from "io-ts";
import { type StreamRow, listOf } from "../../endpoints/stream-row.js";
import {
  GetUpdatesRequest,
  updateItemTexts,
  updatesErrors,
  type ValidUpdatesRequest,
  validUpdatesRequest,
} from "./updates-request.js";

/** One update of the list, and one frame of the stream (ledger-api 2.5). */
export { UpdateItemWire as JsGetUpdatesResponse } from "@tallystick/wire";

/** The updates in a range of offsets (ledger-api 2.5, 11). */
export const updatesStream: StreamRow<
  GetUpdatesRequest,
  ValidUpdatesRequest,
  JsonText<UpdateItem>,
  TypeOf<typeof UpdateItemWire>
> = {
  path: "/v2/updates",
  summary: "List the updates in a range of offsets",
  description:
    "Without endInclusive, a websocket stays open for new updates; a list ends when none arrives for a while.",
  request: GetUpdatesRequest,
  item: UpdateItemWire,
  validate: validUpdatesRequest,
  rights: ({ updateFormat }) => updateFormatRights(updateFormat),
  errors: updatesErrors,
  items: updateItemTexts,
  show: (item) => item,
};

/** `POST /v2/updates`. */
export const updates = listOf(updatesStream);
