import { listOf } from "../../endpoints/stream-row.js";
import { updatesStream } from "./updates.js";

/** The same as `/v2/updates` at its older place (ledger-api 1.2). */
export const updatesFlatsStream: typeof updatesStream = {
  ...updatesStream,
  path: "/v2/updates/flats",
  summary: "The updates in a range of offsets, at the older place",
  deprecated: true,
  description: "The same as /v2/updates.",
};

/** `POST /v2/updates/flats`. */
export const updatesFlats = listOf(updatesFlatsStream);
