import { spendBytes, spendSteps } from "../values/meter.js";
import { LfFunction, type LfValue } from "../values/value.js";
import { crash } from "./crash.js";
import { captured, type Code, enter, type Frame, jump, registers, save, tail } from "./frames.js";

/** What all closures of one abstraction share. `targets` are the slots of captured values. */
export interface FunctionCode {
  readonly arity: number;
  readonly code: Code;
  /** Slots of a frame. */
  readonly size: number;
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

/** The frame of a closure's call, of its full size at once: growing it would waste memory. */
const frameOf = ({ of, values }: Closure, args: Frame): Frame => {
  const frame: Frame = new Array<LfValue>(of.size);
  for (let at = 0; at < args.length; at++) put(frame, at, args[at]);
  const { targets } = of;
  for (let at = 0; at < targets.length; at++) put(frame, targets[at], values[at]);
  return frame;
};

const put = (frame: Frame, at: number | undefined, value: LfValue | undefined): void => {
  if (at !== undefined && value !== undefined) frame[at] = value;
};

const saturated = (of: Closure | BuiltinValue, args: Frame): LfValue => {
  spendSteps(1);
  if (of instanceof BuiltinValue) return of.run(args);
  return jump(of.of.code, frameOf(of, args));
};

/**
 * Applies a function in tail position.
 *
 * @param args its arguments; the array is given away
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
  if (of instanceof Closure && of.arity === args.length) {
    spendSteps(1);
    return enter(of.of.code, frameOf(of, args));
  }
  const value = apply(of, args);
  return value === tail ? enter(registers.code, registers.frame) : value;
};
