import { wire } from "@tallystick/wire";
import { anyCaller, endpoint, nothing, ok } from "../endpoint.js";

/** Answer of `GET /v2/packages`. */
export const ListPackagesResponse = wire.wireObject("ListPackagesResponse", {
  packageIds: wire.required(wire.wireArray(wire.wireString)),
});

/** `GET /v2/packages` (ledger-api 2.13). */
export const packagesList = endpoint({
  method: "GET",
  path: "/v2/packages",
  summary: "List the ids of the packages this node knows",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListPackagesResponse },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: (_input, { ledger }) =>
    ok({ packageIds: ledger.catalog.packages.map(({ packageId }) => packageId).sort() }),
});
