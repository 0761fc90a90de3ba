import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Answer of `GET /v2/parties/participant-id` (ledger-api 2.10). */
export const GetParticipantIdResponse = wireObject("GetParticipantIdResponse", {
  participantId: required(wireString),
});

/** `GET /v2/parties/participant-id` (ledger-api 2.10). */
export const partiesParticipantId = endpoint({
  method: "GET",
  path: "/v2/parties/participant-id",
  summary: "Get the id of this participant",
  response: GetParticipantIdResponse,
  rights: anyCaller,
  handle: (_input, { ledger }) => ({ participantId: ledger.participantId }),
});
