import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { OpenTransaction } from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { interpretationError } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { archiveChoiceName } from "../packages/compile-packages.js";
import type { Choice, LedgerEffect } from "../templates/template.js";
import { asInterface } from "./as-interface.js";
import { keyedPlace, placeOf, templatePlace } from "./definition-place.js";
import type { ChoiceCall } from "./interpret-exercise.js";
import { contractByKey } from "./interpret-key.js";
import { asTemplate, type UsableContract, usableContract } from "./usable-contract.js";

/** An effect that makes the body of a choice run. */
export type ExerciseEffect = Extract<
  LedgerEffect,
  { readonly op: "exercise" | "exerciseByKey" | "archive" }
>;

/** True for an effect that makes the body of a choice run. */
export const isExerciseEffect = (effect: LedgerEffect): effect is ExerciseEffect =>
  effect.op === "exercise" || effect.op === "exerciseByKey" || effect.op === "archive";

/** A choice to be exercised, and the contract it is exercised on. */
export interface WantedExercise {
  readonly found: UsableContract;
  readonly call: ChoiceCall;
}

/** A contract found by its id, as the template or interface a choice is on. */
export const wantedExercise = (
  transaction: OpenTransaction,
  target: CompiledTemplate | CompiledInterface,
  contractId: ContractId,
  call: ChoiceCall,
): Either<LedgerError, WantedExercise> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const fitting =
    target.kind === "template"
      ? asTemplate(found.right, target)
      : asInterface(transaction, found.right, target);
  return isLeft(fitting) ? fitting : right({ found: fitting.right, call });
};

/** The exercise that an effect requests. */
export const exerciseOfEffect = (
  transaction: OpenTransaction,
  effect: ExerciseEffect,
): Either<LedgerError, WantedExercise> => {
  switch (effect.op) {
    case "exercise":
      return exerciseById(transaction, effect.choice, effect.contractId, effect.argument);
    case "exerciseByKey":
      return exerciseByKey(transaction, effect.choice, effect.key, effect.argument);
    case "archive":
      return archiving(transaction, effect);
  }
};

const exerciseById = (
  transaction: OpenTransaction,
  choice: Choice<unknown, unknown>,
  contractId: ContractId,
  argument: unknown,
): Either<LedgerError, WantedExercise> => {
  const place = placeOf(transaction, choice.on);
  if (isLeft(place)) return place;
  const value = checkedValue(choice.argument, argument, `The argument of ${choice.name}`);
  if (isLeft(value)) return value;
  const call = { choice, argument: value.right.value, argumentJson: value.right.json };
  return wantedExercise(
    transaction,
    place.right,
    contractId,
    place.right.kind === "template" ? call : { ...call, through: place.right },
  );
};

const exerciseByKey = (
  transaction: OpenTransaction,
  choice: Choice<unknown, unknown>,
  key: unknown,
  argument: unknown,
): Either<LedgerError, WantedExercise> => {
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
    : exerciseById(transaction, choice, contractId.right, argument);
};

const archiving = (
  transaction: OpenTransaction,
  { template: of, contractId }: Extract<LedgerEffect, { readonly op: "archive" }>,
): Either<LedgerError, WantedExercise> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const choice = place.right.choices.get(archiveChoiceName);
  return choice === undefined
    ? left(interpretationError(`${of.name} cannot be archived.`))
    : wantedExercise(transaction, place.right, contractId, {
        choice,
        argument: {},
        argumentJson: {},
      });
};
