import { wire } from "@tallystick/wire";
import { anyCaller, endpoint, nothing, ok } from "../endpoint.js";

/** Answer of `GET /v2/parties/participant-id` (ledger-api 2.10). */
export const GetParticipantIdResponse = wire.wireObject("GetParticipantIdResponse", {
  participantId: wire.required(wire.wireString),
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
