import type { Builtin } from "../builtins/builtin.js";
import { builtins } from "../builtins/table.js";
import type { Expression } from "../syntax/expression.js";
import type { Place } from "../values/lf-error.js";
import { spendBytes, spendSteps } from "../values/meter.js";
import type { AnyException, LfValue } from "../values/value.js";
import { callingBuiltins } from "./calling-builtins.js";
import { force } from "./cells.js";
import { crash, placed, placing } from "./crash.js";
import { partOf } from "./definitions.js";
import type { Code } from "./frames.js";
import { apply, BuiltinValue } from "./functions.js";
import { compilePartial, valuesOf } from "./lambda.js";
import { found, moduleOf } from "./program.js";
import { compile, type Compiled, constant, overOperands, type Scope, valueIn } from "./scope.js";

const directBuiltins: ReadonlyMap<string, Builtin> = new Map(Object.entries(builtins));

type BuiltinExpression = Extract<Expression, { readonly tag: "builtin" }>;

/** Compiles a builtin: called where it has all its arguments, a function otherwise. */
export const compileBuiltin = (
  head: BuiltinExpression,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const { builtin } = head;
  const { place } = scope;
  const calling = callingBuiltins(messageFunction(scope)).get(builtin);
  const direct = directBuiltins.get(builtin);
  const { arity, run } = calling ?? wholeBuiltin(builtin, direct);
  if (arity === 0) return overOperands(scope, [], 1, () => placed(place, () => run([])));
  if (arity !== operands.length) {
    const two = arity === 2 && direct !== undefined ? ofTwo(direct, builtin) : undefined;
    const value = new BuiltinValue(arity, run, two);
    if (operands.length === 0) return constant(value);
    if (operands.length < arity) return compilePartial(value, operands, scope);
    const parts = operands.map((part) => compile(part, scope));
    return overOperands(scope, parts, 2, (given) =>
      placed(place, (frame) => apply(value, valuesOf(given, frame))),
    );
  }
  const parts = operands.map((part) => compile(part, scope));
  const effect = calling === undefined ? 1 : 2;
  return overOperands(scope, parts, effect, (given) => {
    const [first, second] = given;
    return direct !== undefined && arity === 2 && first !== undefined && second !== undefined
      ? calledWithTwo(first, second, ofTwo(direct, builtin), place)
      : calledWithAll(given, run, place);
  });
};

const messageFunction =
  (scope: Scope) =>
  (exception: AnyException): LfValue => {
    const { program, compileIn } = scope;
    const { of } = exception;
    const owner = found(moduleOf(program, of).exceptions.get(of.name), of);
    return force(partOf(program, of, owner, "message", [], () => owner.message, compileIn));
  };

type OfTwo = (first: LfValue, second: LfValue) => LfValue;

/** A builtin of two operands, which pays for what it reads. */
const ofTwo = ({ run }: Builtin, name: string): OfTwo =>
  readsTexts(name)
    ? (first, second) => {
        payReading(first);
        payReading(second);
        return run(first, second);
      }
    : run;

/** Calls a builtin of two operands, of which no array is made. */
const calledWithTwo =
  (first: Compiled, second: Compiled, run: OfTwo, place: Place): Code =>
  (frame) => {
    try {
      const last = valueIn(frame, second);
      const value = valueIn(frame, first);
      spendSteps(1);
      return run(value, last);
    } catch (error) {
      throw placing(error, place);
    }
  };

const calledWithAll =
  (operands: ReadonlyArray<Compiled>, run: (args: Array<LfValue>) => LfValue, place: Place): Code =>
  (frame) => {
    try {
      const args = valuesOf(operands, frame);
      spendSteps(1);
      return run(args);
    } catch (error) {
      throw placing(error, place);
    }
  };

/** A builtin over an array of its arguments. */
const wholeBuiltin = (
  name: string,
  direct: Builtin | undefined,
): { readonly arity: number; readonly run: (args: ReadonlyArray<LfValue>) => LfValue } => {
  if (direct === undefined) throw crash(`no builtin ${name}`);
  const { arity, run } = direct;
  const reads = readsTexts(name);
  return {
    arity,
    run: (args) => {
      if (reads) for (const arg of args) payReading(arg);
      return run(...args);
    },
  };
};

const readsTexts = (name: string): boolean => name !== "APPEND_TEXT";

/** A builtin pays for the long texts it reads. */
const payReading = (value: LfValue): void => {
  if (typeof value === "string" && value.length > freeText) spendBytes(2 * value.length);
};

/** Shorter texts are read for nothing. */
const freeText = 64;
