import { right } from "fp-ts/lib/Either.js";
import { textAnswer, textContentType } from "../answers/answer.js";
import { anyCaller, endpoint, nothing } from "../endpoints/endpoint.js";

const ready = "[+] ledger ok (SERVING)\nreadyz check passed\n";
const notReady = "[-] ledger failed (NOT_SERVING)\nreadyz check failed\n";

/**
 * `GET /readyz`: 200 only while commands are taken and views can be read, else 503 (ledger-api
 * 2.15).
 */
export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  summary: "Is the node usable",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "text", contentType: textContentType },
  access: "open",
  rights: anyCaller,
  errors: [],
  otherStatuses: { 503: "Not usable now" },
  handle: (_input, { ledger }) =>
    right(ledger.ready() ? textAnswer(200, ready) : textAnswer(503, notReady)),
});
