import type { ValueError } from "../errors/value-error.js";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { compareValues } from "./daml-order.js";
import { isContractId, isPartyIdString } from "../values/grammar.js";
import { type Int64, int64FromText, int64ToText } from "../values/int64.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";
import { knownParty, sharedParty } from "../values/shared-text.js";
import { type Numeric, numericFromText, numericToText } from "../values/numeric.js";
import {
  dateFromText,
  dateToText,
  timestampToText,
  zonedTimestampFromText,
} from "../values/time.js";

/**
 * A Daml type as a value: how it reads and writes its JSON form (ledger-api 2.1), and the
 * description that goes into the package's model.
 */
export interface DamlType<A> {
  readonly model: Json;
  /** True when a record may leave a field of this type out. */
  readonly optional: boolean;
  decode(value: Json): Either<ValueError, A>;
  encode(value: A): Json;
}

/** The value type of a Daml type: `Static<typeof iou>`. */
export type Static<T> = T extends DamlType<infer A> ? A : never;

const expected = (what: string, value: Json | undefined): Either<ValueError, never> =>
  left({ path: [], reason: `expected ${what}, found ${kindOf(value)}` });

const kindOf = (value: Json | undefined): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (isJsonArray(value)) return "an array";
  if (isJsonObject(value)) return "an object";
  if (typeof value === "string") return `the text "${value.slice(0, 60)}"`;
  return `${typeof value} ${String(value)}`;
};

const within = (name: string, error: ValueError): Either<ValueError, never> =>
  left({ ...error, path: [name, ...error.path] });

const scalar = <A>(
  model: string,
  decode: (value: Json) => Either<ValueError, A>,
  encode: (value: A) => Json,
): DamlType<A> => ({ model, optional: false, decode, encode });

const firstSurrogate = 0xd800;

const wellFormed = (value: string): boolean => {
  // on short texts a loop beats any regular expression; only texts with surrogates need to be
  // looked at as a whole
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code === 0 || code >= firstSurrogate) return !/\0|\p{Surrogate}/u.test(value);
  }
  return true;
};

/** Text; null characters and lone surrogates are refused, as they are no UTF-8 text. */
export const text: DamlType<string> = scalar(
  "Text",
  (value) =>
    typeof value === "string" && wellFormed(value)
      ? right(value)
      : expected("text without null characters", value),
  (value) => value,
);

/** A party id. */
export const party: DamlType<string> = scalar(
  "Party",
  (value) =>
    typeof value === "string" && (knownParty(value) !== undefined || isPartyIdString(value))
      ? right(sharedParty(value))
      : expected("a party id", value),
  (value) => value,
);

/** Bool. */
export const bool: DamlType<boolean> = scalar(
  "Bool",
  (value) => (typeof value === "boolean" ? right(value) : expected("a boolean", value)),
  (value) => value,
);

/** Int64, a string of digits in JSON. */
export const int64: DamlType<Int64> = scalar(
  "Int64",
  (value) => {
    const read = typeof value === "string" ? int64FromText(value) : undefined;
    return read !== undefined && isRight(read)
      ? read
      : expected("a 64-bit integer as a string of digits", value);
  },
  int64ToText,
);

/**
 * Numeric 10: exact decimals, 28 digits before and 10 after the point; a string in JSON, a number
 * is accepted.
 */
export const numeric: DamlType<Numeric> = scalar(
  "Numeric 10",
  (value) => {
    const shown = typeof value === "number" ? decimalText(value) : value;
    const read =
      typeof shown === "string"
        ? numericFromText(shown)
        : typeof shown === "bigint"
          ? numericFromText(shown.toString())
          : undefined;
    return read !== undefined && isRight(read)
      ? read
      : expected("a decimal with at most 28 digits before and 10 after the point", value);
  },
  numericToText,
);

