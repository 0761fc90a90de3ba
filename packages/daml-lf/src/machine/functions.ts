import { spendBytes, spendSteps } from "../values/meter.js";
import { LfFunction, type LfValue } from "../values/value.js";
import { paidValue } from "./cells.js";
import { crash } from "./crash.js";
import { captured, type Code, enter, type Frame, jump, registers, save, tail } from "./frames.js";
import type { Compiled } from "./scope.js";

/** What all closures of one abstraction share. `targets` are the slots of captured values. */
export interface FunctionCode {
  readonly arity: number;
  readonly code: Code;
  /** Slots of a frame. */
  readonly size: number;
  readonly targets: ReadonlyArray<number>;
  /** What it is: a constant, a top-level value, or code of which nothing is known. */
  readonly body: Compiled;
}

/** What a function gives that is a constant or a top-level value, which needs no frame. */
const knownResult = ({ body: { constant, cell } }: FunctionCode): LfValue | undefined =>
  constant ?? (cell === undefined ? undefined : paidValue(cell));

/** A function with what it captured. */
export class Closure extends LfFunction {
  constructor(
    readonly of: FunctionCode,
    readonly values: ReadonlyArray<LfValue>,
  ) {
    super();
  }
  get arity(): number {
    return this.of.arity;
  }
}

/** A builtin as a value; `run` may return a signal. */
export class BuiltinValue extends LfFunction {
  constructor(
    readonly arity: number,
    readonly run: (args: Frame) => LfValue,
  ) {
    super();
  }
}

/** A function with fewer arguments than it takes. */
export class Partial extends LfFunction {
  constructor(
    readonly of: Closure | BuiltinValue,
    readonly values: ReadonlyArray<LfValue>,
  ) {
    super();
  }
  get arity(): number {
    return this.of.arity - this.values.length;
  }
}

/**
 * A frame of a closure's call with what it captured, of its full size at once: growing it would
 * waste memory.
 */
export const frameOf = ({ of, values }: Closure): Frame => {
  const frame: Frame = new Array<LfValue>(of.size);
  const { targets } = of;
  for (let at = 0; at < targets.length; at++) put(frame, targets[at], values[at]);
  return frame;
};

const put = (frame: Frame, at: number | undefined, value: LfValue | undefined): void => {
  if (at !== undefined && value !== undefined) frame[at] = value;
};

/** Copies arguments, from one of them on, to the places of a frame from one on. */
export const putArguments = (
  frame: Frame,
  to: number,
  args: ReadonlyArray<LfValue>,
  from: number,
  count: number,
): void => {
  for (let at = 0; at < count; at++) put(frame, to + at, args[from + at]);
};

/** Calls in tail position with all arguments, which are those of an array from one on. */
const saturated = (
  of: Closure | BuiltinValue | Partial,
  args: Frame,
  from: number,
  count: number,
): LfValue => {
  const before = of instanceof Partial ? of.values : none;
  const function_ = of instanceof Partial ? of.of : of;
  spendSteps(1);
  if (function_ instanceof BuiltinValue) {
    const isWhole = before.length === 0 && from === 0 && count === args.length;
    return function_.run(isWhole ? args : [...before, ...args.slice(from, from + count)]);
  }
  const known = knownResult(function_.of);
  if (known !== undefined) return known;
  const frame = frameOf(function_);
  putArguments(frame, 0, before, 0, before.length);
  putArguments(frame, before.length, args, from, count);
  return jump(function_.of.code, frame);
};

const none: ReadonlyArray<LfValue> = [];

const partial = (of: Closure | BuiltinValue | Partial, args: ReadonlyArray<LfValue>): LfValue => {
  spendBytes(32 + 8 * args.length);
  return of instanceof Partial ? new Partial(of.of, of.values.concat(args)) : new Partial(of, args);
};

/**
 * Applies a function in tail position.
 *
 * @param args its arguments; the array is given away
 * @param from the first of them that counts
 */
export const apply = (of: LfValue, args: Frame, from = 0): LfValue => {
  let function_ = of;
  let at = from;
  for (;;) {
    if (
      !(
        function_ instanceof Closure ||
        function_ instanceof BuiltinValue ||
        function_ instanceof Partial
      )
    )
      throw crash("application of what is no function");
    const { arity } = function_;
    const given = args.length - at;
    if (given < arity) return partial(function_, at === 0 ? args : args.slice(at));
    if (given === arity) return saturated(function_, args, at, arity);
    const value = entered(saturated(function_, args, at, arity));
    at += arity;
    if (value === captured) return applyLater(args, at);
    function_ = value;
  }
};

// apart from the loop, which would make room for what this keeps at each turn
const applyLater = (args: Frame, from: number): LfValue =>
  save({ bytes: 8 * (args.length - from), resume: (result) => apply(result, args, from) });

const entered = (value: LfValue): LfValue =>
  value === tail ? enter(registers.code, registers.frame) : value;

/** Applies a function and runs it; the result is a value or `captured`. */
export const callOf = (of: LfValue, args: Frame): LfValue => entered(apply(of, args));
