import type { ValueError } from "../values/value-error.js";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { addField, isJsonObject, type Json, type JsonObject } from "../values/json.js";
import { type DamlType, type Static, expected, kindOf, within } from "./daml-type.js";
import { checkNames, checkTypes } from "./given-type.js";
import { shownArgument } from "./shown.js";
import { ArgumentError, foundValue } from "../values/argument-error.js";
import { madeOf } from "./type-parts.js";
import { type ReadBack, type ValueWriter, withWriter, writerOf } from "./value-writer.js";

/** The fields of a record type. */
export type Fields = Readonly<Record<string, DamlType<unknown>>>;

type RecordOf<F> = { readonly [K in keyof F]: Static<F[K]> };

/**
 * A record; fields of optional type may be missing, unknown fields that are not null are rejected
 * (ledger-api 2.1).
 *
 * @param fields the type of each field
 * @param called the name that Daml shows its values with
 */
export const record = <F extends Fields>(
  fields: F,
  called?: string,
  // written out: editors show the fields of the value then, not those of its type
): DamlType<{ readonly [K in keyof F]: Static<F[K]> }> => {
  checkTypes(typeof called === "string" ? `record ${called.slice(0, 60)}` : "record", fields);
  const types: FieldTypes = Object.entries(fields).map(([name, type]) => ({
    name,
    type,
    inherited: name in Object.prototype,
    write: writerOf(type),
  }));
  const known = new Set(Object.keys(fields));
  const whole: DamlType<RecordOf<F>> = {
    model: { Record: types.map(({ name, type }) => [name, type.model]) },
    optional: false,
    // border: the loop builds exactly the fields of F
    decode: (value) => decodeFields(types, known, value) as Either<ValueError, RecordOf<F>>,
    encode: (value) => encodeFields(types, value),
    show: (value, constructor) => showFields(types, value, called ?? constructor),
  };
  madeOf(whole, { kind: "record", fields, called });
  return types.every(({ type }) => !type.optional || readsBackAbsent(type))
    ? withWriter(whole, (value, back) => writeFields(types, value, back))
    : whole;
};

/** True for a type that gives undefined for a field that is left out. */
const readsBackAbsent = (type: DamlType<unknown>): boolean => {
  const read = type.decode(null);
  return isRight(read) && read.right === undefined;
};

type FieldTypes = ReadonlyArray<{
  readonly name: string;
  readonly type: DamlType<unknown>;
  /** True for a name such as `constructor`, which every object inherits. */
  readonly inherited: boolean;
  readonly write: ValueWriter;
}>;

const unexpectedFields = (names: ReadonlyArray<string>): ValueError => {
  const reason = `Unexpected fields: ${names.join(", ").slice(0, 200)}`;
  return { path: [], reason, sentence: reason };
};

const missing = (name: string, types: FieldTypes, value: JsonObject): ValueError => {
  const isMissing = (field: FieldTypes[number]) =>
    !field.type.optional && !Object.hasOwn(value, field.name);
  const missingFields = types.filter(isMissing).map((field) => field.name);
  return { path: [name], reason: "this field is required", missingFields };
};

const decodeFields = (
  types: FieldTypes,
  known: ReadonlySet<string>,
  value: Json,
): Either<ValueError, Readonly<Record<string, unknown>>> => {
  if (!isJsonObject(value)) return expected("an object", value);
  const result: Record<string, unknown> = {};
  let found = 0;
  for (const { name, type, inherited } of types) {
    const given = inherited && !Object.hasOwn(value, name) ? undefined : value[name];
    if (given !== undefined) found++;
    else if (!type.optional) return left(missing(name, types, value));
    const field = type.decode(given ?? null);
    if (isLeft(field)) return within(name, field.left);
    addField(result, name, field.right);
  }
  const names = Object.keys(value);
  if (names.length === found) return right(result);
  const unexpected = names.filter((name) => !known.has(name) && value[name] !== null);
  return unexpected.length === 0 ? right(result) : left(unexpectedFields(unexpected));
};

// fields left out at the end of a record read back as None, so they are not written (ledger-api
// 2.1)
const writtenFields = (types: FieldTypes, value: Readonly<Record<string, unknown>>): number => {
  let count = types.length;
  while (count > 0) {
    const last = types[count - 1];
    if (last === undefined || !last.type.optional || value[last.name] !== undefined) break;
    count--;
  }
  return count;
};

const encodeFields = (types: FieldTypes, value: Readonly<Record<string, unknown>>): Json => {
  const count = writtenFields(types, value);
  const result: Record<string, Json> = {};
  for (let index = 0; index < count; index++) {
    const field = types[index];
    if (field !== undefined) addField(result, field.name, field.type.encode(value[field.name]));
  }
  return result;
};

