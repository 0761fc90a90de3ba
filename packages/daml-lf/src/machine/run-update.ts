import { LfError } from "../values/lf-error.js";
import type { Meter } from "../values/meter.js";
import { InterfaceValue, LfFunction, type LfValue, None, Some, unit } from "../values/value.js";
import { crash } from "./crash.js";
import type { LfEffect, UpdateProgram } from "./effects.js";
import {
  type Code,
  defaultDepth,
  enter,
  evaluating,
  type Frame,
  isPausing,
  Paused,
  pauseSoon,
  resumed,
  settled,
} from "./frames.js";
import { apply, applyOne, type Closure } from "./functions.js";
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
  meter.whole(() => evaluating(meter, defaultDepth, () => settled(apply(of, [...args]))));

const callWithNone = (of: Closure): LfValue => settled(apply(of, []));

const callWithOne = (of: Closure, argument: LfValue): LfValue => settled(applyOne(of, argument));

/**
 * Runs an update: yields what it asks of the ledger. What is still to do after the present step is
 * a list on the heap, so an update may be of any length and nest to any depth.
 *
 * @param update an update value
 * @param meter what the whole interpretation may take
 */
export function* runUpdate(update: LfValue, meter: Meter): UpdateProgram {
  const run = new UpdateRun(update, meter);
  let effect = run.begin();
  while (effect !== undefined) {
    let answer: LfValue;
    try {
      answer = yield effect;
    } catch (error) {
      effect = run.refused(error);
      continue;
    }
    effect = run.answered(answer);
  }
  return run.result;
}

/** An update that code gives which has yet to run. */
export class BegunUpdate extends LfFunction {
  constructor(
    readonly code: Code,
    readonly frame: Frame,
  ) {
    super();
  }
}

/** The last request to the ledger. */
type Asked = "effect" | "tryBegin" | "tryCommit" | "tryRollback" | "pause";

/** What an evaluation is for: an update to run, a contract to create, or what a handler answers. */
type Wanted = "update" | "create" | "handled";

/** A running update. Its methods give what it asks of the ledger next; undefined at its end. */
class UpdateRun {
  /** What the update gave; of use at its end. */
  result: LfValue = unit;
  readonly #stack: Array<Pending> = [];
  #current: LfValue;
  #asked: Asked = "effect";
  #isDone = false;
  /** The evaluation that was interrupted; undefined for a pause between two. */
  #paused: { readonly evaluation: Paused; readonly wanted: Wanted } | undefined;
  #begun: TryUpdate | undefined;
  /** The exception that unwinds, and the handler that it has reached. */
  #thrown: { readonly error: LfError; readonly handler: Closure } | undefined;

  constructor(
    update: LfValue,
    private readonly meter: Meter,
  ) {
    this.#current = update;
  }

  begin(): LfEffect | undefined {
    return this.#guarded(() => this.#advance());
  }

