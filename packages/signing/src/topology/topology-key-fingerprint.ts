import { type Either, right } from "fp-ts/lib/Either.js";
import { isUsableEd25519Key } from "../keys/ed25519-point.js";
import { fingerprintOf, hexOf } from "../keys/fingerprint.js";
import { type KeySpec, keySpecOfNumber } from "../keys/key-spec.js";
import { type SigningError, signingError } from "../keys/signing-error.js";
import type { SigningPublicKey } from "../messages/topology-transaction.js";

/** The format of the bare 32 bytes of an Ed25519 key. */
const rawFormat = 3;
const formats: ReadonlyArray<number> = [2, rawFormat, 4];
const ed25519Head = "302a300506032b6570032100";
const ed25519Bytes = 32;

/** A curve y² = x³ + ax + b over p, and what comes before x in the SubjectPublicKeyInfo. */
interface Curve {
  readonly head: string;
  readonly bytes: number;
  readonly p: bigint;
  readonly a: bigint;
  readonly b: bigint;
}

const curves: Readonly<Record<Exclude<KeySpec, "SIGNING_KEY_SPEC_EC_CURVE25519">, Curve>> = {
  SIGNING_KEY_SPEC_EC_P256: {
    head: "3059301306072a8648ce3d020106082a8648ce3d03010703420004",
    bytes: 32,
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    a: -3n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  SIGNING_KEY_SPEC_EC_P384: {
    head: "3076301006072a8648ce3d020106052b8104002203620004",
    bytes: 48,
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    a: -3n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  SIGNING_KEY_SPEC_EC_SECP256K1: {
    head: "3056301006072a8648ce3d020106052b8104000a03420004",
    bytes: 32,
    p: 2n ** 256n - 2n ** 32n - 977n,
    a: 0n,
    b: 7n,
  },
};

const isOnCurve = ({ p, a, b }: Curve, x: bigint, y: bigint): boolean =>
  x < p && y < p && (y * y - (x * x * x + a * x + b)) % p === 0n;

const ed25519Fingerprint = (format: number, key: Uint8Array): Either<SigningError, string> => {
  const isRaw = format === rawFormat;
  const head = isRaw ? "" : ed25519Head;
  const raw = key.subarray(head.length / 2);
  if (!hexOf(key).startsWith(head) || raw.length !== ed25519Bytes)
    return signingError(`key: found ${key.length} bytes, expected those of an Ed25519 key`);
  return isUsableEd25519Key(raw)
    ? right(fingerprintOf(raw))
    : signingError("key: not a point of the curve that can sign");
};

const curveFingerprint = (curve: Curve, key: Uint8Array): Either<SigningError, string> => {
  const hex = hexOf(key);
  const { head, bytes } = curve;
  if (!hex.startsWith(head) || hex.length !== head.length + bytes * 4)
    return signingError(`key: found ${key.length} bytes, expected an uncompressed point in DER`);
  const x = BigInt(`0x${hex.slice(head.length, head.length + bytes * 2)}`);
  const y = BigInt(`0x${hex.slice(head.length + bytes * 2)}`);
  return isOnCurve(curve, x, y) && (x !== 0n || y !== 0n)
    ? right(fingerprintOf(key))
    : signingError("key: not a point of the curve");
};

/**
 * The fingerprint of a key of a topology transaction, checked with arithmetic alone so that it
 * works in a browser too.
 *
 * @returns the fingerprint, or why the key is none
 */
export const topologyKeyFingerprint = ({
  format,
  keySpec,
  publicKey,
}: SigningPublicKey): Either<SigningError, string> => {
  const spec = keySpecOfNumber(keySpec);
  if (!formats.includes(format))
    return signingError(`key format: found ${format}, expected 2, 3 or 4`);
  if (spec === undefined) return signingError(`key spec: found ${keySpec}, expected 1 to 4`);
  if (spec === "SIGNING_KEY_SPEC_EC_CURVE25519") return ed25519Fingerprint(format, publicKey);
  return format === rawFormat
    ? signingError(`key format RAW: expected an Ed25519 key, found ${spec}`)
    : curveFingerprint(curves[spec], publicKey);
};
