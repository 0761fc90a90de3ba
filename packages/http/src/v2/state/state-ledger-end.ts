import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { always, wireObject, wireOffset } from "@tallystick/wire";

export const GetLedgerEndResponse = wireObject("GetLedgerEndResponse", {
  offset: always(wireOffset),
});

/** `GET /v2/state/ledger-end` (ledger-api 2.8). */
export const stateLedgerEnd = endpoint({
  method: "GET",
  path: "/v2/state/ledger-end",
  summary: "Get the offset of the last event of the ledger",
  response: GetLedgerEndResponse,
  rights: anyCaller,
  handle: (_input, { ledger }) => ({ offset: ledger.ledgerEnd() }),
});