// JSON numbers print with an exponent when very small or large; 1e-7 and 1e21 are valid Numerics
const decimalText = (value: number): string => {
  const shown = String(value);
  const [mantissa = "", exponent] = shown.split("e");
  if (exponent === undefined) return shown;
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const sign = value < 0 ? "-" : "";
  return point > 0
    ? `${sign}${digits.padEnd(point, "0")}`
    : `${sign}0.${"0".repeat(-point)}${digits}`;
};

/**
 * Timestamp, microseconds since the Unix epoch; ISO-8601 text in JSON, read with any offset,
 * written with `Z`.
 */
export const timestamp: DamlType<number> = scalar(
  "Timestamp",
  (value) => {
    const read = typeof value === "string" ? zonedTimestampFromText(value) : undefined;
    return read !== undefined && isRight(read)
      ? read
      : expected("an ISO-8601 timestamp with Z or an offset", value);
  },
  timestampToText,
);

/** Date, days since the Unix epoch; `YYYY-MM-DD` in JSON. */
export const date: DamlType<number> = scalar(
  "Date",
  (value) => {
    const read = typeof value === "string" ? dateFromText(value) : undefined;
    return read !== undefined && isRight(read) ? read : expected("a date YYYY-MM-DD", value);
  },
  dateToText,
);

/** Unit; any JSON is accepted, `{}` is written. */
export const unit: DamlType<Record<string, never>> = scalar(
  "Unit",
  () => right({}),
  () => ({}),
);

/** A contract id. */
export const contractId: DamlType<string> = scalar(
  "ContractId",
  (value) =>
    typeof value === "string" && isContractId(value)
      ? right(value)
      : expected("a contract id in lowercase hex", value),
  (value) => value,
);

/** A list of values of one type. */
export const list = <A>(element: DamlType<A>): DamlType<ReadonlyArray<A>> => ({
  model: { List: element.model },
  optional: false,
  decode: (value) => {
    if (!isJsonArray(value)) return expected("an array", value);
    const items: Array<A> = [];
    for (let index = 0; index < value.length; index++) {
      const item = element.decode(value[index] ?? null);
      if (isLeft(item)) return within(String(index), item.left);
      items.push(item.right);
    }
    return right(items);
  },
  encode: (value) => value.map((item) => element.encode(item)),
});

/** A value that is there, where the value may itself be None: inside an optional of an optional. */
export interface Some<A> {
  readonly some: A;
}

/** The type of an optional value. Inside another optional both are written as lists. */
export interface OptionalType<A> extends DamlType<A | undefined> {
  readonly optional: true;
  /** None as `[]`, a value as `[x]`. */
  readonly listForm: DamlType<A | undefined>;
}

/**
 * An optional value: null or the value; `undefined` stands for None. When the element is optional
 * too, both are written as `[]` and `[x]` (ledger-api 2.1), and the value is in a `Some`, so
 * that None and Some None are told apart.
 */
export function optional<A>(element: OptionalType<A>): OptionalType<Some<A | undefined>>;
export function optional<A>(element: DamlType<A>): OptionalType<A>;
export function optional(element: DamlType<unknown>): OptionalType<unknown> {
  return isOptionalType(element) ? optionalOfOptional(element) : optionalOf(element);
}

const isOptionalType = (type: DamlType<unknown>): type is OptionalType<unknown> =>
  "listForm" in type;

const optionalOf = <A>(element: DamlType<A>): OptionalType<A> => ({
  model: { Optional: element.model },
  optional: true,
  decode: (value) => (value === null ? right(undefined) : element.decode(value)),
  encode: (value) => (value === undefined ? null : element.encode(value)),
  listForm: listFormOf(element),
});

const optionalOfOptional = <A>(element: OptionalType<A>): OptionalType<Some<A | undefined>> => {
  const { listForm } = element;
  const inner: DamlType<Some<A | undefined>> = {
    model: element.model,
    optional: false,
    decode: (value) => {
      const some = listForm.decode(value);
      return isLeft(some) ? some : right({ some: some.right });
    },
    encode: ({ some }) => listForm.encode(some),
  };
  const listed = listFormOf(inner);
  return { ...listed, optional: true, listForm: listed };
};

