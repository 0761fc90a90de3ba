import { anyCaller, endpoint } from "../endpoints/endpoint.js";

/** `GET /livez`: 200 without a body while the process answers at all (ledger-api 2.15). */
export const livez = endpoint({
  method: "GET",
  path: "/livez",
  summary: "Liveness check",
  access: "open",
  isUnlimited: true,
  rights: anyCaller,
  handle: () => undefined,
});
