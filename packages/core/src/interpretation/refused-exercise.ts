import type { Command } from "../commands/composite-command.js";
import type { ErrorPlace } from "../errors/error-place.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import { unsuffixedVersion } from "../values/grammar.js";
import type { ContractId } from "../values/ids.js";
import { unsuffixedSentence } from "../values/text-sentence.js";

/**
 * Why a template cannot be found. A public node first looks for the choice of an exercise among
 * those of the package.
 */
export const unresolved = (
  command: Command,
  error: LedgerError,
  catalog: CompiledCatalog,
): LedgerError => {
  const [, id = command.templateId] = error.resources[0] ?? [];
  const packageId = id.slice(0, id.indexOf(":"));
  return command.kind === "ExerciseCommand" &&
    error.code === "TEMPLATES_OR_INTERFACES_NOT_FOUND" &&
    catalog.packages.some((each) => each.packageId === packageId)
    ? unknownChoice(id, command.choice, error.place)
    : error;
};

/** INVALID_ARGUMENT: a template or interface has no such choice. */
export const unknownChoice = (
  id: string,
  choice: string,
  place: ErrorPlace | undefined,
): LedgerError => {
  const cause = `Invalid template:${id} or choice:${choice}`;
  return ledgerError("INVALID_ARGUMENT", cause, {
    publicCause: `The submitted request has invalid arguments: ${cause}`,
    ...(place === undefined ? {} : { place }),
  });
};

/** COMMAND_PREPROCESSING_FAILED: a contract id that no committed transaction can have. */
export const unsuffixedError = (contractId: ContractId | undefined): LedgerError | undefined => {
  const version = contractId === undefined ? undefined : unsuffixedVersion(contractId);
  return contractId === undefined || version === undefined
    ? undefined
    : ledgerError("COMMAND_PREPROCESSING_FAILED", unsuffixedSentence(contractId, version));
};
