import type { Alternative, Expression, Pattern } from "../syntax/expression.js";
import { Cons, Enum, type LfValue, Nil, None, Some, Unit, Variant } from "../values/value.js";
import { crash } from "./crash.js";
import type { Code, Frame } from "./frames.js";
import { constructorShape, type Program } from "./program.js";
import {
  bind,
  compile,
  compiled,
  type Compiled,
  overOperands,
  type Scope,
  valueIn,
} from "./scope.js";

/** A compiled alternative: the slots its pattern binds, and its body. */
interface Branch {
  readonly pattern: Pattern;
  readonly slots: ReadonlyArray<number>;
  readonly body: Compiled;
}

/** Compiles a `case`: the first alternative that fits is chosen by the rank of the constructor. */
export const compileCase = (
  expression: Extract<Expression, { readonly tag: "case" }>,
  scope: Scope,
): Compiled => {
  const scrutinee = compile(expression.scrutinee, scope);
  const branches = expression.alternatives.map((alternative) => branchOf(alternative, scope));
  const choices = choicesOf(scope.program, branches);
  const inner = overOperands(scope, [scrutinee], 1, ([of]) => {
    if (of === undefined) throw crash("a case without a scrutinee");
    return choosing(of, choices, branches[0]?.pattern.tag);
  });
  const bodies = branches.map(({ body }) => body);
  return compiled(inner.code, inner.effect, [inner, ...bodies]);
};

const branchOf = ({ pattern, body }: Alternative, scope: Scope): Branch => {
  const slots: Array<number> = [];
  let inner = scope;
  for (const name of binders(pattern)) {
    const bound = bind(inner, name);
    slots.push(bound.slot);
    inner = bound.scope;
  }
  return { pattern, slots, body: compile(body, inner) };
};

const binders = (pattern: Pattern): ReadonlyArray<string> => {
  if (pattern.tag === "variant" || pattern.tag === "some") return [pattern.binder];
  return pattern.tag === "cons" ? [pattern.head, pattern.tail] : [];
};

const noMatch: Code = () => {
  throw crash("no alternative matches");
};

const choicesOf = (program: Program, branches: ReadonlyArray<Branch>): Choices => {
  const table: Array<Code> = [];
  let rest = noMatch;
  const slots: Array<number> = [];
  for (const { pattern, slots: bound, body } of branches) {
    if (pattern.tag === "default") {
      rest = body.code;
      break;
    }
    const rank = rankOf(program, pattern);
    if (table[rank] !== undefined) continue;
    table[rank] = body.code;
    if (bound[0] !== undefined) slots[2 * rank] = bound[0];
    if (bound[1] !== undefined) slots[2 * rank + 1] = bound[1];
  }
  const kept = Array.from({ length: table.length }, (_, rank) => table[rank] ?? rest);
  return { kept, rest, slots };
};

/** Code of the constructors by their ranks, of all others, and slots of what constructors hold. */
interface Choices {
  readonly kept: ReadonlyArray<Code>;
  readonly rest: Code;
  readonly slots: ReadonlyArray<number>;
}

/** Asks first whether the value is of the kind that the first pattern is for. */
const choosing = (of: Compiled, choices: Choices, first: Pattern["tag"] | undefined): Code => {
  const { kept, rest, slots } = choices;
  const [zero = rest, one = rest] = kept;
  const [, , slot, secondSlot] = slots;
  switch (first) {
    case "bool":
      return (frame) => {
        const value = valueIn(frame, of);
        if (value === true) return one(frame);
        return value === false ? zero(frame) : choiceOf(choices, value, frame)(frame);
      };
    case "cons":
    case "nil":
      return (frame) => {
        const value = valueIn(frame, of);
        if (value instanceof Nil) return zero(frame);
        if (!(value instanceof Cons)) return choiceOf(choices, value, frame)(frame);
        if (slot !== undefined) frame[slot] = value.head;
        if (secondSlot !== undefined) frame[secondSlot] = value.tail;
        return one(frame);
      };
    case "some":
    case "none":
      return (frame) => {
        const value = valueIn(frame, of);
        if (value instanceof None) return zero(frame);
        if (!(value instanceof Some)) return choiceOf(choices, value, frame)(frame);
        if (slot !== undefined) frame[slot] = value.value;
        return one(frame);
      };
    default:
      return (frame) => choiceOf(choices, valueIn(frame, of), frame)(frame);
  }
};

const choiceOf = (choices: Choices, value: LfValue, frame: Frame): Code => {
  const { kept, rest } = choices;
  const [zero = rest, one = rest] = kept;
  if (value instanceof Variant) return choiceOfVariant(choices, value, frame);
  if (value instanceof Enum) return kept[value.rank] ?? rest;
  if (value === false) return zero;
  if (value === true) return one;
  if (value instanceof Cons) return choiceOfCons(choices, value, frame);
  if (value instanceof Some) return choiceOfSome(choices, value, frame);
  if (value instanceof Nil || value instanceof None || value instanceof Unit) return zero;
  throw crash("Match on non-matchable value");
};

const choiceOfVariant = ({ kept, rest, slots }: Choices, value: Variant, frame: Frame): Code => {
  const slot = slots[2 * value.rank];
  if (slot !== undefined) frame[slot] = value.argument;
  return kept[value.rank] ?? rest;
};

const choiceOfCons = ({ kept, rest, slots }: Choices, value: Cons, frame: Frame): Code => {
  const first = slots[2];
  const second = slots[3];
  if (first !== undefined) frame[first] = value.head;
  if (second !== undefined) frame[second] = value.tail;
  return kept[1] ?? rest;
};

const choiceOfSome = ({ kept, rest, slots }: Choices, value: Some, frame: Frame): Code => {
  const slot = slots[2];
  if (slot !== undefined) frame[slot] = value.value;
  return kept[1] ?? rest;
};

const rankOf = (
  program: Program,
  pattern: Exclude<Pattern, { readonly tag: "default" }>,
): number => {
  switch (pattern.tag) {
    case "variant":
    case "enum":
      return constructorShape(program, pattern.of).names.indexOf(pattern.constructor);
    case "bool":
      return pattern.value ? 1 : 0;
    case "cons":
    case "some":
      return 1;
    case "unit":
    case "nil":
    case "none":
      return 0;
  }
};
