import { type PublicKey, publicKeyFrom } from "@tallystick/signing";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

const hexText = /^(?:[0-9a-f]{2})*$/i;

/** Bytes written as hex. */
export const hexBytes = (text: string, field: string): Either<WalletError, Uint8Array> =>
  hexText.test(text)
    ? right(Buffer.from(text, "hex"))
    : refused(400, `Invalid ${field}: expected hex, found "${text.slice(0, 60)}"`);

/** An Ed25519 public key written as hex, 32 bytes (wallet 4.5). */
export const publicKeyOf = (hex: string, field: string): Either<WalletError, PublicKey> => {
  const bytes = hexBytes(hex, field);
  if (isLeft(bytes)) return bytes;
  const key = publicKeyFrom("SIGNING_KEY_SPEC_EC_CURVE25519", "CRYPTO_KEY_FORMAT_RAW", bytes.right);
  return isLeft(key) ? refused(400, `Invalid ${field}: ${key.left.message}`) : key;
};
