import { coinInstrumentName } from "@tallystick/coin";
import {
  optional,
  required,
  wireArray,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
  queryInt32,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { refused, walletRow } from "./wallet-row.js";

/** Answer of `GET /registry/metadata/v1/info` (wallet 11.5). */
export const RegistryInfo = wireObject("GetRegistryInfoResponse", {
  adminId: required(wireString),
  supportedApis: required(wireMap(wireInt64)),
});

/** An instrument as the registry describes it (wallet 11.5). */
export const InstrumentWire = wireObject("Instrument", {
  id: required(wireString),
  name: required(wireString),
  symbol: required(wireString),
  decimals: required(wireInt64),
  supportedApis: required(wireMap(wireInt64)),
});

/** Answer of `GET /registry/metadata/v1/instruments` (wallet 11.5). */
export const InstrumentsWire = wireObject("ListInstrumentsResponse", {
  instruments: required(wireArray(InstrumentWire)),
  nextPageToken: optional(wireString),
});

const amulet: TypeOf<typeof InstrumentWire> = {
  id: coinInstrumentName,
  name: "Amulet",
  symbol: "CC",
  decimals: 10,
  supportedApis: {
    "splice-api-token-metadata-v1": 1,
    "splice-api-token-holding-v1": 1,
    "splice-api-token-transfer-instruction-v1": 1,
    "splice-api-token-allocation-v1": 1,
    "splice-api-token-allocation-instruction-v1": 1,
  },
};

/** Query of the list of instruments (wallet 11.5); one page has them all. */
export const InstrumentsQuery = wireObject("InstrumentsQuery", {
  pageSize: optional(queryInt32),
  pageToken: optional(wireString),
});

/** Path of one instrument. */
export const InstrumentPath = wireObject("InstrumentPath", { instrumentId: required(wireString) });

/** The rows about the registry and its instruments (wallet 11.5), below a base path. */
export const metadataRows = (base: string): ReadonlyArray<Endpoint> => [
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/info`,
    summary: "Who administers the coin, and by which interfaces",
    access: "open",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: RegistryInfo },
    handle: ({ wallet }) =>
      right({
        adminId: wallet.settings.dso,
        supportedApis: { "splice-api-token-metadata-v1": 1 },
      }),
  }),
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/instruments`,
    summary: "The instruments of this registry",
    access: "open",
    parameters: nothing,
    query: InstrumentsQuery,
    body: nothing,
    response: { kind: "json", codec: InstrumentsWire },
    handle: () => right({ instruments: [amulet] }),
  }),
  walletRow({
    method: "GET",
    path: `${base}/registry/metadata/v1/instruments/{instrumentId}`,
    summary: "One instrument",
    access: "open",
    parameters: InstrumentPath,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: InstrumentWire },
    handle: ({ parameters }) =>
      parameters.instrumentId === amulet.id
        ? right(amulet)
        : refused(404, `There is no instrument ${parameters.instrumentId.slice(0, 100)}.`),
  }),
];
