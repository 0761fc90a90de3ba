import { right } from "fp-ts/lib/Either.js";
import { textAnswer, textContentType } from "../answers/answer.js";
import { anyCaller, endpoint, nothing } from "../endpoints/endpoint.js";

/** `GET /livez`: 200 without a body while the process answers at all (ledger-api 2.15). */
export const livez = endpoint({
  method: "GET",
  path: "/livez",
  summary: "Is the process alive",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "text", contentType: textContentType },
  access: "open",
  rights: anyCaller,
  errors: [],
  handle: () => right(textAnswer(200, "")),
});
