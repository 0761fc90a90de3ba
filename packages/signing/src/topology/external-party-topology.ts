import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isUniqueIdentifier, type PartyId } from "@tallystick/core";
import { partyIdOf } from "../keys/party-id.js";
import type { PublicKey } from "../keys/public-key.js";
import {
  type HostingParticipant,
  type PartyToParticipant,
  permissions,
  type TopologyMapping,
  topologyOperations,
} from "../messages/topology-transaction.js";
import { multiHash, topologyTransactionHash } from "./topology-hash.js";
import { topologyKeyOf } from "./topology-key.js";
import { encodeTopologyTransaction } from "./versioned-transaction.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

/** Most participants that may host one party, this one included. */
const MAX_HOSTS = 100;

/** A party that is to be, and where it is to be hosted. Participants are given without `PAR::`. */
export interface ExternalPartyRequest {
  readonly partyHint: string;
  readonly publicKey: PublicKey;
  /** The participant that generates. */
  readonly participant: string;
  readonly localParticipantObservationOnly: boolean;
  readonly otherConfirmingParticipants: ReadonlyArray<string>;
  readonly observingParticipants: ReadonlyArray<string>;
  /** Participants that must confirm; 0 means all that may. */
  readonly confirmationThreshold: number;
  /** True for the three mappings of version 3.4 instead of one; default false. */
  readonly separateMappings?: boolean;
}

/** What the owner of the key signs to make the party. */
export interface ExternalPartyTopology {
  readonly partyId: PartyId;
  readonly publicKeyFingerprint: string;
  readonly transactions: ReadonlyArray<Uint8Array>;
  /** The hash over all transactions, 34 bytes. */
  readonly multiHash: Uint8Array;
}

const duplicatesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
];

const hostsError = (request: ExternalPartyRequest): string | undefined => {
  const { participant, otherConfirmingParticipants, observingParticipants } = request;
  const others = [...otherConfirmingParticipants, ...observingParticipants];
  const isOwn = (list: ReadonlyArray<string>, field: string): string | undefined =>
    list.includes(participant)
      ? `This participant node (${participant}) is also listed in '${field}'. By sending the request to this node, it is a hosting node and must not be listed in '${field}'.`
      : undefined;
  const malformed = others.find((uid) => !isUniqueIdentifier(uid));
  const duplicates = duplicatesOf(others);
  if (others.length >= MAX_HOSTS)
    return `found ${others.length + 1} hosting participants, expected at most ${MAX_HOSTS}`;
  if (malformed !== undefined)
    return `participant: found "${malformed.slice(0, 255)}", expected the form <name>::<fingerprint>`;
  return (
    isOwn(otherConfirmingParticipants, "otherConfirmingParticipantUids") ??
    isOwn(observingParticipants, "observingParticipantUids") ??
    (duplicates.length > 0
      ? `The following participant IDs are referenced multiple times in the request: ${duplicates.join(", ")}. All IDs must be referenced once across 'otherConfirmingParticipantUids' and 'observingParticipantUids'.`
      : undefined)
  );
};

const hostsOf = (request: ExternalPartyRequest): ReadonlyArray<HostingParticipant> => {
  const { confirmation, observation } = permissions;
  const host = (permission: number) => (participantUid: string) => ({ participantUid, permission });
  return [
    host(request.localParticipantObservationOnly ? observation : confirmation)(request.participant),
    ...request.otherConfirmingParticipants.map(host(confirmation)),
    ...request.observingParticipants.map(host(observation)),
  ];
};

/** The mappings of version 3.4: who signs for the namespace, the keys, and the hosts. */
const separateMappings = (
  hosting: PartyToParticipant,
  publicKey: PublicKey,
): ReadonlyArray<TopologyMapping> => [
  {
    kind: "namespaceDelegation",
    value: {
      namespace: publicKey.fingerprint,
      targetKey: topologyKeyOf(publicKey),
      isRootDelegation: false,
      canSignAllMappings: {},
      canSignAllButNamespaceDelegations: undefined,
      canSignSpecificMappings: undefined,
    },
  },
  {
    kind: "partyToKeyMapping",
    value: { party: hosting.party, threshold: 1, signingKeys: [topologyKeyOf(publicKey)] },
  },
  { kind: "partyToParticipant", value: { ...hosting, partySigningKeys: undefined } },
];

/**
 * The topology of a new external party (interactive-submission 4.2): one transaction that says
 * where it is hosted and which key signs for it. Equal requests give equal bytes.
 * @returns the transactions with their hash, or why there can be none
 */
export const externalPartyTopology = (
  request: ExternalPartyRequest,
): Either<SigningError, ExternalPartyTopology> => {
  const { publicKey, confirmationThreshold } = request;
  const partyId = partyIdOf(request.partyHint, publicKey.fingerprint);
  if (isLeft(partyId)) return partyId;
  if (confirmationThreshold < 0) return signingError("Negative confirmation threshold observed");
  const wrong = hostsError(request);
  if (wrong !== undefined) return signingError(wrong);
  const participants = hostsOf(request);
  const confirming = participants.filter(
    ({ permission }) => permission === permissions.confirmation,
  ).length;
  if (confirmationThreshold > confirming || confirming === 0)
    return signingError("Confirmation threshold exceeds number of confirming participants");
  const hosting: PartyToParticipant = {
    party: partyId.right,
    threshold: confirmationThreshold === 0 ? confirming : confirmationThreshold,
    participants,
    partySigningKeys: { keys: [topologyKeyOf(publicKey)], threshold: 1 },
  };
  const mappings =
    request.separateMappings === true
      ? separateMappings(hosting, publicKey)
      : [{ kind: "partyToParticipant" as const, value: hosting }];
  const transactions = mappings.map((mapping) =>
    encodeTopologyTransaction({ operation: topologyOperations.addReplace, serial: 1, mapping }),
  );
  return right({
    partyId: partyId.right,
    publicKeyFingerprint: publicKey.fingerprint,
    transactions,
    multiHash: multiHash(transactions.map(topologyTransactionHash)),
  });
};
