import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { always, wireObject, wireOffset } from "@tallystick/wire";

/** Where the ledger ends. */
export const GetLedgerEndResponse = wireObject("GetLedgerEndResponse", {
  offset: always(wireOffset),
});

/** `GET /v2/state/ledger-end` (ledger-api 2.8). */
export const stateLedgerEnd = endpoint({
  method: "GET",
  path: "/v2/state/ledger-end",
  summary: "Offset of the last event of the ledger",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: {
    kind: "json",
    codec: GetLedgerEndResponse,
  },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: (_input, { ledger }) => ok({ offset: ledger.ledgerEnd() }),
});
