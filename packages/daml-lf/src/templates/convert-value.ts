import { type ValueError, valueError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { nameOf, parametersOf, spineOf, substituted } from "../ledger-types/closed-type.js";
import type { Module, LfPackage } from "../syntax/package.js";
import type { BuiltinType, Field, Reference, Type } from "../syntax/type.js";
import { itemsOfList, listOf } from "../values/list.js";
import { emptyGenMap, emptyTextMap } from "../values/maps.js";
import {
  Cons,
  ContractId,
  Enum,
  GenMap,
  LfDate,
  LfRecord,
  type LfValue,
  Nil,
  none,
  None,
  Numeric,
  Party,
  Some,
  TextMap,
  Timestamp,
  Unit,
  Variant,
} from "../values/value.js";

type PackageOf = (packageId: string) => LfPackage | undefined;

export type Converted = Either<ValueError, LfValue>;

/**
 * A value of the ledger as one of a type of another version of its package (daml-lf B.10): new
 * fields become None, surplus ones must be None, constructors are found by their names, and
 * everything else must be as it is. Left: why it does not fit.
 *
 * @param type without variables
 */
export const convertValue = (packageOf: PackageOf, type: Type, value: LfValue): Converted => {
  const { head, args } = spineOf(type);
  if (head.tag === "synonym") {
    const synonym = moduleOf(packageOf, head.of)?.synonyms.get(head.of.name);
    if (synonym === undefined) return valueError(`no synonym ${nameOf(head.of)}`);
    const parameters = parametersOf(synonym.parameters, head.arguments);
    return convertValue(packageOf, substituted(synonym.type, parameters), value);
  }
  if (head.tag === "constructor") return convertData(packageOf, head.of, args, value);
  if (head.tag !== "builtin") return valueError(`no value of a ledger has the type ${head.tag}`);
  const [first, second] = args;
  const isScalar = scalars[head.builtin];
  if (isScalar !== undefined)
    return isScalar(value) ? right(value) : valueError(`expected a value of type ${head.builtin}`);
  if (first === undefined) return valueError(`no value of a ledger has the type ${head.builtin}`);
  const inner = (each: LfValue): Converted => convertValue(packageOf, first, each);
  switch (head.builtin) {
    case "Numeric":
      return value instanceof Numeric && first.tag === "nat" && first.value === value.scale
        ? right(value)
        : valueError("expected a Numeric of the same scale");
    case "Optional":
      if (value instanceof None) return right(value);
      return value instanceof Some
        ? mapped(inner(value.value), (some) => new Some(some))
        : valueError("expected an Optional");
    case "List":
      return value instanceof Cons || value instanceof Nil
        ? mapped(convertAll(itemsOfList(value), inner), listOf)
        : valueError("expected a List");
    case "TextMap":
      return value instanceof TextMap
        ? convertTextMap(value, inner)
        : valueError("expected a TextMap");
    case "GenMap":
      return value instanceof GenMap && second !== undefined
        ? convertGenMap(value, inner, (each) => convertValue(packageOf, second, each))
        : valueError("expected a GenMap");
    default:
      return valueError(`no value of a ledger has the type ${head.builtin}`);
  }
};

const scalars: { readonly [T in BuiltinType]?: (value: LfValue) => boolean } = {
  Unit: (value) => value instanceof Unit,
  Bool: (value) => typeof value === "boolean",
  Int64: (value) => typeof value === "bigint",
  Text: (value) => typeof value === "string",
  Party: (value) => value instanceof Party,
  Date: (value) => value instanceof LfDate,
  Timestamp: (value) => value instanceof Timestamp,
  ContractId: (value) => value instanceof ContractId,
};

const mapped = <A>(converted: Either<ValueError, A>, then: (value: A) => LfValue): Converted =>
  isLeft(converted) ? converted : right(then(converted.right));

const convertAll = (
  items: Iterable<LfValue>,
  convert: (item: LfValue) => Converted,
): Either<ValueError, ReadonlyArray<LfValue>> => {
  const all: Array<LfValue> = [];
  for (const item of items) {
    const converted = convert(item);
    if (isLeft(converted)) return converted;
    all.push(converted.right);
  }
  return right(all);
};

const convertTextMap = (map: TextMap, convert: (item: LfValue) => Converted): Converted => {
  let all = emptyTextMap;
  for (const [key, item] of map.entries()) {
    const converted = convert(item);
    if (isLeft(converted)) return converted;
    all = all.with(key, converted.right);
  }
  return right(all);
};

const convertGenMap = (
  map: GenMap,
  convertKey: (key: LfValue) => Converted,
  convert: (item: LfValue) => Converted,
): Converted => {
  let all = emptyGenMap;
  for (const [key, item] of map.entries()) {
    const [newKey, newItem] = [convertKey(key), convert(item)];
    if (isLeft(newKey)) return newKey;
    if (isLeft(newItem)) return newItem;
    all = all.with(newKey.right, newItem.right);
  }
  return right(all);
};

const moduleOf = (packageOf: PackageOf, { packageId, module }: Reference): Module | undefined =>
  packageOf(packageId)?.modules.get(module);

const convertData = (
  packageOf: PackageOf,
  of: Reference,
  args: ReadonlyArray<Type>,
  value: LfValue,
): Converted => {
  const data = moduleOf(packageOf, of)?.dataTypes.get(of.name);
  if (data === undefined) return valueError(`no data type ${nameOf(of)} in ${of.packageId}`);
  const parameters = parametersOf(data.parameters, args);
  const convert = (type: Type, each: LfValue): Converted =>
    convertValue(packageOf, substituted(type, parameters), each);
  const { constructors } = data;
  switch (constructors.tag) {
    case "record":
      return value instanceof LfRecord
        ? convertRecord(of, constructors.fields, value, convert)
        : valueError(`expected a ${nameOf(of)}`);
    case "variant":
      return convertVariant(of, constructors.fields, value, convert);
    case "enum": {
      const name = value instanceof Enum ? value.shape.names[value.rank] : undefined;
      const rank = name === undefined ? -1 : constructors.names.indexOf(name);
      return rank < 0
        ? valueError(`expected one of ${constructors.names.join(", ")}`)
        : right(new Enum({ of, names: constructors.names }, rank));
    }
    case "interface":
      return valueError(`no value of a ledger has the type ${nameOf(of)}`);
  }
};

const convertRecord = (
  of: Reference,
  fields: ReadonlyArray<Field>,
  { fields: given }: LfRecord,
  convert: (type: Type, value: LfValue) => Converted,
): Converted => {
  const surplus = given.slice(fields.length).some((each) => !(each instanceof None));
  if (surplus) return valueError(`found a field that ${nameOf(of)} does not have`);
  const all: Array<LfValue> = [];
  for (const [at, { name, type }] of fields.entries()) {
    const there = given[at];
    if (there === undefined && !isOptional(type))
      return left({ path: [name], reason: "the contract has no such field" });
    const converted = there === undefined ? right(none) : convert(type, there);
    if (isLeft(converted)) return left({ ...converted.left, path: [name, ...converted.left.path] });
    all.push(converted.right);
  }
  return right(new LfRecord({ of, labels: fields.map(({ name }) => name) }, all));
};

const isOptional = (type: Type): boolean => {
  const { head } = spineOf(type);
  return head.tag === "builtin" && head.builtin === "Optional";
};

const convertVariant = (
  of: Reference,
  fields: ReadonlyArray<Field>,
  value: LfValue,
  convert: (type: Type, value: LfValue) => Converted,
): Converted => {
  const names = fields.map(({ name }) => name);
  if (!(value instanceof Variant)) return valueError(`expected a ${nameOf(of)}`);
  const rank = names.indexOf(value.shape.names[value.rank] ?? "");
  const field = fields[rank];
  return field === undefined
    ? valueError(`expected one of ${names.join(", ")}`)
    : mapped(
        convert(field.type, value.argument),
        (inner) => new Variant({ of, names }, rank, inner),
      );
};
