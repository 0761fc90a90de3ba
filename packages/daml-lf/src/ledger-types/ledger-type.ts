import {
  type DamlType,
  enumeration,
  type Json,
  isDeeperThan,
  list,
  record,
  recursive,
  textMap,
  valueError,
  variant,
  withTypeId,
} from "@tallystick/core";
import type { DataType, LfPackage } from "../syntax/package.js";
import type { Field, Reference, Type } from "../syntax/type.js";
import { itemsOfList, listOf } from "../values/list.js";
import { emptyTextMap } from "../values/maps.js";
import {
  Cons,
  Enum,
  LfRecord,
  type LfValue,
  Nil,
  none,
  None,
  TextMap,
  Variant,
} from "../values/value.js";
import { adapted, type LedgerType, optionalType, wrongType } from "./adapted-type.js";
import { nameOf, parametersOf, spineOf, substituted } from "./closed-type.js";
import { genMapType } from "./gen-map-type.js";
import { contractIdType, numericType, scalarTypes } from "./scalar-types.js";
import { TypeKeys } from "./type-keys.js";

export interface Packages {
  get(packageId: string): LfPackage | undefined;
}

/** The types of data that one type needs; each is made once. */
interface Making {
  readonly packages: Packages;
  /** By definition and arguments; what is still being made is here as a reference to it. */
  readonly types: Map<string, LedgerType>;
  /** Those that something refers to while they are being made. */
  readonly recursive: Set<string>;
  readonly keys: TypeKeys;
  /** Those that are being made. */
  readonly open: Set<string>;
}

const maxOpen = 100;

/** How many types of data one type may need; a type can contain ever larger ones. */
const maxTypes = 10_000;

/** Entries of maps have two levels of JSON for each level of a value, and a unit has one. */
const maxJsonDepth = 2 * 100 + 2;

/**
 * The type of the ledger for a serializable type of Daml-LF: reads and writes the JSON form of
 * values (ledger-api 2.1). Throws an LfError for a type whose values are in no ledger.
 *
 * @param packages the packages of the definitions that the type names
 * @param type without variables
 */
export const ledgerTypeOf = (packages: Packages, type: Type): LedgerType => {
  const types = new Map<string, LedgerType>();
  const [found, open] = [new Set<string>(), new Set<string>()];
  const made = typeOf({ packages, types, recursive: found, keys: new TypeKeys(), open }, type);
  if (found.size === 0) return made;
  return {
    ...made,
    decode: (json) =>
      isDeeperThan(maxJsonDepth, json)
        ? valueError(`expected at most ${maxJsonDepth} levels of nesting`)
        : made.decode(json),
  };
};

const typeOf = (making: Making, type: Type): LedgerType => {
  const { head, args } = spineOf(type);
  if (head.tag === "synonym") {
    const synonym = moduleOf(making.packages, head.of)?.synonyms.get(head.of.name);
    if (synonym === undefined) throw wrongType(`no synonym ${nameOf(head.of)}`);
    return typeOf(
      making,
      substituted(synonym.type, parametersOf(synonym.parameters, head.arguments)),
    );
  }
  if (head.tag === "constructor") return dataTypeOf(making, head.of, args);
  if (head.tag !== "builtin") throw wrongType(`no value of a ledger has the type ${head.tag}`);
  const [first, second] = args;
  const scalar = scalarTypes.get(head.builtin);
  if (scalar !== undefined) return scalar;
  if (head.builtin === "ContractId") return contractIdType;
  if (head.builtin === "Numeric" && first?.tag === "nat") return numericType(first.value);
  if (first === undefined || first.tag === "nat")
    throw wrongType(`no value of a ledger has the type ${head.builtin}`);
  const element = typeOf(making, first);
  if (head.builtin === "Optional") return optionalType(element);
  if (head.builtin === "List") return listType(element);
  if (head.builtin === "TextMap") return textMapType(element);
  if (head.builtin === "GenMap" && second !== undefined)
    return genMapType(element, typeOf(making, second));
  throw wrongType(`no value of a ledger has the type ${head.builtin}`);
};

const listType = (element: LedgerType): LedgerType =>
  adapted(list(element), listOf, (value) => {
    if (value instanceof Cons || value instanceof Nil) return itemsOfList(value);
    throw wrongType("expected a List");
  });

const textMapType = (element: LedgerType): LedgerType =>
  adapted(
    textMap(element),
    (entries) => [...entries].reduce((map, [key, item]) => map.with(key, item), emptyTextMap),
    (value) => {
      if (value instanceof TextMap) return new Map(value.entries());
      throw wrongType("expected a TextMap");
    },
  );

