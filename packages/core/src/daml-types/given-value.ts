import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { foundValue } from "../values/argument-error.js";
import { Decimal } from "../values/decimal.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";
import { nearestName } from "../values/nearest-name.js";
import type { ValueError } from "../values/value-error.js";
import { type DamlType, within } from "./daml-type.js";
import { maxValueDepth } from "./recursive-type.js";
import { isUnit } from "./scalar-types.js";
import { isOptionalModel, unrolledModel } from "./type-model.js";

/**
 * What a program gives for a value of a type (see `Given`) in JSON form. Used once where a value
 * enters; choice bodies and the coin do not use it. Left: where, what was found, and what is
 * expected.
 */
export const givenValue = (type: DamlType<unknown>, value: unknown): Either<ValueError, Json> => {
  try {
    const json = read({ model: type.model, depth: 0, scalar }, value);
    if (isLeft(json)) return json;
    const decoded = type.decode(json.right);
    return isLeft(decoded) ? decoded : json;
  } catch (thrown) {
    return left({ path: [], reason: `it cannot be read: ${String(thrown)}` });
  }
};

/**
 * Why a value of a choice body cannot be written: where, what was found, and what is expected. In
 * bodies numbers are bigints and times microseconds.
 */
export const bodyValueError = (type: DamlType<unknown>, value: unknown): ValueError | undefined => {
  try {
    const json = read({ model: type.model, depth: 0, scalar: bodyScalar }, value);
    return isLeft(json) ? json.left : undefined;
  } catch {
    // a getter or a proxy: what it throws is the reason
    return undefined;
  }
};

/** Where in a type the value is, and how values of types without parts are read. */
interface Place {
  readonly model: Json;
  readonly depth: number;
  readonly scalar: (model: string, value: unknown) => Read;
}

type Read = Either<ValueError, Json>;

// a record may hold as many lists and optionals as it has levels
const maxGivenDepth = 4 * maxValueDepth;

const inside = (place: Place, model: Json): Place => ({
  ...place,
  model,
  depth: place.depth + 1,
});

const read = (place: Place, value: unknown): Read => {
  const { model, depth } = place;
  if (depth > maxGivenDepth) return unexpected("fewer levels of nesting", value);
  if (typeof model === "string") return place.scalar(model, value);
  if (!isJsonObject(model)) return unexpected("nothing", value);
  const [[kind, inner] = ["", null]] = Object.entries(model);
  switch (kind) {
    case "Record":
      return fields(place, itemsOf(inner), value);
    case "Optional":
      return optionalValue(place, inner ?? null, value);
    case "List":
      return Array.isArray(value)
        ? items(value, (each) => read(inside(place, inner ?? null), each))
        : unexpected("an array", value);
    case "TextMap":
      return entries(inside(place, inner ?? null), value);
    case "GenMap":
      return Array.isArray(value)
        ? items(value, (each) => pair(place, itemsOf(inner), each))
        : unexpected("an array of pairs [key, value]", value);
    case "Variant":
      return variantValue(place, itemsOf(inner), value);
    case "Enum":
      return text(`one of ${namesOf(itemsOf(inner)).join(", ")}`, value);
    case "Recursive":
      return read(inside(place, unrolledModel(model)), value);
    default:
      return unexpected("a value of a known type", value);
  }
};

const itemsOf = (value: Json | undefined): ReadonlyArray<Json> =>
  value !== undefined && isJsonArray(value) ? value : [];

/** Names of fields, constructors and so on, which are texts in every model. */
const namesOf = (models: ReadonlyArray<Json | undefined>): ReadonlyArray<string> =>
  models.filter((name) => typeof name === "string");

const unexpected = (what: string, value: unknown): Either<ValueError, never> =>
  left({ path: [], reason: `expected ${what}, found ${foundValue(value)}` });

const text = (what: string, value: unknown): Read =>
  typeof value === "string" ? right(value) : unexpected(what, value);

const scalar = (model: string, value: unknown): Read => {
  switch (model) {
    case "Text":
      return text("text", value);
    case "Party":
      return text("a party id", value);
    case "ContractId":
      return text("a contract id", value);
    case "Bool":
      return typeof value === "boolean" ? right(value) : unexpected("a boolean", value);
    case "Int64":
      if (typeof value === "bigint" || Number.isSafeInteger(value)) return right(String(value));
      return text("an integer of 64 bits as a bigint, an integer or digits", value);
    case "Numeric 10":
      return value instanceof Decimal
        ? right(value.toString())
        : text(
            'a decimal as text, such as "12.5", numeric("12.5") or numeric.fromUnits(units)',
            value,
          );
    case "Timestamp":
      return value instanceof Date
        ? time(value, "a Date with a time", (iso) => iso)
        : text("a Date, ISO-8601 text or timestamp.fromMicros(micros)", value);
    case "Date":
      return value instanceof Date
        ? time(value, "a Date at midnight UTC", (iso) =>
            iso.endsWith("T00:00:00.000Z") ? iso.slice(0, "YYYY-MM-DD".length) : undefined,
          )
        : text("a date as text YYYY-MM-DD, or a Date at midnight UTC", value);
    case "Unit":
      return right({});
    default:
      return unexpected(`a value of the type ${model}`, value);
  }
};

