import type { Json } from "@tallystick/core";
import { nameOf, parametersOf, spineOf, substituted } from "../../src/ledger-types/closed-type.js";
import type { LfPackage } from "../../src/syntax/package.js";
import type { BuiltinType, Field, Reference, Type } from "../../src/syntax/type.js";

/** A value as the recorded answers write it. */
export type Recorded = readonly [kind: string, ...parts: ReadonlyArray<unknown>];

/** Thrown for a value that JSON of its type cannot say; `kind` is that of the recorded error. */
export class Mismatch extends Error {
  constructor(
    message: string,
    readonly kind: "TypeMismatch" | "Lookup" = "TypeMismatch",
  ) {
    super(message);
  }
}

/** How values are read: packages, and contracts by their names. */
export interface Reading {
  packageOf(packageId: string): LfPackage | undefined;
  contractId(name: string): string;
}

const tags: { readonly [T in BuiltinType]?: string } = {
  Unit: "Unit",
  Bool: "Bool",
  Int64: "Int64",
  Text: "Text",
  Party: "Party",
  Date: "Date",
  Timestamp: "Timestamp",
  ContractId: "ContractId",
  Numeric: "Numeric",
  Optional: "Optional",
  List: "List",
  TextMap: "TextMap",
  GenMap: "GenMap",
};

// border: parts of a recorded value are as its kind says
const partOf = <A>(value: Recorded, at = 1): A => value[at] as A;

/**
 * A recorded value in the JSON form of its type. Records without labels get them from the type;
 * what a command may not give throws a `Mismatch`.
 */
export const jsonOf = (reading: Reading, type: Type, value: Recorded): Json => {
  const { head, args } = spineOf(type);
  if (head.tag === "synonym") {
    const synonym = reading.packageOf(head.of.packageId)?.modules.get(head.of.module)?.synonyms;
    const of = synonym?.get(head.of.name);
    if (of === undefined) throw new Mismatch(`no synonym ${head.of.name}`);
    const parameters = parametersOf(of.parameters, head.arguments);
    return jsonOf(reading, substituted(of.type, parameters), value);
  }
  if (head.tag === "constructor") return dataOf(reading, head.of, args, value);
  if (head.tag !== "builtin" || tags[head.builtin] !== value[0])
    throw new Mismatch(`mismatching type and value ${value[0]}`);
  return builtinOf(reading, head.builtin, args, value);
};

const builtinOf = (
  reading: Reading,
  builtin: BuiltinType,
  [first, second]: ReadonlyArray<Type>,
  value: Recorded,
): Json => {
  const inner = (of: Type | undefined, each: Recorded): Json => {
    if (of === undefined) throw new Mismatch("no element type");
    return jsonOf(reading, of, each);
  };
  switch (builtin) {
    case "Unit":
      return {};
    case "ContractId":
      return reading.contractId(partOf(value));
    case "Optional": {
      const some = partOf<Recorded | null>(value);
      if (first !== undefined && isOptional(first))
        return some === null ? [] : [inner(first, some)];
      return some === null ? null : inner(first, some);
    }
    case "List":
      return partOf<ReadonlyArray<Recorded>>(value).map((each) => inner(first, each));
    case "TextMap":
      return Object.fromEntries(
        partOf<ReadonlyArray<readonly [string, Recorded]>>(value).map(([key, each]) => [
          key,
          inner(first, each),
        ]),
      );
    case "GenMap":
      return partOf<ReadonlyArray<readonly [Recorded, Recorded]>>(value).map(([key, each]) => [
        inner(first, key),
        inner(second, each),
      ]);
    default:
      return partOf(value);
  }
};

const isOptional = (type: Type): boolean => {
  const { head } = spineOf(type);
  return head.tag === "builtin" && head.builtin === "Optional";
};

const dataOf = (
  reading: Reading,
  of: Reference,
  args: ReadonlyArray<Type>,
  value: Recorded,
): Json => {
  const data = reading.packageOf(of.packageId)?.modules.get(of.module)?.dataTypes.get(of.name);
  if (data === undefined) throw new Mismatch(`no type ${nameOf(of)}`);
  const parameters = parametersOf(data.parameters, args);
  const fieldJson = (field: Field, each: Recorded): Json =>
    jsonOf(reading, substituted(field.type, parameters), each);
  const { constructors } = data;
  switch (constructors.tag) {
    case "record":
      if (value[0] !== "Record") throw new Mismatch(`mismatching type ${nameOf(of)}`);
      return recordOf(constructors.fields, partOf(value), fieldJson);
    case "variant": {
      const field = constructors.fields.find(({ name }) => name === value[1]);
      if (value[0] !== "Variant") throw new Mismatch(`mismatching type ${nameOf(of)}`);
      if (field === undefined) throw new Mismatch(`unknown constructor of ${nameOf(of)}`, "Lookup");
      return { tag: field.name, value: fieldJson(field, partOf(value, 2)) };
    }
    case "enum":
      if (value[0] !== "Enum") throw new Mismatch(`mismatching type ${nameOf(of)}`);
      if (!constructors.names.includes(partOf(value)))
        throw new Mismatch(`unknown constructor of ${nameOf(of)}`, "Lookup");
      return partOf(value);
    case "interface":
      throw new Mismatch("an interface has no values");
  }
};

const recordOf = (
  fields: ReadonlyArray<Field>,
  given: ReadonlyArray<readonly [string | null, Recorded]>,
  fieldJson: (field: Field, value: Recorded) => Json,
): Json => {
  const isLabelled = given.every(([label]) => label !== null);
  const json: Record<string, Json> = {};
  for (const [at, [label, each]] of given.entries()) {
    const field = isLabelled ? fields.find(({ name }) => name === label) : fields[at];
    if (field === undefined) {
      // what a type does not have may be there when it says nothing
      if (each[0] === "Optional" && each[1] === null) continue;
      throw new Mismatch(`found a surplus field ${label}`);
    }
    if (label !== null && label !== field.name) throw new Mismatch(`found the label ${label}`);
    if (field.name in json) throw new Mismatch(`duplicate label ${label}`);
    json[field.name] = fieldJson(field, each);
  }
  return json;
};