const listFormOf = <A>(element: DamlType<A>): DamlType<A | undefined> => ({
  model: { Optional: element.model },
  optional: true,
  decode: (value) => {
    if (value === null || (isJsonArray(value) && value.length === 0)) return right(undefined);
    if (!isJsonArray(value) || value.length !== 1)
      return expected("[] or an array of one element", value);
    return element.decode(value[0] ?? null);
  },
  encode: (value) => (value === undefined ? [] : [element.encode(value)]),
});

/** A map from text; written with its keys in ascending order. */
export const textMap = <A>(element: DamlType<A>): DamlType<ReadonlyMap<string, A>> => ({
  model: { TextMap: element.model },
  optional: false,
  decode: (value) => {
    if (!isJsonObject(value)) return expected("an object", value);
    const entries = new Map<string, A>();
    for (const key of Object.keys(value)) {
      if (!wellFormed(key)) return expected("keys without null characters", key);
      const item = element.decode(value[key] ?? null);
      if (isLeft(item)) return within(key, item.left);
      entries.set(key, item.right);
    }
    return right(entries);
  },
  encode: (value) => {
    const sorted = [...value.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([key, item]) => [key, element.encode(item)]));
  },
});

/**
 * A map with keys of any type: an array of pairs, in ascending order of their keys however they
 * were given. Repeated keys are refused.
 */
export const genMap = <K, A>(
  keyType: DamlType<K>,
  element: DamlType<A>,
): DamlType<ReadonlyArray<readonly [K, A]>> => ({
  model: { GenMap: [keyType.model, element.model] },
  optional: false,
  decode: (value) => {
    if (!isJsonArray(value)) return expected("an array of pairs", value);
    const entries: Array<{
      readonly index: number;
      readonly key: Json;
      readonly entry: readonly [K, A];
    }> = [];
    for (let index = 0; index < value.length; index++) {
      const pair = value[index];
      if (!isJsonArray(pair) || pair.length !== 2) {
        return left({
          path: [String(index)],
          reason: `expected a pair [key, value], found ${kindOf(pair)}`,
        });
      }
      const key = keyType.decode(pair[0] ?? null);
      if (isLeft(key)) return within(String(index), key.left);
      const item = element.decode(pair[1] ?? null);
      if (isLeft(item)) return within(String(index), item.left);
      entries.push({ index, key: keyType.encode(key.right), entry: [key.right, item.right] });
    }
    entries.sort((a, b) => compareValues(keyType.model, a.key, b.key));
    const again = entries.find((each, at) => {
      const before = entries[at - 1];
      return before !== undefined && compareValues(keyType.model, before.key, each.key) === 0;
    });
    return again === undefined
      ? right(entries.map(({ entry }) => entry))
      : left({
          path: [String(again.index)],
          reason: `expected each key once, found ${JSON.stringify(again.key).slice(0, 60)} again`,
        });
  },
  encode: (value) =>
    value
      .map(([key, item]) => [keyType.encode(key), element.encode(item)] as const)
      .sort(([a], [b]) => compareValues(keyType.model, a, b)),
});

/** The fields of a record type. */
export type Fields = Readonly<Record<string, DamlType<unknown>>>;

/** The value of a record type. */
export type RecordOf<F> = { readonly [K in keyof F]: Static<F[K]> };

/**
 * A record; fields of optional type may be missing, unknown fields that are not null are refused
 * (ledger-api 2.1).
 */
export const record = <F extends Fields>(fields: F): DamlType<RecordOf<F>> => {
  const types: FieldTypes = Object.entries(fields).map(([name, type]) => ({
    name,
    type,
    inherited: name in Object.prototype,
  }));
  const known = new Set(Object.keys(fields));
  return {
    model: { Record: types.map(({ name, type }) => [name, type.model]) },
    optional: false,
    // border: the loop builds exactly the fields of F
    decode: (value) => decodeFields(types, known, value) as Either<ValueError, RecordOf<F>>,
    encode: (value) => encodeFields(types, value),
  };
};

