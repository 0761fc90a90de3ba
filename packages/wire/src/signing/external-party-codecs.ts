import { wirePartyId, wireUserId } from "../types/wire-ids.js";
import type { TypeOf } from "io-ts";
import { wireBoolean } from "../types/wire-kinds.js";
import { wireArray, wireBase64, wireInt32, wireObject, wireString } from "../types/wire-type.js";
import { defaulted, optional, required } from "../types/wire-field.js";
import { SignatureWire, SignedTransactionWire, SigningPublicKeyWire } from "./signature-codecs.js";

/** Request of `POST /v2/parties/external/generate-topology` (ledger-api 2.10). */
export const GenerateExternalPartyTopologyRequest = wireObject(
  "GenerateExternalPartyTopologyRequest",
  {
    synchronizer: defaulted(wireString, ""),
    partyHint: defaulted(wireString, ""),
    publicKey: optional(SigningPublicKeyWire),
    localParticipantObservationOnly: defaulted(wireBoolean, false),
    otherConfirmingParticipantUids: defaulted(wireArray(wireString), []),
    confirmationThreshold: defaulted(wireInt32, 0),
    observingParticipantUids: defaulted(wireArray(wireString), []),
  },
  ["synchronizer", "partyHint", "publicKey"],
);

/** The decoded form of {@link GenerateExternalPartyTopologyRequest}. */
export type GenerateExternalPartyTopologyRequest = TypeOf<
  typeof GenerateExternalPartyTopologyRequest
>;

/** Answer of `POST /v2/parties/external/generate-topology`. */
export const GenerateExternalPartyTopologyResponse = wireObject(
  "GenerateExternalPartyTopologyResponse",
  {
    partyId: required(wirePartyId),
    publicKeyFingerprint: required(wireString),
    topologyTransactions: required(wireArray(wireBase64)),
    multiHash: required(wireBase64),
  },
);

/** Request of `POST /v2/parties/external/allocate` (ledger-api 2.10). */
export const AllocateExternalPartyRequest = wireObject(
  "AllocateExternalPartyRequest",
  {
    synchronizer: defaulted(wireString, ""),
    onboardingTransactions: defaulted(wireArray(SignedTransactionWire), []),
    multiHashSignatures: defaulted(wireArray(SignatureWire), []),
    identityProviderId: defaulted(wireString, ""),
    waitForAllocation: defaulted(wireBoolean, true),
    userId: defaulted(wireUserId, ""),
  },
  ["synchronizer", "onboardingTransactions"],
);

/** The decoded form of {@link AllocateExternalPartyRequest}. */
export type AllocateExternalPartyRequest = TypeOf<typeof AllocateExternalPartyRequest>;

/** Answer of `POST /v2/parties/external/allocate`. */
export const AllocateExternalPartyResponse = wireObject("AllocateExternalPartyResponse", {
  partyId: required(wirePartyId),
});
