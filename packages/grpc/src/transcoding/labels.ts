import { isJsonArray, isJsonObject, type Json } from "@tallystick/core";
import type { Value } from "@tallystick/signing";

/** True where a record in a value has fields without labels. */
export const lacksLabels = (value: Value): boolean => {
  switch (value.kind) {
    case "record":
      return value.value.fields.some(
        ({ label, value: each }) => label === "" || lacksLabels(each),
      );
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

const pairOf = (pairs: Json, at: (name: string, index: number) => boolean): readonly [string, Json] => {
  const found = (isJsonArray(pairs) ? pairs : []).find(
    (pair, index) => isJsonArray(pair) && at(String(pair[0]), index),
  );
  const [name = "", type = null] = isJsonArray(found ?? null) ? (found as ReadonlyArray<Json>) : [];
  return [String(name), type ?? null];
};

const inRecord = (fields: Json, value: Value & { readonly kind: "record" }, named: Named): Value => ({
  kind: "record",
  value: {
    ...value.value,
    fields: value.value.fields.map(({ label, value: each }, index) => {
      const [own, type] = pairOf(fields, (name, at) => (label === "" ? at === index : name === label));
      return { label: label === "" ? own : label, value: within(each, type, named) };
    }),
  },
});

const within = (value: Value, model: Json, named: Named): Value => {
  if (!isJsonObject(model)) return value;
  const { Recursive, Self, Record: fields, Variant, Optional, List, TextMap, GenMap } = model;
  if (isJsonArray(Recursive ?? null)) {
    const [name = "", body = null] = Recursive as ReadonlyArray<Json>;
    return within(value, body, new Map([...named, [String(name), body]]));
  }
  if (Self !== undefined) return within(value, named.get(String(Self)) ?? null, named);
  if (value.kind === "record" && fields !== undefined) return inRecord(fields, value, named);
  if (value.kind === "variant" && Variant !== undefined) {
    const { constructorName, value: inner } = value.value;
    const [, type] = pairOf(Variant, (name) => name === constructorName);
    return { kind: "variant", value: { ...value.value, value: within(inner, type, named) } };
  }
  const element = Optional ?? List ?? TextMap ?? null;
  const [keys = null, values = null] = isJsonArray(GenMap ?? null) ? (GenMap as ReadonlyArray<Json>) : [];
  switch (value.kind) {
    case "optional":
      return value.value === undefined
        ? value
        : { kind: "optional", value: within(value.value, element, named) };
    case "list":
      return { kind: "list", value: value.value.map((each) => within(each, element, named)) };
    case "textMap":
      return {
        kind: "textMap",
        value: value.value.map(({ key, value: each }) => ({ key, value: within(each, element, named) })),
      };
    case "genMap":
      return {
        kind: "genMap",
        value: value.value.map((entry) => ({
          key: within(entry.key, keys, named),
          value: within(entry.value, values, named),
        })),
      };
    default:
      return value;
  }
};

/** A value whose records have the labels of its type. */
export const labelled = (value: Value, model: Json): Value => within(value, model, new Map());
