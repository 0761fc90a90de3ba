import {
  base64Decode,
  type Int64,
  int64From,
  int64FromText,
  microsToText,
  isPartyIdString,
  isSynchronizerId,
  type Micros,
  type Numeric,
  numericFromText,
  timestampMaxMicros,
  timestampMinMicros,
  type ValueError,
  valueError,
  type PartyId,
  type ContractId,
} from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type PublicKey, publicKeyFrom } from "@tallystick/signing";
import {
  expectedError,
  optional,
  required,
  SchemaType,
  type WireField,
  wireInt64,
  wireObject,
  type WireReadable,
  wireString,
} from "@tallystick/wire";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { refused } from "./wallet-row.js";

/** The most characters of a value in an error text. */
const maxShown = 100;

const found = (value: unknown): string => {
  const text = String(value);
  return `found "${text.length > maxShown ? `${text.slice(0, maxShown)}...` : text}"`;
};

/** A type that refines the values of another; Left is what is expected. */
export const readOn = <A, B>(
  name: string,
  type: WireReadable<A>,
  read: (value: A) => Either<ValueError, B>,
): SchemaType<B> =>
  new SchemaType<B>(name, type.schema, (u) => {
    const decoded = type.read(u);
    if (isLeft(decoded)) return decoded;
    const value = read(decoded.right);
    return isLeft(value)
      ? left({ path: [], reason: `${found(u)}, ${value.left.reason}`, actual: u })
      : value;
  });

/** A type of those values of another that satisfy a condition. */
export const where = <A>(
  name: string,
  type: WireReadable<A>,
  isTaken: (value: A) => boolean,
  expected: string,
): SchemaType<A> =>
  readOn(name, type, (value) =>
    isTaken(value) ? right(value) : valueError(`expected ${expected}`),
  );

const aboveZero = chain(
  (amount: Numeric): Either<ValueError, Numeric> =>
    amount > 0n ? right(amount) : valueError("expected an amount above 0"),
);

/** A decimal as the public wallet writes and reads it: no plus, and digits around a point. */
const decimal = /^-?\d+(?:\.\d+)?$/;
/** With no more digits than the coin's amounts; zeros count. */
const shortDecimal = /^-?\d{1,28}(?:\.\d{1,10})?$/;

/** An amount above 0, with at most 28 digits before the point and 10 after it. */
export const positiveAmount: SchemaType<Numeric> = readOn("positive amount", wireString, (text) => {
  if (!decimal.test(text)) return valueError("expected a decimal such as 1.5");
  const amount = aboveZero(numericFromText(text));
  return isLeft(amount) || shortDecimal.test(text)
    ? amount
    : valueError("expected at most 28 digits before the point and 10 after it");
});

/** A JSON number, also written as text: public validators read both. */
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

/** A number written without an exponent. */
const withoutExponent = (text: string): string => {
  const [mantissa = "", exponentText] = text.toLowerCase().split("e");
  if (exponentText === undefined) return text;
  const sign = mantissa.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const point = whole.length + Number(exponentText);
  const digits = whole + fraction;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return point >= digits.length
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
};

/** The value of a JSON number, as a decimal without needless zeros; other texts as they are. */
const plainNumber = (text: string): string =>
  numberText.test(text)
    ? withoutExponent(text)
        .replace(/^(-?)0+(?=\d)/, "$1")
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "")
    : text;

/**
 * An amount above 0 that clients send as a JSON number (wallet 4.5), or as text when it has too
 * many digits for a number.
 */
export const positiveNumber: SchemaType<Numeric> = new SchemaType<Numeric>(
  "positive number",
  { type: "number" },
  (u) =>
    typeof u === "string" || typeof u === "number" || typeof u === "bigint"
      ? positiveAmount.read(plainNumber(String(u)))
      : expectedError("a number", u),
);

/** A name and a namespace; whether there is such a party is another question. */
export const partyId: SchemaType<PartyId> = where(
  "party id",
  wireString,
  (text) => isPartyIdString(text) && /^.{1,185}?::.{1,68}$/.test(text),
  "a party id such as alice::1220ab..",
);

/** A contract id in the form of ledgers; contracts of others have it without a suffix. */
const contractIdOf = (least: number): SchemaType<ContractId> =>
  where(
    "contract id",
    wireString,
    (text) => /^00(?:[0-9a-f]{2}){32,127}$/.test(text) && text.length >= least,
    "a contract id such as 00ab..",
  );

/** Characters of a contract id with a suffix, which every contract of a ledger has. */
const suffixedLength = 68;

/** The id of a contract that a command is to use. */
export const contractId = contractIdOf(suffixedLength);

/** The id of any contract, also of one without a suffix. */
export const anyContractId = contractIdOf(0);

/** Path of the rows about one contract. */
export const ContractIdPath = wireObject("ContractIdPath", { contract_id: required(contractId) });

/** Path with the id of any contract. */
export const AnyContractIdPath = wireObject("ContractIdPath", {
  contract_id: required(anyContractId),
});

/** Path of the rows that look a contract up first: there is none with an id that is none. */
export const LookedUpPath = wireObject("LookedUpPath", { contract_id: required(wireString) });

/** Descriptions and tracking ids of offers have fewer characters (wallet 2.1). */
const textLimit = 280;

/** A text that the ledger accepts as the description of an offer. */
export const shortText: SchemaType<string> = where(
  "short text",
  wireString,
  (text) => Array.from(text).length < textLimit,
  `fewer than ${textLimit} characters`,
);

