import type { DamlType } from "../daml-types/daml-type.js";
import { isOptionalModel, unrolledModel } from "../daml-types/type-model.js";
import { unsuffixedVersion } from "../values/grammar.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

/**
 * The first contract id of a value that lacks its suffix, so that no committed transaction can have
 * it; undefined where there is none.
 *
 * @param given the value as it came: what holds no text like such an id is not looked at further
 * @param value the value, read
 */
export const unsuffixedIdOf = <A>(type: DamlType<A>, given: Json, value: A): string | undefined =>
  holdsUnsuffixed(given) ? firstIn(type.model, type.encode(value)) : undefined;

const holdsUnsuffixed = (json: Json): boolean => {
  if (typeof json === "string") return unsuffixedVersion(json) !== undefined;
  if (isJsonArray(json)) return json.some(holdsUnsuffixed);
  return isJsonObject(json) && Object.values(json).some((each) => holdsUnsuffixed(each ?? null));
};

const itemsOf = (json: Json): ReadonlyArray<Json> => (isJsonArray(json) ? json : []);

const firstOf = <T>(items: Iterable<T>, find: (item: T) => string | undefined) => {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
};

const fieldOf = (json: Json, name: Json): Json =>
  isJsonObject(json) && typeof name === "string" && Object.hasOwn(json, name)
    ? (json[name] ?? null)
    : null;

/** @param json in the form the type writes */
const firstIn = (model: Json, json: Json): string | undefined => {
  if (model === "ContractId")
    return typeof json === "string" && unsuffixedVersion(json) !== undefined ? json : undefined;
  if (!isJsonObject(model) || json === null) return undefined;
  const [[kind, inner] = ["", null]] = Object.entries(model);
  switch (kind) {
    case "Optional":
      // inside another one an optional is a list
      return isOptionalModel(inner)
        ? firstOf(itemsOf(json), (some) => firstInSome(inner, some))
        : firstIn(inner, json);
    case "List":
      return firstOf(itemsOf(json), (each) => firstIn(inner, each));
    case "TextMap":
      return firstOf(Object.values(isJsonObject(json) ? json : {}), (each) =>
        firstIn(inner, each ?? null),
      );
    case "GenMap":
      return firstOf(itemsOf(json), (entry) =>
        firstOf(itemsOf(inner).entries(), ([at, each]) =>
          firstIn(each, itemsOf(entry)[at] ?? null),
        ),
      );
    case "Record":
      return firstOf(itemsOf(inner).map(itemsOf), ([name = null, each = null]) =>
        firstIn(each, fieldOf(json, name)),
      );
    case "Variant":
      return firstOf(itemsOf(inner).map(itemsOf), ([name, each = null]) =>
        name === fieldOf(json, "tag") ? firstIn(each, fieldOf(json, "value")) : undefined,
      );
    case "Recursive":
      return firstIn(unrolledModel(model), json);
    default:
      return undefined;
  }
};

/** The value within an optional that is itself within one. */
const firstInSome = (model: Json, json: Json): string | undefined => {
  const inner = isJsonObject(model) ? (model.Optional ?? null) : null;
  return isOptionalModel(inner)
    ? firstIn(model, json)
    : firstOf(itemsOf(json), (each) => firstIn(inner, each));
};
