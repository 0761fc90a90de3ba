import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { maxTransactionSteps, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { errorOfChoice, StoppedCommand, ThrownInChoice } from "../errors/choice-error.js";
import { interpretationError } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledTemplate } from "../packages/catalog.js";
import type { LedgerEffect, PackageIdentity } from "../templates/template.js";
import { exerciseOfEffect, isExerciseEffect, type WantedExercise } from "./exercise-effects.js";
import { withExercises } from "./exercise-trace.js";
import { beginExercise, endExercise, type RunningExercise } from "./interpret-exercise.js";
import { linkedEffect } from "./linked-effect.js";
import type { Pausing } from "./pausing.js";
import { notAStep, unbegunSteps } from "../templates/step.js";
import { answerEffect } from "./ledger-effects.js";
import { isTryEffect, takeTry } from "./tries.js";

/**
 * Exercises a choice with everything its body does. Nested exercises are a stack: an effect that
 * exercises pushes another one, whose result is the answer to that effect.
 *
 * @returns the result as a value of the choice's result type
 */
export function* runExercise(
  transaction: OpenTransaction,
  scope: Scope,
  wanted: WantedExercise,
): Pausing<Either<LedgerError, unknown>> {
  const outermost = beginExercise(transaction, scope, wanted.found, wanted.call);
  if (isLeft(outermost)) return outermost;
  const stack: Array<RunningExercise> = [outermost.right];
  try {
    const done = yield* runStack(transaction, stack);
    return isLeft(done) ? left(withExercises(done.left, stack)) : done;
  } catch (thrown) {
    if (thrown instanceof StoppedCommand)
      return left(withExercises(errorOfChoice(thrown.error), stack));
    const node = stack.at(-1)?.node;
    throw node === undefined ? thrown : new ThrownInChoice(thrown, node);
  }
}

/** How the innermost body resumes. */
type Resumption = { readonly answer: unknown } | { readonly thrown: unknown };

/** Effects of one interpretation after which it may be interrupted. */
const effectsOfSlice = 32;

function* runStack(
  transaction: OpenTransaction,
  stack: Array<RunningExercise>,
): Pausing<Either<LedgerError, unknown>> {
  const { run } = transaction;
  let taken = 0;
  let resumption: Resumption = { answer: undefined };
  for (;;) {
    const running = stack.at(-1);
    if (running === undefined) return right("answer" in resumption ? resumption.answer : undefined);
    let next: IteratorResult<LedgerEffect, unknown>;
    if (running.place !== undefined) run.profile?.beginBody(running.place);
    try {
      next =
        "thrown" in resumption
          ? running.program.throw(resumption.thrown)
          : running.program.next(resumption.answer);
    } catch (thrown) {
      running.tries.length = 0;
      resumption = raised(stack, thrown);
      continue;
    }
    const done: Either<LedgerError, Resumption> =
      next.done === true
        ? ended(transaction, stack, running, next.value)
        : takeEffect(transaction, next.value, stack);
    if (isLeft(done)) return done;
    resumption = done.right;
    if (++taken % effectsOfSlice > 0 && run.isPauseDue !== true) continue;
    run.isPauseDue = false;
    const resume = run.profile?.pause();
    yield* pause(stack);
    resume?.();
  }
}

/** Steps that others make meanwhile are not those that a body forgot. */
function* pause(stack: ReadonlyArray<RunningExercise>): Pausing<void> {
  const { count } = unbegunSteps();
  yield;
  const made = unbegunSteps().count - count;
  for (const running of stack) running.unbegun += made;
}

/** Throws what a body threw into the nearest body around it that is inside of a `try`. */
const raised = (stack: Array<RunningExercise>, thrown: unknown): Resumption => {
  const at = stack.findLastIndex(({ tries }) => tries.length > 0);
  if (at < 0) throw thrown;
  stack.length = at + 1;
  return { thrown };
};

const ended = (
  transaction: OpenTransaction,
  stack: Array<RunningExercise>,
  running: RunningExercise,
  returned: unknown,
): Either<LedgerError, Resumption> => {
  const result = endExercise(transaction, running, returned);
  if (isLeft(result)) return result;
  stack.pop();
  // a body that exercised by ids has the result with its type
  if (running.byId) return right({ answer: { type: running.choice.result, value: result.right } });
  return running.choice === running.wanted
    ? right({ answer: result.right })
    : resultOfOther(running);
};

/** The result of a choice whose code is of another kind than that of the body around it. */
const resultOfOther = ({ wanted, node }: RunningExercise): Either<LedgerError, Resumption> => {
  const read = wanted.result.decode(node.result);
  return isLeft(read)
    ? left(interpretationError(`The result of ${wanted.name}: ${read.left.reason}`))
    : right({ answer: read.right });
};

/** Answers an effect of the innermost body, or pushes the exercise that it requests. */
const takeEffect = (
  transaction: OpenTransaction,
  asked: LedgerEffect,
  stack: Array<RunningExercise>,
): Either<LedgerError, Resumption> => {
  const running = stack.at(-1);
  if (running === undefined) return right({ answer: undefined });
  checkStep(asked);
  const { links } = running.template;
  const effect = links === undefined ? asked : linkedEffect(asked, links);
  if (effect.op === "pause") {
    transaction.run.isPauseDue = true;
    return right({ answer: undefined });
  }
  if (++transaction.steps > maxTransactionSteps) {
    return left(
      interpretationError(
        `The choice bodies of a transaction may take at most ${maxTransactionSteps} steps.`,
      ),
    );
  }
  if (effect.op === "ownPackage") return right({ answer: identityOf(running.template) });
  if (isTryEffect(effect)) return answered(takeTry(transaction, running, effect));
  if (!isExerciseEffect(effect)) {
    try {
      return answered(answerEffect(transaction, running.scope, effect));
    } catch (thrown) {
      // what a template's functions throw can be caught where a contract is created, nowhere else
      if (effect.op !== "createOf") throw thrown;
      return right(raised(stack, thrown));
    }
  }
  const wanted = exerciseOfEffect(transaction, effect);
  if (isLeft(wanted)) return wanted;
  const { found, call } = wanted.right;
  const begun = beginExercise(transaction, running.scope, found, call);
  if (isLeft(begun)) return begun;
  const byId = effect.op === "exerciseOf" || effect.op === "exerciseByKeyOf";
  stack.push(byId ? { ...begun.right, byId } : begun.right);
  // the first step of a body takes no answer
  return right({ answer: undefined });
};

const identityOf = ({
  package: { packageId, name, version },
}: CompiledTemplate): PackageIdentity => ({
  packageId,
  name,
  version,
});

/** A body yields steps; `yield create(...)` without a star is the generator of one. */
const checkStep = (effect: unknown): void => {
  if (typeof effect === "object" && effect !== null && "op" in effect) return;
  throw notAStep(effect);
};

const answered = (answer: Either<LedgerError, unknown>): Either<LedgerError, Resumption> =>
  isLeft(answer) ? answer : right({ answer: answer.right });
