import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { CompiledInterface } from "../packages/catalog.js";
import { doesNotImplement, readPayload, type UsableContract } from "./usable-contract.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { OpenTransaction } from "../contracts/transaction.js";

/**
 * The contract as one whose template implements an interface. When the version its code comes from
 * does not, another version of the template is used, the preferred or else the highest one that
 * implements it, if the contract fits it. Left CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE,
 * INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED, INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const asInterface = (
  { input }: OpenTransaction,
  found: UsableContract,
  wanted: CompiledInterface,
): Either<LedgerError, UsableContract> => {
  const { contract, template } = found;
  if (template.instances.has(wanted.interfaceId)) return right(found);
  const version = input.view.catalog.implementingVersion(
    contract.templateId,
    wanted.interfaceId,
    input.preference,
  );
  return version === undefined
    ? left(doesNotImplement(contract, wanted))
    : readPayload(contract, version);
};
