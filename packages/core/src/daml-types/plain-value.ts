import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { decimalFrom } from "../values/decimal.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";
import type { ValueError } from "../values/value-error.js";
import type { DamlType } from "./daml-type.js";
import type { Plain } from "./given-types.js";
import { isOptionalModel, unrolledModel } from "./type-model.js";

/** A value in JSON form as a program reads it (see `Plain`). Left: it is not of the type. */
export const plainValue = <A>(type: DamlType<A>, json: Json): Either<ValueError, Plain<A>> => {
  const decoded = type.decode(json);
  if (isLeft(decoded)) return decoded;
  // border: `plain` follows the model, which says the same as the type
  return right(plain(type.model, type.encode(decoded.right)) as Plain<A>);
};

const plain = (model: Json, json: Json): unknown => {
  if (typeof model === "string") return scalar(model, json);
  if (!isJsonObject(model)) return json;
  const [[kind, inner] = ["", null]] = Object.entries(model);
  switch (kind) {
    case "Record":
      return plainFields(itemsOf(inner), json);
    case "Optional":
      return isOptionalModel(inner) ? plainSome(inner, json) : plainOptional(inner, json);
    case "List":
      return itemsOf(json).map((each) => plain(inner, each));
    case "TextMap":
      return new Map(
        Object.entries(isJsonObject(json) ? json : {}).map(([key, each]) => [
          key,
          plain(inner, each ?? null),
        ]),
      );
    case "GenMap": {
      const [key = null, item = null] = itemsOf(inner);
      return itemsOf(json)
        .map(itemsOf)
        .map(([k = null, v = null]) => [plain(key, k), plain(item, v)]);
    }
    case "Variant":
      return plainVariant(itemsOf(inner), json);
    case "Recursive":
      return plain(unrolledModel(model), json);
    default:
      return json;
  }
};

const itemsOf = (value: Json): ReadonlyArray<Json> => (isJsonArray(value) ? value : []);

const scalar = (model: string, json: Json): unknown => {
  if (typeof json !== "string") return json;
  if (model === "Numeric 10") return decimalFrom(json);
  return model === "Int64" ? BigInt(json) : json;
};

const plainOptional = (model: Json, json: Json): unknown =>
  json === null ? undefined : plain(model, json);

/** A value that is itself optional, and so in a list. */
const plainSome = (model: Json, json: Json): unknown => {
  const [some] = itemsOf(json);
  if (some === undefined) return undefined;
  const inner = isJsonObject(model) ? (model.Optional ?? null) : null;
  if (isOptionalModel(inner)) return { some: plain(model, some) };
  const [value] = itemsOf(some);
  return { some: value === undefined ? undefined : plain(inner, value) };
};

const plainFields = (models: ReadonlyArray<Json>, json: Json): unknown => {
  const given = isJsonObject(json) ? json : {};
  return Object.fromEntries(
    models
      .map(itemsOf)
      .map(([named, model = null]) => {
        const name = typeof named === "string" ? named : "";
        const field = Object.hasOwn(given, name) ? (given[name] ?? null) : null;
        return [name, plain(model, field)] as const;
      })
      .filter(([, value]) => value !== undefined),
  );
};

const plainVariant = (models: ReadonlyArray<Json>, json: Json): unknown => {
  if (!isJsonObject(json)) return json;
  const { tag = null, value = null } = json;
  const [, model = null] = models.map(itemsOf).find(([name]) => name === tag) ?? [];
  return { tag, value: plain(model, value) };
};
