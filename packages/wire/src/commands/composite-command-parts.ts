import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  canonicalJson,
  type Command,
  type DisclosedContract,
  INT32_MAX,
  invalidArgument,
  invalidField,
  isLedgerString,
  isNameString,
  isSynchronizerId,
  type LedgerError,
  missingField,
  parseIdentifier,
  type PrefetchContractKey,
} from "@tallystick/core";
import type {
  JsCommand,
  JsDisclosedContract,
  JsPrefetchContractKey,
} from "./composite-command-codec.js";
import { shownValue } from "../types/wire-type.js";

/** Most commands in one composite command; what it does is one journal event, which must stay of bounded size. */
export const MAX_COMMANDS = 10_000;

/** Most disclosed contracts of one composite command. */
export const MAX_DISCLOSED_CONTRACTS = 10_000;

/** Most different keys loaded early; keys beyond are loaded when they are needed, which changes nothing but speed. */
export const MAX_PREFETCH_KEYS = 1_000;

const CHOICE_FORM = "a name of letters, digits, $ and _ that does not begin with a digit";
const CONTRACT_ID_FORM = "a contract id, 1 to 255 letters, digits, spaces or any of ._:-#/";

/** Too many elements of a list are INVALID_ARGUMENT. */
export const withinCount = (field: string, count: number, most: number): LedgerError | undefined =>
  count > most
    ? invalidArgument(`found ${count} elements, expected at most ${most}`, field)
    : undefined;

const foundInstead = (value: string, expected: string): string =>
  `found ${shownValue(value)}, expected ${expected}`;

const identifierFault = (field: string, text: string): LedgerError | undefined => {
  if (text === "") {
    return missingField(field, "a template identifier");
  }
  const parsed = parseIdentifier(text);
  return isLeft(parsed)
    ? invalidField(field, `found ${shownValue(text)}, ${parsed.left} (<package>:<module>:<entity>)`)
    : undefined;
};

const choiceFault = (field: string, choice: string): LedgerError | undefined =>
  choice === ""
    ? missingField(field, "the name of a choice")
    : isNameString(choice)
      ? undefined
      : invalidField(field, foundInstead(choice, CHOICE_FORM));

// specification 2.1 asks for a LedgerString; one that is no contract id is simply the id of no contract
const contractIdFault = (field: string, contractId: string): LedgerError | undefined =>
  contractId === ""
    ? missingField(field, CONTRACT_ID_FORM)
    : isLedgerString(contractId)
      ? undefined
      : invalidField(field, foundInstead(contractId, CONTRACT_ID_FORM));

const either = <A>(fault: LedgerError | undefined, value: A): Either<LedgerError, A> =>
  fault === undefined ? right(value) : left(fault);

/** Checks identifiers, contract id and choice of one command (specification 2.1, ledger-api 3.3). */
export const validateCommand = (js: JsCommand, index: number): Either<LedgerError, Command> => {
  if ("CreateCommand" in js) {
    const command = js.CreateCommand;
    const at = `commands[${index}].CreateCommand`;
    return either(identifierFault(`${at}.templateId`, command.templateId), {
      kind: "CreateCommand",
      templateId: command.templateId,
      createArguments: command.createArguments,
    });
  }
  if ("ExerciseCommand" in js) {
    const command = js.ExerciseCommand;
    const at = `commands[${index}].ExerciseCommand`;
    return either(
      identifierFault(`${at}.templateId`, command.templateId) ??
        contractIdFault(`${at}.contractId`, command.contractId) ??
        choiceFault(`${at}.choice`, command.choice),
      {
        kind: "ExerciseCommand",
        templateId: command.templateId,
        contractId: command.contractId,
        choice: command.choice,
        choiceArgument: command.choiceArgument,
      },
    );
  }
  return "ExerciseByKeyCommand" in js
    ? validateExerciseByKey(js.ExerciseByKeyCommand, `commands[${index}].ExerciseByKeyCommand`)
    : validateCreateAndExercise(
        js.CreateAndExerciseCommand,
        `commands[${index}].CreateAndExerciseCommand`,
      );
};

type ExerciseByKey = Extract<JsCommand, { readonly ExerciseByKeyCommand: unknown }>;
type CreateAndExercise = Extract<JsCommand, { readonly CreateAndExerciseCommand: unknown }>;

