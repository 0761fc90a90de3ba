import { invalidArgument } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import {
  defaulted,
  EventFormatWire,
  formatErrors,
  optional,
  requestedEventFormat,
  required,
  wireArray,
  wireContractId,
  wireObject,
} from "@tallystick/wire";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { formatRights } from "../../auth/format-rights.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { JsGetEventsByContractIdResponse } from "./events-by-contract-id.js";

/** Contracts of one request at most. */
const mostContracts = 1_000;

const EventsByContractIdsRequest = wireObject("EventsByContractIdsRequest", {
  contractIds: defaulted(wireArray(wireContractId), []),
  eventFormat: optional(EventFormatWire),
});

const EventsByContractIdsResponse = wireObject("EventsByContractIdsResponse", {
  contracts: required(wireArray(JsGetEventsByContractIdResponse)),
});

/** `POST /v2/events/events-by-contract-ids`: of this node alone. */
export const eventsByContractIds = endpoint({
  method: "POST",
  path: "/v2/events/events-by-contract-ids",
  summary: "Look up the creates and the archivals of several contracts",
  description:
    "As `/v2/events/events-by-contract-id`, in the order of the request, for at most 1,000 contracts. Those that the " +
    "requesting parties do not see are left out.",
  body: EventsByContractIdsRequest,
  response: EventsByContractIdsResponse,
  errors: formatErrors,
  validate: ({ body }) =>
    body.contractIds.length > mostContracts
      ? left(
          invalidArgument(
            `expected at most ${mostContracts} contracts, found ${body.contractIds.length}`,
            "contractIds",
          ),
        )
      : requestedEventFormat(body.eventFormat),
  rights: ({ valid }) => formatRights(valid),
  handle: async ({ body, valid: eventFormat }, { ledger }) => {
    const contracts = [];
    for (const contractId of new Set(body.contractIds)) {
      const found = await ledger.queries.contractEvents({ contractId, eventFormat });
      if (isLeft(found) && found.left.code === "CONTRACT_EVENTS_NOT_FOUND") continue;
      contracts.push(orThrow(found));
    }
    return { contracts };
  },
});
