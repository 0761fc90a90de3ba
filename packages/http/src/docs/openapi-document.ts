import { right } from "fp-ts/lib/Either.js";
import { anyCaller, endpoint, nothing } from "../endpoint.js";

const yamlContentType = "text/plain; charset=utf-8";

/** `GET /docs/openapi`: the OpenAPI document as YAML text (ledger-api 1.4). */
export const openApiDocument = endpoint({
  method: "GET",
  path: "/docs/openapi",
  summary: "This document",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "text", contentType: yamlContentType },
  access: "open",
  rights: anyCaller,
  errors: [],
  handle: async (_input, { openApi }) =>
    right({ status: 200, contentType: yamlContentType, body: await openApi() }),
});
