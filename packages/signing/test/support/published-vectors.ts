import { readFileSync } from "node:fs";

/** A prepared transaction with its hashes, in hex. */
interface PreparedVector {
  readonly name: string;
  readonly preparedTransaction: string;
  readonly hashV2?: string;
  readonly transactionHashV2?: string;
  readonly metadataHashV2?: string;
  readonly hashV3: string;
  readonly transactionHashV3: string;
  readonly metadataHashV3: string;
}

/** Topology transactions in Base64 with their hashes in hex. */
interface TopologyVector {
  readonly name: string;
  readonly topologyTransactions: ReadonlyArray<string>;
  readonly transactionHashes: ReadonlyArray<string>;
  readonly multiHash: string;
}

/** A key with its fingerprint. */
interface KeyVector {
  readonly name: string;
  readonly keySpec:
    | "SIGNING_KEY_SPEC_EC_CURVE25519"
    | "SIGNING_KEY_SPEC_EC_P256"
    | "SIGNING_KEY_SPEC_EC_SECP256K1";
  readonly privateSeedHex?: string;
  readonly publicKeyRaw?: string;
  readonly publicKeyDerX509Spki: string;
  readonly fingerprint: string;
}

/** An Ed25519 signature. */
interface SignatureVector {
  readonly what: string;
  readonly signedBy: string;
  readonly messageBase64: string;
  readonly signature: string;
}

interface Vectors {
  readonly preparedTransactions: ReadonlyArray<PreparedVector>;
  readonly preparedTransactionsV3Only: ReadonlyArray<PreparedVector>;
  readonly preimagesOfCreateMinimalV2: {
    readonly encodedNode0: string;
    readonly transactionHashInput: string;
    readonly metadataHashInput: string;
  };
  readonly topology: ReadonlyArray<TopologyVector>;
  readonly fingerprints: ReadonlyArray<KeyVector>;
  readonly signatures: ReadonlyArray<SignatureVector>;
}

// the compiled test is in dist/test/support
const path = new URL("../../../test/fixtures/prepared-transactions.json", import.meta.url);

/**
 * Messages, hashes, keys and signatures computed with the network's own programs; see the file for
 * which.
 */
export const vectors: Vectors = JSON.parse(readFileSync(path, "utf8"));

/** A vector by its name; throws when there is none. */
export const preparedVector = (name: string): PreparedVector => {
  const found = vectors.preparedTransactions.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no vector ${name}`);
  return found;
};

/** A key vector by its name; throws when there is none. */
export const keyVector = (name: string): KeyVector => {
  const found = vectors.fingerprints.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`no key ${name}`);
  return found;
};

export const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text, "base64"));
export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
