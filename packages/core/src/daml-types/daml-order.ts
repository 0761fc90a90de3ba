import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";
import { microsFromText } from "../values/time.js";
import { isOptionalModel, unrolledModel } from "./type-model.js";

/**
 * Compares two values of a Daml type in the order Daml gives them: numbers and times by size, texts
 * by code points, None first, lists and records element by element, variants and enumerations by
 * the place of their constructor.
 *
 * @param model the type's model
 * @param a a value in the JSON form the type writes
 * @returns negative, zero or positive; zero only for equal values
 */
export const compareValues = (model: Json | undefined, a: Json, b: Json): number => {
  if (typeof model === "string") return compareScalars(model, a, b);
  if (!isJsonObject(model)) return 0;
  const [[kind, inner] = ["", null]] = Object.entries(model);
  switch (kind) {
    case "Optional":
      return compareOptionals(inner, a, b, isOptionalModel(inner));
    case "List":
      return compareLists(itemsOf(a), itemsOf(b), (x, y) => compareValues(inner, x, y));
    case "TextMap":
      return compareLists(fieldsOf(a), fieldsOf(b), (x, y) => comparePairs("Text", inner, x, y));
    case "GenMap": {
      const [key, value] = itemsOf(inner);
      return compareLists(itemsOf(a), itemsOf(b), (x, y) => comparePairs(key, value, x, y));
    }
    case "Record":
      return compareRecords(itemsOf(inner), a, b);
    case "Variant":
      return compareVariants(itemsOf(inner), a, b);
    case "Recursive":
      return compareValues(unrolledModel(model), a, b);
    case "Enum":
      return itemsOf(inner).indexOf(a) - itemsOf(inner).indexOf(b);
    default:
      return 0;
  }
};

const itemsOf = (value: Json | undefined): ReadonlyArray<Json> => (isJsonArray(value) ? value : []);

const fieldsOf = (value: Json): ReadonlyArray<Json> =>
  isJsonObject(value)
    ? Object.entries(value).sort(([first], [second]) => compareTexts(first, second))
    : [];

const fieldOf = (value: Json, name: string): Json =>
  isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;

const compareScalars = (model: string, a: Json, b: Json): number => {
  if (typeof a === "boolean" || typeof b === "boolean") return Number(a) - Number(b);
  if (typeof a !== "string" || typeof b !== "string") return 0;
  switch (model) {
    case "Int64":
      return compareSizes(BigInt(a), BigInt(b));
    case "Timestamp":
      return compareSizes(readOr0(microsFromText(a)), readOr0(microsFromText(b)));
    default:
      return model.startsWith("Numeric ")
        ? compareSizes(unscaled(a), unscaled(b))
        : compareTexts(a, b);
  }
};

const maxScale = 37;

/** A decimal in units of the smallest there are; 0 for what is none. */
const unscaled = (decimal: string): bigint => {
  const [, digits = "0", fraction = ""] = /^([+-]?\d+)(?:\.(\d*))?$/.exec(decimal) ?? [];
  return BigInt(digits + fraction.padEnd(maxScale, "0"));
};

const readOr0 = (read: Either<unknown, bigint>): bigint => (isLeft(read) ? 0n : read.right);

const compareSizes = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

// UTF-16 has the surrogates, which stand for the highest code points, before the last of the others
const rankOf = (unit: number): number =>
  unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit;

/**
 * Compares texts by code points, which is the order of their UTF-8 bytes.
 *
 * @returns negative, zero or positive
 */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const difference = rankOf(a.charCodeAt(at)) - rankOf(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

/** @param listForm true where None is written as `[]` and a value as `[x]` */
const compareOptionals = (model: Json, a: Json, b: Json, listForm: boolean): number => {
  const [someA, someB] = listForm
    ? [itemsOf(a), itemsOf(b)]
    : [a === null ? [] : [a], b === null ? [] : [b]];
  return compareLists(someA, someB, (x, y) =>
    isJsonObject(model) && model.Optional !== undefined
      ? compareOptionals(model.Optional, x, y, true)
      : compareValues(model, x, y),
  );
};

const compareLists = (
  a: ReadonlyArray<Json>,
  b: ReadonlyArray<Json>,
  compare: (x: Json, y: Json) => number,
): number => {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const difference = compare(a[at] ?? null, b[at] ?? null);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

const comparePairs = (
  keyModel: Json | undefined,
  valueModel: Json | undefined,
  a: Json,
  b: Json,
): number => {
  const [keyA = null, valueA = null] = itemsOf(a);
  const [keyB = null, valueB = null] = itemsOf(b);
  return compareValues(keyModel, keyA, keyB) || compareValues(valueModel, valueA, valueB);
};

const compareRecords = (fields: ReadonlyArray<Json>, a: Json, b: Json): number => {
  for (const field of fields) {
    const [name, model] = itemsOf(field);
    if (typeof name !== "string") continue;
    const difference = compareValues(model, fieldOf(a, name), fieldOf(b, name));
    if (difference !== 0) return difference;
  }
  return 0;
};

const compareVariants = (constructors: ReadonlyArray<Json>, a: Json, b: Json): number => {
  const placeOf = (value: Json): number =>
    constructors.findIndex((each) => itemsOf(each)[0] === fieldOf(value, "tag"));
  const [, model] = itemsOf(constructors[placeOf(a)]);
  return placeOf(a) - placeOf(b) || compareValues(model, fieldOf(a, "value"), fieldOf(b, "value"));
};
