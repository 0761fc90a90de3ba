import type { PartyId } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { keyUsages } from "../keys/key-spec.js";
import { parsePartyId } from "../keys/party-id.js";
import type { PublicKey } from "../keys/public-key.js";
import {
  type DecentralizedNamespaceDefinition,
  type NamespaceDelegation,
  type PartyToKeyMapping,
  type PartyToParticipant,
  type SigningPublicKey,
  permissions,
} from "../messages/topology-transaction.js";
import { type OnboardingError, invalidOnboarding } from "./onboarding-error.js";
import type { SignedHash, SignedTransaction } from "./signed-transaction.js";
import { publicKeyOfTopology } from "./topology-key.js";

interface SignedMapping<A> {
  readonly mapping: A;
  readonly signedBy: ReadonlyMap<string, SignedHash>;
}

/** The mappings of a request, sorted out. */
export interface OnboardingMappings {
  readonly namespace: string;
  readonly partyToParticipant: SignedMapping<PartyToParticipant>;
  readonly partyToKey: SignedMapping<PartyToKeyMapping> | undefined;
  readonly delegations: ReadonlyArray<SignedMapping<NamespaceDelegation>>;
  readonly decentralized: SignedMapping<DecentralizedNamespaceDefinition> | undefined;
  /** The keys the party will sign with, in the order of the mapping. */
  readonly signingKeys: ReadonlyArray<PublicKey>;
  readonly signingThreshold: number;
}

/** Most keys a party may have. */
const MAX_PARTY_KEYS = 20;
const MAX_OWNERS = 10;
const SUPPORTED = [
  "NamespaceDelegation",
  "DecentralizedNamespaceDefinition",
  "PartyToParticipant",
  "PartyToKeyMapping",
];

const invalid = (message: string): Either<OnboardingError, never> =>
  left(invalidOnboarding(message));

const typeName = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

interface SortedMappings {
  readonly hosting: Array<SignedMapping<PartyToParticipant>>;
  readonly keys: Array<SignedMapping<PartyToKeyMapping>>;
  readonly delegations: Array<SignedMapping<NamespaceDelegation>>;
  readonly decentralized: Array<SignedMapping<DecentralizedNamespaceDefinition>>;
  readonly unsupported: Set<string>;
}

const sorted = (transactions: ReadonlyArray<SignedTransaction>): SortedMappings => {
  const found: SortedMappings = {
    hosting: [],
    keys: [],
    delegations: [],
    decentralized: [],
    unsupported: new Set(),
  };
  for (const { mapping, signedBy } of transactions) {
    switch (mapping.kind) {
      case "partyToParticipant":
        found.hosting.push({ mapping: mapping.value, signedBy });
        break;
      case "partyToKeyMapping":
        found.keys.push({ mapping: mapping.value, signedBy });
        break;
      case "namespaceDelegation":
        found.delegations.push({ mapping: mapping.value, signedBy });
        break;
      case "decentralizedNamespaceDefinition":
        found.decentralized.push({ mapping: mapping.value, signedBy });
        break;
      default:
        found.unsupported.add(typeName(mapping.kind));
    }
  }
  return found;
};

const atMostOne = <A>(
  found: ReadonlyArray<A>,
  type: string,
): Either<OnboardingError, A | undefined> =>
  found.length > 1
    ? invalid(`Only one transaction of type ${type} can be provided, got ${found.length}`)
    : right(found[0]);

const theHosting = (
  all: ReadonlyArray<SignedMapping<PartyToParticipant>>,
): Either<OnboardingError, SignedMapping<PartyToParticipant>> => {
  const signed = all.filter(({ signedBy }) => signedBy.size > 0);
  const one = atMostOne(signed.length > 0 ? signed : all, "PartyToParticipant");
  if (isLeft(one)) return one;
  return one.right === undefined
    ? invalid("One transaction of type PartyToParticipant must be provided, got 0")
    : right(one.right);
};

const hostsWith = (mapping: PartyToParticipant, permission: number): ReadonlyArray<string> =>
  mapping.participants
    .filter((host) => host.permission === permission)
    .map((host) => host.participantUid);

const hostingError = (mapping: PartyToParticipant, participant: string): string | undefined => {
  const submitting = hostsWith(mapping, permissions.submission);
  const confirming = hostsWith(mapping, permissions.confirmation);
  const observing = hostsWith(mapping, permissions.observation);
  const uids = mapping.participants.map((host) => host.participantUid);
  const [only] = mapping.participants;
  if (submitting.length > 0)
    return `The PartyToParticipant transaction must not contain any node with Submission permission. Nodes with submission permission: ${submitting.join(", ")}`;
  if (submitting.length + confirming.length + observing.length !== uids.length)
    return "permission: expected Confirmation or Observation for every participant";
  if (new Set(uids).size !== uids.length) return "participants: expected each participant once";
  if (only !== undefined && uids.length === 1 && !confirming.includes(participant))
    return `The party is to be hosted on a single participant (${only.participantUid}) that is not this participant (${participant}). Submit the allocation request on ${only.participantUid} instead.`;
  if (confirming.length === 0)
    return "The PartyToParticipant transaction must contain at least one node with Confirmation permission";
  if (mapping.threshold < 1 || mapping.threshold > confirming.length)
    return `threshold: found ${mapping.threshold}, expected 1 to ${confirming.length}, the number of confirming participants`;
  return confirming.includes(participant) || observing.includes(participant)
    ? undefined
    : "This node is not hosting the party either with Confirmation or Observation permission.";
};

