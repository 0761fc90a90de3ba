import { type Either, left } from "fp-ts/lib/Either.js";
import type { Contract } from "../contracts/contract.js";
import type { OpenTransaction } from "../contracts/transaction.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledInterface } from "../packages/catalog.js";
import { doesNotImplement } from "../errors/interpretation-error.js";
import { noTemplate, readPayload, type UsableContract } from "./usable-contract.js";

/**
 * The contract as one whose template implements an interface: the version of it that is preferred,
 * or else the one that the catalogue chooses, if the contract fits it. Left
 * CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE, TEMPLATES_OR_INTERFACES_NOT_FOUND,
 * PACKAGE_SELECTION_FAILED, INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const asInterface = (
  transaction: OpenTransaction,
  contract: Contract,
  wanted: CompiledInterface,
): Either<LedgerError, UsableContract> => {
  const { view, preference } = transaction.input;
  const own = view.catalog.preferredVersion(contract.templateId, preference);
  if (own === undefined) return left(noTemplate(contract, view.catalog));
  const version = view.catalog.implementingVersion(
    contract.templateId,
    wanted.interfaceId,
    preference,
  );
  return version === undefined
    ? left(doesNotImplement(contract, wanted))
    : readPayload(transaction, contract, version);
};
