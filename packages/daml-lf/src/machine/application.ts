import type { Expression } from "../syntax/expression.js";
import type { Builtin } from "../builtins/builtin.js";
import { builtins } from "../builtins/table.js";
import { spendBytes, spendSteps } from "../values/meter.js";
import type { AnyException, LfValue } from "../values/value.js";
import { force } from "./cells.js";
import { callingBuiltins } from "./calling-builtins.js";
import { crash, placed } from "./crash.js";
import { type Definition, definitionOf, partOf } from "./definitions.js";
import { type Code, jump } from "./frames.js";
import { apply, BuiltinValue } from "./functions.js";
import { closure, constant, spreadAbstraction, valuesOf } from "./lambda.js";
import { erased, found, moduleOf } from "./program.js";
import {
  bind,
  compile,
  compiled,
  type Compiled,
  freshSlot,
  overOperands,
  type Scope,
  sequence,
  type Step,
} from "./scope.js";

/** Compiles an application of one spine: operands from the last to the first, the head last. */
export const compileApplication = (expression: Expression, scope: Scope): Compiled => {
  const operands: Array<Expression> = [];
  let head = erased(expression);
  while (head.tag === "application") {
    operands.unshift(...head.arguments);
    head = erased(head.function);
  }
  // applied to types only
  if (operands.length === 0 && head.tag !== "builtin") return compile(head, scope);
  if (head.tag === "builtin") return compileBuiltin(head, operands, scope);
  if (head.tag === "value") {
    const definition = definitionOf(scope.program, head.of, scope.compileIn);
    if (definition.known?.arity === operands.length)
      return compileKnown(definition.known, operands, scope);
  }
  if (head.tag === "abstraction") {
    const { parameters, body } = spreadAbstraction(head);
    if (parameters.length === operands.length)
      return compileImmediate(parameters, body, operands, scope);
  }
  return compileUnknown(head, operands, scope);
};

const compileUnknown = (
  head: Expression,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const parts = [head, ...operands].map((part) => compile(part, scope));
  return overOperands(scope, parts, 2, ([first, ...rest]) => {
    if (first === undefined) throw crash("an application without a function");
    const values = valuesOf(rest);
    return placed(scope.place, (frame) => {
      const args = values(frame);
      return apply(first(frame), args);
    });
  });
};

const compileKnown = (
  known: NonNullable<Definition["known"]>,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const parts = operands.map((part) => compile(part, scope));
  return overOperands(scope, parts, 2, (codes) => {
    const values = valuesOf(codes, () => known.size);
    return (frame) => {
      spendSteps(1);
      return jump(known.code, values(frame));
    };
  });
};

/** An abstraction applied to all its arguments: they are bound in this frame. */
const compileImmediate = (
  parameters: ReadonlyArray<string>,
  body: Expression,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const steps: Array<Step> = [];
  const slots = parameters.map(() => freshSlot(scope));
  for (let at = operands.length - 1; at >= 0; at--) {
    const operand = operands[at];
    const slot = slots[at];
    if (operand !== undefined && slot !== undefined)
      steps.push({ slot, of: compile(operand, scope) });
  }
  const names = parameters.reduce<Scope["names"]>(
    (next, name, at) => ({ name, slot: slots[at] ?? 0, next }),
    scope.names,
  );
  return sequence(steps, compile(body, { ...scope, names }));
};

/** Compiles a `let`; one within the body is part of the same sequence. */
export const compileLet = (
  expression: Extract<Expression, { readonly tag: "let" }>,
  scope: Scope,
): Compiled => {
  const steps: Array<Step> = [];
  let inner = scope;
  let body: Expression = expression;
  while (body.tag === "let") {
    for (const { binder, bound } of body.bindings) {
      const of = compile(bound, inner);
      const next = bind(inner, binder.name);
      steps.push({ slot: next.slot, of });
      inner = next.scope;
    }
    body = body.body;
  }
  return sequence(steps, compile(body, inner));
};

const messageFunction =
  (scope: Scope) =>
  (exception: AnyException): LfValue => {
    const { program, compileIn } = scope;
    const { of } = exception;
    const message = (): Expression =>
      found(moduleOf(program, of).exceptions.get(of.name), of).message;
    return force(partOf(program, of, "message", [], message, compileIn));
  };

const directBuiltins: ReadonlyMap<string, Builtin> = new Map(Object.entries(builtins));

type BuiltinExpression = Extract<Expression, { readonly tag: "builtin" }>;

/** Compiles a builtin: called where it has all its arguments, a function otherwise. */
const compileBuiltin = (
  head: BuiltinExpression,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const { arity, calls, run } = builtinOf(head, scope);
  const parts = operands.map((part) => compile(part, scope));
  if (arity === 0) return overOperands(scope, parts, 1, () => placed(scope.place, () => run([])));
  if (arity !== operands.length) {
    const value = new BuiltinValue(arity, run);
    if (operands.length === 0) return constant(value);
    return overOperands(scope, parts, 2, (codes) => {
      const values = valuesOf(codes);
      return placed(scope.place, (frame) => apply(value, values(frame)));
    });
  }
  const effect = calls ? 2 : 1;
  return overOperands(scope, parts, effect, (codes) => placed(scope.place, called(codes, run)));
};

const called = (codes: ReadonlyArray<Code>, run: (args: Array<LfValue>) => LfValue): Code => {
  const [first, second] = codes;
  if (codes.length === 2 && first !== undefined && second !== undefined) {
    return (frame) => {
      const last = second(frame);
      const args = [first(frame), last];
      spendSteps(1);
      return run(args);
    };
  }
  const values = valuesOf(codes);
  return (frame) => {
    const args = values(frame);
    spendSteps(1);
    return run(args);
  };
};

const builtinOf = (
  { builtin }: BuiltinExpression,
  scope: Scope,
): { arity: number; calls: boolean; run: (args: Array<LfValue>) => LfValue } => {
  const calling = callingBuiltins(messageFunction(scope)).get(builtin);
  if (calling !== undefined) return { arity: calling.arity, calls: true, run: calling.run };
  const direct = directBuiltins.get(builtin);
  if (direct === undefined) throw crash(`no builtin ${builtin}`);
  return { arity: direct.arity, calls: false, run: reading(builtin, direct) };
};

/** A builtin that pays for the long texts it reads; joining reads none. */
const reading = (
  name: string,
  { arity, run }: Builtin,
): ((args: ReadonlyArray<LfValue>) => LfValue) => {
  if (name === "APPEND_TEXT") return (args) => run(...args);
  const binary = arity === 2;
  return (args) => {
    for (const arg of args)
      if (typeof arg === "string" && arg.length > freeText) spendBytes(2 * arg.length);
    const [first, second] = args;
    return binary && first !== undefined && second !== undefined
      ? run(first, second)
      : run(...args);
  };
};

/** Shorter texts are read for nothing. */
const freeText = 64;

/** Compiles an abstraction: consecutive ones are one function. */
export const compileAbstraction = (expression: Expression, scope: Scope): Compiled => {
  const { parameters, body } = spreadAbstraction(expression);
  return parameters.length === 0 ? compile(body, scope) : closure(scope, parameters, body);
};

/** Compiles a reference to a top-level value, which is evaluated at its first use. */
export const compileValue = (
  { of }: Extract<Expression, { readonly tag: "value" }>,
  scope: Scope,
): Compiled => {
  const cell = definitionOf(scope.program, of, scope.compileIn);
  return compiled(() => force(cell), 2, []);
};
