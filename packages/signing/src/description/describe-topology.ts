import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { hexOf } from "../keys/fingerprint.js";
import {
  type PartyToParticipant,
  permissions,
  type SigningPublicKey,
  type TopologyTransaction,
} from "../messages/topology-transaction.js";
import { multiHash, topologyTransactionHash } from "../topology/topology-hash.js";
import { topologyKeyFingerprint } from "../topology/topology-key-fingerprint.js";
import { decodeTopologyTransaction } from "../topology/versioned-transaction.js";
import { printable } from "./printable.js";
import type { SigningError } from "../keys/signing-error.js";

/** What topology transactions say to the owner of a key who is to sign them. */
export interface TopologyDescription {
  /** What is signed, 34 bytes, computed here from the transactions. */
  readonly multiHash: Uint8Array;
  readonly lines: ReadonlyArray<string>;
  /** The fingerprints of all keys in them: to be compared with one's own. */
  readonly keys: ReadonlyArray<string>;
  /** Why the words do not say all; empty when they do. */
  readonly doubts: ReadonlyArray<string>;
}

const permissionName = (permission: number): string =>
  Object.entries(permissions).find(([, number]) => number === permission)?.[0] ??
  `permission ${permission}`;

const brokenKey = "an unreadable key";

const keyText = (key: SigningPublicKey): string => {
  const fingerprint = topologyKeyFingerprint(key);
  return isLeft(fingerprint) ? `${brokenKey} (${fingerprint.left.message})` : fingerprint.right;
};

const hostingLines = (mapping: PartyToParticipant): ReadonlyArray<string> => [
  `Party ${printable(mapping.party)}`,
  ...mapping.participants.map(
    ({ participantUid, permission }) =>
      `is hosted on ${printable(participantUid)} with ${permissionName(permission)}`,
  ),
  `${mapping.threshold} of its hosts must confirm`,
  ...(mapping.partySigningKeys === undefined
    ? []
    : [
        `${mapping.partySigningKeys.threshold} of these keys must sign for it:`,
        ...mapping.partySigningKeys.keys.map(keyText),
      ]),
];

const linesOf = ({ mapping }: TopologyTransaction): ReadonlyArray<string> | undefined => {
  switch (mapping.kind) {
    case "partyToParticipant":
      return hostingLines(mapping.value);
    case "namespaceDelegation":
      return [
        `Key ${keyText(mapping.value.targetKey)} signs for namespace ${printable(mapping.value.namespace)}`,
      ];
    case "partyToKeyMapping":
      return [
        `${mapping.value.threshold} of these keys must sign for ${printable(mapping.value.party)}:`,
        ...mapping.value.signingKeys.map(keyText),
      ];
    case "decentralizedNamespaceDefinition":
      return [
        `${mapping.value.threshold} of ${mapping.value.owners.map(printable).join(", ")} sign for namespace ${printable(mapping.value.decentralizedNamespace)}`,
      ];
    default:
      return undefined;
  }
};

const keysIn = ({ mapping }: TopologyTransaction): ReadonlyArray<SigningPublicKey> => {
  switch (mapping.kind) {
    case "partyToParticipant":
      return mapping.value.partySigningKeys?.keys ?? [];
    case "namespaceDelegation":
      return [mapping.value.targetKey];
    case "partyToKeyMapping":
      return mapping.value.signingKeys;
    default:
      return [];
  }
};

/**
 * Says in words what topology transactions do, and computes the hash over all of them.
 * @returns the description, or which bytes are no topology transaction
 */
export const describeTopology = (
  transactions: ReadonlyArray<Uint8Array>,
): Either<SigningError, TopologyDescription> => {
  const lines: Array<string> = [];
  const doubts: Array<string> = [];
  const keys = new Set<string>();
  for (const bytes of transactions) {
    const transaction = decodeTopologyTransaction(bytes);
    if (isLeft(transaction)) return transaction;

    const words = linesOf(transaction.right);
    lines.push(...(words ?? [`Changes ${transaction.right.mapping.kind}`]));
    if (words === undefined) doubts.push(`unknown: a change of ${transaction.right.mapping.kind}`);

    if (words?.some((line) => line.includes(brokenKey)) === true)
      doubts.push("it has a key that cannot be read");
    for (const key of keysIn(transaction.right)) keys.add(keyText(key));
    if (transaction.right.operation !== 1) doubts.push("it removes a mapping");
  }
  const hash = multiHash(transactions.map(topologyTransactionHash));
  const all = [...lines, `Hash: ${hexOf(hash)}`];
  return right({ multiHash: hash, lines: all, keys: [...keys], doubts });
};
