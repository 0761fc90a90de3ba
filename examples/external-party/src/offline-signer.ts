import { generateKeyPairSync } from "node:crypto";
import {
  describePreparedTransaction,
  descriptionLines,
  describeTopology,
  type PrivateKey,
  privateKeyFrom,
  signMessage,
} from "@tallystick/signing";
import { isLeft } from "fp-ts/lib/Either.js";

/** A signature as the JSON Ledger API takes it. */
interface WireSignature {
  readonly format: string;
  readonly signature: string;
  readonly signedBy: string;
  readonly signingAlgorithmSpec: string;
}

/**
 * A machine without a network that has the key. It shows what it signs, and signs what it computed.
 */
export interface OfflineSigner {
  /** The public key as `generate-topology` takes it. */
  readonly publicKey: {
    readonly format: string;
    readonly keyData: string;
    readonly keySpec: string;
  };
  /** Signs topology transactions, given in Base64. */
  signTopology(transactions: ReadonlyArray<string>): WireSignature;
  /** Signs a prepared transaction, given in Base64. */
  signTransaction(preparedTransaction: string): WireSignature;
}

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, "base64");
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const wireSignature = (key: PrivateKey, message: Uint8Array): WireSignature => {
  const { format, bytes, signedBy, algorithm } = signMessage(key, message);
  return { format, signature: base64Of(bytes), signedBy, signingAlgorithmSpec: algorithm };
};

const withoutDoubt = (doubts: ReadonlyArray<string>): void => {
  if (doubts.length > 0) throw new Error(`not signed: ${doubts.join("; ")}`);
};

/**
 * A signer with a new key.
 * @param show is called with each line of what is about to be signed
 */
export const newOfflineSigner = (show: (line: string) => void): OfflineSigner => {
  const made = privateKeyFrom(generateKeyPairSync("ed25519").privateKey);
  if (isLeft(made)) throw new Error(made.left.message);
  const key = made.right;
  return {
    publicKey: {
      format: "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
      keyData: base64Of(key.publicKey.der),
      keySpec: key.publicKey.keySpec,
    },
    signTopology: (transactions) => {
      const description = describeTopology(transactions.map(bytesOf));
      if (isLeft(description)) throw new Error(description.left.message);
      description.right.lines.forEach(show);
      withoutDoubt(description.right.doubts);
      return wireSignature(key, description.right.multiHash);
    },
    signTransaction: (preparedTransaction) => {
      const description = describePreparedTransaction(bytesOf(preparedTransaction));
      if (isLeft(description)) throw new Error(description.left.message);
      descriptionLines(description.right).forEach(show);
      withoutDoubt(description.right.doubts);
      return wireSignature(key, description.right.hash);
    },
  };
};
