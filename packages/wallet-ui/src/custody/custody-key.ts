import { fingerprintOf } from "@tallystick/signing/browser";
import { type OwnBytes, base64Of } from "./base64.js";

/** A key of this browser: it signs here and cannot be read out. */
export interface CustodyKey {
  readonly fingerprint: string;
  /** The public key, 32 bytes. */
  readonly publicKey: OwnBytes;
  /** Not extractable. */
  readonly privateKey: CryptoKey;
}

/** A key that was just made, whose backup can be made now and never again. */
export interface NewKey {
  readonly key: CustodyKey;
  /** PKCS #8. Overwrite it when the backup is made or declined. */
  readonly pkcs8: OwnBytes;
}

const algorithm = { name: "Ed25519" };

/** The private key from its PKCS #8, not extractable. Throws when the bytes are none. */
export const importPrivateKey = async (subtle: SubtleCrypto, pkcs8: OwnBytes): Promise<CryptoKey> =>
  subtle.importKey("pkcs8", pkcs8, algorithm, false, ["sign"]);

/** Whether this browser can make and use keys: not without HTTPS, and not an old one. */
export const canSign = async (subtle: SubtleCrypto | undefined): Promise<boolean> => {
  try {
    if (subtle === undefined) return false;
    await subtle.generateKey(algorithm, false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
};

/** Makes a key. Throws where the browser has no Ed25519; call `canSign` before. */
export const makeKey = async (subtle: SubtleCrypto): Promise<NewKey> => {
  const pair = await subtle.generateKey(algorithm, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519: found one key, expected a pair");
  const publicKey = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
  const pkcs8 = new Uint8Array(await subtle.exportKey("pkcs8", pair.privateKey));
  const privateKey = await importPrivateKey(subtle, pkcs8);
  return { key: { fingerprint: fingerprintOf(publicKey), publicKey, privateKey }, pkcs8 };
};

/** Whether the two halves of a key belong together. */
export const isPair = async (subtle: SubtleCrypto, key: CustodyKey): Promise<boolean> => {
  const message = new TextEncoder().encode("tallystick-key-check");
  const publicKey = await subtle.importKey("raw", key.publicKey, algorithm, false, ["verify"]);
  const signature = await subtle.sign(algorithm, key.privateKey, message);
  return subtle.verify(algorithm, publicKey, signature, message);
};

/** A signature as the ledger API takes it. */
export interface WireSignature {
  readonly format: "SIGNATURE_FORMAT_CONCAT";
  /** Base64. */
  readonly signature: string;
  readonly signedBy: string;
  readonly signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519";
}

/** Signs bytes; pages call `signPrepared` and `signTopology`, which take what was reviewed. */
export const signBytes = async (
  subtle: SubtleCrypto,
  key: CustodyKey,
  message: Uint8Array,
): Promise<WireSignature> => {
  const signature = await subtle.sign(algorithm, key.privateKey, Uint8Array.from(message));
  return {
    format: "SIGNATURE_FORMAT_CONCAT",
    signature: base64Of(new Uint8Array(signature)),
    signedBy: key.fingerprint,
    signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
  };
};
