import type { Decoded } from "@tallystick/protobuf";
import type { streamIdentifier, uuid } from "./shared-messages.js";

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id that a server rejects as empty. */
export const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** Digits of 64 bits in hexadecimal. */
const HALF_DIGITS = 16;

const halfText = (bits: bigint): string =>
  BigInt.asUintN(64, bits).toString(16).padStart(HALF_DIGITS, "0");

const withHyphens = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * Whether this is an id in the form in which servers return it: hexadecimal in lower case, with
 * hyphens.
 */
export const isCanonicalId = (id: string): boolean => CANONICAL.test(id);

/** The canonical form of an id on the wire, or undefined if it has none. */
export const idOf = (value: Decoded<typeof uuid> | undefined): string | undefined => {
  if (value?.structured !== undefined) {
    const { mostSignificantBits, leastSignificantBits } = value.structured;
    return withHyphens(halfText(mostSignificantBits) + halfText(leastSignificantBits));
  }
  const lower = value?.string?.toLowerCase();
  return lower !== undefined && isCanonicalId(lower) ? lower : undefined;
};

/** An id as the two halves of the structured form. */
export const structuredId = (
  id: string,
): { readonly mostSignificantBits: bigint; readonly leastSignificantBits: bigint } => {
  const digits = id.replaceAll("-", "");
  const half = (from: number): bigint =>
    BigInt.asIntN(64, BigInt(`0x${digits.slice(from, from + HALF_DIGITS)}`));
  return { mostSignificantBits: half(0), leastSignificantBits: half(HALF_DIGITS) };
};

/** The name in a stream identifier, undefined if there is none. */
export const streamNameOf = (
  value: Decoded<typeof streamIdentifier> | undefined,
): string | undefined => {
  if (value === undefined || value.streamName.length === 0) return undefined;
  return Buffer.from(value.streamName).toString("utf8");
};

export const identifierOf = (stream: string) => ({ streamName: Buffer.from(stream, "utf8") });
