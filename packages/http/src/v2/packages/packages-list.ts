import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
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
  response: ListPackagesResponse,
  rights: anyCaller,
  handle: (_input, { ledger }) => ({
    packageIds: ledger.catalog.packages.map(({ packageId }) => packageId).sort(),
  }),
});
