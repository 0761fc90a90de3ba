import {
  bool,
  contractId,
  type DamlType,
  date,
  int64,
  type Int64,
  isInt64,
  microsFromText,
  microsToText,
  numeric,
  party,
  text,
  timestamp,
  unit as unitType,
  valueError,
} from "@tallystick/core";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { numericFromLfText, numericText } from "../builtins/numeric.js";
import type { BuiltinType } from "../syntax/type.js";
import { ContractId, LfDate, Numeric, Party, Timestamp, unit, Unit } from "../values/value.js";
import { type LedgerType, scalarOf } from "./adapted-type.js";

const exactTimestamp: DamlType<bigint> = {
  model: timestamp.model,
  optional: false,
  decode: (json) => {
    const exact = typeof json === "string" ? microsFromText(json) : undefined;
    if (exact !== undefined && isRight(exact)) return exact;
    const zoned = timestamp.decode(json);
    return isLeft(zoned) ? zoned : right(BigInt(zoned.right));
  },
  encode: microsToText,
  show: microsToText,
};

const same = <A>(value: A): A => value;

const isInt = (value: unknown): value is Int64 => typeof value === "bigint" && isInt64(value);

/** The types without parameters. */
export const scalarTypes: ReadonlyMap<BuiltinType, LedgerType> = new Map<BuiltinType, LedgerType>([
  [
    "Unit",
    scalarOf(
      unitType,
      () => unit,
      (value) => value instanceof Unit,
      () => ({}),
    ),
  ],
  ["Bool", scalarOf(bool, same, (value) => typeof value === "boolean", same)],
  ["Int64", scalarOf(int64, same, isInt, same)],
  ["Text", scalarOf(text, same, (value) => typeof value === "string", same)],
  [
    "Party",
    scalarOf(
      party,
      (id) => new Party(id),
      (value) => value instanceof Party,
      ({ id }) => id,
    ),
  ],
  [
    "Date",
    scalarOf(
      date,
      (days) => new LfDate(days),
      (value) => value instanceof LfDate,
      ({ days }) => days,
    ),
  ],
  [
    "Timestamp",
    scalarOf(
      exactTimestamp,
      (micros) => new Timestamp(micros),
      (value) => value instanceof Timestamp,
      ({ micros }) => micros,
    ),
  ],
]);

/** The type of contract ids, of whatever template. */
export const contractIdType = scalarOf(
  contractId,
  (id) => new ContractId(id),
  (value) => value instanceof ContractId,
  ({ id }) => id,
);

const fixedText = ({ unscaled, scale }: Numeric): string => {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
};

const standardScale = 10;

/** Numeric with so many digits after the point, which are all written. */
export const numericType = (scale: number): LedgerType => {
  const witness = new Numeric(0n, scale);
  const written: DamlType<Numeric> = {
    model: `Numeric ${scale}`,
    optional: false,
    decode: (json) => {
      // what the ledger reads everywhere: numbers too, and its own texts of errors
      const standard = scale === standardScale ? numeric.decode(json) : undefined;
      if (standard !== undefined)
        return isLeft(standard) ? standard : right(new Numeric(standard.right, scale));
      const shown = typeof json === "string" || typeof json === "number" ? String(json) : "";
      const read = numericFromLfText(witness, shown.replace(/\.$/, ""));
      return read === undefined
        ? valueError(`expected a decimal with at most ${scale} digits after the point`)
        : right(read);
    },
    encode: fixedText,
    show: numericText,
  };
  return scalarOf(written, same, (value) => value instanceof Numeric, same);
};
