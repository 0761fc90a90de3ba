import { missingField } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { left } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  ArchivedEventWire,
  CreatedEventWire,
  EventFormatWire,
  always,
  defaulted,
  formatErrors,
  optional,
  requestedEventFormat,
  required,
  wireNullable,
  wireObject,
  wireString,
  wireContractId,
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";

/** The contract and the requesting parties (ledger-api 2.9). */
export const GetEventsByContractIdRequest = wireObject(
  "GetEventsByContractIdRequest",
  { contractId: defaulted(wireContractId, ""), eventFormat: optional(EventFormatWire) },
  ["contractId", "eventFormat"],
);

/** Create and archival of a contract; null while it is active (ledger-api 2.9). */
export const JsGetEventsByContractIdResponse = wireObject("JsGetEventsByContractIdResponse", {
  created: always(
    wireObject("JsCreated", {
      createdEvent: required(CreatedEventWire),
      synchronizerId: required(wireString),
    }),
  ),
  archived: always(
    wireNullable(
      wireObject("JsArchived", {
        archivedEvent: required(ArchivedEventWire),
        synchronizerId: required(wireString),
      }),
    ),
  ),
});

/** `POST /v2/events/events-by-contract-id` (ledger-api 2.9). */
export const eventsByContractId = endpoint({
  method: "POST",
  path: "/v2/events/events-by-contract-id",
  summary: "Look up the create and the archival of one contract",
  description:
    "Visible to the stakeholders of the contract. If one transaction created and archived it, acsDelta is false.",
  body: GetEventsByContractIdRequest,
  response: JsGetEventsByContractIdResponse,
  errors: [...formatErrors, "CONTRACT_EVENTS_NOT_FOUND"],
  validate: ({ body }) =>
    body.contractId === ""
      ? left(missingField("contract_id"))
      : requestedEventFormat(body.eventFormat),
  rights: ({ valid }) => formatRights(valid),
  handle: async ({ body, valid: eventFormat }, { ledger }) => {
    const { contractId } = body;
    return orThrow(await ledger.queries.contractEvents({ contractId, eventFormat }));
  },
});
