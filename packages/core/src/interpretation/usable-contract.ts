import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Contract, templateNameOf } from "../contracts/contract.js";
import { payloadOf } from "../contracts/payload-memo.js";
import { createdHere, type OpenTransaction } from "../contracts/transaction.js";
import {
  contractNotActive,
  preconditionViolated,
  wronglyTyped,
} from "../errors/interpretation-error.js";
import { contractNotFound, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledCatalog, CompiledTemplate } from "../packages/catalog.js";
import type { ValueError } from "../values/value-error.js";
import { keyOfPayload, observersOf, signatoriesOf } from "./interpret-create.js";

/** A contract that may be used, with the template its code comes from. */
export interface UsableContract {
  readonly contract: Contract;
  readonly template: CompiledTemplate;
  /** The payload as a value of that template. */
  readonly payload: unknown;
}

/**
 * A contract by id, provided it is active and visible to a reader, disclosed, or created in this
 * very transaction. Left CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE.
 */
export const usableContract = (
  transaction: OpenTransaction,
  contractId: ContractId,
): Either<LedgerError, Contract> => {
  const { input, consumed } = transaction;
  const own = createdHere(transaction, contractId);
  const contract = own ?? input.view.contract(contractId);
  if (contract === undefined) return left(contractNotFound(contractId));
  if (own === undefined && !isVisible(contract, input.readers)) {
    const blobDigest = input.disclosed.get(contractId);
    if (blobDigest === undefined) return left(contractNotFound(contractId));
    transaction.disclosed ??= new Map();
    transaction.disclosed.set(contractId, blobDigest);
  }
  const consumedBy = consumed?.get(contractId);
  if (consumedBy !== undefined)
    return left(contractNotActive(contract.templateId, contractId, consumedBy));
  if (contract.createdAt > transaction.latestInput) transaction.latestInput = contract.createdAt;
  if (own === undefined) input.trace?.inputs.set(contractId, contract);
  return right(contract);
};

/**
 * Why no code for a contract is available: its template is unknown, or no version of it is vetted.
 */
export const noTemplate = (
  { templateId, contractId }: Contract,
  catalog: CompiledCatalog,
): LedgerError =>
  catalog.template(templateId) === undefined
    ? ledgerError(
        "TEMPLATES_OR_INTERFACES_NOT_FOUND",
        `The template ${templateId} of contract ${contractId} is not known to this node.`,
        { resources: [["TEMPLATE_ID", templateId]] },
      )
    : ledgerError(
        "PACKAGE_SELECTION_FAILED",
        `No version of the template ${templateId} of contract ${contractId} is vetted on this node.`,
      );

/** True when a reader is a stakeholder of the contract. */
const isVisible = (contract: Contract, readers: ReadonlySet<string>): boolean =>
  contract.signatories.some((party) => readers.has(party)) ||
  contract.observers.some((party) => readers.has(party));

/**
 * A contract's payload as a value of a template, which may be another version than the one it was
 * created with. Left INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED, TEMPLATE_PRECONDITION_VIOLATED.
 */
export const readPayload = (
  transaction: OpenTransaction,
  contract: Contract,
  template: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  const isSame = template.templateId === contract.templateId;
  const payload = isSame
    ? payloadOf(contract, template.definition.payload)
    : payloadOfVersion(transaction.input.view.catalog, contract, template);
  if (isLeft(payload)) {
    return left(
      ledgerError(
        "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
        `The contract does not fit ${template.templateId}: ${payload.left.reason} at ${payload.left.path.join(".")}`,
        { resources: upgradeResources(contract, template) },
      ),
    );
  }
  const usable = { contract, template, payload: payload.right };
  if (isSame) return right(usable);
  const { definition } = template;
  if (definition.payload.isTrusted === true && !definition.ensure(payload.right, transaction.run))
    return left(preconditionViolated(template.templateId, undefined));
  const changed = changedByUpgrade(transaction, usable);
  return changed === undefined
    ? right(usable)
    : left(
        ledgerError(
          "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
          `The ${changed} of contract ${contract.contractId} would change with ${template.templateId}.`,
          { resources: upgradeResources(contract, template) },
        ),
      );
};

const upgradeResources = (
  { contractId, templateId }: Contract,
  template: CompiledTemplate,
): LedgerError["resources"] => [
  ["CONTRACT_ID", contractId],
  ["TEMPLATE_ID", templateId],
  ["TEMPLATE_ID", template.templateId],
];

/** The payload of a contract as one of another version of its template. */
const payloadOfVersion = (
  catalog: CompiledCatalog,
  contract: Contract,
  { definition }: CompiledTemplate,
): Either<ValueError, unknown> => {
  const type = catalog.template(contract.templateId)?.definition.payload;
  if (definition.convert === undefined || type === undefined)
    return payloadOf(contract, definition.payload);
  const value = payloadOf(contract, type);
  return isLeft(value) ? value : definition.convert({ type, value: value.right });
};

/** What another version of its template would change in a contract; undefined when nothing. */
const changedByUpgrade = (
  transaction: OpenTransaction,
  { contract, template: { definition }, payload }: UsableContract,
): string | undefined => {
  const signatories = signatoriesOf(transaction, definition, payload);
  const observers = observersOf(transaction, definition, payload, signatories);
  const key = keyOfPayload(transaction, definition, payload);
  if (signatories.join() !== contract.signatories.join()) return "signatories";
  if (observers.join() !== contract.observers.join()) return "observers";
  return JSON.stringify(key) === JSON.stringify(contract.key) ? undefined : "key";
};

/**
 * The contract as one of this template. Another version of the same template is accepted when the
 * contract fits it. Left WRONGLY_TYPED_CONTRACT, INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const asTemplate = (
  transaction: OpenTransaction,
  contract: Contract,
  wanted: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  if (isVersionOf(contract, wanted)) return readPayload(transaction, contract, wanted);
  const { catalog } = transaction.input.view;
  return left(
    catalog.template(contract.templateId) === undefined
      ? noTemplate(contract, catalog)
      : wronglyTyped(contract, wanted.templateId),
  );
};

/** True when a contract is of a version of a template: same package name, same name. */
export const isVersionOf = (
  { packageName, templateId }: Contract,
  wanted: CompiledTemplate,
): boolean =>
  templateId === wanted.templateId ||
  (packageName === wanted.package.name && templateNameOf(templateId) === wanted.name);