const validateExerciseByKey = (
  command: ExerciseByKey["ExerciseByKeyCommand"],
  at: string,
): Either<LedgerError, Command> =>
  either(
    identifierFault(`${at}.templateId`, command.templateId) ??
      choiceFault(`${at}.choice`, command.choice),
    {
      kind: "ExerciseByKeyCommand",
      templateId: command.templateId,
      contractKey: command.contractKey,
      choice: command.choice,
      choiceArgument: command.choiceArgument,
    },
  );

const validateCreateAndExercise = (
  command: CreateAndExercise["CreateAndExerciseCommand"],
  at: string,
): Either<LedgerError, Command> =>
  either(
    identifierFault(`${at}.templateId`, command.templateId) ??
      choiceFault(`${at}.choice`, command.choice),
    {
      kind: "CreateAndExerciseCommand",
      templateId: command.templateId,
      createArguments: command.createArguments,
      choice: command.choice,
      choiceArgument: command.choiceArgument,
    },
  );

const disclosedTemplateFault = (field: string, templateId: string): LedgerError | undefined =>
  identifierFault(field, templateId) ??
  (templateId.startsWith("#")
    ? invalidField(field, foundInstead(templateId, "a package id in place of a package name"))
    : undefined);

/**
 * Checks the form of one disclosed contract (specification 2.1, ledger-api 3.3). Empty optional texts count as absent.
 * That the blob fits the rest is for the interpretation to check.
 */
export const validateDisclosedContract = (
  js: JsDisclosedContract,
  index: number,
): Either<LedgerError, DisclosedContract> => {
  const at = `disclosedContracts[${index}]`;
  const { createdEventBlob } = js;
  const templateId = js.templateId || undefined;
  const contractId = js.contractId || undefined;
  const synchronizerId = js.synchronizerId || undefined;
  const fault =
    (createdEventBlob === ""
      ? missingField(`${at}.createdEventBlob`, "the contract as Base64")
      : undefined) ??
    (templateId === undefined
      ? undefined
      : disclosedTemplateFault(`${at}.templateId`, templateId)) ??
    (contractId === undefined ? undefined : contractIdFault(`${at}.contractId`, contractId)) ??
    (synchronizerId === undefined
      ? undefined
      : synchronizerFault(`${at}.synchronizerId`, synchronizerId));
  return either(fault, {
    createdEventBlob,
    ...(templateId === undefined ? {} : { templateId }),
    ...(contractId === undefined ? {} : { contractId }),
    ...(synchronizerId === undefined ? {} : { synchronizerId }),
  });
};

/** A synchronizer id that is not of the form is INVALID_FIELD; the empty text is for the caller to judge. */
export const synchronizerFault = (field: string, text: string): LedgerError | undefined =>
  isSynchronizerId(text)
    ? undefined
    : invalidField(field, foundInstead(text, "a synchronizer id <name>::<fingerprint>"));

// 0 is forbidden; a negative number is how an unsigned one beyond 2^31 - 1 looks, which is capped there
const limitOf = (limit: number | undefined): number =>
  limit === undefined ? 1 : limit < 0 ? INT32_MAX : limit;

/**
 * Checks the contract keys to be loaded early (specification 2.1). A key that appears several times keeps its first place
 * and takes the last entry's limit; of more than {@link MAX_PREFETCH_KEYS} different keys the first ones are kept.
 */
export const validatePrefetchKeys = (
  keys: ReadonlyArray<JsPrefetchContractKey>,
): Either<LedgerError, ReadonlyArray<PrefetchContractKey>> => {
  const byKey = new Map<string, PrefetchContractKey>();
  for (const [index, { templateId, contractKey, limit }] of keys.entries()) {
    const at = `prefetchContractKeys[${index}]`;
    const fault = identifierFault(`${at}.templateId`, templateId);
    if (fault !== undefined) {
      return left(fault);
    }
    if (limit === 0) {
      return left(invalidArgument("found 0, expected at least 1", `${at}.limit`));
    }
    // equal keys may list the fields of a record in any order
    const key = `${templateId} ${canonicalJson(contractKey)}`;
    if (byKey.has(key) || byKey.size < MAX_PREFETCH_KEYS) {
      byKey.set(key, { templateId, contractKey, limit: limitOf(limit) });
    }
  }
  return right([...byKey.values()]);
};
