import { generateKeyPairSync } from "node:crypto";
import { type KeySpec, keySpecRules } from "../../src/keys/key-spec.js";
import { type PrivateKey, privateKeyFrom, signMessage } from "../../src/keys/private-key.js";
import type { Signature } from "../../src/keys/signature.js";
import type { TopologyMapping } from "../../src/messages/topology-transaction.js";
import type { OnboardingRequest } from "../../src/topology/onboarding.js";
import { multiHash, topologyTransactionHash } from "../../src/topology/topology-hash.js";
import { topologyKeyOf } from "../../src/topology/topology-key.js";
import { encodeTopologyTransaction } from "../../src/topology/versioned-transaction.js";
import { expectRight } from "../support/expect-right.js";

/** The participant that onboards. */
export const participant = `participant::1220${"ab".repeat(32)}`;
/** Another participant. */
export const otherParticipant = `other::1220${"cd".repeat(32)}`;

/** A new key. */
export const newKey = (spec: KeySpec = "SIGNING_KEY_SPEC_EC_CURVE25519"): PrivateKey => {
  const { curve } = keySpecRules[spec];
  const { privateKey } =
    curve === "ed25519"
      ? generateKeyPairSync("ed25519")
      : generateKeyPairSync("ec", { namedCurve: curve });
  return expectRight(privateKeyFrom(privateKey));
};

/** The hosting of a party whose keys are these, on this participant. */
export const hostingOf = (
  namespace: string,
  keys: ReadonlyArray<PrivateKey>,
  threshold = 1,
): Extract<TopologyMapping, { kind: "partyToParticipant" }> => ({
  kind: "partyToParticipant",
  value: {
    party: `alice::${namespace}`,
    threshold: 1,
    participants: [{ participantUid: participant, permission: 2 }],
    partySigningKeys:
      keys.length === 0
        ? undefined
        : { keys: keys.map(({ publicKey }) => topologyKeyOf(publicKey)), threshold },
  },
});

/** The bytes of a transaction that adds a mapping. */
export const adding = (mapping: TopologyMapping, serial = 1, operation = 1): Uint8Array =>
  encodeTopologyTransaction({ operation, serial, mapping });

/** Signatures by several keys over the hash of all transactions. */
export const signAll = (
  transactions: ReadonlyArray<Uint8Array>,
  keys: ReadonlyArray<PrivateKey>,
): ReadonlyArray<Signature> => {
  const hash = multiHash(transactions.map(topologyTransactionHash));
  return keys.map((key) => signMessage(key, hash));
};

/** A request whose transactions all keys signed together. */
export const requestOf = (
  transactions: ReadonlyArray<Uint8Array>,
  keys: ReadonlyArray<PrivateKey>,
): OnboardingRequest => ({
  transactions: transactions.map((transaction) => ({ transaction, signatures: [] })),
  multiHashSignatures: signAll(transactions, keys),
  participant,
});
