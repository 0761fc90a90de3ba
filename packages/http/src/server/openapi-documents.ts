import type { JsonObject } from "@tallystick/core";
import { auditRows } from "../audit/audit-rows.js";
import { dappPaths, dappSecurity } from "../dapp/dapp-document.js";
import { auditTitle, openApiDocumentOf, walletTitle } from "../docs/openapi.js";
import { walletRows } from "../wallet/wallet-rows.js";
import { endpoints } from "./endpoints.js";

/** The OpenAPI documents of a node. */
export const openApiDocuments = {
  ledger: (): JsonObject => openApiDocumentOf(endpoints),
  wallet: (): JsonObject =>
    openApiDocumentOf(walletRows, walletTitle, { paths: dappPaths, securitySchemes: dappSecurity }),
  audit: (): JsonObject => openApiDocumentOf(auditRows, auditTitle),
};
