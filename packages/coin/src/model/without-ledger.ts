import { damlExceptionId } from "@tallystick/core";
import type { ChoiceError, ChoiceProgram } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * Runs a computation that asks the ledger nothing, such as arithmetic, outside a choice. Left: why
 * it stopped.
 *
 * @example
 * const doubled = withoutLedger((function* () { return 2 * 21; })()); // right(42)
 */
export const withoutLedger = <A>(steps: ChoiceProgram<A>): Either<ChoiceError, A> => {
  const step = steps.next();
  if (step.done === true) return right(step.value);
  return step.value.op === "failWith"
    ? left(step.value.error)
    : left({
        errorId: damlExceptionId("GeneralError"),
        message: `There is no ledger here to answer "${step.value.op}".`,
      });
};