  answered(answer: LfValue): LfEffect | undefined {
    if (this.#asked === "pause") this.meter.resume();
    return this.#guarded(() => this.#resume(answer));
  }

  /** The ledger threw instead of answering. */
  refused(error: unknown): LfEffect | undefined {
    return this.#guarded(() => {
      throw error;
    });
  }

  #guarded(step: () => LfEffect | undefined): LfEffect | undefined {
    try {
      const { meter } = this;
      return evaluating(meter, defaultDepth, () => meter.slice(pauseSoon, step));
    } catch (error) {
      if (!(error instanceof LfError) || !this.#reachesHandler(error)) throw error;
      return this.#ask({ op: "tryRollback", thrown: error }, "tryRollback");
    }
  }

  #ask(effect: LfEffect, asked: Asked): LfEffect {
    this.#asked = asked;
    return effect;
  }

  #resume(answer: LfValue): LfEffect | undefined {
    switch (this.#asked) {
      case "effect":
        return this.#deliver(answer);
      case "tryCommit":
        return this.#deliver(this.result);
      case "tryBegin": {
        if (this.#begun === undefined) throw crash("no try has begun");
        const { handler, body } = this.#begun;
        charge(this.meter, pendingBytes);
        this.#stack.push({ handler });
        return this.#goOnWith(callWithNone(body), "update");
      }
      case "tryRollback":
        return this.#goOnWith(this.#handlerCalled(), "handled");
      case "pause": {
        const paused = this.#paused;
        this.#paused = undefined;
        if (paused === undefined) return this.#advance();
        return this.#goOnWith(resumed(paused.evaluation), paused.wanted);
      }
    }
  }

  /** Continues with a value, or pauses when its evaluation was interrupted. */
  #goOnWith(value: LfValue, wanted: Wanted): LfEffect | undefined {
    if (value instanceof Paused) return this.#pause({ evaluation: value, wanted });
    if (wanted === "create") return this.#ask(createOf(value), "effect");
    this.#current = wanted === "handled" ? this.#handled(value) : value;
    return this.#advance();
  }

  #pause(paused: { readonly evaluation: Paused; readonly wanted: Wanted } | undefined): LfEffect {
    this.#paused = paused;
    return this.#ask({ op: "pause" }, "pause");
  }

  /** Runs what is current, up to what the ledger has to answer. */
  #advance(): LfEffect | undefined {
    const { meter } = this;
    for (;;) {
      const current = this.#current;
      if (isPausing()) return this.#pause(undefined);
      charge(meter, 0);
      if (current instanceof ThenUpdate) {
        charge(meter, pendingBytes);
        this.#stack.push(current.next);
        this.#current = current.first;
      } else if (current instanceof LazyUpdate) {
        const update = callWithNone(current.body);
        if (update instanceof Paused) return this.#goOnWith(update, "update");
        this.#current = update;
      } else if (current instanceof BegunUpdate) {
        return this.#goOnWith(settled(enter(current.code, current.frame)), "update");
      } else if (current instanceof PureUpdate) {
        const effect = this.#give(current.value);
        if (effect !== undefined || this.#isDone) return effect;
      } else if (current instanceof EffectUpdate) {
        return this.#ask(current.effect, "effect");
      } else if (current instanceof CreateUpdate) {
        return this.#goOnWith(callWithNone(current.body), "create");
      } else if (current instanceof TryUpdate) {
        this.#begun = current;
        return this.#ask({ op: "tryBegin" }, "tryBegin");
      } else {
        throw crash("what is run is no update");
      }
    }
  }

  /** Continues with the result of a step. */
  #deliver(result: LfValue): LfEffect | undefined {
    const effect = this.#give(result);
    return effect !== undefined || this.#isDone ? effect : this.#advance();
  }

  /** Gives a result to what waits for it, which is then current. */
  #give(result: LfValue): LfEffect | undefined {
    const next = this.#stack.pop();
    this.result = result;
    if (next === undefined) {
      this.#isDone = true;
      return undefined;
    }
    this.meter.bytes += pendingBytes;
    if ("handler" in next) return this.#ask({ op: "tryCommit" }, "tryCommit");
    const update = callWithOne(next, result);
    if (update instanceof Paused) return this.#goOnWith(update, "update");
    this.#current = update;
    return undefined;
  }

  /** Whether an exception reaches a handler; what is before it is not done any more. */
  #reachesHandler(error: LfError): boolean {
    if (error.failure.kind !== "Thrown") return false;
    for (let next = this.#stack.pop(); next !== undefined; next = this.#stack.pop()) {
      this.meter.bytes += pendingBytes;
      if (!("handler" in next)) continue;
      this.#thrown = { error, handler: next.handler };
      return true;
    }
    return false;
  }

  #handlerCalled(): LfValue {
    if (this.#thrown === undefined) throw crash("nothing was thrown");
    const { error, handler } = this.#thrown;
    if (error.failure.kind !== "Thrown") throw error;
    return callWithOne(handler, error.failure.exception);
  }

  /** The update that handles an exception. Throws what the handler does not take. */
  #handled(taken: LfValue): LfValue {
    if (taken instanceof Some) return taken.value;
    throw taken instanceof None && this.#thrown !== undefined
      ? this.#thrown.error
      : crash("a handler answers an Optional");
  }
}

const createOf = (value: LfValue): LfEffect => {
  if (!(value instanceof InterfaceValue)) throw crash("an interface value was expected");
  const { template, payload, other } = value;
  if (other !== undefined)
    throw crash(`Daml code cannot create ${template.name}, a template in TypeScript`);
  return { op: "create", template, payload };
};

const charge = (meter: Meter, bytes: number): void => {
  meter.takeSteps(1);
  meter.takeBytes(bytes);
};