type FieldTypes = ReadonlyArray<{
  readonly name: string;
  readonly type: DamlType<unknown>;
  /** True for a name such as `constructor`, which every object seems to have. */
  readonly inherited: boolean;
}>;

const decodeFields = (
  types: FieldTypes,
  known: ReadonlySet<string>,
  value: Json,
): Either<ValueError, Readonly<Record<string, unknown>>> => {
  if (!isJsonObject(value)) return expected("an object", value);
  const result: Record<string, unknown> = {};
  let found = 0;
  for (const { name, type, inherited } of types) {
    const given = inherited && !Object.hasOwn(value, name) ? undefined : value[name];
    if (given !== undefined) found++;
    else if (!type.optional)
      return left({ path: [name], reason: "this field is required", missingField: true });
    const field = type.decode(given ?? null);
    if (isLeft(field)) return within(name, field.left);
    result[name] = field.right;
  }
  const names = Object.keys(value);
  if (names.length === found) return right(result);
  const unexpected = names.filter((name) => !known.has(name) && value[name] !== null);
  return unexpected.length === 0
    ? right(result)
    : left({ path: [], reason: `Unexpected fields: ${unexpected.join(", ").slice(0, 200)}` });
};

// fields left out at the end of a record read back as None, so they are not written (ledger-api
// 2.1)
const encodeFields = (types: FieldTypes, value: Readonly<Record<string, unknown>>): Json => {
  let count = types.length;
  while (count > 0) {
    const last = types[count - 1];
    if (last === undefined || !last.type.optional || value[last.name] !== undefined) break;
    count--;
  }
  const result: Record<string, Json> = {};
  for (let index = 0; index < count; index++) {
    const field = types[index];
    if (field !== undefined) result[field.name] = field.type.encode(value[field.name]);
  }
  return result;
};

/** The value of a variant type: its constructor and what it carries. */
export type VariantOf<C> = {
  readonly [K in keyof C]: { readonly tag: K; readonly value: Static<C[K]> };
}[keyof C];

/** A variant: `{"tag": ..., "value": ...}`. */
export const variant = <C extends Fields>(constructors: C): DamlType<VariantOf<C>> => {
  const types = new Map<string, DamlType<unknown>>(Object.entries(constructors));
  const names = [...types.keys()].join(", ");
  return {
    model: { Variant: [...types].map(([name, type]) => [name, type.model]) },
    optional: false,
    decode: (value) => {
      if (!isJsonObject(value)) return expected("an object with tag and value", value);
      const { tag, value: inner } = value;
      const type = typeof tag === "string" ? types.get(tag) : undefined;
      if (type === undefined)
        return left({ path: ["tag"], reason: `expected one of ${names}, found ${kindOf(tag)}` });
      if (inner === undefined) return left({ path: ["value"], reason: "this field is required" });
      const read = type.decode(inner);
      // border: tag and value were just matched with each other
      return isLeft(read)
        ? within("value", read.left)
        : right({ tag, value: read.right } as VariantOf<C>);
    },
    encode: (value) => ({
      tag: String(value.tag),
      value: types.get(String(value.tag))?.encode(value.value) ?? null,
    }),
  };
};

/** An enumeration: one of some names. */
export const enumeration = <N extends string>(...names: ReadonlyArray<N>): DamlType<N> => {
  const find = new Map<string, N>(names.map((name) => [name, name]));
  return {
    model: { Enum: [...names] },
    optional: false,
    decode: (value) => {
      const name = typeof value === "string" ? find.get(value) : undefined;
      return name === undefined ? expected(`one of ${names.join(", ")}`, value) : right(name);
    },
    encode: (value) => value,
  };
};
