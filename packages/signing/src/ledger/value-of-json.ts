import {
  dateFromText,
  isJsonArray,
  isJsonObject,
  type Json,
  microsFromText,
  type ContractId,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Identifier, RecordValue, Value } from "../messages/value.js";

/** Says that a value does not fit its type; never leaves this room. */
export class IllTypedValue extends Error {}

/** What is particular to the values of one transaction. */
export interface ValueForm {
  /**
   * How a contract id is written: without its suffix when the transaction itself creates the
   * contract.
   */
  readonly contractId: (contractId: ContractId) => string;
  /** True where fields of records have no labels. */
  readonly isUnlabelled?: boolean;
  /** The id of the type of a model, if values of it have one. */
  readonly idOf?: (model: Json) => Identifier | undefined;
}

interface Place extends ValueForm {
  /** Types that refer to themselves, by name. */
  readonly named: ReadonlyMap<string, Json>;
}

const ill = (model: Json | undefined, json: Json | undefined): never => {
  const shown = (part: Json | undefined) => (JSON.stringify(part) ?? "nothing").slice(0, 100);
  throw new IllTypedValue(`found ${shown(json)}, expected a value of ${shown(model)}`);
};

const textOf = (model: Json, json: Json): string =>
  typeof json === "string" ? json : ill(model, json);

/**
 * Decimal text with exactly as many digits after the point as the scale (interactive-submission
 * 1.4).
 */
