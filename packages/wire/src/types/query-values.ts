import { wireInstant } from "./wire-instant.js";
import { SchemaType, type WireReadable } from "./schema-type.js";
import { left, right } from "fp-ts/lib/Either.js";
import { expectedError, wireArray, wireString } from "./wire-type.js";
import { optional } from "./wire-field.js";

const int32Min = -(2 ** 31);
const int32Max = 2 ** 31 - 1;

/**
 * A 32-bit integer in a query string; whether it may be negative is checked later (ledger-api 3.4).
 */
export const queryInt32: SchemaType<number> = new SchemaType(
  "int32 of a query",
  { type: "integer", format: "int32" },
  (u) => {
    const value = typeof u === "string" && /^-?\d{1,10}$/.test(u) ? Number(u) : Number.NaN;
    return value >= int32Min && value <= int32Max
      ? right(value)
      : left({ path: [], reason: "expected a 32-bit integer", actual: u });
  },
);

/** Query parameters of a page of users or parties (ledger-api 1.1). */
export const pageFields = {
  pageSize: optional(queryInt32),
  pageToken: optional(wireString),
};

const texts: WireReadable<ReadonlyArray<string>> = wireArray(wireString);

/** `true` or `false` in a query string. */
export const queryBoolean: SchemaType<boolean> = new SchemaType(
  "boolean of a query",
  { type: "boolean" },
  (u) => (u === "true" || u === "false" ? right(u === "true") : expectedError("true or false", u)),
);

/** A query parameter that may come several times, as all its values in order. */
export const queryTexts: SchemaType<ReadonlyArray<string>> = new SchemaType(
  "texts of a query",
  texts.schema,
  (u) => {
    if (typeof u === "string") return right([u]);
    return Array.isArray(u) ? texts.read(u) : expectedError("a text or several", u);
  },
);

/** An offset in a path; whether it may be zero or negative is checked later (ledger-api 3.4). */
export const textOffset: SchemaType<number> = new SchemaType(
  "offset of a path",
  { type: "integer", format: "int64" },
  (u) => {
    const value = typeof u === "string" && /^-?\d{1,16}$/.test(u) ? Number(u) : Number.NaN;
    return Number.isSafeInteger(value)
      ? right(value)
      : left({ path: [], reason: "expected a whole number", actual: u });
  },
);

/** An ISO-8601 time in a query string, as microseconds. */
export const queryInstant: SchemaType<bigint> = new SchemaType<bigint>(
  "instant of a query",
  { type: "string", format: "date-time" },
  wireInstant.read,
);
