import { orThrow } from "@tallystick/node";
import type { RequiredRight } from "../../auth/required-right.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { formatErrors, required, textOffset, wireObject } from "@tallystick/wire";
import { JsGetTransactionTreeResponse, TreeQuery, transactionTree } from "./transaction-tree.js";

/**
 * `GET /v2/updates/transaction-tree-by-offset/{offset}`, which clients of before 3.5.8 still call
 * (ledger-api 1.2).
 */
export const updatesTransactionTreeByOffset = endpoint({
  method: "GET",
  path: "/v2/updates/transaction-tree-by-offset/{offset}",
  summary: "Look up the tree of one transaction by its offset",
  deprecated: true,
  description:
    "The older form of `/v2/updates/update-by-offset`: everything the parties witness, by node id.",
  parameters: wireObject("OffsetPath", { offset: required(textOffset) }),
  query: TreeQuery,
  response: JsGetTransactionTreeResponse,
  rights: ({ query }) => query.parties.map((party): RequiredRight => ({ kind: "read-as", party })),
  errors: [...formatErrors, "NON_POSITIVE_OFFSET", "UPDATE_NOT_FOUND"],
  handle: async ({ parameters, query }, { ledger }) => {
    const at = { offset: parameters.offset };
    return orThrow(await transactionTree(ledger, at, query.parties));
  },
});