const showFields = (
  types: FieldTypes,
  value: Readonly<Record<string, unknown>>,
  constructor = "",
): string => {
  const shown = types.map(({ name, type }) => [name, type.show(value[name])] as const);
  if (shown[0]?.[0] === "_1") return `(${shown.map(([, field]) => field).join(",")})`;
  return `${constructor} {${shown.map(([name, field]) => `${name} = ${field}`).join(", ")}}`.trim();
};

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const writeFields = (types: FieldTypes, value: unknown, back: ReadBack): Json | undefined => {
  if (!isFields(value)) return undefined;
  const count = writtenFields(types, value);
  const result: Record<string, Json> = {};
  const copy: Record<string, unknown> = {};
  for (let index = 0; index < types.length; index++) {
    const field = types[index];
    if (field === undefined) continue;
    if (index < count) {
      const json = field.write(value[field.name], back);
      if (json === undefined) return undefined;
      addField(result, field.name, json);
      addField(copy, field.name, back.value);
    } else {
      addField(copy, field.name, undefined);
    }
  }
  back.value = copy;
  return result;
};

/** The value of a variant type: its constructor and what it carries. */
type VariantOf<C> = {
  readonly [K in keyof C]: { readonly tag: K; readonly value: Static<C[K]> };
}[keyof C];

/**
 * A variant: `{"tag": ..., "value": ...}`.
 *
 * @param constructors the type of what each carries; `unit` for nothing
 */
export const variant = <C extends Fields>(
  constructors: C,
): DamlType<
  { readonly [K in keyof C]: { readonly tag: K; readonly value: Static<C[K]> } }[keyof C]
> => {
  checkTypes("variant", constructors);
  const types = new Map<string, DamlType<unknown>>(Object.entries(constructors));
  const names = [...types.keys()].join(", ");
  const writers = new Map([...types].map(([tag, type]) => [tag, writerOf(type)]));
  const whole: DamlType<VariantOf<C>> = {
    model: { Variant: [...types].map(([name, type]) => [name, type.model]) },
    optional: false,
    decode: (value) => {
      if (!isJsonObject(value)) return expected("an object with tag and value", value);
      const { tag, value: inner } = value;
      const type = typeof tag === "string" ? types.get(tag) : undefined;
      if (type === undefined) {
        const reason = `expected one of ${names}, found ${kindOf(tag)}`;
        const sentence =
          typeof tag === "string" ? { sentence: `Unexpected variant tag: ${tag}` } : {};
        return left({ path: ["tag"], reason, ...sentence });
      }
      if (inner === undefined) return left({ path: ["value"], reason: "this field is required" });
      const read = type.decode(inner);
      // border: tag and value were just matched with each other
      return isLeft(read)
        ? within("value", read.left)
        : right({ tag, value: read.right } as VariantOf<C>);
    },
    encode: (value) => ({
      tag: String(value.tag),
      value: types.get(String(value.tag))?.encode(value.value) ?? null,
    }),
    show: ({ tag, value }) => {
      const constructor = String(tag);
      const type = types.get(constructor);
      const shown = type?.show(value, constructor) ?? "()";
      if (type === undefined || shown === "()") return constructor;
      if (shown.startsWith(`${constructor} {`)) return shown;
      return `${constructor} ${shownArgument(type, shown)}`;
    },
  };
  madeOf(whole, { kind: "variant", constructors });
  return withWriter(whole, (value, back) => {
    const tag = isFields(value) ? value["tag"] : undefined;
    const write = typeof tag === "string" ? writers.get(tag) : undefined;
    const json = isFields(value) ? write?.(value["value"], back) : undefined;
    if (typeof tag !== "string" || json === undefined) return undefined;
    back.value = { tag, value: back.value };
    return { tag, value: json };
  });
};

/**
 * An enumeration: one of some names.
 *
 * @param names all there are, in their order
 */
export const enumeration = <N extends string>(...names: ReadonlyArray<N>): DamlType<N> => {
  const find = new Map<string, N>(names.map((name) => [name, name]));
  const wrong = names.find((name) => typeof name !== "string");
  if (names.length === 0 || names.some((name) => typeof name !== "string")) {
    const found = names.length === 0 ? "nothing" : foundValue(wrong);
    throw new ArgumentError(`enumeration: expected one or more names as texts, found ${found}`);
  }
  checkNames("enumeration", names);
  const whole: DamlType<N> = {
    model: { Enum: [...names] },
    optional: false,
    decode: (value) => {
      const name = typeof value === "string" ? find.get(value) : undefined;
      return name === undefined ? expected(`one of ${names.join(", ")}`, value) : right(name);
    },
    encode: (value) => value,
    show: (value) => value,
  };
  return withWriter(whole, (value, back) => {
    const name = typeof value === "string" ? find.get(value) : undefined;
    back.value = name;
    return name;
  });
};
