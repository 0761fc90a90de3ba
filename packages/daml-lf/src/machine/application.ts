import type { Expression } from "../syntax/expression.js";
import { spendSteps } from "../values/meter.js";
import type { LfValue } from "../values/value.js";
import type { Place } from "../values/lf-error.js";
import { type Cell, cellOf, force } from "./cells.js";
import { compileBuiltin } from "./builtin-calls.js";
import { crash, placing } from "./crash.js";
import { definitionOf } from "./definitions.js";
import { captured, type Code, jump } from "./frames.js";
import {
  apply,
  applyLater,
  applyOne,
  applyTwo,
  type Closure,
  type FunctionCode,
} from "./functions.js";
import { closure, compilePartial, putValues, spreadAbstraction, valuesOf } from "./lambda.js";
import { sitedCode } from "./profiling.js";
import { erased } from "./program.js";
import {
  bind,
  compile,
  type Compiled,
  constant,
  freshSlot,
  ofCell,
  outerScope,
  overOperands,
  type Scope,
  sequence,
  type Step,
  valueIn,
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
  const known = head.tag === "value" ? knownOf(head, scope) : undefined;
  if (known !== undefined && known.arity > operands.length)
    return compilePartial(known, operands, scope);
  const call = (inner: Scope): Compiled => compileSpine(head, known, operands, inner);
  return isGlobal([head, ...operands], scope) ? compileOnce(expression, call, scope) : call(scope);
};

const knownOf = (
  { of }: Extract<Expression, { readonly tag: "value" }>,
  { program, compileIn }: Scope,
): Closure | undefined => definitionOf(program, of, compileIn).known;

/** What the value of a call of top-level values may take to be kept. */
const keptBytes = 4096;

/** A call of top-level values, such as a method of a type class: evaluated at its first use. */
const compileOnce = (
  expression: Expression,
  call: (scope: Scope) => Compiled,
  scope: Scope,
): Compiled => {
  const cell = cellOf(expression, () => call(outerScope(scope, [])).code, keptBytes);
  return ofCell(cell, () => force(cell));
};

const globalParts = 16;

/** Whether expressions consist of a few top-level values and what they are parts of. */
const isGlobal = (
  expressions: ReadonlyArray<Expression>,
  { program, compileIn }: Scope,
): boolean => {
  const open = [...expressions];
  for (let parts = 0; parts < globalParts; parts++) {
    const part = open.pop();
    if (part === undefined) return true;
    const inner = erased(part);
    if (inner.tag === "structProjection") open.push(inner.struct);
    else if (inner.tag === "recordProjection") open.push(inner.record);
    else if (inner.tag === "application") open.push(inner.function, ...inner.arguments);
    // so that one that is not there is found now
    else if (inner.tag === "value") definitionOf(program, inner.of, compileIn);
    else if (inner.tag !== "unit") return false;
  }
  return false;
};

const compileSpine = (
  head: Expression,
  known: Closure | undefined,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  if (known !== undefined) return compileKnown(known.of, operands, scope);
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
  return compileCall(parts, scope);
};

/** The function first, then its operands. */
const compileCall = (parts: ReadonlyArray<Compiled>, scope: Scope): Compiled => {
  const [head, ...operands] = parts;
  const cell = head?.cell;
  // evaluated where it is applied: most often it has its value
  if (cell !== undefined) {
    return overOperands(scope, operands, 2, (given) =>
      sited(scope, applyingCell(cell, given, scope.place)),
    );
  }
  return overOperands(scope, parts, 2, ([first, ...rest]) => {
    if (first === undefined) throw crash("an application without a function");
    return sited(scope, applying(first, rest, scope.place));
  });
};

/** A call whose place a profile notes. */
const sited = ({ profiled, place }: Scope, code: Code): Code =>
  profiled === undefined || profiled.isLibrary === true ? code : sitedCode(place, code);

const applyingCell =
  (cell: Cell, operands: ReadonlyArray<Compiled>, place: Place): Code =>
  (frame) => {
    try {
      const [first, second] = operands;
      if (first === undefined) throw crash("an application without operands");
      if (second === undefined) {
        const argument = valueIn(frame, first);
        const head = force(cell);
        return head === captured ? applyLater([argument], 0) : applyOne(head, argument);
      }
      const args = valuesOf(operands, frame);
      const head = force(cell);
      return head === captured ? applyLater(args, 0) : apply(head, args);
    } catch (error) {
      throw placing(error, place);
    }
  };

/** Applies in tail position; the head is evaluated last. */
const applying = (head: Compiled, operands: ReadonlyArray<Compiled>, place: Place): Code => {
  const [first, second] = operands;
  if (first !== undefined && operands.length === 1) {
    return (frame) => {
      try {
        const argument = valueIn(frame, first);
        return applyOne(valueIn(frame, head), argument);
      } catch (error) {
        throw placing(error, place);
      }
    };
  }
  if (first !== undefined && second !== undefined && operands.length === 2) {
    return (frame) => {
      try {
        const last = valueIn(frame, second);
        const argument = valueIn(frame, first);
        return applyTwo(valueIn(frame, head), argument, last);
      } catch (error) {
        throw placing(error, place);
      }
    };
  }
  return (frame) => {
    try {
      const args = valuesOf(operands, frame);
      return apply(valueIn(frame, head), args);
    } catch (error) {
      throw placing(error, place);
    }
  };
};

const compileKnown = (
  known: FunctionCode,
  operands: ReadonlyArray<Expression>,
  scope: Scope,
): Compiled => {
  const parts = operands.map((part) => compile(part, scope));
  const called = overOperands(scope, parts.slice(0, known.arity), 2, (given) =>
    sited(scope, callingKnown(known, given)),
  );
  const rest = parts.slice(known.arity);
  return rest.length === 0 ? called : compileCall([called, ...rest], scope);
};

const callingKnown = (known: FunctionCode, operands: ReadonlyArray<Compiled>): Code => {
  const [first, second] = operands;
  if (first !== undefined && operands.length === 1) {
    return (frame) => {
      spendSteps(1);
      const inner = new Array<LfValue>(known.size);
      inner[0] = valueIn(frame, first);
      return jump(known.code, inner);
    };
  }
  if (first !== undefined && second !== undefined && operands.length === 2) {
    return (frame) => {
      spendSteps(1);
      const inner = new Array<LfValue>(known.size);
      inner[1] = valueIn(frame, second);
      inner[0] = valueIn(frame, first);
      return jump(known.code, inner);
    };
  }
  return (frame) => {
    spendSteps(1);
    const inner = new Array<LfValue>(known.size);
    putValues(inner, 0, operands, frame);
    return jump(known.code, inner);
  };
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
  return cell.known === undefined ? ofCell(cell, () => force(cell)) : constant(cell.known);
};
