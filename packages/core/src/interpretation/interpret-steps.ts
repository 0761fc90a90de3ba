import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { asInterface } from "./as-interface.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { archiveChoiceName } from "../packages/compile-packages.js";
import { holderOf, interpretCreate } from "./interpret-create.js";
import {
  asTemplate,
  isVersionOf,
  type ChoiceCall,
  doesNotImplement,
  interpretExercise,
  type UsableContract,
  usableContract,
} from "./interpret-exercise.js";
import { contractByKey, wantedKey } from "./interpret-key.js";
import {
  hiddenKey,
  interpretationError,
  notVetted,
  unauthorized,
} from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type {
  Choice,
  ChoiceError,
  Interface,
  LedgerEffect,
  ChoiceProgram,
  Template,
} from "../templates/template.js";
import {
  keyIdOf,
  maxTransactionSteps,
  type OpenTransaction,
  type Scope,
} from "../contracts/transaction.js";
import { stakeholdersOf } from "../events/witnesses.js";

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

const placeOf = (
  { input }: OpenTransaction,
  of: Template<unknown> | Interface<unknown>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const { catalog } = input.view;
  return usablePlace(
    catalog,
    of,
    of.kind === "template" ? catalog.templateOf(of) : catalog.interfaceOf(of),
  );
};

const templatePlace = (
  { input }: OpenTransaction,
  of: Template<unknown>,
): Either<LedgerError, CompiledTemplate> =>
  usablePlace(input.view.catalog, of, input.view.catalog.templateOf(of));

// bodies name templates by definition and not by name, so that there is no other version to choose
const usablePlace = <A extends CompiledTemplate | CompiledInterface>(
  catalog: CompiledCatalog,
  of: { readonly name: string },
  found: A | undefined,
): Either<LedgerError, A> => {
  if (found === undefined)
    return left(interpretationError(`${of.name} belongs to no package known to this node.`));
  const { packageId } = found.package;
  return catalog.isUsable(packageId) ? right(found) : left(notVetted(packageId));
};

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
const keyedPlace = (
  transaction: OpenTransaction,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, { readonly template: CompiledTemplate; readonly key: unknown }> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  if (of.key === undefined) return left(interpretationError(`${of.name} has no key.`));
  const value = checkedValue(of.key.type, key, `The key of ${of.name}`);
  return isLeft(value) ? value : right({ template: place.right, key: value.right.value });
};

const stepFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown> | Interface<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = placeOf(transaction, of);
  if (isLeft(place)) return place;
  const found = fetchable(transaction, scope, contractId);
  if (isLeft(found)) return found;
  if (place.right.kind === "template") {
    const fitting = asTemplate(found.right, place.right);
    if (isLeft(fitting)) return fitting;
    traceFetch(transaction, scope, fitting.right);
    return right(fitting.right.payload);
  }
  const implementing = asInterface(transaction, found.right, place.right);
  if (isLeft(implementing)) return implementing;
  const { template, payload, contract } = implementing.right;
  traceFetch(transaction, scope, implementing.right, place.right.interfaceId);
  const instance = template.instances.get(place.right.interfaceId);
  return instance === undefined
    ? left(doesNotImplement(contract, place.right))
    : right(instance.view(payload));
};

const stepTryFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const found = fetchable(transaction, scope, contractId);
  if (isLeft(found)) return found;
  traceFetch(transaction, scope, found.right);
  if (!isVersionOf(found.right.template, place.right)) return right(undefined);
  const fitting = asTemplate(found.right, place.right);
  return isLeft(fitting) ? fitting : right(fitting.right.payload);
};

/** A contract that may be fetched here: one of its stakeholders authorizes it. */
const fetchable = (
  transaction: OpenTransaction,
  { authority }: Scope,
  contractId: string,
): Either<LedgerError, UsableContract> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const stakeholders = stakeholdersOf(found.right.contract);
  return stakeholders.some((party) => authority.has(party))
    ? found
    : left(
        unauthorized(
          `Fetching contract ${contractId} (by one of its stakeholders)`,
          stakeholders,
          authority,
        ),
      );
};

const traceFetch = (
  { input, nodes }: OpenTransaction,
  { authority, depth }: Scope,
  { contract, template }: UsableContract,
  interfaceId?: string,
): void => {
  if (input.trace === undefined) return;
  const read = {
    position: nodes.length,
    depth,
    contract,
    templateId: template.templateId,
    actingParties: stakeholdersOf(contract).filter((party) => authority.has(party)),
  };
  input.trace.reads.push(interfaceId === undefined ? read : { ...read, interfaceId });
};

const stepFetchByKey = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const contractId = contractByKey(transaction, place.right.template, place.right.key);
  if (isLeft(contractId)) return contractId;
  const payload = stepFetch(transaction, scope, of, contractId.right);
  return isLeft(payload)
    ? payload
    : right({ contractId: contractId.right, payload: payload.right });
};

const stepLookupByKey = (
  transaction: OpenTransaction,
  { authority, depth }: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const { template } = place.right;
  const wanted = wantedKey(template, place.right.key);
  if (isLeft(wanted)) return wanted;
  const { value, maintainers } = wanted.right;
  if (!maintainers.every((party) => authority.has(party)))
    return left(unauthorized(`Looking up a key of ${of.name}`, maintainers, authority));
  const holder = holderOf(transaction, keyIdOf(template.package.name, template.name, wanted.right));
  const found = holder === undefined ? undefined : usableContract(transaction, holder);
  if (found === undefined || !isLeft(found)) {
    transaction.input.trace?.reads.push({
      position: transaction.nodes.length,
      depth,
      contract: found?.right.contract,
      templateId: template.templateId,
      actingParties: maintainers,
      key: wanted.right,
    });
    return right(holder);
  }
  return found.left.code === "CONTRACT_NOT_FOUND"
    ? left(hiddenKey(template.templateId, template.package.name, JSON.stringify(value)))
    : found;
};

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
