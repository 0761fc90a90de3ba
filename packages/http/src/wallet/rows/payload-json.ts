import { coinPackages } from "@tallystick/coin";
import {
  type Contract,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@tallystick/core";

/** Rewrites the values of a type. Undefined: they stay as they are. */
type Rewrite = ((value: Json) => Json) | undefined;

/** A decimal as validators write those of contracts: `2000.0`, where the ledger has all places. */
const shortDecimal = (value: Json): Json =>
  typeof value === "string" ? value.replace(/(\.\d+?)0+$/, "$1") : value;

const ofElements =
  (element: (value: Json) => Json) =>
  (value: Json): Json =>
    isJsonArray(value) ? value.map(element) : value;

const ofValues =
  (rewrites: ReadonlyMap<string, (value: Json) => Json> | ((value: Json) => Json)) =>
  (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([name, each]): [string, Json] => {
      const rewrite = typeof rewrites === "function" ? rewrites : rewrites.get(name);
      return [name, rewrite === undefined ? each : rewrite(each)];
    });
    return Object.fromEntries(entries);
  };

/** The rewrites of named pairs of a model: fields of a record, constructors of a variant. */
const ofPairs = (pairs: Json): ReadonlyMap<string, (value: Json) => Json> => {
  const found = new Map<string, (value: Json) => Json>();
  for (const pair of isJsonArray(pairs) ? pairs : []) {
    const [name, model = null] = isJsonArray(pair) ? pair : [];
    const rewrite = rewriteOf(model);
    if (typeof name === "string" && rewrite !== undefined) found.set(name, rewrite);
  }
  return found;
};

const ofVariant =
  (constructors: ReadonlyMap<string, (value: Json) => Json>) =>
  (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const { tag } = value;
    const rewrite = typeof tag === "string" ? constructors.get(tag) : undefined;
    return rewrite === undefined ? value : { ...value, value: rewrite(value["value"] ?? null) };
  };

const ofCollection = ({ Optional, List, TextMap, GenMap }: JsonObject): Rewrite => {
  if (Optional !== undefined) {
    const inner = rewriteOf(Optional);
    return inner && ((value) => (value === null ? null : inner(value)));
  }
  const element = rewriteOf(List ?? TextMap ?? null);
  if (element !== undefined) return List === undefined ? ofValues(element) : ofElements(element);
  const [, ofValue = null] = isJsonArray(GenMap) ? GenMap : [];
  const rewrite = rewriteOf(ofValue);
  return (
    rewrite &&
    ofElements((pair) => (isJsonArray(pair) ? [pair[0] ?? null, rewrite(pair[1] ?? null)] : pair))
  );
};

/** How the values of a Daml type are written, by its model (ledger-api 2.1). */
const rewriteOf = (model: Json): Rewrite => {
  if (typeof model === "string") return model.startsWith("Numeric") ? shortDecimal : undefined;
  if (!isJsonObject(model)) return undefined;
  const { Record: fields, Variant } = model;
  const pairs = ofPairs(fields ?? Variant ?? null);
  if (fields === undefined && Variant === undefined) return ofCollection(model);
  if (pairs.size === 0) return undefined;
  return fields === undefined ? ofVariant(pairs) : ofValues(pairs);
};

const rewrites: ReadonlyMap<string, Rewrite> = new Map(
  coinPackages.flatMap(({ templates }) =>
    templates.map(({ name, payload }) => [name, rewriteOf(payload.model)] as const),
  ),
);

/** The payload of a contract as validators write it: decimals without zeros at their end. */
export const payloadOfContract = ({ templateId, payload }: Contract): Json => {
  const rewrite = rewrites.get(templateId.slice(templateId.indexOf(":") + 1));
  return rewrite === undefined ? payload : rewrite(payload);
};