/** A non-empty text with which a client finds its operation again. */
export const operationId: SchemaType<string> = where(
  "operation id",
  wireString,
  (text) => text !== "",
  "a text that is not empty",
);

/** A short one, which the contract of the operation holds. */
export const trackingId: SchemaType<string> = where(
  "tracking id",
  shortText,
  (text) => text !== "",
  "a text that is not empty",
);

/** An integer, or a JSON number with its value as text, which public validators read too. */
export const integer: SchemaType<number | bigint> = new SchemaType<number | bigint>(
  "integer",
  wireInt64.schema,
  (u) => {
    const digits = typeof u === "string" ? plainNumber(u) : "";
    return wireInt64.read(/^-?\d{1,19}$/.test(digits) ? BigInt(digits) : u);
  },
);

/** A time in microseconds since the Unix epoch, from the year 1 up to the year 9999. */
export const moment: SchemaType<bigint> = readOn("moment", integer, (value) => {
  const micros = BigInt(value);
  return micros >= timestampMinMicros && micros <= timestampMaxMicros
    ? right(micros)
    : valueError("expected microseconds since 1970, from the year 1 up to the year 9999");
});

const integerFrom = (least: bigint, name: string, expected: string): SchemaType<Int64> =>
  readOn(name, integer, (value) => {
    const read = int64From(value);
    return isLeft(read) || read.right < least ? valueError(`expected ${expected}`) : read;
  });

/** A 64-bit integer of 0 or more. */
export const nonNegative: SchemaType<Int64> = integerFrom(0n, "non-negative int64", "0 or more");

/** A 64-bit integer above 0. */
export const positive: SchemaType<Int64> = integerFrom(1n, "positive int64", "a number above 0");

/** A whole number from 1 to a maximum, read by a type of numbers. */
export const upTo = (most: number, type: WireReadable<number | bigint>): SchemaType<number> =>
  readOn(`1 to ${most}`, type, (value) =>
    value >= 1 && value <= most
      ? right(Number(value))
      : valueError(`expected a whole number from 1 to ${most}`),
  );

const digits: SchemaType<string> = new SchemaType(
  "int64 of a query",
  { type: "integer", format: "int64" },
  (u) =>
    typeof u === "string" && /^[+-]?\d{1,19}$/.test(u)
      ? right(u)
      : expectedError("a whole number", u),
);

/** A whole number of 64 bits in a query string. */
export const wholeNumberText: SchemaType<Int64> = readOn("int64 of a query", digits, int64FromText);

/** The place in a list after which a page begins; beyond 2^53 it is after any list. */
export const pageStart: SchemaType<number> = readOn("page start", wholeNumberText, (value) =>
  right(Math.min(Math.max(0, Number(value)), Number.MAX_SAFE_INTEGER)),
);

/** A number in a query that may be left out; an empty text leaves it out too. */
export const optionalNumber = <A>(type: SchemaType<A>): WireField<A | undefined> =>
  optional(
    new SchemaType<A | undefined>(type.name, type.schema, (u) =>
      u === "" ? right(undefined) : type.read(u),
    ),
  );

/** A number that a query must have; an empty text is none. */
export const requiredNumber = <A>(type: SchemaType<A>): WireField<A> =>
  required(new SchemaType(type.name, type.schema, (u) => type.read(u === "" ? undefined : u)));

/** An object whose fields are all optional, where null is none. */
export const notNull = <A>(type: SchemaType<A>): SchemaType<A> =>
  new SchemaType(
    type.name,
    type.schema,
    (u) => (u === null ? expectedError("an object", u) : type.read(u)),
    type.definitions,
  );

/** A body that may be left out and is not read. */
export const ignoredBody: SchemaType<unknown> = new SchemaType<unknown>("ignored", {}, right);

/** Bytes written as hex. */
export const hexBytes: SchemaType<Uint8Array> = readOn<string, Uint8Array>(
  "hex",
  wireString,
  (text) =>
    /^(?:[0-9a-f]{2})*$/i.test(text) ? right(Buffer.from(text, "hex")) : valueError("expected hex"),
);

/** Bytes written as Base64. */
export const base64Bytes: SchemaType<Uint8Array> = readOn("base64", wireString, base64Decode);

/** An Ed25519 public key written as hex, 32 bytes (wallet 4.5). */
export const publicKey: SchemaType<PublicKey> = readOn("public key", hexBytes, (bytes) => {
  const key = publicKeyFrom("SIGNING_KEY_SPEC_EC_CURVE25519", "CRYPTO_KEY_FORMAT_RAW", bytes);
  return isLeft(key) ? valueError(key.left.message) : key;
});

/** The time, which must be in the future; else 400. */
export const inFuture = (at: bigint, field: string, now: Micros): bigint => {
  if (at > now) return at;
  const expected = "expected a time in the future";
  throw refused(400, `Invalid ${field}: found ${microsToText(at)}, ${expected}`);
};

/** The party, if the network knows it; else 404, as the ledger answers commands that inform it. */
export const knownParty = (ledger: Ledger, party: PartyId, field: string): string => {
  if (ledger.party(party) !== undefined) return party;
  throw refused(404, `Invalid ${field}: the party ${party} is not known on this network`);
};

/** A synchronizer id, `name::fingerprint`. */
export const synchronizerId: SchemaType<string> = where(
  "synchronizer id",
  wireString,
  isSynchronizerId,
  "<name>::<fingerprint>",
);
