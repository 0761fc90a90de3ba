import { right } from "fp-ts/lib/Either.js";
import { anyCaller, type Endpoint, endpoint, nothing } from "../endpoint.js";

const yamlContentType = "text/plain; charset=utf-8";

const documentAt = (path: string): Endpoint =>
  endpoint({
    method: "GET",
    path,
    summary: "The AsyncAPI document of the websocket channels",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: { kind: "text", contentType: yamlContentType },
    access: "open",
    rights: anyCaller,
    errors: [],
    handle: async (_input, { asyncApi }) =>
      right({ status: 200, contentType: yamlContentType, body: await asyncApi() }),
  });

/** `GET /docs/asyncapi`: the AsyncAPI document as YAML text (ledger-api 1.4). */
export const asyncApiDocument = documentAt("/docs/asyncapi");

/** `GET /docs/asyncapi.yaml`: the same under the name of a file. */
export const asyncApiFile = documentAt("/docs/asyncapi.yaml");
