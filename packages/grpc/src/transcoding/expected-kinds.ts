import { isJsonArray, isJsonObject, type Json } from "@tallystick/core";
import type { RecordValue, Value } from "@tallystick/signing";

/** What the models of types have for the kinds of values. */
const modelKinds: Readonly<Record<Value["kind"], string>> = {
  unit: "Unit",
  bool: "Bool",
  int64: "Int64",
  date: "Date",
  timestamp: "Timestamp",
  numeric: "Numeric",
  party: "Party",
  text: "Text",
  contractId: "ContractId",
  optional: "Optional",
  list: "List",
  textMap: "TextMap",
  genMap: "GenMap",
  record: "Record",
  variant: "Variant",
  enum: "Enum",
};

const known: ReadonlySet<string> = new Set(Object.values(modelKinds));

/** Types that refer to themselves, by name. */
type Named = ReadonlyMap<string, Json>;

/** What does not fit, and where; undefined where all does. */
type Misfit = string | undefined;

const pairs = (model: Json | undefined): ReadonlyArray<Json> =>
  model !== undefined && isJsonArray(model) ? model : [];

const partNamed = (model: Json | undefined, label: string): Json | undefined => {
  for (const pair of pairs(model)) if (isJsonArray(pair) && pair[0] === label) return pair[1];
  return undefined;
};

const partAt = (model: Json | undefined, index: number): Json | undefined => {
  const pair = pairs(model)[index];
  return pair !== undefined && isJsonArray(pair) ? pair[1] : undefined;
};

const inRecord = (
  { fields }: RecordValue,
  model: Json | undefined,
  named: Named,
  path: string,
): Misfit => {
  const labels = new Set<string>();
  for (const [index, { label, value }] of fields.entries()) {
    const at = label === "" ? `${path}[${index}]` : `${path}.${label}`;
    if (label !== "" && labels.has(label)) return `${at}: found twice, expected once`;
    labels.add(label);
    const misfit = misfitOf(
      value,
      label === "" ? partAt(model, index) : partNamed(model, label),
      named,
      at,
    );
    if (misfit !== undefined) return misfit;
  }
  return undefined;
};

const inEach = (
  values: ReadonlyArray<Value>,
  model: Json | undefined,
  named: Named,
  path: string,
): Misfit => {
  for (const [index, value] of values.entries()) {
    const misfit = misfitOf(value, model, named, `${path}[${index}]`);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
};

const inTextMap = (
  entries: ReadonlyArray<{ readonly key: string; readonly value: Value }>,
  model: Json | undefined,
  named: Named,
  path: string,
): Misfit => {
  const keys = new Set<string>();
  for (const { key, value } of entries) {
    const at = `${path}[${JSON.stringify(key)}]`;
    if (keys.has(key)) return `${at}: found twice, expected once`;
    keys.add(key);
    const misfit = misfitOf(value, model, named, at);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
};

const inParts = (
  value: Value,
  model: { readonly [name: string]: Json | undefined },
  named: Named,
  path: string,
): Misfit => {
  switch (value.kind) {
    case "record":
      return inRecord(value.value, model["Record"], named, path);
    case "variant": {
      const { constructorName, value: inner } = value.value;
      const type = partNamed(model["Variant"], constructorName);
      return misfitOf(inner, type, named, `${path}.${constructorName}`);
    }
    case "optional":
      return value.value && misfitOf(value.value, model["Optional"], named, path);
    case "list":
      return inEach(value.value, model["List"], named, path);
    case "textMap":
      return inTextMap(value.value, model["TextMap"], named, path);
    case "genMap": {
      const [keys, values] = pairs(model["GenMap"]);
      return (
        inEach(
          value.value.map((entry) => entry.key),
          keys,
          named,
          path,
        ) ??
        inEach(
          value.value.map((entry) => entry.value),
          values,
          named,
          path,
        )
      );
    }
    default:
      return undefined;
  }
};

const kindOf = (model: Json): string | undefined => {
  if (typeof model === "string") return model.split(" ")[0];
  return isJsonObject(model) ? Object.keys(model)[0] : undefined;
};

const misfitOf = (value: Value, model: Json | undefined, named: Named, path: string): Misfit => {
  if (model === undefined) return undefined;
  if (isJsonObject(model)) {
    const { Self, Recursive } = model;
    if (typeof Self === "string") return misfitOf(value, named.get(Self), named, path);
    const [name, body] = pairs(Recursive);
    if (typeof name === "string")
      return misfitOf(value, body, new Map([...named, [name, body ?? null]]), path);
  }
  const expected = kindOf(model);
  const found = modelKinds[value.kind];
  if (expected !== undefined && known.has(expected) && expected !== found)
    return `${path}: expected ${expected}, found ${found}`;
  return isJsonObject(model) ? inParts(value, model, named, path) : undefined;
};

/**
 * The first part of a value that is of another kind than its type says, or is there twice: as JSON
 * it could pass for what is expected, such as an integer for a text.
 *
 * @param model of the type
 * @param path of the value, for the message
 */
export const misfitIn = (value: Value, model: Json, path: string): string | undefined =>
  misfitOf(value, model, new Map(), path);
