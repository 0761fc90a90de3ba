import {
  base64Encode,
  getIn,
  invalidArgument,
  invalidField,
  type KeysAuthorization,
  type LedgerError,
  ledgerError,
  type PartyKey,
} from "@tallystick/core";
import {
  externalPartyTopology,
  onboardExternalParty,
  type OnboardedParty,
  type OnboardingError,
  type OnboardingRequest,
  rotateExternalKeys,
  type Signature,
} from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventOf, quotaIn } from "../administration/administer-parties.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { ExternalSigning } from "../ledger/external-signing.js";

const onboardingError = (error: OnboardingError): LedgerError =>
  error.kind === "invalid field"
    ? invalidField(error.field, error.message)
    : invalidArgument(error.message);

/** The keys of a party as events have them. */
export const keysOf = (party: OnboardedParty): ReadonlyArray<PartyKey> =>
  party.keys.map(({ keySpec, fingerprint, der }) => ({
    keySpec,
    fingerprint,
    publicKey: base64Encode(der),
  }));

const signaturesOf = (signatures: ReadonlyArray<Signature>): KeysAuthorization["signatures"] =>
  signatures.map(({ signedBy, format, algorithm, bytes }) => ({
    signedBy,
    format,
    algorithm,
    signature: base64Encode(bytes),
  }));

const authorizationOf = ({
  transactions,
  multiHashSignatures,
}: Omit<OnboardingRequest, "participant">): KeysAuthorization => ({
  transactions: transactions.map(({ transaction, signatures }) => ({
    transaction: base64Encode(transaction),
    signatures: signaturesOf(signatures),
  })),
  signatures: signaturesOf(multiHashSignatures),
});

/** A participant id without `PAR::`. */
export const bareParticipant = (participantId: string): string =>
  participantId.replace(/^PAR::/, "");

const allocated = (
  request: Omit<OnboardingRequest, "participant">,
  participant: string,
): Either<LedgerError, OnboardedParty> => {
  const party = onboardExternalParty({ ...request, participant });
  return isLeft(party) ? left(onboardingError(party.left)) : party;
};

const keyChange =
  (pipeline: Pipeline): ExternalSigning["changePartyKeys"] =>
  async (request) => {
    const { participantId, parties } = pipeline.committed().state.participant;
    const rotation = rotateExternalKeys({
      ...request,
      participant: bareParticipant(participantId),
    });
    if (isLeft(rotation)) return left(onboardingError(rotation.left));
    const { party, serial } = rotation.right;
    const { partyId, threshold, isComplete } = party;
    if (getIn(parties, partyId) === undefined) {
      return left(
        ledgerError("PARTY_NOT_FOUND", `Party not found: ${partyId}`, {
          resources: [["PARTY", partyId]],
        }),
      );
    }
    if (!isComplete)
      return left(invalidArgument("The change of keys is not signed, or not by every host"));
    const outcome = await pipeline.enqueue({
      kind: "ChangePartyKeys",
      party: partyId,
      keys: keysOf(party),
      threshold,
      serial,
      authorization: authorizationOf(request),
    });
    return isLeft(outcome)
      ? outcome
      : right({ serial: eventOf(outcome.right.events, "PartyKeysChanged").serial });
  };

/** The external parties of a participant (interactive-submission 4). */
export const externalParties = (
  pipeline: Pipeline,
): Pick<
  ExternalSigning,
  "generateExternalPartyTopology" | "allocateExternalParty" | "changePartyKeys"
> => {
  const participant = () => pipeline.committed().state.participant;
  const uid = (): string => bareParticipant(participant().participantId);
  return {
    generateExternalPartyTopology: (request) => {
      const topology = externalPartyTopology({
        localParticipantObservationOnly: false,
        otherConfirmingParticipants: [],
        observingParticipants: [],
        confirmationThreshold: 0,
        ...request,
        participant: uid(),
      });
      return isLeft(topology) ? left(invalidArgument(topology.left.message)) : topology;
    },
    allocateExternalParty: async ({ identityProviderId = "", userId = "", ...request }) => {
      const party = allocated(request, uid());
      if (isLeft(party)) return party;
      const { partyId, threshold, isComplete } = party.right;
      // needs the authorization of other hosts, and this node is the only one of its network
      if (!isComplete) return right({ partyId });
      const outcome = await pipeline.enqueue({
        kind: "AllocateExternalParty",
        party: partyId,
        keys: keysOf(party.right),
        threshold,
        authorization: authorizationOf(request),
        identityProviderId,
        userId,
        ...quotaIn(request),
      });
      return isLeft(outcome) ? outcome : right({ partyId });
    },
    changePartyKeys: keyChange(pipeline),
  };
};
