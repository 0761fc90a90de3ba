import { orThrow } from "@tallystick/node";
import type { RequiredRight } from "../../auth/required-right.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { formatErrors, required, wireObject, wireString } from "@tallystick/wire";
import { JsGetTransactionTreeResponse, TreeQuery, transactionTree } from "./transaction-tree.js";

/**
 * `GET /v2/updates/transaction-tree-by-id/{update-id}`, which clients of before 3.5.8 still call
 * (ledger-api 1.2).
 */
export const updatesTransactionTreeById = endpoint({
  method: "GET",
  path: "/v2/updates/transaction-tree-by-id/{update-id}",
  summary: "Look up the tree of one transaction by its update id",
  deprecated: true,
  description:
    "The older form of `/v2/updates/update-by-id`: everything the parties witness, by node id.",
  parameters: wireObject("UpdatePath", { "update-id": required(wireString) }),
  query: TreeQuery,
  response: JsGetTransactionTreeResponse,
  rights: ({ query }) => query.parties.map((party): RequiredRight => ({ kind: "read-as", party })),
  errors: [...formatErrors, "UPDATE_NOT_FOUND"],
  handle: async ({ parameters, query }, { ledger }) => {
    const at = { updateId: parameters["update-id"] };
    return orThrow(await transactionTree(ledger, at, query.parties));
  },
});
