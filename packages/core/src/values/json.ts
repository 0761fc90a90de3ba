/**
 * A JSON value as it travels on the wire and in the journal. Integers beyond 2^53 arrive as
 * `bigint` from lossless parsers.
 */
export type Json = null | boolean | number | bigint | string | ReadonlyArray<Json> | JsonObject;

/** A JSON object: what a Daml record, a map or an envelope looks like on the wire. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object: neither null nor an array. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for a JSON array. */
export const isJsonArray = (value: Json | undefined): value is ReadonlyArray<Json> =>
  Array.isArray(value);

/** Counted for each value in addition to its text. */
const valueUnits = 32;

/**
 * Estimates the memory of a value: the UTF-16 units of its texts and names, as often as they occur,
 * and a constant for each part.
 */
export const unitsOf = (value: Json): number => {
  if (typeof value === "string") return valueUnits + value.length;
  if (typeof value !== "object" || value === null) return valueUnits;
  let units = valueUnits;
  if (isJsonArray(value)) for (const item of value) units += unitsOf(item);
  else for (const name of Object.keys(value)) units += name.length + unitsOf(value[name] ?? null);
  return units;
};

/**
 * JSON text with the keys of every object in ascending order and no white space: one text for one
 * value.
 */
export const canonicalJson = (value: Json): string => {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const object: JsonObject = isJsonObject(value) ? value : {};
  const fields = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] ?? null)}`);
  return `{${fields.join(",")}}`;
};

/**
 * Adds a field to an object that is being made. `__proto__` is a name like any other; assigning it
 * would replace the object's prototype.
 */
export const addField = <A>(object: Record<string, A>, name: string, value: A): void => {
  if (name !== "__proto__") {
    object[name] = value;
  } else {
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
};
