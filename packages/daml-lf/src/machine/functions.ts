import { spendBytes, spendSteps } from "../values/meter.js";
import { LfFunction, type LfValue } from "../values/value.js";
import { type Cell, paidValue } from "./cells.js";
import { crash } from "./crash.js";
import {
  captured,
  type Code,
  enter,
  type Frame,
  jump,
  orPause,
  registers,
  save,
  tail,
} from "./frames.js";

/** A body that is compiled: what it always gives, where that is known. */
interface Body {
  readonly code: Code;
  readonly constant?: LfValue | undefined;
  readonly cell?: Cell | undefined;
}

/** The data shared by all closures of one abstraction. */
export class FunctionCode {
  /** What it gives where that is always the same. */
  constant: LfValue | undefined;
  /** The top-level value that it gives. */
  cell: Cell | undefined;
  /** True for one of two functions and a value, which it gives to the second and then the first. */
  isComposition = false;

  /**
   * @param size slots of a frame; of a function that is not compiled yet, its parameters only
   * @param targets the slots of captured values
   */
  constructor(
    readonly arity: number,
    public code: Code,
    public size: number,
    readonly targets: ReadonlyArray<number>,
  ) {}

  /** Takes over what is known when the body is compiled. */
  compiled({ code, constant, cell }: Body, size: number): void {
    this.code = code;
    this.size = size;
    this.constant = constant;
    this.cell = cell;
  }
}

/** The result of a function that is a constant or a top-level value, which needs no frame. */
const knownResult = ({ constant, cell }: FunctionCode): LfValue | undefined =>
  constant ?? (cell === undefined ? undefined : paidValue(cell));

export class Closure extends LfFunction {
  readonly arity: number;
  constructor(
    readonly of: FunctionCode,
    readonly values: ReadonlyArray<LfValue>,
  ) {
    super();
    this.arity = of.arity;
  }
}

/** A builtin as a value; `run` may return a signal. */
export class BuiltinValue extends LfFunction {
  /** @param two the same over two arguments, of which no array is made */
  constructor(
    readonly arity: number,
    readonly run: (args: Frame) => LfValue,
    readonly two?: (first: LfValue, second: LfValue) => LfValue,
  ) {
    super();
  }
}

/** A function with fewer arguments than it takes. */
class Partial extends LfFunction {
  /** Arguments that are still to come. */
  readonly arity: number;
  constructor(
    readonly of: Closure | BuiltinValue,
    readonly values: ReadonlyArray<LfValue>,
  ) {
    super();
    this.arity = of.arity - values.length;
  }
}

/**
 * A frame of a closure's call with what it captured, of its full size at once: growing it would
 * waste memory.
 */
const frameOf = ({ of, values }: Closure): Frame => {
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
    return function_.run(isWhole ? args : before.concat(args.slice(from, from + count)));
  }
  const known = knownResult(function_.of);
  if (known !== undefined) return known;
  const frame = frameOf(function_);
  putArguments(frame, 0, before, 0, before.length);
  putArguments(frame, before.length, args, from, count);
  return jump(function_.of.code, frame);
};

const none: ReadonlyArray<LfValue> = [];

/** A function with some arguments, fewer than it takes. */
export const partial = (
  of: Closure | BuiltinValue | Partial,
  args: ReadonlyArray<LfValue>,
): LfValue => {
  spendBytes(32 + 8 * args.length);
  if (!(of instanceof Partial)) return new Partial(of, args);
  const [first, second] = of.values;
  const [third] = args;
  // what is made most: a function of two with one more
  const isPair = first !== undefined && second === undefined && third !== undefined;
  return new Partial(of.of, isPair && args.length === 1 ? [first, third] : of.values.concat(args));
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

/**
 * Applies the function that a call gives when it ends, while `captured` is returned. Apart from the
 * loop of `apply`, which would make room for what this keeps at each turn.
 */
export const applyLater = (args: Frame, from: number): LfValue =>
  save({ bytes: 8 * (args.length - from), resume: (result) => apply(result, args, from) });

const entered = (value: LfValue): LfValue =>
  value === tail ? enter(registers.code, registers.frame) : value;

/** Applies a function to one argument in tail position, without an array where it is whole. */
export const applyOne = (of: LfValue, argument: LfValue): LfValue => {
  if (of instanceof Closure) {
    if (of.arity !== 1) return partial(of, [argument]);
    spendSteps(1);
    const known = knownResult(of.of);
    if (known !== undefined) return known;
    const frame = frameOf(of);
    frame[0] = argument;
    return jump(of.of.code, frame);
  }
  if (!(of instanceof Partial)) return apply(of, [argument]);
  if (of.arity !== 1) return partial(of, [argument]);
  const { of: function_, values } = of;
  if (function_ instanceof BuiltinValue) {
    const { two } = function_;
    const [first] = values;
    if (two === undefined || first === undefined) return saturated(of, [argument], 0, 1);
    spendSteps(1);
    return two(first, argument);
  }
  spendSteps(1);
  if (function_.of.isComposition && registers.depth < registers.limit) {
    const [outer, inner] = values;
    if (outer !== undefined && inner !== undefined) return composed(outer, inner, argument);
  }
  const frame = frameOf(function_);
  putArguments(frame, 0, values, 0, values.length);
  frame[values.length] = argument;
  return jump(function_.of.code, frame);
};

/** Applies one function after another, without a frame; what nests in the first is a loop. */
const composed = (outer: LfValue, inner: LfValue, argument: LfValue): LfValue => {
  let [last, first, value] = [outer, inner, argument];
  for (;;) {
    registers.depth++;
    value = orPause(entered(applyOne(first, value)));
    registers.depth--;
    if (value === captured) return applyOneLater(last);
    if (!(last instanceof Partial && last.arity === 1 && last.of instanceof Closure)) break;
    const [nextLast, nextFirst] = last.values;
    if (!last.of.of.isComposition || nextLast === undefined || nextFirst === undefined) break;
    spendSteps(1);
    [last, first] = [nextLast, nextFirst];
  }
  return applyOne(last, value);
};

const applyOneLater = (of: LfValue): LfValue =>
  save({ bytes: 8, resume: (result) => applyOne(of, result) });

/** Applies a function to two arguments in tail position, without an array where it is whole. */
export const applyTwo = (of: LfValue, first: LfValue, second: LfValue): LfValue => {
  if (of instanceof Closure && of.arity === 2) {
    spendSteps(1);
    const frame = frameOf(of);
    frame[0] = first;
    frame[1] = second;
    return jump(of.of.code, frame);
  }
  if (of instanceof Partial && of.arity === 2 && of.of instanceof Closure) {
    const { of: function_, values } = of;
    spendSteps(1);
    const frame = frameOf(function_);
    const { length } = values;
    putArguments(frame, 0, values, 0, length);
    frame[length] = first;
    frame[length + 1] = second;
    return jump(function_.of.code, frame);
  }
  if (of instanceof BuiltinValue && of.two !== undefined) {
    spendSteps(1);
    return of.two(first, second);
  }
  return apply(of, [first, second]);
};

/** Applies a function to two arguments and runs it; the result is a value or `captured`. */
export const callWithTwo = (of: LfValue, first: LfValue, second: LfValue): LfValue =>
  entered(applyTwo(of, first, second));
