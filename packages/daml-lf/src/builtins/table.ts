import type { BuiltinFunction } from "../syntax/builtin-function.js";
import type { LfValue } from "../values/value.js";
import { int64Builtins, numericBuiltins } from "./arithmetic.js";
import { comparisonBuiltins, mapBuiltins } from "./collections.js";
import type { Builtin } from "./builtin.js";
import { cryptoBuiltins, textBuiltins, timeBuiltins } from "./texts.js";

/** The builtins that the machine runs itself: they call functions, log, or end the program. */
type MachineBuiltin =
  | "TRACE"
  | "ERROR"
  | "FOLDL"
  | "FOLDR"
  | "EQUAL_LIST"
  | "ANY_EXCEPTION_MESSAGE"
  | "FAIL_WITH_STATUS";

/** A builtin that only calculates. */
export type PureBuiltin = Exclude<BuiltinFunction, MachineBuiltin>;

/** The builtins that only calculate (daml-lf B.4). */
export const builtins: Readonly<Record<PureBuiltin, Builtin>> = {
  ...int64Builtins,
  ...numericBuiltins,
  ...textBuiltins,
  ...timeBuiltins,
  ...cryptoBuiltins,
  ...comparisonBuiltins,
  ...mapBuiltins,
  COERCE_CONTRACT_ID: { arity: 1, run: (id: LfValue) => id },
};
