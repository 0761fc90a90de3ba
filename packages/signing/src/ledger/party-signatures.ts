import { base64Decode, type PartyKeys, type PartyId, shortId } from "@tallystick/core";
import { type Either, isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { hexOf } from "../keys/fingerprint.js";
import { keySpecs } from "../keys/key-spec.js";
import { type PublicKey, publicKeyFrom } from "../keys/public-key.js";
import { type Signature, verifySignature } from "../keys/signature.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

/** The signatures of one party; several of one party are taken together. */
export interface SignaturesOfParty {
  readonly party: PartyId;
  readonly signatures: ReadonlyArray<Signature>;
}

/** A signature that counts, with its party. */
export interface CountedSignature {
  readonly party: PartyId;
  readonly signature: Signature;
}

/** Most signatures of one party that are looked at (interactive-submission 3.4). */
const MAX_SIGNATURES_PER_PARTY = 50;

// reading a key takes as long as half a verification, and most parties sign more than once
const MAX_KNOWN_KEYS = 10_000;
const knownKeys = new Map<string, PublicKey>();

const publicKeyOf = (key: PartyKeys["keys"][number]): PublicKey | undefined => {
  const known = knownKeys.get(key.publicKey);
  if (known !== undefined) return known;
  const der = base64Decode(key.publicKey);
  const keySpec = keySpecs.find((spec) => spec === key.keySpec);
  if (isLeft(der) || keySpec === undefined) return undefined;
  const format = "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO";
  const read = publicKeyFrom(keySpec, format, der.right);
  if (isLeft(read)) return undefined;
  if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear();
  knownKeys.set(key.publicKey, read.right);
  return read.right;
};

const countedOf = (
  party: PartyId,
  { keys, threshold }: PartyKeys,
  signatures: ReadonlyArray<Signature>,
  hash: Uint8Array,
): Either<SigningError, ReadonlyArray<CountedSignature>> => {
  if (signatures.length > keys.length) {
    return signingError(
      `${signatures.length} external signatures were provided, which is more than the number of registered signing keys (${keys.length}) with protocol usage for ${party}`,
    );
  }
  const good = new Map<string, Signature>();
  let bad = 0;
  for (const signature of signatures) {
    const key = keys.find(({ fingerprint }) => fingerprint === signature.signedBy);
    const publicKey = key === undefined ? undefined : publicKeyOf(key);
    if (publicKey !== undefined && isRight(verifySignature(publicKey, hash, signature)))
      good.set(signature.signedBy, signature);
    else bad += 1;
  }
  return good.size >= threshold
    ? right([...good.values()].map((signature) => ({ party, signature })))
    : signingError(
        `Received ${good.size} valid signatures from distinct keys (${bad} invalid), but expected at least ${threshold} valid for ${shortId(party)}. ` +
          `Transaction hash to be signed: 1220${hexOf(hash)}. Ensure the correct transaction hash is signed with the correct key(s).`,
      );
};

/**
 * Checks that every acting party signed a hash with enough of its keys (interactive-submission
 * 3.3). Signatures of other
 * parties do not matter.
 *
 * @param keysOf the keys of a party; undefined when it has none
 * @returns those that count, or which party did not sign and why
 */
export const checkPartySignatures = (
  actAs: ReadonlyArray<PartyId>,
  given: ReadonlyArray<SignaturesOfParty>,
  hash: Uint8Array,
  keysOf: (party: PartyId) => PartyKeys | undefined,
): Either<SigningError, ReadonlyArray<CountedSignature>> => {
  const byParty = new Map<string, Array<Signature>>();
  for (const { party, signatures } of given)
    byParty.set(party, [...(byParty.get(party) ?? []), ...signatures]);
  const silent = actAs.filter((party) => (byParty.get(party) ?? []).length === 0);
  if (silent.length > 0) {
    return signingError(
      `The following actAs parties did not provide an external signature: ${silent.join(", ")}`,
    );
  }
  const counted: Array<CountedSignature> = [];
  for (const party of actAs) {
    const signatures = byParty.get(party) ?? [];
    const keys = keysOf(party);
    if (keys === undefined) return signingError(`Could not find party signing keys for ${party}.`);
    if (signatures.length > MAX_SIGNATURES_PER_PARTY) {
      return signingError(
        `One or more parties provided more than the maximum number of signatures allowed (${MAX_SIGNATURES_PER_PARTY})`,
      );
    }
    const own = countedOf(party, keys, signatures, hash);
    if (isLeft(own)) return own;
    counted.push(...own.right);
  }
  return right(counted);
};
