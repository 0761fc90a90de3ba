import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { OpenTransaction } from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { interpretationError } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { archiveChoiceName } from "../templates/definition-rules.js";
import type { TypedValue } from "../templates/program-effect.js";
import type { Choice, LedgerEffect } from "../templates/template.js";
import { asInterface } from "./as-interface.js";
import {
  keyedPlace,
  keyedPlaceOf,
  placeOf,
  placeOfId,
  templatePlace,
  valueAs,
} from "./definition-place.js";
import type { ChoiceCall } from "./interpret-exercise.js";
import { contractByKey } from "./interpret-key.js";
import { asTemplate, type UsableContract, usableContract } from "./usable-contract.js";

/** An effect that makes the body of a choice run. */
export type ExerciseEffect = Extract<
  LedgerEffect,
  { readonly op: "exercise" | "exerciseByKey" | "archive" | "exerciseOf" | "exerciseByKeyOf" }
>;

/** True for an effect that makes the body of a choice run. */
export const isExerciseEffect = (effect: LedgerEffect): effect is ExerciseEffect =>
  exerciseOps.has(effect.op);

const exerciseOps: ReadonlySet<LedgerEffect["op"]> = new Set<ExerciseEffect["op"]>([
  "exercise",
  "exerciseByKey",
  "archive",
  "exerciseOf",
  "exerciseByKeyOf",
]);

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
      ? asTemplate(transaction, found.right, target)
      : asInterface(transaction, found.right, target);
  return isLeft(fitting) ? fitting : right({ found: fitting.right, call });
};

/** Whether a choice is the archive through an interface that has no such choice of its own. */
export const isArchiveThrough = (
  target: CompiledTemplate | CompiledInterface,
  choice: string,
): target is CompiledInterface =>
  target.kind === "interface" &&
  choice === archiveChoiceName &&
  !target.choices.has(archiveChoiceName);

/**
 * An archive through an interface: it archives the contract itself.
 *
 * @param callOn the call of the choice of the contract's own template
 */
export const archiveThrough = (
  transaction: OpenTransaction,
  through: CompiledInterface,
  contractId: ContractId,
  callOn: (template: CompiledTemplate) => Either<LedgerError, ChoiceCall>,
): Either<LedgerError, WantedExercise> => {
  const usable = usableContract(transaction, contractId);
  if (isLeft(usable)) return usable;
  const found = asInterface(transaction, usable.right, through);
  if (isLeft(found)) return found;
  const call = callOn(found.right.template);
  return isLeft(call) ? call : right({ found: found.right, call: { ...call.right, through } });
};

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
    case "exerciseOf":
      return exerciseOf(transaction, effect);
    case "exerciseByKeyOf":
      return exerciseByKeyOf(transaction, effect);
  }
};

/** A choice as the version has it that shares the code of the package that the choice is of. */
const choiceAt = (
  place: CompiledTemplate | CompiledInterface,
  choice: Choice<unknown, unknown>,
): Choice<unknown, unknown> =>
  place.kind === "template" && place.definition !== choice.on
    ? (place.links?.choices.get(choice) ?? choice)
    : choice;

const exerciseById = (
  transaction: OpenTransaction,
  asked: Choice<unknown, unknown>,
  contractId: ContractId,
  argument: unknown,
): Either<LedgerError, WantedExercise> => {
  const place = placeOf(transaction, asked.on);
  if (isLeft(place)) return place;
  const choice = choiceAt(place.right, asked);
  if (place.right.choices.get(choice.name) !== choice) {
    const { name } = place.right.package;
    return left(
      interpretationError(
        `The choice ${choice.name} of ${choice.on.name} is not in package ${name}; add it to the choices of definePackage.`,
      ),
    );
  }
  const value = checkedValue(choice.argument, argument, `The argument of ${choice.name}`);
  if (isLeft(value)) return value;
  const { right: written } = value;
  const call = { choice, argument: written.value, argumentJson: () => written.json };
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
  { template: of, contractId, through }: Extract<LedgerEffect, { readonly op: "archive" }>,
): Either<LedgerError, WantedExercise> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const choice = place.right.choices.get(archiveChoiceName);
  if (choice === undefined) return left(interpretationError(`${of.name} cannot be archived.`));
  const call = { choice, argument: {}, argumentJson: () => ({}) };
  if (through === undefined) return wantedExercise(transaction, place.right, contractId, call);
  const target = placeOf(transaction, through);
  if (isLeft(target)) return target;
  return target.right.kind === "template"
    ? left(interpretationError(`${through.name} is no interface.`))
    : wantedExercise(transaction, target.right, contractId, { ...call, through: target.right });
};

const exerciseOf = (
  transaction: OpenTransaction,
  { of, choice: name, contractId, argument }: Extract<LedgerEffect, { readonly op: "exerciseOf" }>,
): Either<LedgerError, WantedExercise> => {
  const place = placeOfId(transaction, of);
  if (isLeft(place)) return place;
  if (isArchiveThrough(place.right, name)) {
    const callOn = (template: CompiledTemplate) => callOfEffect(template, name, argument);
    return archiveThrough(transaction, place.right, contractId, callOn);
  }
  const call = callOfEffect(place.right, name, argument);
  return isLeft(call) ? call : wantedExercise(transaction, place.right, contractId, call.right);
};

const exerciseByKeyOf = (
  transaction: OpenTransaction,
  effect: Extract<LedgerEffect, { readonly op: "exerciseByKeyOf" }>,
): Either<LedgerError, WantedExercise> => {
  const place = keyedPlaceOf(transaction, effect.of, effect.key);
  if (isLeft(place)) return place;
  const { template, key } = place.right;
  const call = callOfEffect(template, effect.choice, effect.argument);
  if (isLeft(call)) return call;
  const found = contractByKey(transaction, template, key);
  return isLeft(found)
    ? found
    : wantedExercise(transaction, template, found.right, { ...call.right, byKey: true });
};

const callOfEffect = (
  target: CompiledTemplate | CompiledInterface,
  name: string,
  argument: TypedValue,
): Either<LedgerError, ChoiceCall> => {
  const choice = target.choices.get(name);
  if (choice === undefined)
    return left(interpretationError(`${target.name} has no choice ${name}.`));
  const read = valueAs(choice.argument, argument, `The argument of ${name}`);
  if (isLeft(read)) return read;
  const { right: written } = read;
  const call = { choice, argument: written.value, argumentJson: () => written.json };
  return right(target.kind === "template" ? call : { ...call, through: target });
};
