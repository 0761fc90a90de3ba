import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { required, wireArray, wireObject, wireString } from "@tallystick/wire";

/** Answer of `GET /v2/packages`. */
export const ListPackagesResponse = wireObject("ListPackagesResponse", {
  packageIds: required(wireArray(wireString)),
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
