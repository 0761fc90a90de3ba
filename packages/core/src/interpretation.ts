import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledInterface, CompiledTemplate } from "./catalog.js";
import { checkedValue } from "./checked-value.js";
import { archiveChoiceName } from "./compile-packages.js";
import type { Command } from "./composite-command.js";
import type { DamlType } from "./daml-type.js";
import { contractKeyOf, holderOf, interpretCreate } from "./interpret-create.js";
import {
  asTemplate,
  type ChoiceCall,
  doesNotImplement,
  interpretExercise,
  type UsableContract,
  usableContract,
} from "./interpret-exercise.js";
import {
  hiddenKey,
  illTypedValue,
  interpretationError,
  unauthorized,
} from "./interpretation-error.js";
import { contractKeyNotFound, ledgerError } from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";
import type { Json } from "./json.js";
import type { ContractKey, Micros, TransactionNode } from "./ledger-event.js";
import type { Choice, Interface, Step, Steps, Template } from "./template.js";
import {
  type InterpretationInput,
  keyIdOf,
  maxTransactionSteps,
  type OpenTransaction,
  openTransaction,
  type Scope,
  stakeholdersOf,
} from "./transaction.js";

/** What a composite command does, if it is committed. */
export interface Interpreted {
  readonly nodes: ReadonlyArray<TransactionNode>;
  /** The latest creation time of the contracts used; the ledger time must not lie before it. */
  readonly latestInput: Micros;
}

/**
 * Interprets the commands of one composite command, all or none: resolution, authorisation, visibility, activeness, keys
 * and choice bodies. Pure; an exception thrown by a template's own function becomes UNHANDLED_EXCEPTION.
 */
export const interpret = (
  commands: ReadonlyArray<Command>,
  actAs: ReadonlyArray<string>,
  input: InterpretationInput,
): Either<LedgerError, Interpreted> => {
  const transaction = openTransaction(input);
  const scope = { authority: new Set(actAs), witnesses: [], depth: 0 };
  try {
    for (const [index, command] of commands.entries()) {
      const done = perform(transaction, scope, command, `commands[${index}].${command.kind}`);
      if (isLeft(done)) return done;
    }
    return right({ nodes: transaction.nodes, latestInput: transaction.latestInput });
  } catch (thrown) {
    return left(unhandled(thrown));
  }
};

const unhandled = (thrown: unknown): LedgerError => {
  const [type, value] =
    thrown instanceof Error ? [thrown.name, thrown.message] : ["unknown", String(thrown)];
  return ledgerError("UNHANDLED_EXCEPTION", `Interpretation failed with ${type}: ${value}`, {
    resources: [
      ["EXCEPTION_TYPE", type],
      ["EXCEPTION_VALUE", value],
    ],
  });
};

const perform = (
  transaction: OpenTransaction,
  scope: Scope,
  command: Command,
  at: string,
): Either<LedgerError, unknown> => {
  const { catalog } = transaction.input.view;
  const resolved = catalog.resolve(command.templateId, transaction.input.preference);
  if (isLeft(resolved)) return left({ ...resolved.left, field: `${at}.templateId` });
  const target = resolved.right;
  if (command.kind === "ExerciseCommand")
    return exerciseById(transaction, scope, command, target, at);
  if (target.kind === "interface")
    return left(
      ledgerError(
        "TEMPLATES_OR_INTERFACES_NOT_FOUND",
        `${command.templateId} is an interface; a ${command.kind} needs a template.`,
        { resources: [["TEMPLATE_ID", command.templateId]], field: `${at}.templateId` },
      ),
    );
  if (command.kind === "ExerciseByKeyCommand")
    return exerciseByKeyCommand(transaction, scope, command, target, at);
  const payload = decodeAt(
    target.definition.payload,
    command.createArguments,
    `${at}.createArguments`,
  );
  if (isLeft(payload)) return payload;
  if (command.kind === "CreateCommand")
    return interpretCreate(transaction, scope, target, payload.right);
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  const contractId = interpretCreate(transaction, scope, target, payload.right);
  if (isLeft(contractId)) return contractId;
  return exerciseOn(transaction, scope, target, contractId.right, call.right);
};

