import {
  always,
  optional,
  required,
  wireInt32,
  wireInt64,
  wireObject,
  wireOffset,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { listOf, type StreamRow } from "../../endpoints/stream-row.js";
import { type LedgerEnd, ledgerEndItems } from "./ledger-end-items.js";

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

const LedgerEndRequest = wireObject("LedgerEndRequest", {});

const LedgerEndWire = wireObject("LedgerEnd", {
  offset: required(wireOffset),
  ledgerTime: optional(wireInt64),
  node: required(wireInt32),
});

/** The end of the ledger as it moves (ours). */
export const ledgerEndStream: StreamRow<
  TypeOf<typeof LedgerEndRequest>,
  undefined,
  LedgerEnd,
  TypeOf<typeof LedgerEndWire>
> = {
  path: "/v2/state/ledger-end/moves",
  summary: "Follow the end of the ledger",
  description:
    "First where it is; a websocket stays open for each move, of which a slow reader gets the latest. `ledgerTime` is the time of a clock that " +
    "is moved by hand, microseconds since 1970. `node` grows when something changed that is not in the journal: an automation ran, a command " +
    "was refused, a part became ready, the log was verified further, a web page was connected.",
  request: LedgerEndRequest,
  item: LedgerEndWire,
  validate: () => right(undefined),
  rights: anyCaller,
  errors: [],
  items: (_valid, services, { idleTimeoutMs }) =>
    ledgerEndItems(services, idleTimeoutMs === undefined),
  show: (item) => item,
};

/** `POST /v2/state/ledger-end/moves`. */
export const ledgerEndList = listOf(ledgerEndStream);
