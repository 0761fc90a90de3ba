import type { Expression } from "../syntax/expression.js";
import type { ProfiledCode } from "@tallystick/core";
import { crash } from "./crash.js";
import type { Program } from "./program.js";
import type { Place } from "../values/lf-error.js";
import { type Cell, paidValue } from "./cells.js";
import { captured, type Code, enter, type Frame, jump, save, type Saved } from "./frames.js";
import { type LfValue, nil, none, unit } from "../values/value.js";

/** A function that is compiled: how many slots its frame has, and what it captures. */
interface Compiling {
  slots: number;
  /** Slot here by slot of the function around it. */
  readonly captures: Map<number, number>;
  readonly outer: Scope | undefined;
}

/** What names mean at a place of an expression. */
export interface Scope {
  readonly program: Program;
  readonly place: Place;
  /** The definition that it is part of; absent in a program that is not profiled. */
  readonly profiled?: ProfiledCode | undefined;
  readonly of: Compiling;
  readonly names: Names | undefined;
  /** How deep the expression is nested. */
  readonly depth: number;
  /** Compiles an expression; here so that each file compiles one kind of expression. */
  readonly compileIn: (expression: Expression, scope: Scope) => Compiled;
}

export const compile = (expression: Expression, scope: Scope): Compiled =>
  scope.compileIn(expression, deeper(scope));

interface Names {
  readonly name: string;
  readonly slot: number;
  readonly next: Names | undefined;
}

const maxNesting = 1000;

/** A scope of a function within another. */
export const innerScope = (outer: Scope, parameters: ReadonlyArray<string>): Scope =>
  parameters.reduce<Scope>((inner, name) => bind(inner, name).scope, {
    ...outer,
    names: undefined,
    of: { slots: 0, captures: new Map(), outer },
  });

export const outerScope = (
  parts: Pick<Scope, "program" | "place" | "compileIn" | "profiled">,
  parameters: ReadonlyArray<string>,
): Scope => {
  const of: Compiling = { slots: 0, captures: new Map(), outer: undefined };
  const scope: Scope = { ...parts, of, names: undefined, depth: 0 };
  return parameters.reduce((inner, name) => bind(inner, name).scope, scope);
};

/** A scope with one more name, in a slot of its own. */
export const bind = (scope: Scope, name: string): { scope: Scope; slot: number } => {
  const slot = freshSlot(scope);
  return { slot, scope: { ...scope, names: { name, slot, next: scope.names } } };
};

/** A slot without a name. */
export const freshSlot = ({ of }: Scope): number => of.slots++;

const deeper = (scope: Scope): Scope => {
  if (scope.depth >= maxNesting) throw crash(`an expression nests deeper than ${maxNesting}`);
  return { ...scope, depth: scope.depth + 1 };
};

/** The slot of a variable; one of a function around is captured. */
export const slotOf = (scope: Scope, name: string): number => {
  for (let at = scope.names; at !== undefined; at = at.next) if (at.name === name) return at.slot;
  const { outer, captures } = scope.of;
  if (outer === undefined) throw crash(`no variable ${name}`);
  const from = slotOf(outer, name);
  const known = captures.get(from);
  if (known !== undefined) return known;
  const slot = freshSlot(scope);
  captures.set(from, slot);
  return slot;
};

/** What an expression may do: nothing else, fail, or call; code that calls may return a signal. */
type Effect = 0 | 1 | 2;

/** Compiled code with what it may do and how deep it nests on the native stack. */
export class Compiled {
  /**
   * @param slot the slot whose value it is; -1 for other code
   * @param constant its value, where that is always the same
   * @param cell the top-level value that it is
   */
  constructor(
    readonly code: Code,
    readonly effect: Effect,
    readonly height: number,
    readonly slot = -1,
    readonly constant?: LfValue,
    readonly cell?: Cell,
  ) {}
}

/** The value of code that makes no call. Most operands are variables, which need no code to run. */
export const valueIn = (frame: Frame, { slot, constant, code }: Compiled): LfValue => {
  if (slot < 0) return constant ?? code(frame);
  const value = frame[slot];
  if (value === undefined) throw crash("a variable without a value");
  return value;
};

const always = (value: LfValue): Compiled => new Compiled(() => value, 0, 1, -1, value);

const common: ReadonlyMap<LfValue, Compiled> = new Map(
  [unit, nil, none, true, false, ""].map((value) => [value, always(value)]),
);

export const constant = (value: LfValue): Compiled => common.get(value) ?? always(value);

/** Code of a top-level value. */
export const ofCell = (cell: Cell, code: Code): Compiled =>
  new Compiled(code, 2, 1, -1, undefined, cell);

const maxHeight = 10;

