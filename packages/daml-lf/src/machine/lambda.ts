import type { Expression } from "../syntax/expression.js";
import { spendBytes } from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import { crash } from "./crash.js";
import type { Code } from "./frames.js";
import { Closure, type FunctionCode } from "./functions.js";
import { compile, compiled, type Compiled, innerScope, type Scope } from "./scope.js";

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

/** Code that makes a closure of an expression; it cannot fail. */
export const closure = (
  scope: Scope,
  parameters: ReadonlyArray<string>,
  body: Expression,
): Compiled => {
  const inner = innerScope(scope, parameters);
  const { code } = compile(body, inner);
  const sources = [...inner.of.captures.keys()];
  const of: FunctionCode = {
    arity: parameters.length,
    code,
    size: inner.of.slots,
    targets: [...inner.of.captures.values()],
  };
  return compiled(
    (frame) => {
      spendBytes(40 + 8 * sources.length);
      return new Closure(
        of,
        sources.map((source): LfValue => {
          const value = frame[source];
          if (value === undefined) throw crash("a variable without a value");
          return value;
        }),
      );
    },
    0,
    [],
  );
};

/** Code of a constant. */
export const constant = (value: LfValue): Compiled => ({ code: () => value, effect: 0, height: 1 });

/**
 * Code over values of operands of any number.
 *
 * @param size slots of the array they are put in, at least as many as there are operands
 */
export const valuesOf = (
  codes: ReadonlyArray<Code>,
  size: () => number = () => codes.length,
): ((frame: Array<LfValue>) => Array<LfValue>) => {
  const last = codes.length - 1;
  return (frame) => {
    const values: Array<LfValue> = new Array<LfValue>(size());
    for (let at = last; at >= 0; at--) {
      const code = codes[at];
      if (code !== undefined) values[at] = code(frame);
    }
    return values;
  };
};
