import type { Run } from "@tallystick/core";
import type { Machine } from "../machine/machine.js";
import type { Program } from "../machine/program.js";
import { LfError } from "../values/lf-error.js";
import { Meter, type Pieces, transactionBudget, viewBudget } from "../values/meter.js";
import { failureError } from "./failure-error.js";

/** The machines of interpretations: all code that runs in one has one meter. */
export class Runs {
  readonly #machines = new WeakMap<Run, Machine>();
  constructor(
    private readonly program: Program,
    private readonly pieces: Pieces,
  ) {}

  /** Absent: a machine of its own, for what is evaluated outside of an interpretation. */
  machineOf(run: Run | undefined): Machine {
    const known = run === undefined ? undefined : this.#machines.get(run);
    if (known !== undefined) return known;
    const { program } = this;
    if (run === undefined) return { program, meter: new Meter(viewBudget, true) };
    const meter = new Meter(transactionBudget, false, this.pieces);
    const machine = { program, meter };
    this.#machines.set(run, machine);
    const { profile } = run;
    if (profile === undefined) return machine;
    meter.profile = profile;
    profile.budget = transactionBudget.steps;
    profile.spent = () => transactionBudget.steps - meter.steps;
    return machine;
  }

  /** Evaluates with the machine of an interpretation; an `LfError` is able to say what it is. */
  within<A>(run: Run | undefined, evaluate: (machine: Machine) => A): A {
    const machine = this.machineOf(run);
    try {
      return evaluate(machine);
    } catch (thrown) {
      throw answerable(machine, thrown);
    } finally {
      if (run !== undefined && machine.meter.isSliceOver) run.isPauseDue = true;
    }
  }
}

/** What was thrown; an `LfError` knows the error of the ledger that it is. */
export const answerable = (machine: Machine, thrown: unknown): unknown => {
  if (thrown instanceof LfError) thrown.answer ??= () => failureError(machine, thrown);
  return thrown;
};
