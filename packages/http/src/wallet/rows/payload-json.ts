import { coinPackages } from "@tallystick/coin";
import { type Contract, isJsonArray, isJsonObject, type Json } from "@tallystick/core";
import { foldModel, type ModelCases, type Named } from "./model-fold.js";

/** Rewrites the values of a type. Undefined: they stay as they are. */
type Rewrite = ((value: Json) => Json) | undefined;

/** A decimal as validators write those of contracts: `2000.0`, where the ledger has all places. */
const shortDecimal = (value: Json): Json =>
  typeof value === "string" ? value.replace(/(\.\d+?)0+$/, "$1") : value;

const ofElements = (element: Rewrite): Rewrite =>
  element && ((value) => (isJsonArray(value) ? value.map((each) => element(each)) : value));

/** @param rewriteOf of the value under a name */
const ofValues =
  (rewriteOf: (name: string) => Rewrite) =>
  (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).map(([name, each]): [string, Json] => [
      name,
      rewriteOf(name)?.(each) ?? each,
    ]);
    return Object.fromEntries(entries);
  };

/** Rewrites by name; undefined when there is none. */
const byName = (all: ReadonlyArray<Named<Rewrite>>): ReadonlyMap<string, Rewrite> | undefined => {
  const some = all.filter(({ type }) => type !== undefined);
  return some.length === 0 ? undefined : new Map(some.map(({ name, type }) => [name, type]));
};

const rewrites: ModelCases<Rewrite> = {
  scalar: (name) => (name.startsWith("Numeric") ? shortDecimal : undefined),
  optional: (inner) => inner && ((value) => (value === null ? null : inner(value))),
  list: ofElements,
  textMap: (inner) => inner && ofValues(() => inner),
  genMap: (inner) =>
    inner &&
    ofElements((pair) => (isJsonArray(pair) ? [pair[0] ?? null, inner(pair[1] ?? null)] : pair)),
  record: (fields) => {
    const named = byName(fields);
    return named && ofValues((name) => named.get(name));
  },
  variant: (constructors) => {
    const named = byName(constructors);
    return (
      named &&
      ((value) => {
        if (!isJsonObject(value)) return value;
        const { tag, value: content = null } = value;
        const rewrite = typeof tag === "string" ? named.get(tag) : undefined;
        return rewrite === undefined ? value : { ...value, value: rewrite(content) };
      })
    );
  },
  enumeration: () => undefined,
  other: undefined,
};

/** How the values of a Daml type are written, by its model (ledger-api 2.1). */
export const rewriteOf = (model: Json): Rewrite => foldModel(model, rewrites);

const byTemplate: ReadonlyMap<string, Rewrite> = new Map(
  coinPackages.flatMap(({ templates }) =>
    templates.map(({ name, payload }) => [name, rewriteOf(payload.model)] as const),
  ),
);

/** The payload of a contract as validators write it: decimals without zeros at their end. */
export const payloadOfContract = ({ templateId, payload }: Contract): Json =>
  byTemplate.get(templateId.slice(templateId.indexOf(":") + 1))?.(payload) ?? payload;
