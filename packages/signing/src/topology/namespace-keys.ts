import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { hexOf, isFingerprint, purposedHash } from "../keys/fingerprint.js";
import { keyUsages } from "../keys/key-spec.js";
import type { PublicKey } from "../keys/public-key.js";
import type { NamespaceDelegation } from "../messages/topology-transaction.js";
import { type OnboardingError, invalidOnboarding } from "./onboarding-error.js";
import type { OnboardingMappings } from "./onboarding-mappings.js";
import { publicKeyOfTopology } from "./topology-key.js";

/** The purpose of the hash that names a namespace of several owners. */
const DECENTRALIZED_NAMESPACE_PURPOSE = 37;

/** Who may sign for a namespace. */
export interface NamespaceKeys {
  /** Keys of root delegations by their fingerprints. */
  readonly keys: ReadonlyMap<string, PublicKey>;
  /** The namespaces of which `threshold` must sign; one for a namespace of a single key. */
  readonly owners: ReadonlyArray<string>;
  readonly threshold: number;
}

const invalid = (message: string): Either<OnboardingError, never> =>
  left(invalidOnboarding(message));

const lengthPrefixedText = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, "utf8");
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** The name of the namespace of several owners: the hash over their names, sorted. */
export const decentralizedNamespaceOf = (owners: ReadonlyArray<string>): string =>
  hexOf(
    purposedHash(
      DECENTRALIZED_NAMESPACE_PURPOSE,
      ...[...new Set(owners)].toSorted().map(lengthPrefixedText),
    ),
  );

/** The key of a root delegation: it signs for its own namespace, without restriction. */
const rootKey = (delegation: NamespaceDelegation): Either<OnboardingError, PublicKey> => {
  const key = publicKeyOfTopology(delegation.targetKey);
  if (isLeft(key)) return invalid(key.left.message);
  if (key.right.fingerprint !== delegation.namespace) {
    return invalid(
      "NamespaceDelegation is not a root namespace. Ensure the namespace and target key are the same",
    );
  }
  const isRestricted =
    delegation.canSignAllButNamespaceDelegations !== undefined ||
    delegation.canSignSpecificMappings !== undefined;
  return isRestricted || !delegation.targetKey.usage.includes(keyUsages.namespace)
    ? invalid("NamespaceDelegation of a root namespace must be allowed to sign all mappings")
    : key;
};

/**
 * The keys that the delegations give to the party's namespace, and how many of its owners must sign
 * (interactive-submission 4.5, check 13 and authorization). A key of the party whose fingerprint is
 * the namespace needs no delegation.
 */
export const namespaceKeys = (
  mappings: OnboardingMappings,
): Either<OnboardingError, NamespaceKeys> => {
  const keys = new Map<string, PublicKey>();
  for (const { mapping } of mappings.delegations) {
    const key = rootKey(mapping);
    if (isLeft(key)) return key;
    keys.set(key.right.fingerprint, key.right);
  }
  const { decentralized, namespace } = mappings;
  if (decentralized === undefined) return right({ keys, owners: [namespace], threshold: 1 });
  const { owners, threshold, decentralizedNamespace } = decentralized.mapping;
  if (!owners.every(isFingerprint) || new Set(owners).size !== owners.length)
    return invalid("owners: expected each owner once, as a fingerprint");
  if (threshold < 1 || threshold > owners.length)
    return invalid(`namespace threshold: found ${threshold}, expected 1 to ${owners.length}`);
  return decentralizedNamespaceOf(owners) === decentralizedNamespace
    ? right({ keys, owners, threshold })
    : invalid(
        `decentralized_namespace: found ${decentralizedNamespace}, expected ${decentralizedNamespaceOf(owners)}, the hash of its owners`,
      );
};