const checkedKeys = (
  keys: ReadonlyArray<SigningPublicKey>,
  threshold: number,
  namespace: string,
): Either<OnboardingError, ReadonlyArray<PublicKey>> => {
  if (keys.length === 0 || keys.length > MAX_PARTY_KEYS)
    return invalid(`keys: found ${keys.length}, expected 1 to ${MAX_PARTY_KEYS}`);
  if (threshold < 1 || threshold > keys.length)
    return invalid(`key threshold: found ${threshold}, expected 1 to ${keys.length}`);
  const checked: Array<PublicKey> = [];
  for (const key of keys) {
    if (!key.usage.includes(keyUsages.protocol))
      return invalid("Missing Protocol usage on signing keys");
    const publicKey = publicKeyOfTopology(key);
    if (isLeft(publicKey)) return invalid(publicKey.left.message);
    if (publicKey.right.fingerprint === namespace && !key.usage.includes(keyUsages.namespace))
      return invalid("Missing Namespace and Protocol usage on the party namespace key");
    checked.push(publicKey.right);
  }
  return new Set(checked.map(({ fingerprint }) => fingerprint)).size === checked.length
    ? right(checked)
    : invalid("keys: expected each key once");
};

const namespaceOf = (partyId: PartyId): Either<OnboardingError, string> => {
  const parsed = parsePartyId(partyId);
  return isLeft(parsed) ? invalid(`party: ${parsed.left.message}`) : right(parsed.right.namespace);
};

interface SigningKeys {
  readonly partyToKey: SignedMapping<PartyToKeyMapping> | undefined;
  readonly signingKeys: ReadonlyArray<PublicKey>;
  readonly signingThreshold: number;
}

const signingKeysOf = (
  mappings: SortedMappings,
  hosting: PartyToParticipant,
  namespace: string,
): Either<OnboardingError, SigningKeys> => {
  const found = atMostOne(mappings.keys, "PartyToKeyMapping");
  if (isLeft(found)) return found;
  const partyToKey = found.right;
  const inHosting = hosting.partySigningKeys;
  if (partyToKey !== undefined && partyToKey.mapping.party !== hosting.party) {
    return invalid(
      `The PartyToKeyMapping party (${partyToKey.mapping.party}) does not match the PartyToParticipant party (${hosting.party})`,
    );
  }
  if ((partyToKey === undefined) === (inHosting === undefined)) {
    return invalid(
      "Party signing keys must be supplied either in the PartyToParticipant or in a PartyToKeyMapping transaction. Not in both.",
    );
  }
  const signingThreshold = partyToKey?.mapping.threshold ?? inHosting?.threshold ?? 0;
  const signingKeys = checkedKeys(
    partyToKey?.mapping.signingKeys ?? inHosting?.keys ?? [],
    signingThreshold,
    namespace,
  );
  return isLeft(signingKeys)
    ? signingKeys
    : right({ partyToKey, signingKeys: signingKeys.right, signingThreshold });
};

const namespaceMappings = (
  { delegations, ...mappings }: SortedMappings,
  namespace: string,
): Either<OnboardingError, Pick<OnboardingMappings, "delegations" | "decentralized">> => {
  const found = atMostOne(mappings.decentralized, "DecentralizedNamespaceDefinition");
  if (isLeft(found)) return found;
  const decentralized = found.right;
  if (decentralized !== undefined && delegations.length > MAX_OWNERS) {
    return invalid(
      `Decentralized namespaces cannot have more than ${MAX_OWNERS} individual namespace owners, got ${delegations.length}`,
    );
  }
  const single =
    decentralized === undefined ? atMostOne(delegations, "NamespaceDelegation") : right(undefined);
  if (isLeft(single)) return single;
  const own = decentralized?.mapping.decentralizedNamespace ?? single.right?.mapping.namespace;
  return own === undefined || own === namespace
    ? right({ delegations, decentralized })
    : invalid(
        `The Party namespace (${own}) does not match the PartyToParticipant namespace (${namespace})`,
      );
};

/**
 * Sorts out the transactions of a request and checks that they make one party of this participant
 * (interactive-submission 4.5, checks 5 to 13).
 * @param participant the participant's id without `PAR::`
 */
export const onboardingMappings = (
  transactions: ReadonlyArray<SignedTransaction>,
  participant: string,
): Either<OnboardingError, OnboardingMappings> => {
  const mappings = sorted(transactions);
  if (mappings.unsupported.size > 0) {
    return invalid(
      `Unsupported transactions found: ${[...mappings.unsupported].join(", ")}. Supported transactions are: ${SUPPORTED.join(", ")}`,
    );
  }
  const hosting = theHosting(mappings.hosting);
  if (isLeft(hosting)) return hosting;
  const { mapping } = hosting.right;
  const namespace = namespaceOf(mapping.party);
  if (isLeft(namespace)) return namespace;
  const wrongHosting = hostingError(mapping, participant);
  if (wrongHosting !== undefined) return invalid(wrongHosting);
  const keys = signingKeysOf(mappings, mapping, namespace.right);
  if (isLeft(keys)) return keys;
  const namespaces = namespaceMappings(mappings, namespace.right);
  return isLeft(namespaces)
    ? namespaces
    : right({
        namespace: namespace.right,
        partyToParticipant: hosting.right,
        ...keys.right,
        ...namespaces.right,
      });
};
