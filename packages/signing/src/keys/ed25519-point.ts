// Curve arithmetic as far as a public key must be checked; node:crypto takes any 32 bytes as one
// (RFC 8032, 5.1.3).
import { hexOf } from "./fingerprint.js";

const P = 2n ** 255n - 19n;
const MASK_255 = 2n ** 255n - 1n;
const LENGTH = 32;

const mod = (n: bigint): bigint => ((n % P) + P) % P;

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
};

const inverse = (n: bigint): bigint => power(n, P - 2n);
const D = mod(-121665n * inverse(121666n));

/** The square of x for a y of the curve: -x² + y² = 1 + d x² y². */
const xSquared = (y: bigint): bigint => {
  const ySquared = mod(y * y);
  return mod((ySquared - 1n) * inverse(mod(D * ySquared + 1n)));
};

const isSquare = (n: bigint): boolean => n === 0n || power(n, (P - 1n) / 2n) === 1n;

/** Doubling changes y to (y² + x²) / (2 + x² - y²). */
const doubledY = (y: bigint): bigint => {
  const x2 = xSquared(y);
  const y2 = mod(y * y);
  return mod((y2 + x2) * inverse(mod(2n + x2 - y2)));
};

/**
 * Eight times the point is the neutral one, (0, 1): with such a key signatures can be made without
 * a private key.
 */
const isOfSmallOrder = (y: bigint): boolean => doubledY(doubledY(doubledY(y))) === 1n;

/**
 * True for 32 bytes that are the canonical encoding of a point of Ed25519 whose order is not small.
 * @param raw the key, little endian with the sign of x in the highest bit
 */
export const isUsableEd25519Key = (raw: Uint8Array): boolean => {
  if (raw.length !== LENGTH) return false;
  const y = BigInt(`0x${hexOf(raw.toReversed())}`) & MASK_255;
  return y < P && isSquare(xSquared(y)) && !isOfSmallOrder(y);
};
