import {
  dateMaxDays,
  dateMinDays,
  dateToText,
  type Json,
  microsToText,
  timestampMaxMicros,
  timestampMinMicros,
} from "@tallystick/core";
import type { Value } from "../messages/value.js";

/** Inside another optional, None is `[]` and a value `[x]` (ledger-api 2.1). */
const listedOptional = (value: Value | undefined): Json => {
  if (value === undefined) return [];
  return [value.kind === "optional" ? listedOptional(value.value) : jsonOfValue(value)];
};

const optionalJson = (value: Value | undefined): Json => {
  if (value === undefined) return null;
  return value.kind === "optional" ? [listedOptional(value.value)] : jsonOfValue(value);
};

// the message has room for more days and microseconds than Daml; their numbers are read as no date
// and no time, and so the command is rejected with what was found
const dateJson = (days: number): Json =>
  days < dateMinDays || days > dateMaxDays ? `day ${days}` : dateToText(days);

const timestampJson = (micros: bigint): Json =>
  micros < timestampMinMicros || micros > timestampMaxMicros
    ? `microsecond ${micros}`
    : microsToText(micros);

/** The JSON form of a value, as a command has it (ledger-api 2.1). */
export const jsonOfValue = (value: Value): Json => {
  switch (value.kind) {
    case "unit":
      return {};
    case "bool":
      return value.value;
    case "int64":
      return value.value.toString();
    case "date":
      return dateJson(value.value);
    case "timestamp":
      return timestampJson(value.value);
    case "numeric":
    case "party":
    case "text":
    case "contractId":
      return value.value;
    case "optional":
      return optionalJson(value.value);
    case "list":
      return value.value.map(jsonOfValue);
    case "textMap":
      return Object.fromEntries(
        value.value.map(({ key, value: each }) => [key, jsonOfValue(each)]),
      );
    case "genMap":
      return value.value.map((entry) => [jsonOfValue(entry.key), jsonOfValue(entry.value)]);
    case "record":
      return Object.fromEntries(
        value.value.fields.map(({ label, value: each }) => [label, jsonOfValue(each)]),
      );
    case "variant":
      return { tag: value.value.constructorName, value: jsonOfValue(value.value.value) };
    case "enum":
      return value.value.constructorName;
  }
};
