import { base64Encode, invalidArgument } from "@tallystick/core";
import {
  GenerateExternalPartyTopologyRequest,
  GenerateExternalPartyTopologyResponse,
} from "@tallystick/wire";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { anyCaller, endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { publicKeyOfWire } from "../signing/signatures-of-wire.js";

/** `POST /v2/parties/external/generate-topology` (ledger-api 2.10). */
export const externalGenerateTopology = endpoint({
  method: "POST",
  path: "/v2/parties/external/generate-topology",
  summary: "What the owner of a key signs to become a party",
  description: "Nothing is changed. Participants are named without PAR::.",
  parameters: nothing,
  query: nothing,
  body: GenerateExternalPartyTopologyRequest,
  response: { kind: "json", codec: GenerateExternalPartyTopologyResponse },
  access: "token",
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD"],
  handle: ({ body }, { ledger }) => {
    const publicKey = publicKeyOfWire(body.publicKey);
    if (isLeft(publicKey)) return publicKey;
    if (body.synchronizer !== ledger.synchronizerId) {
      return left(
        invalidArgument(
          `Unknown or not connected synchronizer ${body.synchronizer.slice(0, 300)}`,
          "synchronizer",
        ),
      );
    }
    const topology = ledger.generateExternalPartyTopology({
      partyHint: body.partyHint,
      publicKey: publicKey.right,
      localParticipantObservationOnly: body.localParticipantObservationOnly,
      otherConfirmingParticipants: body.otherConfirmingParticipantUids,
      observingParticipants: body.observingParticipantUids,
      confirmationThreshold: body.confirmationThreshold,
    });
    if (isLeft(topology)) return topology;
    const { partyId, publicKeyFingerprint, transactions, multiHash } = topology.right;
    return ok({
      partyId,
      publicKeyFingerprint,
      topologyTransactions: transactions.map(base64Encode),
      multiHash: base64Encode(multiHash),
    });
  },
});
