import { listOf } from "../../endpoints/stream-row.js";
import { updatesStream } from "./updates.js";

/** `/v2/updates` at its older path (ledger-api 1.2). */
export const updatesFlatsStream: typeof updatesStream = {
  ...updatesStream,
  path: "/v2/updates/flats",
  summary: "List the updates in a range of offsets (older path)",
  deprecated: true,
  description: "The same as /v2/updates.",
};

/** `POST /v2/updates/flats`. */
export const updatesFlats = listOf(updatesFlatsStream);
