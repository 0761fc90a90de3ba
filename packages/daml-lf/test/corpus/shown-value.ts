import { microsToText, dateToText } from "@tallystick/core";
import type { Type } from "../../src/syntax/type.js";
import {
  Any,
  AnyException,
  Cons,
  ContractId,
  Enum,
  FailureCategory,
  GenMap,
  InterfaceValue,
  LfDate,
  LfRecord,
  type LfValue,
  Nil,
  None,
  Numeric,
  Party,
  Some,
  Struct,
  TextMap,
  Timestamp,
  TypeRep,
  Unit,
  Variant,
} from "../../src/values/value.js";

/** A value as the recorded answers write it. */
export type Shown = ReadonlyArray<unknown>;

const shownType = (type: Type): string =>
  type.tag === "constructor" ? `${type.of.module}:${type.of.name}` : JSON.stringify(type);

const numericText = ({ unscaled, scale }: Numeric): string => {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const at = digits.length - scale;
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, at)}.${digits.slice(at)}`;
};

const timeText = (micros: bigint): string =>
  microsToText(micros)
    .replace(/\.(\d{3})000Z$/, ".$1Z")
    .replace(".000Z", "Z");

const listOf = (list: LfValue): ReadonlyArray<LfValue> => {
  const all: Array<LfValue> = [];
  let rest = list;
  while (rest instanceof Cons) {
    all.push(rest.head);
    rest = rest.tail;
  }
  return all;
};

/** A value in the form of the recorded answers. */
export const shownValue = (value: LfValue): Shown => {
  if (typeof value === "boolean") return ["Bool", value];
  if (typeof value === "bigint") return ["Int64", value.toString()];
  if (typeof value === "string") return ["Text", value];
  if (value instanceof Unit) return ["Unit"];
  if (value instanceof Numeric) return ["Numeric", numericText(value)];
  if (value instanceof Party) return ["Party", value.id];
  if (value instanceof ContractId) return ["ContractId", value.id];
  if (value instanceof LfDate) return ["Date", dateToText(value.days)];
  if (value instanceof Timestamp) return ["Timestamp", timeText(value.micros)];
  if (value instanceof FailureCategory) return ["Int64", `${value.rank + 8}`];
  if (value instanceof None) return ["Optional", null];
  if (value instanceof Some) return ["Optional", shownValue(value.value)];
  if (value instanceof Nil || value instanceof Cons) return ["List", listOf(value).map(shownValue)];
  if (value instanceof TextMap)
    return ["TextMap", [...value.entries()].map(([key, of]) => [key, shownValue(of)])];
  if (value instanceof GenMap)
    return ["GenMap", [...value.entries()].map(([key, of]) => [shownValue(key), shownValue(of)])];
  return shownData(value);
};

const shownData = (value: LfValue): Shown => {
  if (value instanceof LfRecord) {
    const { labels } = value.shape;
    return ["Record", value.fields.map((field, at) => [labels[at], shownValue(field)])];
  }
  if (value instanceof Struct)
    return ["Struct", value.fields.map((field, at) => [value.labels[at], shownValue(field)])];
  if (value instanceof Variant)
    return ["Variant", value.shape.names[value.rank], shownValue(value.argument)];
  if (value instanceof Enum) return ["Enum", value.shape.names[value.rank]];
  if (value instanceof Any) return ["Any", shownType(value.type), shownValue(value.value)];
  if (value instanceof AnyException)
    return ["Any", `${value.of.module}:${value.of.name}`, shownValue(value.value)];
  if (value instanceof TypeRep) return ["TypeRep", shownType(value.type)];
  if (value instanceof InterfaceValue) return shownValue(value.payload);
  return ["Function"];
};