const decodeAt = (
  type: DamlType<unknown>,
  value: Json,
  field: string,
): Either<LedgerError, unknown> => {
  const decoded = type.decode(value);
  return isLeft(decoded) ? left(illTypedValue(field, decoded.left)) : decoded;
};

/** The choice of that name with its argument read. */
const callOf = (
  target: CompiledTemplate | CompiledInterface,
  name: string,
  argument: Json,
  at: string,
): Either<LedgerError, ChoiceCall> => {
  const choice = target.choices.get(name);
  if (choice === undefined) {
    const id = target.kind === "template" ? target.templateId : target.interfaceId;
    return left(
      ledgerError("INVALID_ARGUMENT", `Invalid template:${id} or choice:${name}`, {
        field: `${at}.choice`,
      }),
    );
  }
  const read = decodeAt(choice.argument, argument, `${at}.choiceArgument`);
  if (isLeft(read)) return read;
  const call = { choice, argument: read.right };
  return right(target.kind === "template" ? call : { ...call, through: target });
};

const exerciseById = (
  transaction: OpenTransaction,
  scope: Scope,
  command: Extract<Command, { kind: "ExerciseCommand" }>,
  target: CompiledTemplate | CompiledInterface,
  at: string,
): Either<LedgerError, unknown> => {
  // archiving through an interface is archiving the contract itself
  if (target.kind === "interface" && command.choice === archiveChoiceName) {
    const found = usableContract(transaction, command.contractId);
    if (isLeft(found)) return found;
    if (!found.right.template.instances.has(target.interfaceId))
      return left(doesNotImplement(found.right.contract, target));
    const call = callOf(found.right.template, command.choice, command.choiceArgument, at);
    return isLeft(call)
      ? call
      : interpretExercise(transaction, scope, found.right, call.right, runSteps);
  }
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  return exerciseOn(transaction, scope, target, command.contractId, call.right);
};

const exerciseByKeyCommand = (
  transaction: OpenTransaction,
  scope: Scope,
  command: Extract<Command, { kind: "ExerciseByKeyCommand" }>,
  target: CompiledTemplate,
  at: string,
): Either<LedgerError, unknown> => {
  const type = target.definition.key?.type;
  if (type === undefined)
    return left(
      ledgerError("INVALID_ARGUMENT", `The template ${target.templateId} has no contract key.`, {
        field: `${at}.contractKey`,
      }),
    );
  const key = decodeAt(type, command.contractKey, `${at}.contractKey`);
  if (isLeft(key)) return key;
  const call = callOf(target, command.choice, command.choiceArgument, at);
  if (isLeft(call)) return call;
  const contractId = contractByKey(transaction, target, key.right);
  return isLeft(contractId)
    ? contractId
    : exerciseOn(transaction, scope, target, contractId.right, call.right);
};

const exerciseOn = (
  transaction: OpenTransaction,
  scope: Scope,
  target: CompiledTemplate | CompiledInterface,
  contractId: string,
  call: ChoiceCall,
): Either<LedgerError, unknown> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const fitting = target.kind === "template" ? asTemplate(found.right, target) : found;
  return isLeft(fitting)
    ? fitting
    : interpretExercise(transaction, scope, fitting.right, call, runSteps);
};

/** A key as one to be found. Left FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS. */
const wantedKey = (template: CompiledTemplate, key: unknown): Either<LedgerError, ContractKey> => {
  const definition = template.definition.key;
  if (definition === undefined)
    return left(interpretationError(`${template.templateId} has no key.`));
  const wanted = contractKeyOf(definition, key);
  return wanted.maintainers.length > 0
    ? right(wanted)
    : left(
        ledgerError(
          "FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS",
          `The key asked for has no maintainers in ${template.templateId}; expected at least one.`,
          {
            resources: [
              ["TEMPLATE_ID", template.templateId],
              ["CONTRACT_KEY", JSON.stringify(wanted.value)],
              ["PACKAGE_NAME", template.package.name],
            ],
          },
        ),
      );
};

