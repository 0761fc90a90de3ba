import { isLeft } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
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
} from "@tallystick/wire";
import { formatRights } from "../../auth/format-rights.js";

/** Whose events of which contract (ledger-api 2.9). */
export const GetEventsByContractIdRequest = wireObject(
  "GetEventsByContractIdRequest",
  { contractId: defaulted(wireString, ""), eventFormat: optional(EventFormatWire) },
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
    "They are seen by the stakeholders of the contract, also when one transaction did both; acsDelta then is false.",
  parameters: nothing,
  query: nothing,
  body: GetEventsByContractIdRequest,
  response: { kind: "json", codec: JsGetEventsByContractIdResponse },
  access: "token",
  errors: [...formatErrors, "CONTRACT_EVENTS_NOT_FOUND"],
  validate: ({ body }) => requestedEventFormat(body.eventFormat),
  rights: ({ valid }) => formatRights(valid),
  handle: async ({ body, valid: eventFormat }, { ledger }) => {
    const { contractId } = body;
    const events = await ledger.queries.contractEvents({ contractId, eventFormat });
    return isLeft(events) ? events : ok(events.right);
  },
});
