import { LfFunction, type LfValue } from "../values/value.js";
import { type Meter, running, spendBytes } from "../values/meter.js";

/** The variables of a running function: parameters first, then what it captured and bound. */
export type Frame = Array<LfValue>;

/** Compiled code. It returns a value or one of the two signals below. */
export type Code = (frame: Frame) => LfValue;

class Signal extends LfFunction {}

/** Returned for a call in tail position: `registers` say what is to run in place of the caller. */
export const tail: LfValue = new Signal();

/**
 * Returned where the native stack is too deep: `registers` say what is to run on an empty one. Each
 * caller saves how it continues and returns the same signal.
 */
export const captured: LfValue = new Signal();

/** How a caller continues with the result of a call; `bytes` is its size. */
export interface Saved {
  readonly bytes: number;
  resume(value: LfValue): LfValue;
}

/** Returned for an evaluation that was interrupted. */
export class Paused extends LfFunction {
  /** @param stack what continues with its value, innermost last */
  constructor(
    readonly code: Code,
    readonly frame: Frame,
    readonly stack: Array<Saved>,
  ) {
    super();
  }
}

/** Calls that may be nested on the native stack by default. */
export const defaultDepth = 150;

const nothing: Code = () => captured;
const empty: Frame = [];

/** What the evaluation that runs shares between all code; reset when an evaluation begins. */
export const registers: {
  depth: number;
  limit: number;
  /** What calls in tail position return: `tail`, or `captured` when the evaluation is to pause. */
  next: LfValue;
  code: Code;
  frame: Frame;
  /** Innermost first, filled while `captured` is returned. */
  saved: Array<Saved>;
} = { depth: 0, limit: defaultDepth, next: tail, code: nothing, frame: empty, saved: [] };

/** Asks for a call in place of the caller. */
export const jump = (code: Code, frame: Frame): LfValue => {
  registers.code = code;
  registers.frame = frame;
  return registers.next;
};

/** Makes the evaluation that runs pause at its next call. */
export const pauseSoon = (): void => {
  registers.limit = 0;
  registers.next = captured;
};

/** True when the evaluation that runs is to pause. */
export const isPausing = (): boolean => registers.next === captured;

const firstOf: Code = ([value]) => value ?? captured;

/** The value of a call in a loop, or `captured` to pause the evaluation, as after a builtin. */
export const orPause = (value: LfValue): LfValue =>
  isPausing() && value !== captured ? capture(firstOf, [value]) : value;

/** Asks for a call on an empty native stack. */
export const capture = (code: Code, frame: Frame): LfValue => {
  registers.code = code;
  registers.frame = frame;
  return captured;
};

/** Runs code and its tail calls; the result is a value or `captured`. */
export const enter = (code: Code, frame: Frame): LfValue => {
  if (registers.depth >= registers.limit) return capture(code, frame);
  registers.depth++;
  let value = code(frame);
  while (value === tail) value = registers.code(registers.frame);
  registers.depth--;
  return value;
};

/** Saves how a caller continues while `captured` is returned. */
export const save = (saved: Saved): LfValue => {
  registers.saved.push(saved);
  return captured;
};

/** The bytes of a saved continuation beside its frame. */
export const savedOverhead = 200;

/**
 * Runs code to its value. Calls deeper than the native stack takes continue on a stack of the heap,
 * so the depth of a program is bounded by its memory only.
 *
 * @param depth calls that may be nested on the native stack
 */
export const evaluate = (
  code: Code,
  frame: Frame,
  meter: Meter,
  depth: number = defaultDepth,
): LfValue => evaluating(meter, depth, () => settled(enter(code, frame)));

/** Does work that calls `settled`, with the registers of an evaluation of its own. */
export const evaluating = <A>(meter: Meter, depth: number, work: () => A): A => {
  const { depth: outerDepth, limit, next, saved } = registers;
  const meterBefore = running.meter;
  registers.depth = 0;
  registers.limit = depth;
  registers.next = tail;
  registers.saved = [];
  running.meter = meter;
  try {
    return work();
  } finally {
    registers.depth = outerDepth;
    registers.limit = limit;
    registers.next = next;
    registers.saved = saved;
    // so that nothing of a frame is kept
    registers.code = nothing;
    registers.frame = empty;
    running.meter = meterBefore;
  }
};

/** The value of a call that may have given a signal; `Paused` when it is interrupted. */
export const settled = (given: LfValue): LfValue => {
  const value = given === tail ? enter(registers.code, registers.frame) : given;
  return value === captured ? runOnHeap(value, []) : value;
};

/** Continues an evaluation that was interrupted. */
export const resumed = ({ code, frame, stack }: Paused): LfValue =>
  runOnHeap(capture(code, frame), stack);

const runOnHeap = (first: LfValue, stack: Array<Saved>): LfValue => {
  let value = first;
  for (;;) {
    if (value === captured) {
      moveSaved(stack);
      if (isPausing()) return new Paused(registers.code, registers.frame, stack);
      value = enter(registers.code, registers.frame);
      continue;
    }
    const next = stack.pop();
    if (next === undefined) return value;
    running.meter.bytes += next.bytes + savedOverhead;
    value = next.resume(value);
    while (value === tail) value = registers.code(registers.frame);
  }
};

const moveSaved = (stack: Array<Saved>): void => {
  const { saved } = registers;
  const isFree = isPausing();
  let next = saved.pop();
  while (next !== undefined) {
    if (!isFree) spendBytes(next.bytes + savedOverhead);
    stack.push(isFree ? new SavedForPause(next) : next);
    next = saved.pop();
  }
};

/** Memory that only a pause copied from the native stack; not charged to the program. */
class SavedForPause implements Saved {
  readonly bytes = -savedOverhead;
  constructor(readonly of: Saved) {}

  resume(value: LfValue): LfValue {
    return this.of.resume(value);
  }
}
