import { right } from "fp-ts/lib/Either.js";
import { anyCaller, endpoint, nothing } from "../endpoint.js";

const yamlContentType = "text/plain; charset=utf-8";

const documentAt = (path: string) =>
  endpoint({
    method: "GET",
    path,
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

/** `GET /docs/openapi`: the OpenAPI document as YAML text (ledger-api 1.4). */
export const openApiDocument = documentAt("/docs/openapi");

/** `GET /docs/openapi.yaml`: the same under the name of the file. */
export const openApiFile = documentAt("/docs/openapi.yaml");
