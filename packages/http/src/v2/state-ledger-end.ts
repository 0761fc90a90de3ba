import { wire } from "@tallystick/wire";
import { anyCaller, endpoint, nothing, ok } from "../endpoint.js";
import { wireOffset } from "../wire/wire-kinds.js";

/** Where the ledger ends. */
export const GetLedgerEndResponse = wire.wireObject("GetLedgerEndResponse", {
  offset: wire.required(wireOffset),
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
