import { openApiDocuments } from "../../src/server/openapi-documents.js";
import { printTypes } from "./print-types.js";

/** The types of the documents of a node, as the browser wallet imports them. */
export const apiTypes = (): string =>
  [
    "// npm run build writes it from the OpenAPI documents of a node.\n",
    printTypes("Wallet", openApiDocuments.wallet()),
    printTypes("Ledger", openApiDocuments.ledger()),
  ].join("\n");
