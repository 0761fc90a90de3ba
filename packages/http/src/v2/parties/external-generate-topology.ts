import {
  base64Encode,
  invalidArgument,
  isSynchronizerId,
  type LedgerError,
  shortId,
  uniqueIdentifierSentence,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import type { PublicKey } from "@tallystick/signing";
import {
  GenerateExternalPartyTopologyRequest,
  GenerateExternalPartyTopologyResponse,
} from "@tallystick/wire";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { anyCaller, endpoint } from "../../endpoints/endpoint.js";
import { otherParticipants } from "./other-participants.js";
import { publicKeyOfWire } from "../signing/signatures-of-wire.js";

/** The key of a request. Left: it is malformed, or the synchronizer is different. */
const ownerKeyOf = (
  { publicKey, synchronizer }: GenerateExternalPartyTopologyRequest,
  synchronizerId: string,
): Either<LedgerError, PublicKey> => {
  if (publicKey === undefined) {
    return left(
      invalidArgument("it is missing", "publicKey", { sentence: "Field `public_key` is not set" }),
    );
  }
  const key = publicKeyOfWire(publicKey);
  if (isLeft(key) || synchronizer === synchronizerId) return key;
  return left(
    invalidArgument(
      `Unknown or not connected synchronizer ${synchronizer.slice(0, 300)}`,
      "synchronizer",
      {
        sentence: isSynchronizerId(synchronizer)
          ? `Unknown or not connected synchronizer ${shortId(synchronizer)}`
          : uniqueIdentifierSentence(synchronizer),
      },
    ),
  );
};

/** `POST /v2/parties/external/generate-topology` (ledger-api 2.10). */
export const externalGenerateTopology = endpoint({
  method: "POST",
  path: "/v2/parties/external/generate-topology",
  summary: "Generate what the owner of a key signs to become a party",
  description: "Nothing is changed. Participants are named without PAR::.",
  body: GenerateExternalPartyTopologyRequest,
  response: GenerateExternalPartyTopologyResponse,
  validate: ({ body }, { ledger }) => ownerKeyOf(body, ledger.synchronizerId),
  rights: anyCaller,
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD"],
  handle: ({ body, valid: publicKey }, { ledger, config }) => {
    const others = (uids: ReadonlyArray<string>): ReadonlyArray<string> =>
      otherParticipants(uids, ledger.participantId, config);
    const { partyId, publicKeyFingerprint, transactions, multiHash } = orThrow(
      ledger.generateExternalPartyTopology({
        partyHint: body.partyHint,
        publicKey,
        localParticipantObservationOnly: body.localParticipantObservationOnly,
        otherConfirmingParticipants: others(body.otherConfirmingParticipantUids),
        observingParticipants: others(body.observingParticipantUids),
        confirmationThreshold: body.confirmationThreshold,
      }),
    );
    return {
      partyId,
      publicKeyFingerprint,
      topologyTransactions: transactions.map(base64Encode),
      multiHash: base64Encode(multiHash),
    };
  },
});
