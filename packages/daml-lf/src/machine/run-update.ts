import { LfError } from "../values/lf-error.js";
import { type Meter, running, spendBytes, spendSteps } from "../values/meter.js";
import { type AnyException, InterfaceValue, type LfValue, None, Some } from "../values/value.js";
import { crash } from "./crash.js";
import type { LfEffect, UpdateProgram } from "./effects.js";
import { evaluate } from "./frames.js";
import { apply, type Closure } from "./functions.js";
import {
  CreateUpdate,
  EffectUpdate,
  LazyUpdate,
  PureUpdate,
  ThenUpdate,
  TryUpdate,
} from "./updates.js";

/** Inside a `try`: where an exception unwinds to. */
interface Handler {
  readonly handler: Closure;
}

type Pending = Closure | Handler;

const pendingBytes = 48;

/** Calls a function of the machine, on a heap stack of its own. */
export const call = (of: LfValue, args: ReadonlyArray<LfValue>, meter: Meter): LfValue =>
  evaluate(() => apply(of, [...args]), [], meter);

/**
 * Runs an update: yields what it asks of the ledger. What is still to do after the present step is
 * a list on the heap, so an update may be of any length and nest to any depth.
 *
 * @param update an update value
 * @param meter what the whole interpretation may take
 */
export function* runUpdate(update: LfValue, meter: Meter): UpdateProgram {
  const stack: Array<Pending> = [];
  let current: LfValue = update;
  for (;;) {
    let thrown: LfError;
    try {
      const result = yield* runStep(current, stack, meter);
      const next = yield* afterStep(result, stack, meter);
      if (next === undefined) return result;
      current = next;
      continue;
    } catch (error) {
      if (!(error instanceof LfError)) throw error;
      thrown = error;
    }
    current = yield* unwind(thrown, stack, meter);
  }
}

/** Runs the first step of an update; what comes after it is pushed. */
function* runStep(update: LfValue, stack: Array<Pending>, meter: Meter): UpdateProgram {
  let current = update;
  for (;;) {
    charge(meter, 0);
    if (current instanceof PureUpdate) return current.value;
    if (current instanceof EffectUpdate) return yield current.effect;
    if (current instanceof CreateUpdate) return yield createOf(call(current.body, [], meter));
    if (current instanceof ThenUpdate) {
      charge(meter, pendingBytes);
      stack.push(current.next);
      current = current.first;
    } else if (current instanceof LazyUpdate) {
      current = call(current.body, [], meter);
    } else if (current instanceof TryUpdate) {
      yield { op: "tryBegin" };
      charge(meter, pendingBytes);
      stack.push({ handler: current.handler });
      current = call(current.body, [], meter);
    } else {
      throw crash("what is run is no update");
    }
  }
}

/** What comes after a step; undefined at the end. */
function* afterStep(
  result: LfValue,
  stack: Array<Pending>,
  meter: Meter,
): Generator<LfEffect, LfValue | undefined, LfValue> {
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    meter.bytes += pendingBytes;
    if (!("handler" in next)) return call(next, [result], meter);
    yield { op: "tryCommit" };
  }
  return undefined;
}

/** The update that handles an exception. Throws what no handler takes. */
function* unwind(first: LfError, stack: Array<Pending>, meter: Meter): UpdateProgram {
  let thrown = first;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (thrown.failure.kind !== "Thrown") throw thrown;
    meter.bytes += pendingBytes;
    if (!("handler" in next)) continue;
    yield { op: "tryRollback" };
    const taken = handle(next.handler, thrown.failure.exception, meter);
    if (taken instanceof Some) return taken.value;
    if (taken instanceof LfError) thrown = taken;
  }
  throw thrown;
}

const handle = (handler: Closure, exception: AnyException, meter: Meter): Some | None | LfError => {
  try {
    const answer = call(handler, [exception], meter);
    if (answer instanceof Some || answer instanceof None) return answer;
    throw crash("a handler answers an Optional");
  } catch (error) {
    if (error instanceof LfError) return error;
    throw error;
  }
};

const createOf = (value: LfValue): LfEffect => {
  if (!(value instanceof InterfaceValue)) throw crash("an interface value was expected");
  return { op: "create", template: value.template, payload: value.payload };
};

const charge = (meter: Meter, bytes: number): void => {
  const before = running.meter;
  running.meter = meter;
  try {
    spendSteps(1);
    spendBytes(bytes);
  } finally {
    running.meter = before;
  }
};
