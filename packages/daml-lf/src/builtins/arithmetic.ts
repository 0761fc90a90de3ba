import type { LfValue, Numeric } from "../values/value.js";
import { arithmeticException } from "./arithmetic-error.js";
import { binary, type Builtin, take, ternary, unary } from "./builtin.js";
import {
  addInt64,
  divideInt64,
  multiplyInt64,
  powerInt64,
  remainderInt64,
  subtractInt64,
  toInt64,
} from "./int64.js";
import {
  addNumeric,
  castNumeric,
  divideNumeric,
  multiplyNumeric,
  numericFromInt64,
  roundNumeric,
  shiftNumeric,
  subtractNumeric,
  wholePart,
} from "./numeric.js";

const { int64, numeric } = take;

/** The result, or the ArithmeticError of the function where there is none. */
export const orFail = (
  name: string,
  result: LfValue | undefined,
  ...args: ReadonlyArray<bigint | Numeric>
): LfValue => {
  if (result === undefined) throw arithmeticException(name, args);
  return result;
};

const ofInt64 = (name: string, run: (a: bigint, b: bigint) => bigint | undefined): Builtin =>
  binary(int64, int64, (a, b) => orFail(name, run(a, b), a, b));

/** The functions of Int64. */
export const int64Builtins = {
  ADD_INT64: ofInt64("ADD_INT64", addInt64),
  SUB_INT64: ofInt64("SUB_INT64", subtractInt64),
  MUL_INT64: ofInt64("MUL_INT64", multiplyInt64),
  DIV_INT64: ofInt64("DIV_INT64", divideInt64),
  MOD_INT64: ofInt64("MOD_INT64", remainderInt64),
  EXP_INT64: ofInt64("EXP_INT64", powerInt64),
};

export const numericBuiltins = {
  ADD_NUMERIC: binary(numeric, numeric, (a, b) => orFail("ADD_NUMERIC", addNumeric(a, b), a, b)),
  SUB_NUMERIC: binary(numeric, numeric, (a, b) =>
    orFail("SUB_NUMERIC", subtractNumeric(a, b), a, b),
  ),
  MUL_NUMERIC: ternary(numeric, numeric, numeric, (w, a, b) =>
    orFail("MUL_NUMERIC", multiplyNumeric(w, a, b), w, a, b),
  ),
  DIV_NUMERIC: ternary(numeric, numeric, numeric, (w, a, b) =>
    orFail("DIV_NUMERIC", divideNumeric(w, a, b), w, a, b),
  ),
  ROUND_NUMERIC: binary(int64, numeric, (p, a) =>
    orFail("ROUND_NUMERIC", roundNumeric(p, a), p, a),
  ),
  CAST_NUMERIC: binary(numeric, numeric, (w, a) => orFail("CAST_NUMERIC", castNumeric(w, a), w, a)),
  SHIFT_NUMERIC: binary(numeric, numeric, shiftNumeric),
  INT64_TO_NUMERIC: binary(numeric, int64, (w, a) =>
    orFail("INT64_TO_NUMERIC", numericFromInt64(w, a), w, a),
  ),
  NUMERIC_TO_INT64: unary(numeric, (a) => orFail("NUMERIC_TO_INT64", toInt64(wholePart(a)), a)),
};
