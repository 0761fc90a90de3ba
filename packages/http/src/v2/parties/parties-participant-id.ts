import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Answer of `GET /v2/parties/participant-id` (ledger-api 2.10). */
export const GetParticipantIdResponse = wireObject("GetParticipantIdResponse", {
  participantId: required(wireString),
});

/** `GET /v2/parties/participant-id` (ledger-api 2.10). */
export const partiesParticipantId = endpoint({
  method: "GET",
  path: "/v2/parties/participant-id",
  summary: "Id of this participant",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: GetParticipantIdResponse },
  access: "token",
  rights: anyCaller,
  errors: [],
  handle: (_input, { ledger }) => ok({ participantId: ledger.participantId }),
});
