import { isJsonArray, isJsonObject, type Json } from "@tallystick/core";
import type { RecordValue, Value } from "@tallystick/signing";

/** True where a record in a value has fields without labels. */
export const lacksLabels = (value: Value): boolean => {
  switch (value.kind) {
    case "record":
      return value.value.fields.some((each) => each.label === "" || lacksLabels(each.value));
    case "variant":
      return lacksLabels(value.value.value);
    case "optional":
      return value.value !== undefined && lacksLabels(value.value);
    case "list":
      return value.value.some(lacksLabels);
    case "textMap":
      return value.value.some((entry) => lacksLabels(entry.value));
    case "genMap":
      return value.value.some((entry) => lacksLabels(entry.key) || lacksLabels(entry.value));
    default:
      return false;
  }
};

/** Types that refer to themselves, by name. */
type Named = ReadonlyMap<string, Json>;

const listOf = (json: Json | undefined): ReadonlyArray<Json> =>
  json !== undefined && isJsonArray(json) ? json : [];

const textOf = (json: Json | undefined): string => (typeof json === "string" ? json : "");

/** The pairs of a name and a type that a model has. */
const pairsOf = (json: Json): ReadonlyArray<readonly [string, Json]> =>
  listOf(json).map((pair) => {
    const [name, type = null] = listOf(pair);
    return [textOf(name), type];
  });

const recordWithin = (record: RecordValue, fields: Json, named: Named): RecordValue => {
  const pairs = pairsOf(fields);
  return {
    ...record,
    fields: record.fields.map(({ label, value }, index) => {
      const own = label === "" ? pairs[index] : pairs.find(([name]) => name === label);
      const [name, type] = own ?? [label, null];
      return { label: name, value: within(value, type, named) };
    }),
  };
};

/** The value with the types of its parts. */
const partsWithin = (
  value: Value,
  model: { readonly [name: string]: Json | undefined },
  named: Named,
): Value => {
  const element = model["Optional"] ?? model["List"] ?? model["TextMap"] ?? null;
  switch (value.kind) {
    case "record":
      return { kind: "record", value: recordWithin(value.value, model["Record"] ?? null, named) };
    case "variant": {
      const { constructorName, value: inner } = value.value;
      const pairs = pairsOf(model["Variant"] ?? null);
      const [, type] = pairs.find(([name]) => name === constructorName) ?? ["", null];
      return { kind: "variant", value: { ...value.value, value: within(inner, type, named) } };
    }
    case "optional":
      return value.value === undefined
        ? value
        : { kind: "optional", value: within(value.value, element, named) };
    case "list":
      return { kind: "list", value: value.value.map((each) => within(each, element, named)) };
    case "textMap": {
      const entries = value.value.map((entry) => ({
        key: entry.key,
        value: within(entry.value, element, named),
      }));
      return { kind: "textMap", value: entries };
    }
    case "genMap": {
      const [keys = null, values = null] = listOf(model["GenMap"]);
      const entries = value.value.map((entry) => ({
        key: within(entry.key, keys, named),
        value: within(entry.value, values, named),
      }));
      return { kind: "genMap", value: entries };
    }
    default:
      return value;
  }
};

const within = (value: Value, model: Json, named: Named): Value => {
  if (!isJsonObject(model)) return value;
  const { Recursive, Self } = model;
  if (Self !== undefined) return within(value, named.get(textOf(Self)) ?? null, named);
  if (Recursive === undefined) return partsWithin(value, model, named);
  const [name, body = null] = listOf(Recursive);
  return within(value, body, new Map([...named, [textOf(name), body]]));
};

/** A value whose records have the labels of its type. */
export const labelled = (value: Value, model: Json): Value => within(value, model, new Map());