const bodyScalar = (model: string, value: unknown): Read => {
  switch (model) {
    case "Int64":
      return typeof value === "bigint" ? right("") : unexpected("a bigint", value);
    case "Numeric 10":
      return typeof value === "bigint"
        ? right("")
        : unexpected('units of 10^-10 as a bigint, such as numeric("1").units', value);
    case "Timestamp":
      return typeof value === "bigint"
        ? right("")
        : unexpected("microseconds since 1970 as a bigint", value);
    case "Date":
      return typeof value === "number" ? right("") : unexpected("days since 1970", value);
    case "Unit":
      return isUnit(value) ? right({}) : unexpected("{} or nothing", value);
    default:
      return scalar(model, value);
  }
};

const time = (value: Date, what: string, written: (iso: string) => string | undefined): Read => {
  const iso = Number.isNaN(value.getTime()) ? undefined : written(value.toISOString());
  return iso === undefined ? unexpected(what, value) : right(iso);
};

const items = (
  values: ReadonlyArray<unknown>,
  readItem: (value: unknown, at: number) => Read,
): Read => {
  const written: Array<Json> = [];
  for (let index = 0; index < values.length; index++) {
    const item = readItem(values[index], index);
    if (isLeft(item)) return within(String(index), item.left);
    written.push(item.right);
  }
  return right(written);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const fields = (place: Place, models: ReadonlyArray<Json>, value: unknown): Read => {
  const types = models.map(itemsOf);
  const names = namesOf(types.map(([name]) => name));
  if (!isObject(value) || value instanceof Map || value instanceof Date) {
    const among = names.length === 0 ? "without fields" : `with the fields ${names.join(", ")}`;
    return unexpected(`an object ${among}`, value);
  }
  const unknown = Object.keys(value).find(
    (name) => !names.includes(name) && value[name] !== undefined,
  );
  // a body may write { ...payload } of a record with more fields
  if (unknown !== undefined && place.scalar !== bodyScalar) return noSuchField(unknown, names);
  const written: Array<readonly [string, Json]> = [];
  for (const [name, model = null] of types) {
    if (typeof name !== "string") continue;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    if (given === undefined && isOptionalModel(model)) continue;
    const field = read(inside(place, model), given);
    if (isLeft(field)) return within(name, field.left);
    written.push([name, field.right]);
  }
  return right(Object.fromEntries(written));
};

const noSuchField = (name: string, names: ReadonlyArray<string>): Read => {
  const nearest = nearestName(name, names);
  const fieldNames = names.length === 0 ? "it has no fields" : `its fields are ${names.join(", ")}`;
  const meant = nearest === undefined ? fieldNames : `did you mean ${nearest}? (${fieldNames})`;
  return left({ path: [name.slice(0, 60)], reason: `there is no such field; ${meant}` });
};

const optionalValue = (place: Place, model: Json, value: unknown): Read => {
  const isNone = value === undefined || value === null;
  if (!isOptionalModel(model)) return isNone ? right(null) : read(inside(place, model), value);
  if (isNone) return right([]);
  if (!isObject(value) || !("some" in value)) return unexpected("{ some: value }", value);
  const some = read(inside(place, model), value["some"]);
  if (isLeft(some)) return within("some", some.left);
  const innermost = isJsonObject(model) ? (model.Optional ?? null) : null;
  // an optional value in another one is always a list
  if (isOptionalModel(innermost)) return right([some.right]);
  return right([some.right === null ? [] : [some.right]]);
};

const entries = (place: Place, value: unknown): Read => {
  if (!(value instanceof Map) && place.scalar === bodyScalar) return unexpected("a Map", value);
  if (!(value instanceof Map) && !isObject(value))
    return unexpected("a Map or an object with text keys", value);
  const given: ReadonlyArray<readonly [unknown, unknown]> =
    value instanceof Map ? [...value.entries()] : Object.entries(value);
  const written: Array<readonly [string, Json]> = [];
  for (const [key, each] of given) {
    if (typeof key !== "string") return unexpected("keys that are text", key);
    const item = read(place, each);
    if (isLeft(item)) return within(key, item.left);
    written.push([key, item.right]);
  }
  return right(Object.fromEntries(written));
};

const pair = (place: Place, models: ReadonlyArray<Json>, value: unknown): Read =>
  Array.isArray(value) && value.length === 2
    ? items(value, (each, at) => read(inside(place, models[at] ?? null), each))
    : unexpected("a pair [key, value]", value);

const variantValue = (place: Place, models: ReadonlyArray<Json>, value: unknown): Read => {
  const types = models.map(itemsOf);
  const names = namesOf(types.map(([name]) => name)).join(", ");
  if (!isObject(value)) return unexpected(`{ tag, value } with a tag of ${names}`, value);
  const tag = value["tag"];
  const type = types.find(([name]) => name === tag);
  if (typeof tag !== "string" || type === undefined) {
    return within("tag", {
      path: [],
      reason: `expected one of ${names}, found ${foundValue(tag)}`,
    });
  }
  const inner = read(inside(place, type[1] ?? null), value["value"]);
  return isLeft(inner) ? within("value", inner.left) : right({ tag, value: inner.right });
};
