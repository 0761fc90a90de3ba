import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

/** True for the model of a record type. */
export const isRecordModel = (model: Json): boolean =>
  isJsonObject(model) && model.Record !== undefined;

/** True for the model of an optional type. */
export const isOptionalModel = (model: Json | undefined): boolean =>
  isJsonObject(model) && model.Optional !== undefined;

/** True when values of a type may hold a contract id, at any depth. */
export const holdsContractIds = (model: Json | undefined): boolean => {
  if (!isJsonObject(model)) return model === "ContractId";
  const { Optional, List, TextMap, GenMap, Record: fields, Variant: constructors } = model;
  const { Recursive } = model;
  // a pair is a name and a model; names of fields and constructors are not types
  const named = [fields, constructors].flatMap((pairs) => (isJsonArray(pairs) ? pairs : []));
  return (
    [Optional, List, TextMap].some(holdsContractIds) ||
    (isJsonArray(GenMap) && GenMap.some(holdsContractIds)) ||
    (isJsonArray(Recursive) && holdsContractIds(Recursive[1])) ||
    named.some((pair) => isJsonArray(pair) && holdsContractIds(pair[1]))
  );
};

const ids = new WeakMap<object, string>();

/**
 * The type, with the id of what defines its record, variant or enumeration. The id is beside the
 * model and no part of it: nothing that is stored or hashed holds it.
 *
 * @param id `package:Module:Entity`; arguments of a type with parameters are no part of it
 */
export const withTypeId = <T extends { readonly model: Json }>(type: T, id: string): T => {
  if (isJsonObject(type.model)) ids.set(type.model, id);
  return type;
};

/** The id of what defines a type, if it came from a Daml package. */
export const typeIdOf = (model: Json): string | undefined =>
  isJsonObject(model) ? ids.get(model) : undefined;

/**
 * The model of a type that refers to itself, one level unrolled: each "itself" is replaced by the
 * whole type.
 *
 * @param model `{"Recursive": [name, body]}`
 */
export const unrolledModel = (model: Json): Json => {
  const recursive = isJsonObject(model) ? model.Recursive : undefined;
  const [name = null, body = null] = isJsonArray(recursive) ? recursive : [];
  return withSelf(body, name, model);
};

const withSelf = (part: Json, name: Json, whole: Json): Json => {
  if (isJsonArray(part)) return part.map((each) => withSelf(each, name, whole));
  if (!isJsonObject(part)) return part;
  if (part.Self === name) return whole;
  const entries = Object.entries(part);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, withSelf(value ?? null, name, whole)]),
  );
};
