import type { Json } from "@tallystick/core";
import type { RecordedValue } from "./recorded-history.js";

/**
 * A recorded value as JSON. Absent optionals are left out of records, where they say nothing.
 *
 * @param idOf how a contract's name is written
 */
export const jsonOf = (value: RecordedValue, idOf: (name: string) => string): Json => {
  switch (value[0]) {
    case "Unit":
      return {};
    case "ContractId":
      return idOf(value[1]);
    case "List":
      return value[1].map((item) => jsonOf(item, idOf));
    case "Optional":
      return optionalOf(value[1], idOf);
    case "Record":
    case "TextMap":
      return Object.fromEntries(
        value[1]
          .map(([name, field]): [string, Json] => [name, jsonOf(field, idOf)])
          .filter(([, field]) => field !== null),
      );
    case "GenMap":
      return value[1].map(([key, item]) => [jsonOf(key, idOf), jsonOf(item, idOf)]);
    case "Variant":
      return { tag: value[1], value: jsonOf(value[2], idOf) };
    default:
      return value[1];
  }
};

/** Null or the value; an optional in an optional is a list. */
const optionalOf = (value: RecordedValue | null, idOf: (name: string) => string): Json => {
  if (value === null) return null;
  if (value[0] !== "Optional") return jsonOf(value, idOf);
  return value[1] === null ? [] : [jsonOf(value[1], idOf)];
};

/** JSON without the absent optionals of records, and with the names of contracts for their ids. */
export const comparable = (json: Json, names: ReadonlyMap<string, string>): Json => {
  if (typeof json === "string") return names.get(json) ?? json;
  if (Array.isArray(json)) return json.map((item: Json) => comparable(item, names));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]): [string, Json] => [key, comparable(value, names)]),
  );
};