const moduleOf = (packages: Packages, { packageId, module }: Reference) =>
  packages.get(packageId)?.modules.get(module);

const dataTypeOf = (making: Making, of: Reference, args: ReadonlyArray<Type>): LedgerType => {
  const { types, open } = making;
  const key = making.keys.ofData(of, args);
  const known = types.get(key);
  if (known !== undefined) {
    if (open.has(key)) making.recursive.add(key);
    return known;
  }
  const data = moduleOf(making.packages, of)?.dataTypes.get(of.name);
  if (data === undefined) throw wrongType(`no data type ${nameOf(of)} in ${of.packageId}`);
  if (open.size >= maxOpen || types.size >= maxTypes)
    throw wrongType(`${nameOf(of)} contains ever larger types`);
  open.add(key);
  const made: Array<LedgerType> = [];
  const whole = recursive<LfValue>(
    idOf(of),
    (self) => {
      types.set(key, self);
      const once = withTypeId(constructed(making, of, args, data), idOf(of));
      made.push(once);
      return once;
    },
    maxJsonDepth,
  );
  open.delete(key);
  const [once = whole] = made;
  const type = making.recursive.has(key) ? whole : once;
  types.set(key, type);
  return type;
};

const idOf = (of: Reference): string => `${of.packageId}:${nameOf(of)}`;

const constructed = (
  making: Making,
  of: Reference,
  args: ReadonlyArray<Type>,
  { constructors, parameters }: DataType,
): LedgerType => {
  const given = parametersOf(parameters, args);
  const fieldTypes = (fields: ReadonlyArray<Field>): Readonly<Record<string, LedgerType>> =>
    Object.fromEntries(
      fields.map(({ name, type }) => [name, typeOf(making, substituted(type, given))]),
    );
  switch (constructors.tag) {
    case "record":
      return recordType(of, fieldTypes(constructors.fields));
    case "variant":
      return variantType(of, fieldTypes(constructors.fields));
    case "enum":
      return enumType(of, constructors.names);
    case "interface":
      throw wrongType(`no value of a ledger has the type of the interface ${nameOf(of)}`);
  }
};

const recordType = (of: Reference, fields: Readonly<Record<string, LedgerType>>): LedgerType => {
  const named = Object.entries(fields);
  const labels = named.map(([name]) => name);
  const shape = { of, labels };
  const written: DamlType<Readonly<Record<string, LfValue | undefined>>> = record(
    fields,
    of.name.split(".").at(-1),
  );
  const fieldsOf = (value: LfValue): ReadonlyArray<LfValue> => {
    if (value instanceof LfRecord) return value.fields;
    throw wrongType(`expected a ${nameOf(of)}`);
  };
  return {
    ...adapted(
      written,
      (value) =>
        new LfRecord(
          shape,
          labels.map((label) => value[label] ?? none),
        ),
      (value) => {
        const given = fieldsOf(value);
        return Object.fromEntries(
          labels.map((label, at) => [label, given[at] instanceof None ? undefined : given[at]]),
        );
      },
    ),
    encode: (value) => writtenFields(named, fieldsOf(value)),
  };
};

type NamedType = readonly [name: string, type: LedgerType];

/** None at the end is left out (ledger-api 2.1). */
const writtenFields = (types: ReadonlyArray<NamedType>, given: ReadonlyArray<LfValue>): Json => {
  let count = types.length;
  while (count > 0 && given[count - 1] instanceof None) count--;
  const written: Record<string, Json> = {};
  for (let at = 0; at < count; at++) {
    const type = types[at];
    if (type !== undefined) written[type[0]] = type[1].encode(given[at] ?? none);
  }
  return written;
};

const variantType = (of: Reference, fields: Readonly<Record<string, LedgerType>>): LedgerType => {
  const names = Object.keys(fields);
  const shape = { of, names };
  return adapted(
    variant(fields),
    ({ tag, value }) => new Variant(shape, names.indexOf(tag), value),
    (value) => {
      const tag = value instanceof Variant ? names[value.rank] : undefined;
      if (!(value instanceof Variant) || tag === undefined)
        throw wrongType(`expected a ${nameOf(of)}`);
      return { tag, value: value.argument };
    },
  );
};

const enumType = (of: Reference, names: ReadonlyArray<string>): LedgerType => {
  const shape = { of, names };
  return adapted(
    enumeration(...names),
    (name) => new Enum(shape, names.indexOf(name)),
    (value) => {
      const name = value instanceof Enum ? names[value.rank] : undefined;
      if (name === undefined) throw wrongType(`expected a ${nameOf(of)}`);
      return name;
    },
  );
};
