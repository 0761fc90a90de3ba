import { wire } from "@tallystick/core";
import { anyCaller, endpoint, nothing, ok } from "../endpoint.js";
import { wireOffset } from "../wire/wire-kinds.js";

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
    codec: wire.wireObject("GetLedgerEndResponse", { offset: wire.required(wireOffset) }),
  },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: (_input, { ledger }) => ok({ offset: ledger.ledgerEnd() }),
});
