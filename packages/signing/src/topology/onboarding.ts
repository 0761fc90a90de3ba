import type { PartyId } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { KeySpec } from "../keys/key-spec.js";
import type { PublicKey } from "../keys/public-key.js";
import { type Signature, verifySignature } from "../keys/signature.js";
import type { HostingParticipant } from "../messages/topology-transaction.js";
import { type NamespaceKeys, namespaceKeys } from "./namespace-keys.js";
import { type OnboardingError, unauthorizedOnboarding } from "./onboarding-error.js";
import { type OnboardingMappings, onboardingMappings } from "./onboarding-mappings.js";
import {
  type OnboardingTransaction,
  type SignedHash,
  type SignedTransaction,
  readOnboardingTransactions,
} from "./signed-transaction.js";

/** A request to onboard an external party. */
export interface OnboardingRequest {
  readonly transactions: ReadonlyArray<OnboardingTransaction>;
  readonly multiHashSignatures: ReadonlyArray<Signature>;
  /** This participant without `PAR::`. */
  readonly participant: string;
}

/** A key a party signs with. */
export interface RegisteredKey {
  readonly keySpec: KeySpec;
  readonly fingerprint: string;
  /** The SubjectPublicKeyInfo as DER. */
  readonly der: Uint8Array;
}

/** A party that the transactions make. */
export interface OnboardedParty {
  readonly partyId: PartyId;
  readonly keys: ReadonlyArray<RegisteredKey>;
  /** Keys that must sign. */
  readonly threshold: number;
  readonly hosts: ReadonlyArray<HostingParticipant>;
  /** Participants that must confirm. */
  readonly confirmationThreshold: number;
  /**
   * False while signatures are missing that others still have to give: of the party itself, or of
   * other hosts.
   */
  readonly isComplete: boolean;
}

type Signers = ReadonlyMap<string, SignedHash>;

/**
 * The known keys that signed. A signature that does not verify is an error, one of an unknown key
 * does not count.
 */
const verifiedSigners = (
  signedBy: Signers,
  keys: ReadonlyMap<string, PublicKey>,
): Either<OnboardingError, ReadonlySet<string>> => {
  const signers = new Set<string>();
  for (const [fingerprint, { signature, message }] of signedBy) {
    const key = keys.get(fingerprint);
    if (key === undefined) continue;
    if (isLeft(verifySignature(key, message, signature)))
      return left(unauthorizedOnboarding("Transaction signature verification failed"));
    signers.add(fingerprint);
  }
  return right(signers);
};

const missing = (
  namespaces: ReadonlyArray<string>,
  keys: ReadonlyArray<string>,
): Either<OnboardingError, never> =>
  left(
    unauthorizedOnboarding(
      `Topology transaction is missing authorizations by namespaces=${namespaces.join(", ")} and keys=${keys.join(", ")}`,
    ),
  );

const authorize = (
  signedBy: Signers,
  known: ReadonlyMap<string, PublicKey>,
  namespaces: ReadonlyArray<string>,
  namespaceThreshold: number,
  keys: ReadonlyArray<string>,
): Either<OnboardingError, void> => {
  const signers = verifiedSigners(signedBy, known);
  if (isLeft(signers)) return signers;
  const absentNamespaces = namespaces.filter((name) => !signers.right.has(name));
  const absentKeys = keys.filter((fingerprint) => !signers.right.has(fingerprint));
  return namespaces.length - absentNamespaces.length >= namespaceThreshold &&
    absentKeys.length === 0
    ? right(undefined)
    : missing(absentNamespaces, absentKeys);
};

const authorizeAll = (
  mappings: OnboardingMappings,
  namespace: NamespaceKeys,
): Either<OnboardingError, void> => {
  const known = new Map(namespace.keys);
  for (const key of mappings.signingKeys) known.set(key.fingerprint, key);
  const ownKeys = mappings.signingKeys.map(({ fingerprint }) => fingerprint);
  const { owners, threshold } = namespace;
  const { decentralized, partyToKey, partyToParticipant } = mappings;
  const needed: Array<Either<OnboardingError, void>> = mappings.delegations.map(
    ({ mapping, signedBy }) => authorize(signedBy, known, [mapping.namespace], 1, []),
  );
  // a namespace is made by all who own it, and used by as many as it says
  if (decentralized !== undefined)
    needed.push(authorize(decentralized.signedBy, known, owners, owners.length, []));
  if (partyToKey !== undefined)
    needed.push(authorize(partyToKey.signedBy, known, owners, threshold, ownKeys));
  // without a signature the hosting only says that this participant agrees to it
  if (partyToParticipant.signedBy.size > 0) {
    needed.push(
      authorize(
        partyToParticipant.signedBy,
        known,
        owners,
        threshold,
        partyToKey === undefined ? ownKeys : [],
      ),
    );
  }
  return needed.find(isLeft) ?? right(undefined);
};

/**
 * Checks a request to onboard an external party: the form of its transactions, that they make one
 * party this participant hosts, and that the owners of all keys signed (interactive-submission
 * 4.5).
 */
export const onboardExternalParty = (
  request: OnboardingRequest,
): Either<OnboardingError, OnboardedParty> => {
  const signed = readOnboardingTransactions(request.transactions, request.multiHashSignatures);
  return isLeft(signed) ? signed : onboard(signed.right, request.participant);
};

/** New keys of a party. */
export interface KeyRotation {
  readonly party: OnboardedParty;
  /** Of the transaction, one more than that of the keys before. */
  readonly serial: number;
}

/**
 * Checks a request to change the keys of a party: a hosting transaction with a later serial, signed
 * by the namespace and by all
 * new keys. A namespace whose key is not among them needs its root delegation too.
 */
export const rotateExternalKeys = (
  request: OnboardingRequest,
): Either<OnboardingError, KeyRotation> => {
  const signed = readOnboardingTransactions(
    request.transactions,
    request.multiHashSignatures,
    (serial) => serial >= 1,
  );
  if (isLeft(signed)) return signed;
  const hosting = signed.right.find(({ mapping }) => mapping.kind === "partyToParticipant");
  const serial = hosting?.serial ?? 1;
  if (serial === 1) {
    return left({
      kind: "invalid field",
      field: "onboarding_transactions.transaction.serial",
      message: "found 1, expected the serial of the current keys plus one",
    });
  }
  const party = onboard(signed.right, request.participant);
  return isLeft(party) ? party : right({ party: party.right, serial });
};

const onboard = (
  signed: ReadonlyArray<SignedTransaction>,
  participant: string,
): Either<OnboardingError, OnboardedParty> => {
  const found = onboardingMappings(signed, participant);
  if (isLeft(found)) return found;
  const mappings = found.right;
  const namespace = namespaceKeys(mappings);
  if (isLeft(namespace)) return namespace;
  const authorized = authorizeAll(mappings, namespace.right);
  if (isLeft(authorized)) return authorized;
  const { mapping, signedBy } = mappings.partyToParticipant;
  return right({
    partyId: mapping.party,
    keys: mappings.signingKeys.map(({ keySpec, fingerprint, der }) => ({
      keySpec,
      fingerprint,
      der,
    })),
    threshold: mappings.signingThreshold,
    hosts: mapping.participants,
    confirmationThreshold: mapping.threshold,
    isComplete: signedBy.size > 0 && mapping.participants.length === 1,
  });
};
