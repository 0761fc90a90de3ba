import type { Reference } from "../syntax/type.js";
import { LfError } from "../values/lf-error.js";
import { AnyException, LfRecord, Numeric, type RecordShape } from "../values/value.js";
import { numericText } from "./numeric.js";

/** The exception of arithmetic, in a package that every engine knows. */
export const arithmeticError: Reference = {
  packageId: "ee33fb70918e7aaa3d3fc44d64a399fb2bf5bcefc54201b1690ecd448551ba88",
  module: "DA.Exception.ArithmeticError",
  name: "ArithmeticError",
};

const shape: RecordShape = { of: arithmeticError, labels: ["message"] };

/**
 * The ArithmeticError of a builtin function: an exception that a program may catch (daml-lf B.4).
 *
 * @param name the function
 * @param args all its arguments
 */
export const arithmeticException = (
  name: string,
  args: ReadonlyArray<bigint | Numeric>,
): LfError => {
  const shown = args.map((each) => (each instanceof Numeric ? numericText(each) : each.toString()));
  const message = `ArithmeticError while evaluating (${[name, ...shown].join(" ")}).`;
  return new LfError({
    kind: "Thrown",
    exception: new AnyException(arithmeticError, new LfRecord(shape, [message])),
  });
};
