import { optional, required, wireArray, wireObject, wireString } from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { refused, walletRow } from "./wallet-row.js";

/** Rows of names: this network has no name service, so nobody has one. */
export const nameRows: ReadonlyArray<Endpoint> = [
  walletRow({
    method: "GET",
    path: "/v0/scan-proxy/ans-entries",
    summary: "Names; this network has no name service, so there are none",
    access: "subject",
    parameters: nothing,
    query: wireObject("AnsEntriesQuery", {
      page_size: required(wireString),
      name_prefix: optional(wireString),
    }),
    body: nothing,
    response: {
      kind: "json",
      codec: wireObject("ListEntriesResponse", { entries: required(wireArray(wireString)) }),
    },
    handle: () => right({ entries: [] }),
  }),
  ...[
    { path: "/v0/scan-proxy/ans-entries/by-party/{party}", what: "party" },
    { path: "/v0/scan-proxy/ans-entries/by-name/{name}", what: "name" },
  ].map(({ path, what }) =>
    walletRow({
      method: "GET",
      path,
      summary: `The entry of a ${what}; this network has no name service, so there is none`,
      access: "subject",
      parameters: wireObject(`AnsEntryBy${what}`, { [what]: required(wireString) }),
      query: nothing,
      body: nothing,
      response: { kind: "json", codec: wireObject("LookupEntryResponse", {}) },
      statuses: { 404: "There is no entry" },
      handle: () => refused(404, `No ans entry found for this ${what}.`),
    }),
  ),
];
