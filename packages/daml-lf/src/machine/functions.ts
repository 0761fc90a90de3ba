import { spendBytes, spendSteps } from "../values/meter.js";
import { LfFunction, type LfValue } from "../values/value.js";
import { crash } from "./crash.js";
import { captured, type Code, enter, type Frame, jump, save, tail } from "./frames.js";

/** What all closures of one abstraction share. `targets` are the slots of captured values. */
export interface FunctionCode {
  readonly arity: number;
  readonly code: Code;
  readonly targets: ReadonlyArray<number>;
}

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
class Partial extends LfFunction {
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

/** The frame of a closure's call. */
const frameOf = ({ of, values }: Closure, args: Frame): Frame => {
  const frame = args;
  const { targets } = of;
  for (let at = 0; at < targets.length; at++) {
    const target = targets[at];
    const value = values[at];
    if (target !== undefined && value !== undefined) frame[target] = value;
  }
  return frame;
};

const saturated = (of: Closure | BuiltinValue, args: Frame): LfValue => {
  spendSteps(1);
  if (of instanceof BuiltinValue) return of.run(args);
  return jump(of.of.code, frameOf(of, args));
};

/**
 * Applies a function in tail position.
 *
 * @param args becomes the frame of the call: the caller gives it away
 */
export const apply = (of: LfValue, args: Frame): LfValue => {
  if (!(of instanceof Closure || of instanceof BuiltinValue || of instanceof Partial))
    throw crash("application of what is no function");
  const { arity } = of;
  if (args.length > arity) return applyMore(of, args, arity);
  if (args.length === arity)
    return of instanceof Partial ? saturated(of.of, of.values.concat(args)) : saturated(of, args);

  spendBytes(32 + 8 * args.length);
  return of instanceof Partial ? new Partial(of.of, of.values.concat(args)) : new Partial(of, args);
};

const applyMore = (of: LfValue, args: Frame, arity: number): LfValue => {
  const rest = args.slice(arity);
  const value = callOf(of, args.slice(0, arity));
  return value === captured
    ? save({ bytes: 8 * rest.length, resume: (result) => apply(result, rest) })
    : apply(value, rest);
};

/** Applies a function and runs it; the result is a value or `captured`. */
export const callOf = (of: LfValue, args: Frame): LfValue => {
  const value = apply(of, args);
  return value === tail ? enter(jumped, []) : value;
};

/** Runs the call that the registers ask for. */
const jumped: Code = () => tail;
