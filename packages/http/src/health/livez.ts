import { anyCaller, endpoint, nothing } from "../endpoints/endpoint.js";
import { okEmpty } from "../endpoints/reply.js";

/** `GET /livez`: 200 without a body while the process answers at all (ledger-api 2.15). */
export const livez = endpoint({
  method: "GET",
  path: "/livez",
  summary: "Is the process alive",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  access: "open",
  isUnlimited: true,
  rights: anyCaller,
  errors: [],
  handle: () => okEmpty,
});
