import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  CreatedEventWire,
  defaulted,
  required,
  wireArray,
  wireObject,
  wireString,
  wireContractId,
} from "@tallystick/wire";
import { readRights } from "../../auth/format-rights.js";

/** Which contract, and the querying parties (ledger-api 2.9). */
export const GetContractRequest = wireObject(
  "GetContractRequest",
  {
    contractId: defaulted(wireContractId, ""),
    queryingParties: defaulted(wireArray(wireString), []),
  },
  ["contractId"],
);

/** The create of a contract (ledger-api 2.9). */
export const GetContractResponse = wireObject("GetContractResponse", {
  createdEvent: required(CreatedEventWire),
});

/** The public node's placeholder for the place of a create; clients check for exactly this. */
const nowhere = { offset: 1, nodeId: 0, acsDelta: false };

/** `POST /v2/contracts/contract-by-id` (ledger-api 2.9). */
export const contractsContractById = endpoint({
  method: "POST",
  path: "/v2/contracts/contract-by-id",
  summary: "Look up one contract by its id",
  description:
    "Archived contracts are returned too. One of queryingParties must be a stakeholder; without queryingParties any contract is " +
    "returned, which requires the right to read as any party. The response does not say where the " +
    "contract was created: offset is 1, nodeId 0 and acsDelta false for every contract, and interfaceViews is empty.",
  body: GetContractRequest,
  response: GetContractResponse,
  rights: ({ body }) => readRights(body.queryingParties),
  errors: ["CONTRACT_PAYLOAD_NOT_FOUND", "INVALID_ARGUMENT", "INVALID_FIELD", "MISSING_FIELD"],
  handle: async ({ body }, { ledger }) => {
    const createdEvent = orThrow(await ledger.queries.contract(body));
    return { createdEvent: { ...createdEvent, ...nowhere } };
  },
});
