import { textOf } from "../endpoints/response-kind.js";
import { type Endpoint, anyCaller, endpoint } from "../endpoints/endpoint.js";

const yamlContentType = "text/plain; charset=UTF-8";

const documentAt = (
  path: string,
  summary: string,
  of: "openApi" | "asyncApi" | "walletOpenApi" | "auditOpenApi",
): Endpoint =>
  endpoint({
    method: "GET",
    path,
    summary,
    response: textOf(yamlContentType),
    access: "open",
    isUnlisted: true,
    rights: anyCaller,
    handle: (_input, services) => services[of](),
  });

const openApi = "This document";
const asyncApi = "The AsyncAPI document of the websocket channels";

/**
 * The documents of the interface as YAML text, each under its name and that of a file (ledger-api
 * 1.4).
 */
export const documentRows: ReadonlyArray<Endpoint> = [
  documentAt("/docs/openapi", openApi, "openApi"),
  documentAt("/docs/openapi.yaml", openApi, "openApi"),
  documentAt("/docs/asyncapi", asyncApi, "asyncApi"),
  documentAt("/docs/asyncapi.yaml", asyncApi, "asyncApi"),
];

const walletOpenApi = "The OpenAPI document of the wallet and the validator";

/** The documents of a node with a wallet. */
export const walletDocumentRows: ReadonlyArray<Endpoint> = [
  documentAt("/docs/wallet-openapi", walletOpenApi, "walletOpenApi"),
  documentAt("/docs/wallet-openapi.yaml", walletOpenApi, "walletOpenApi"),
];

const auditOpenApi = "The OpenAPI document of the log";

/** The documents of a node that keeps the log of its journal. */
export const auditDocumentRows: ReadonlyArray<Endpoint> = [
  documentAt("/docs/audit-openapi", auditOpenApi, "auditOpenApi"),
  documentAt("/docs/audit-openapi.yaml", auditOpenApi, "auditOpenApi"),
];
