import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { curves } from "../cryptography.js";
import { spendSteps } from "../values/meter.js";
import { bytesOfHex, cryptoFailure } from "./hex.js";

type Curves = ReturnType<typeof curves>;
type Curve = Curves[keyof Curves];

const ecPublicKey = "2a8648ce3d0201";
const curveNames: ReadonlyMap<string, keyof Curves> = new Map([
  ["2b8104000a", "secp256k1"],
  ["2a8648ce3d030107", "p256"],
  ["2b81040022", "p384"],
  ["2b81040023", "p521"],
]);

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly rest: Uint8Array;
}

/** The first DER element of some bytes; undefined when it is none. */
const elementOf = (bytes: Uint8Array): Element | undefined => {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first - 0x80;
  if (lengthBytes > 2 || (first >= 0x80 && lengthBytes === 0)) return undefined;
  const length =
    first < 0x80
      ? first
      : bytes.subarray(2, 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0);
  // a length takes as few bytes as it can
  if (lengthBytes > 0 && length < (lengthBytes === 1 ? 0x80 : 0x100)) return undefined;
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) return undefined;
  return {
    tag,
    content: bytes.subarray(start, start + length),
    rest: bytes.subarray(start + length),
  };
};

const sequenceTag = 0x30;
const integerTag = 0x02;
const bitStringTag = 0x03;
const oidTag = 0x06;

const contentOf = (tag: number, bytes: Uint8Array): Element | undefined => {
  const element = elementOf(bytes);
  return element?.tag === tag ? element : undefined;
};

const hexOf = (bytes: Uint8Array | undefined): string =>
  bytes === undefined ? "" : Buffer.from(bytes).toString("hex");

interface Key {
  readonly curve: Curve;
  readonly point: Uint8Array;
}

/** The key in a DER SubjectPublicKeyInfo; bytes after it are let be. */
const keyOf = (der: Uint8Array): Key => {
  const whole = contentOf(sequenceTag, der);
  const algorithm = contentOf(sequenceTag, whole?.content ?? new Uint8Array());
  const type = contentOf(oidTag, algorithm?.content ?? new Uint8Array());
  const named = contentOf(oidTag, type?.rest ?? new Uint8Array());
  const bits = contentOf(bitStringTag, algorithm?.rest ?? new Uint8Array());
  const name = curveNames.get(hexOf(named?.content));
  if (hexOf(type?.content) !== ecPublicKey || name === undefined || bits?.content[0] !== 0)
    throw cryptoFailure("MalformedKey", "expected an elliptic curve key in DER");
  return { curve: curves()[name], point: bits.content.subarray(1) };
};

const isOnCurve = ({ curve, point }: Key): boolean => {
  try {
    curve.Point.fromHex(point).assertValidity();
    return true;
  } catch {
    return false;
  }
};

/** The two numbers of a DER signature; undefined when it is none. */
const numbersOf = (der: Uint8Array): readonly [bigint, bigint] | undefined => {
  const whole = contentOf(sequenceTag, der);
  const r = contentOf(integerTag, whole?.content ?? new Uint8Array());
  const s = contentOf(integerTag, r?.rest ?? new Uint8Array());
  if (whole === undefined || r === undefined || s === undefined) return undefined;
  if (whole.rest.length > 0 || s.rest.length > 0) return undefined;
  const numbers = [numberOf(r.content), numberOf(s.content)] as const;
  const [first, second] = numbers;
  return first === undefined || second === undefined ? undefined : [first, second];
};

// neither empty, nor negative, nor with a zero it could do without
const numberOf = (bytes: Uint8Array): bigint | undefined => {
  const [first, second] = bytes;
  if (first === undefined || first >= 0x80) return undefined;
  if (first === 0 && second !== undefined && second < 0x80) return undefined;
  return BigInt(`0x${hexOf(bytes)}`);
};

const maxDigestBytes = 66;

// a verification takes as long as so many calls: about a millisecond
const stepsOfSecp256k1 = 20_000;

/** The steps of a verification; the time grows with the cube of the size of the curve's numbers. */
const stepsOf = ({ Point }: Curve): number =>
  Math.ceil(stepsOfSecp256k1 * (Point.Fn.BITS / curves().secp256k1.Point.Fn.BITS) ** 3);

/**
 * Verifies an ECDSA signature over a digest (daml-lf B.4). Any curve that the key names is taken,
 * and a high S. Throws Crypto errors for a key or a signature that cannot be read.
 */
const verifies = (signature: Uint8Array, digest: Uint8Array, der: Uint8Array): boolean => {
  const key = keyOf(der);
  spendSteps(stepsOf(key.curve));
  if (!isOnCurve(key))
    throw cryptoFailure("MalformedByteEncoding", "the point of the key is not on its curve");
  const order = key.curve.Point.Fn.ORDER;
  const numbers = numbersOf(signature);
  if (numbers === undefined || numbers.some((each) => each >= order))
    throw cryptoFailure("MalformedSignature", "error decoding signature bytes");
  const [r, s] = numbers;
  if (r === 0n || s === 0n) return false;
  return key.curve.verify(
    new key.curve.Signature(r, s).toBytes("compact"),
    digest.subarray(0, maxDigestBytes),
    key.point,
    { lowS: false, prehash: false, format: "compact" },
  );
};

const what = {
  signature: "signature hex string",
  message: "message hex string",
  key: "DER encoded public key hex string",
};

/** SECP256K1_BOOL: over the SHA-256 of the message. Reads message, signature, key in this order. */
export const verifiesMessage = (signature: string, message: string, key: string): boolean => {
  const data = bytesOfHex(message, what.message);
  const signed = bytesOfHex(signature, what.signature);
  const der = bytesOfHex(key, what.key);
  return verifies(signed, hash("sha256", data, "buffer"), der);
};

/** SECP256K1_WITH_ECDSA_BOOL: over a digest. Reads signature, digest and key in this order. */
export const verifiesDigest = (signature: string, digest: string, key: string): boolean => {
  const signed = bytesOfHex(signature, what.signature);
  const data = bytesOfHex(digest, what.message);
  return verifies(signed, data, bytesOfHex(key, what.key));
};

/** SECP256K1_VALIDATE_KEY: true for a point on secp256k1, false for other points and curves. */
export const isSecp256k1Key = (key: string): boolean => {
  const read = keyOf(bytesOfHex(key, what.key));
  spendSteps(stepsOfSecp256k1 / 10);
  return read.curve === curves().secp256k1 && isOnCurve(read);
};