const numericText = (model: string, json: Json): string => {
  const scale = Number(model.slice("Numeric ".length));
  const [whole = "", fraction = ""] = textOf(model, json).split(".");
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, "0").slice(0, scale)}`;
};

const microsOf = (json: Json): bigint => {
  const micros = microsFromText(textOf("Timestamp", json));
  return isLeft(micros) ? ill("Timestamp", json) : micros.right;
};

const daysOf = (json: Json): number => {
  const days = dateFromText(textOf("Date", json));
  return isLeft(days) ? ill("Date", json) : days.right;
};

const scalarValue = (model: string, json: Json, place: Place): Value => {
  switch (model) {
    case "Text":
      return { kind: "text", value: textOf(model, json) };
    case "Party":
      return { kind: "party", value: textOf(model, json) };
    case "Bool":
      return { kind: "bool", value: json === true };
    case "Int64":
      return { kind: "int64", value: BigInt(textOf(model, json)) };
    case "Timestamp":
      return { kind: "timestamp", value: microsOf(json) };
    case "Date":
      return { kind: "date", value: daysOf(json) };
    case "Unit":
      return { kind: "unit", value: {} };
    case "ContractId":
      return { kind: "contractId", value: place.contractId(textOf(model, json)) };
    default:
      return model.startsWith("Numeric ")
        ? { kind: "numeric", value: numericText(model, json) }
        : ill(model, json);
  }
};

const isOptionalModel = (model: Json | undefined): boolean =>
  isJsonObject(model) && model["Optional"] !== undefined;

/**
 * Inside another optional, None is `[]` and a value `[x]`; otherwise None is null (ledger-api 2.1).
 */
const optionalValue = (element: Json, json: Json, place: Place, isListed: boolean): Value => {
  const listed = isListed || isOptionalModel(element);
  if (json === null || (listed && isJsonArray(json) && json.length === 0))
    return { kind: "optional", value: undefined };
  if (!listed) return { kind: "optional", value: toValue(element, json, place) };
  const [some = null] = isJsonArray(json) ? json : [ill({ Optional: element }, json)];
  return { kind: "optional", value: toValue(element, some, place, true) };
};

const pairsOf = (model: Json | undefined): ReadonlyArray<readonly [string, Json]> =>
  isJsonArray(model)
    ? model.map((pair) => {
        const [name = null, type = null] = isJsonArray(pair) ? pair : [];
        return [textOf("Text", name), type];
      })
    : ill("a list of fields", model);

const isNone = (value: Value): boolean => value.kind === "optional" && value.value === undefined;

const recordFields = (model: Json, json: Json, place: Place): RecordValue["fields"] => {
  if (!isJsonObject(json)) return ill({ Record: model }, json);
  const fields = pairsOf(model).map(([label, type]) => ({
    label: place.isUnlabelled === true ? "" : label,
    value: toValue(type, (Object.hasOwn(json, label) ? json[label] : undefined) ?? null, place),
  }));
  // what is None at the end of a record is left out (interactive-submission 1.4)
  let count = fields.length;
  for (; count > 0; count--) {
    const last = fields[count - 1];
    if (last === undefined || !isNone(last.value)) break;
  }
  return fields.slice(0, count);
};

const textMapValue = (element: Json, json: Json, place: Place): Value => {
  if (!isJsonObject(json)) return ill({ TextMap: element }, json);
  const entries = Object.entries(json).map(([key, each]) => ({
    key,
    value: toValue(element, each ?? null, place),
  }));
  // in the order of the UTF-8 bytes, which is not that of JavaScript's strings
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return { kind: "textMap", value: entries };
};

const genMapValue = (types: Json, json: Json, place: Place): Value => {
  const [keyType = null, valueType = null] = isJsonArray(types) ? types : [];
  const pairs = isJsonArray(json) ? json : ill({ GenMap: types }, json);
  return {
    kind: "genMap",
    value: pairs.map((pair) => {
      const [key = null, value = null] = isJsonArray(pair) ? pair : [];
      return { key: toValue(keyType, key, place), value: toValue(valueType, value, place) };
    }),
  };
};

const variantValue = (
  constructors: Json,
  json: Json,
  place: Place,
  variantId: Identifier | undefined,
): Value => {
  const { tag = null, value = null } = isJsonObject(json) ? json : {};
  const constructorName = textOf("Text", tag);
  const found = pairsOf(constructors).find(([name]) => name === constructorName);
  if (found === undefined) return ill({ Variant: constructors }, json);
  const inner = toValue(found[1], value, place);
  return { kind: "variant", value: { variantId, constructorName, value: inner } };
};

const toValue = (model: Json, json: Json, place: Place, isListed = false): Value => {
  if (typeof model === "string") return scalarValue(model, json, place);
  const [entry] = isJsonObject(model) ? Object.entries(model) : [];
  const [kind, inner] = [entry?.[0] ?? "", entry?.[1] ?? null];
  switch (kind) {
    case "Optional":
      return optionalValue(inner, json, place, isListed);
    case "List":
      return isJsonArray(json)
        ? { kind: "list", value: json.map((each) => toValue(inner, each, place)) }
        : ill(model, json);
    case "TextMap":
      return textMapValue(inner, json, place);
    case "GenMap":
      return genMapValue(inner, json, place);
    case "Record":
      return {
        kind: "record",
        value: { recordId: place.idOf?.(model), fields: recordFields(inner, json, place) },
      };
    case "Variant":
      return variantValue(inner, json, place, place.idOf?.(model));
    case "Enum":
      return {
        kind: "enum",
        value: { enumId: place.idOf?.(model), constructorName: textOf(model, json) },
      };
    case "Recursive": {
      const [name = null, body = null] = isJsonArray(inner) ? inner : [];
      const named = new Map([...place.named, [textOf("Text", name), body]]);
      return toValue(body, json, { ...place, named }, isListed);
    }
    case "Self":
      return toValue(place.named.get(textOf("Text", inner)) ?? ill(model, json), json, place);
    default:
      return ill(model, json);
  }
};

/**
 * A value of a type from its JSON form (ledger-api 2.1). Throws {@link IllTypedValue} when it does
 * not fit.
 *
 * @param model the type's model
 * @param typeId of the type, when it is a record whose id is known; the types of values inside have
 * those that the form gives them
 */
export const valueOfJson = (
  model: Json,
  json: Json,
  form: ValueForm,
  typeId?: Identifier,
): Value => {
  const value = toValue(model, json, { ...form, named: new Map() });
  return value.kind === "record" && typeId !== undefined
    ? { kind: "record", value: { ...value.value, recordId: typeId } }
    : value;
};