/** The visible contract that holds a key. Left CONTRACT_KEY_NOT_FOUND. */
const contractByKey = (
  transaction: OpenTransaction,
  template: CompiledTemplate,
  key: unknown,
): Either<LedgerError, string> => {
  const wanted = wantedKey(template, key);
  if (isLeft(wanted)) return wanted;
  const holder = holderOf(transaction, keyIdOf(template.package.name, template.name, wanted.right));
  const found = holder === undefined ? undefined : usableContract(transaction, holder);
  if (found !== undefined && !isLeft(found)) return right(found.right.contract.contractId);
  if (found !== undefined && found.left.code !== "CONTRACT_NOT_FOUND") return found;
  const { templateId, package: info } = template;
  return left(contractKeyNotFound(templateId, JSON.stringify(wanted.right.value), info.name));
};

/** Answers the steps of a choice body one after the other until it returns or a step fails. */
const runSteps = (
  transaction: OpenTransaction,
  scope: Scope,
  steps: Steps<unknown>,
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
  step: Step,
): Either<LedgerError, unknown> => {
  switch (step.op) {
    case "ledgerTime":
      return right(transaction.input.ledgerTime);
    case "fail":
      return left(
        ledgerError("INTERPRETATION_USER_ERROR", `Interpretation was stopped: ${step.reason}`, {
          resources: [["EXCEPTION_TEXT", step.reason]],
        }),
      );
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

const placeOf = (
  { input }: OpenTransaction,
  of: Template<unknown> | Interface<unknown>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const { catalog } = input.view;
  const found = of.kind === "template" ? catalog.templateOf(of) : catalog.interfaceOf(of);
  return found === undefined
    ? left(interpretationError(`${of.name} belongs to no package known to this node.`))
    : right(found);
};

const templatePlace = (
  { input }: OpenTransaction,
  of: Template<unknown>,
): Either<LedgerError, CompiledTemplate> => {
  const found = input.view.catalog.templateOf(of);
  return found === undefined
    ? left(interpretationError(`${of.name} belongs to no package known to this node.`))
    : right(found);
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
  return isLeft(value) ? value : right({ template: place.right, key: value.right });
};

const stepFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown> | Interface<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = placeOf(transaction, of);
  if (isLeft(place)) return place;
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const refused = refusedFetch(scope, found.right);
  if (refused !== undefined) return left(refused);
  if (place.right.kind === "template") {
    const fitting = asTemplate(found.right, place.right);
    return isLeft(fitting) ? fitting : right(fitting.right.payload);
  }
  const { template, payload, contract } = found.right;
  const instance = template.instances.get(place.right.interfaceId);
  return instance === undefined
    ? left(doesNotImplement(contract, place.right))
    : right(instance.view(payload));
};

const refusedFetch = (
  { authority }: Scope,
  { contract }: UsableContract,
): LedgerError | undefined => {
  const stakeholders = stakeholdersOf(contract);
  return stakeholders.some((party) => authority.has(party))
    ? undefined
    : unauthorized(
        `Fetching contract ${contract.contractId} (by one of its stakeholders)`,
        stakeholders,
        authority,
      );
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
  { authority }: Scope,
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
  if (holder === undefined) return right(undefined);
  const found = usableContract(transaction, holder);
  if (!isLeft(found)) return right(holder);
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
  const call = { choice, argument: value.right };
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
  if (choice.on.kind === "interface")
    return left(
      interpretationError(`${choice.name} is a choice of an interface, which has no key.`),
    );
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
    : exerciseOn(transaction, scope, place.right, contractId, { choice, argument: {} });
};
