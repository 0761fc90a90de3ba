import type { Expression } from "../syntax/expression.js";
import { spendBytes } from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import { crash } from "./crash.js";
import type { Frame } from "./frames.js";
import { profiledCode } from "./profiling.js";
import { type BuiltinValue, Closure, FunctionCode, partial } from "./functions.js";
import {
  compile,
  compiled,
  Compiled,
  constant,
  innerScope,
  overOperands,
  type Scope,
  valueIn,
} from "./scope.js";

/** The parameters of abstractions one within the other, and the body. */
export const spreadAbstraction = (
  expression: Expression,
): { parameters: ReadonlyArray<string>; body: Expression } => {
  const parameters: Array<string> = [];
  let body = expression;
  for (;;) {
    if (body.tag === "abstraction") parameters.push(...body.parameters.map(({ name }) => name));
    else if (body.tag !== "typeAbstraction") return { parameters, body };
    body = body.body;
  }
};

/** The body of a function, which counts what it takes where the program is profiled. */
export const profiledBody = ({ profiled }: Scope, body: Compiled): Compiled => {
  if (profiled === undefined || body.constant !== undefined) return body;
  const { code, effect, height, slot, constant, cell } = body;
  return new Compiled(profiledCode(profiled, code), effect, height, slot, constant, cell);
};

/** Code that makes a closure of an expression; it cannot fail. */
export const closure = (
  scope: Scope,
  parameters: ReadonlyArray<string>,
  body: Expression,
): Compiled => {
  const inner = innerScope(scope, parameters);
  const compiledBody = profiledBody(scope, compile(body, inner));
  const sources = [...inner.of.captures.keys()];
  const targets = [...inner.of.captures.values()];
  const of = new FunctionCode(parameters.length, compiledBody.code, inner.of.slots, targets);
  of.compiled(compiledBody, inner.of.slots);
  if (sources.length === 0) return constant(new Closure(of, []));
  return compiled(
    (frame) => {
      spendBytes(40 + 8 * sources.length);
      return new Closure(of, capturedIn(frame, sources));
    },
    0,
    [],
  );
};

const capturedIn = (frame: Frame, sources: ReadonlyArray<number>): ReadonlyArray<LfValue> => {
  // of its size at once: pushing makes room for 17
  const values = new Array<LfValue>(sources.length);
  for (let at = 0; at < sources.length; at++) {
    const value = frame[sources[at] ?? -1];
    if (value === undefined) throw crash("a variable without a value");
    values[at] = value;
  }
  return values;
};

/** Puts the values of operands in an array, from a place of it on. */
export const putValues = (
  values: Array<LfValue>,
  from: number,
  operands: ReadonlyArray<Compiled>,
  frame: Frame,
): void => {
  for (let at = operands.length - 1; at >= 0; at--) {
    const operand = operands[at];
    if (operand !== undefined) values[from + at] = valueIn(frame, operand);
  }
};

export const valuesOf = (operands: ReadonlyArray<Compiled>, frame: Frame): Array<LfValue> => {
  const values: Array<LfValue> = new Array<LfValue>(operands.length);
  putValues(values, 0, operands, frame);
  return values;
};

/** A function with fewer operands than it takes; that can neither fail nor call. */
export const compilePartial = (
  of: Closure | BuiltinValue,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const parts = operands.map((part) => compile(part, scope));
  return overOperands(scope, parts, 0, (given) => (frame) => partial(of, valuesOf(given, frame)));
};
