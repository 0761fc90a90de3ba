import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { maxTransactionSteps, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { StoppedCommand, ThrownInChoice } from "../errors/choice-error.js";
import { interpretationError } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { LedgerEffect } from "../templates/template.js";
import { exerciseOfEffect, isExerciseEffect, type WantedExercise } from "./exercise-effects.js";
import { beginExercise, endExercise, type RunningExercise } from "./interpret-exercise.js";
import { answerEffect } from "./ledger-effects.js";

/**
 * Exercises a choice with everything its body does. Nested exercises are a stack: an effect that
 * exercises pushes another one, whose result is the answer to that effect.
 *
 * @returns the result as a value of the choice's result type
 */
export const runExercise = (
  transaction: OpenTransaction,
  scope: Scope,
  wanted: WantedExercise,
): Either<LedgerError, unknown> => {
  const outermost = beginExercise(transaction, scope, wanted.found, wanted.call);
  if (isLeft(outermost)) return outermost;
  const stack: Array<RunningExercise> = [outermost.right];
  try {
    return runStack(transaction, stack);
  } catch (thrown) {
    const node = stack.at(-1)?.node;
    throw thrown instanceof StoppedCommand || node === undefined
      ? thrown
      : new ThrownInChoice(thrown, node);
  }
};

const runStack = (
  transaction: OpenTransaction,
  stack: Array<RunningExercise>,
): Either<LedgerError, unknown> => {
  let answer: unknown;
  for (;;) {
    const running = stack.at(-1);
    if (running === undefined) return right(answer);
    const next = running.program.next(answer);
    if (next.done === true) {
      const ended = endExercise(transaction, running, next.value);
      if (isLeft(ended)) return ended;
      stack.pop();
      answer = ended.right;
      continue;
    }
    const done = takeEffect(transaction, running.scope, next.value, stack);
    if (isLeft(done)) return done;
    answer = done.right;
  }
};

/** Answers an effect, or pushes the exercise that it requests. */
const takeEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  effect: LedgerEffect,
  stack: Array<RunningExercise>,
): Either<LedgerError, unknown> => {
  if (++transaction.steps > maxTransactionSteps)
    return left(interpretationError(`Choice bodies may take ${maxTransactionSteps} steps.`));
  if (!isExerciseEffect(effect)) return answerEffect(transaction, scope, effect);
  const wanted = exerciseOfEffect(transaction, effect);
  if (isLeft(wanted)) return wanted;
  const begun = beginExercise(transaction, scope, wanted.right.found, wanted.right.call);
  if (isLeft(begun)) return begun;
  stack.push(begun.right);
  // the first step of a body takes no answer
  return right(undefined);
};
