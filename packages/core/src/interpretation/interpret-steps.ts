import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { asInterface } from "./as-interface.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { archiveChoiceName } from "../packages/compile-packages.js";
import { interpretCreate } from "./interpret-create.js";
import { type ChoiceCall, interpretExercise } from "./interpret-exercise.js";
import { asTemplate, usableContract } from "./usable-contract.js";
import { contractByKey } from "./interpret-key.js";
import { interpretationError } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type {
  Choice,
  ChoiceError,
  LedgerEffect,
  ChoiceProgram,
  Template,
} from "../templates/template.js";
import { maxTransactionSteps, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import {
  keyedPlace,
  placeOf,
  stepFetch,
  stepFetchByKey,
  stepLookupByKey,
  stepTryFetch,
  templatePlace,
} from "./fetch-steps.js";

/**
 * Exercises a choice on a contract found by its id, as the template or interface the choice is on.
 */
export const exerciseOn = (
  transaction: OpenTransaction,
  scope: Scope,
  target: CompiledTemplate | CompiledInterface,
  contractId: string,
  call: ChoiceCall,
): Either<LedgerError, unknown> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const fitting =
    target.kind === "template"
      ? asTemplate(found.right, target)
      : asInterface(transaction, found.right, target);
  return isLeft(fitting)
    ? fitting
    : interpretExercise(transaction, scope, fitting.right, call, runSteps);
};

/** Answers the steps of a choice body one after the other until it returns or a step fails. */
export const runSteps = (
  transaction: OpenTransaction,
  scope: Scope,
  steps: ChoiceProgram<unknown>,
): Either<LedgerError, unknown> => {
  let next = steps.next();
  while (next.done !== true) {
    if (++transaction.steps > maxTransactionSteps)
      return left(interpretationError(`Choice bodies may take ${maxTransactionSteps} steps.`));
    const answer = answerStep(transaction, scope, next.value);
    if (isLeft(answer)) return answer;
    next = steps.next(answer.right);
  }
  return right(next.value);
};

const answerStep = (
  transaction: OpenTransaction,
  scope: Scope,
  step: LedgerEffect,
): Either<LedgerError, unknown> => {
  switch (step.op) {
    case "ledgerTime":
      if (transaction.input.trace !== undefined) transaction.input.trace.looksAtTime = true;
      return right(transaction.input.ledgerTime);
    case "fail":
      return left(
        ledgerError("INTERPRETATION_USER_ERROR", `Interpretation was stopped: ${step.reason}`, {
          resources: [["EXCEPTION_TEXT", step.reason]],
        }),
      );
    case "failWith":
      return left(choiceError(step.error));
    case "tryFetch":
      return stepTryFetch(transaction, scope, step.template, step.contractId);
    case "create":
      return stepCreate(transaction, scope, step.template, step.payload);
    case "fetch":
      return stepFetch(transaction, scope, step.of, step.contractId);
    case "fetchByKey":
      return stepFetchByKey(transaction, scope, step.template, step.key);
    case "lookupByKey":
      return stepLookupByKey(transaction, scope, step.template, step.key);
    case "exercise":
      return stepExercise(transaction, scope, step.choice, step.contractId, step.argument);
    case "exerciseByKey":
      return stepExerciseByKey(transaction, scope, step.choice, step.key, step.argument);
    case "archive":
      return stepArchive(transaction, scope, step.template, step.contractId);
  }
};

// the two categories Daml lets a choice pick from (ledger-api 4.3)
const categoryOfBlame = { argument: "8", state: "9" } as const;

const choiceError = ({ errorId, blame, message, meta }: ChoiceError): LedgerError =>
  ledgerError("DAML_FAILURE", message, {
    context: { ...meta, error_id: errorId, category: categoryOfBlame[blame ?? "state"] },
  });

const stepCreate = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  payload: unknown,
): Either<LedgerError, unknown> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const value = checkedValue(of.payload, payload, `The payload of ${of.name}`);
  return isLeft(value) ? value : interpretCreate(transaction, scope, place.right, value.right);
};

/** The place of a template and a key of it that a body named. */
const stepExercise = (
  transaction: OpenTransaction,
  scope: Scope,
  choice: Choice<unknown, unknown>,
  contractId: string,
  argument: unknown,
): Either<LedgerError, unknown> => {
  const place = placeOf(transaction, choice.on);
  if (isLeft(place)) return place;
  const value = checkedValue(choice.argument, argument, `The argument of ${choice.name}`);
  if (isLeft(value)) return value;
  const call = { choice, argument: value.right.value, argumentJson: value.right.json };
  return exerciseOn(
    transaction,
    scope,
    place.right,
    contractId,
    place.right.kind === "template" ? call : { ...call, through: place.right },
  );
};

const stepExerciseByKey = (
  transaction: OpenTransaction,
  scope: Scope,
  choice: Choice<unknown, unknown>,
  key: unknown,
  argument: unknown,
): Either<LedgerError, unknown> => {
  if (choice.on.kind === "interface") {
    return left(
      interpretationError(`${choice.name} is a choice of an interface, which has no key.`),
    );
  }
  const place = keyedPlace(transaction, choice.on, key);
  if (isLeft(place)) return place;
  const contractId = contractByKey(transaction, place.right.template, place.right.key);
  return isLeft(contractId)
    ? contractId
    : stepExercise(transaction, scope, choice, contractId.right, argument);
};

const stepArchive = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const choice = place.right.choices.get(archiveChoiceName);
  return choice === undefined
    ? left(interpretationError(`${of.name} cannot be archived.`))
    : exerciseOn(transaction, scope, place.right, contractId, {
        choice,
        argument: {},
        argumentJson: {},
      });
};
