import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  canonicalJson,
  type Command,
  int32Max,
  invalidArgument,
  invalidField,
  isContractId,
  isSynchronizerId,
  type LedgerError,
  missingField,
  nameSentence,
  parseIdentifier,
  type PrefetchContractKey,
  type ContractId,
  contractIdSentence,
  identifierFault,
  type SubmittedPrefetchKey,
  uniqueIdentifierSentence,
} from "@tallystick/core";
import { shownValue } from "../types/wire-type.js";

/**
 * Most commands in one composite command; what it does is one journal event, which must stay of
 * bounded size.
 */
export const maxCommands = 10_000;

/**
 * Most different keys loaded early; further keys are loaded when they are needed, which only
 * affects speed.
 */
export const maxPrefetchKeys = 1_000;

const choiceForm = "a name of letters, digits, $ and _ that does not begin with a digit";
const contractIdForm = "a contract id in lowercase hexadecimal digits, beginning with 00 or 01";

/** Too many elements of a list are INVALID_ARGUMENT. */
export const withinCount = (field: string, count: number, most: number): LedgerError | undefined =>
  count > most
    ? invalidArgument(`found ${count} elements, expected at most ${most}`, field)
    : undefined;

/** The error for an unexpected value. */
export const foundInstead = (value: string, expected: string): string =>
  `found ${shownValue(value)}, expected ${expected}`;

const malformedIdentifier = (text: string): string | undefined => {
  const parsed = parseIdentifier(text);
  return isLeft(parsed)
    ? `found ${shownValue(text)}, ${parsed.left.reason} (<package>:<module>:<entity>)`
    : undefined;
};

/** Checks the template or interface of a command. */
export const identifierError = (field: string, text: string): LedgerError | undefined => {
  if (text === "") return missingField(field, "a template identifier");
  const reason = malformedIdentifier(text);
  if (reason === undefined) return undefined;
  const { part, sentence } = identifierFault(text) ?? {};
  const said =
    part === "package"
      ? `Value does not match the package-id or package-name formats: ${sentence}`
      : sentence;
  return { ...invalidArgument(reason, field, { sentence: said }), madeByInterface: true };
};

const partNames = { package: "package_id", module: "module_name", entity: "entity_name" };

/** Checks the template of a disclosed contract. */
export const disclosedIdentifierError = (field: string, text: string): LedgerError | undefined => {
  const reason = malformedIdentifier(text);
  const fault = reason === undefined ? undefined : identifierFault(text);
  return reason === undefined
    ? undefined
    : invalidField(field, reason, {
        name: partNames[fault?.part ?? "package"],
        sentence: fault?.sentence,
      });
};

const choiceNameError = (field: string, choice: string): LedgerError | undefined => {
  const sentence = nameSentence(choice);
  return sentence === undefined
    ? undefined
    : {
        ...invalidArgument(foundInstead(choice, choiceForm), field, { sentence }),
        madeByInterface: true,
      };
};

/** Checks a contract id (ledger-api 3.1). */
export const contractIdError = (field: string, contractId: ContractId): LedgerError | undefined =>
  contractId === ""
    ? missingField(field, contractIdForm)
    : isContractId(contractId)
      ? undefined
      : invalidField(field, foundInstead(contractId, contractIdForm), {
          sentence: contractIdSentence(contractId),
        });

/**
 * Checks identifiers, contract id and choice of one command (specification 2.1, ledger-api 3.3).
 */
export const commandError = (command: Command, index: number): LedgerError | undefined => {
  const at = `commands[${index}].${command.kind}`;
  const error = identifierError(`${at}.templateId`, command.templateId);
  if (error !== undefined || command.kind === "CreateCommand") return error;
  return (
    (command.kind === "ExerciseCommand"
      ? contractIdError(`${at}.contractId`, command.contractId)
      : undefined) ?? choiceNameError(`${at}.choice`, command.choice)
  );
};

/** A malformed synchronizer id is INVALID_FIELD; the caller checks for the empty text. */
export const synchronizerError = (field: string, text: string): LedgerError | undefined =>
  isSynchronizerId(text)
    ? undefined
    : invalidField(field, foundInstead(text, "a synchronizer id <name>::<fingerprint>"), {
        sentence: uniqueIdentifierSentence(text),
      });

// 0 is forbidden; a negative number is an unsigned one beyond 2^31 - 1, which is capped there
const limitOf = (limit: number | undefined): number =>
  limit === undefined ? 1 : limit < 0 ? int32Max : limit;

/**
 * Checks the contract keys to be loaded early (specification 2.1). A key that appears several times
 * keeps its first place and gets the last entry's limit; of more than {@link maxPrefetchKeys}
 * different keys the first ones are kept.
 */
export const validatePrefetchKeys = (
  keys: ReadonlyArray<SubmittedPrefetchKey>,
): Either<LedgerError, ReadonlyArray<PrefetchContractKey>> => {
  const byKey = new Map<string, PrefetchContractKey>();
  for (const [index, { templateId, contractKey, limit }] of keys.entries()) {
    const at = `prefetchContractKeys[${index}]`;
    const error = identifierError(`${at}.templateId`, templateId);
    if (error !== undefined) return left(error);
    if (limit === 0) return left(invalidArgument("found 0, expected at least 1", `${at}.limit`));
    // equal keys may list the fields of a record in any order
    const key = `${templateId} ${canonicalJson(contractKey)}`;
    if (byKey.has(key) || byKey.size < maxPrefetchKeys)
      byKey.set(key, { templateId, contractKey, limit: limitOf(limit) });
  }
  return right([...byKey.values()]);
};

/** The sentence of a public node where neither a request nor a token names a user. */
export const noUserSentence =
  "The submitted request is missing a user-id: Cannot default user_id field because claims do not specify an user-id. Is authentication turned on?";