/** Code over other code; what nests too deep runs as a call of its own. */
export const compiled = (code: Code, effect: Effect, parts: ReadonlyArray<Compiled>): Compiled => {
  let height = 0;
  let most: Effect = effect;
  for (const part of parts) {
    if (part.height > height) height = part.height;
    if (part.effect > most) most = part.effect;
  }
  if (height < maxHeight) return new Compiled(code, most, height + 1);
  return new Compiled((frame) => jump(code, frame), 2, 1);
};

const slots: Array<Compiled> = [];

/** Code of the value of a slot; one for all functions, so that it is near when it runs. */
export const ofSlot = (slot: number): Compiled => {
  const known = slots[slot];
  if (known !== undefined) return known;
  const made: Compiled = new Compiled((frame) => valueIn(frame, made), 0, 1, slot);
  slots[slot] = made;
  return made;
};

/** A value computed before others and kept in a slot. */
export interface Step {
  readonly slot: number;
  readonly of: Compiled;
}

/** A step that runs: with all of its code, so that no other object is loaded for it. */
class RunningStep {
  readonly code: Code;
  readonly calls: boolean;
  readonly cell: Cell | undefined;
  readonly slot: number;
  constructor({ slot, of }: Step) {
    this.slot = slot;
    this.code = of.code;
    this.calls = of.effect === 2;
    this.cell = of.cell;
  }
}

/** Runs steps in order, then the body. */
export const sequence = (steps: ReadonlyArray<Step>, body: Compiled): Compiled => {
  if (steps.length === 0) return body;
  const running = steps.map((step) => new RunningStep(step));
  const run = oneCall(running, body.code) ?? inOrder(running, body.code);
  return compiled(run, 0, [...steps.map(({ of }) => of), body]);
};

const inOrder =
  (steps: ReadonlyArray<RunningStep>, body: Code): Code =>
  (frame) =>
    runSteps(steps, body, frame, 0);

/** The only step, where it is a call: what is run most. */
const oneCall = (steps: ReadonlyArray<RunningStep>, body: Code): Code | undefined => {
  const [step] = steps;
  if (step === undefined || steps.length > 1) return undefined;
  const { slot, code } = step;
  if (!step.calls || step.cell !== undefined) return undefined;
  return (frame) => {
    const value = enter(code, frame);
    if (value === captured) return save(new Rest(steps, body, frame, 0));
    frame[slot] = value;
    return body(frame);
  };
};

const runSteps = (
  steps: ReadonlyArray<RunningStep>,
  body: Code,
  frame: Frame,
  from: number,
): LfValue => {
  for (let at = from; at < steps.length; at++) {
    const step = steps[at];
    if (step === undefined) break;
    const value = valueOfStep(frame, step);
    if (value === captured) return save(new Rest(steps, body, frame, at));
    frame[step.slot] = value;
  }
  return body(frame);
};

/** The rest of a sequence, which waits for the value of one of its steps. */
class Rest implements Saved {
  constructor(
    readonly steps: ReadonlyArray<RunningStep>,
    readonly body: Code,
    readonly frame: Frame,
    readonly at: number,
  ) {}

  get bytes(): number {
    return 8 * this.frame.length;
  }

  resume(value: LfValue): LfValue {
    const { steps, body, frame, at } = this;
    frame[steps[at]?.slot ?? 0] = value;
    return runSteps(steps, body, frame, at + 1);
  }
}

const valueOfStep = (frame: Frame, { calls, cell, code }: RunningStep): LfValue => {
  if (!calls) return code(frame);
  const known = cell === undefined ? undefined : paidValue(cell);
  return known ?? enter(code, frame);
};

/**
 * Code over operands, which are evaluated from the last to the first (daml-lf B.5). Operands that
 * call are computed first and kept, as are those before them that may fail.
 *
 * @param make code over the operands, none of which calls, from the last to the first
 */
export const overOperands = (
  scope: Scope,
  parts: ReadonlyArray<Compiled>,
  effect: Effect,
  make: (operands: ReadonlyArray<Compiled>) => Code,
): Compiled => {
  const firstCall = parts.findIndex((part) => part.effect === 2);
  const steps: Array<Step> = [];
  const operands = [...parts]
    .reverse()
    .map((part, fromEnd) => {
      const at = parts.length - 1 - fromEnd;
      const keep = part.effect === 2 || (part.effect === 1 && at > firstCall && firstCall >= 0);
      if (!keep) return part;
      const slot = freshSlot(scope);
      steps.push({ slot, of: part });
      return ofSlot(slot);
    })
    .reverse();
  const left = parts.filter((part) => part.effect !== 2);
  return sequence(steps, compiled(make(operands), effect, left));
};
