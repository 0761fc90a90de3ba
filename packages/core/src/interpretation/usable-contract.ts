import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Contract } from "../contracts/contract.js";
import { payloadOf } from "../contracts/payload-memo.js";
import { createdHere, type OpenTransaction } from "../contracts/transaction.js";
import { contractNotActive, wronglyTyped } from "../errors/interpretation-error.js";
import { contractNotFound, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { partySet } from "../values/party-set.js";
import { contractKeyOf, observersBeside } from "./interpret-create.js";

/** A contract that may be used, with the template its code comes from. */
export interface UsableContract {
  readonly contract: Contract;
  readonly template: CompiledTemplate;
  /** The payload as a value of that template. */
  readonly payload: unknown;
}

/**
 * A contract by id, provided it is active and visible to a reader, disclosed, or created in this
 * very transaction. Left CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE,
 * TEMPLATES_OR_INTERFACES_NOT_FOUND, PACKAGE_SELECTION_FAILED.
 */
export const usableContract = (
  transaction: OpenTransaction,
  contractId: ContractId,
): Either<LedgerError, UsableContract> => {
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
  if (consumed?.has(contractId)) return left(contractNotActive(contract.templateId, contractId));
  if (contract.createdAt > transaction.latestInput) transaction.latestInput = contract.createdAt;
  if (own === undefined) input.trace?.inputs.set(contractId, contract);
  const template = input.view.catalog.preferredVersion(contract.templateId, input.preference);
  return template === undefined
    ? left(noTemplate(contract, input.view.catalog))
    : readPayload(contract, template);
};

/**
 * Why there is no code to use a contract with: its template is not known, or no version of it is
 * vetted.
 */
const noTemplate = ({ templateId, contractId }: Contract, catalog: CompiledCatalog): LedgerError =>
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
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const readPayload = (
  contract: Contract,
  template: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  const payload = payloadOf(contract, template.definition.payload);
  if (isLeft(payload)) {
    return left(
      ledgerError(
        "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
        `The contract does not fit ${template.templateId}: ${payload.left.reason} at ${payload.left.path.join(".")}`,
        {
          resources: [
            ["CONTRACT_ID", contract.contractId],
            ["TEMPLATE_ID", contract.templateId],
            ["TEMPLATE_ID", template.templateId],
          ],
        },
      ),
    );
  }
  const changed =
    template.templateId === contract.templateId
      ? undefined
      : changedByUpgrade(contract, template, payload.right);
  return changed === undefined
    ? right({ contract, template, payload: payload.right })
    : left(
        ledgerError(
          "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
          `The ${changed} of contract ${contract.contractId} would change with ${template.templateId}.`,
          {
            resources: [
              ["CONTRACT_ID", contract.contractId],
              ["TEMPLATE_ID", contract.templateId],
              ["TEMPLATE_ID", template.templateId],
            ],
          },
        ),
      );
};

/** What another version of its template would change in a contract; undefined when nothing. */
const changedByUpgrade = (
  contract: Contract,
  { definition }: CompiledTemplate,
  payload: unknown,
): string | undefined => {
  const signatories = partySet(definition.signatories(payload));
  if (signatories.join() !== contract.signatories.join()) return "signatories";
  const observers = observersBeside(signatories, definition.observers(payload));
  if (observers.join() !== contract.observers.join()) return "observers";
  const key =
    definition.key === undefined
      ? undefined
      : contractKeyOf(definition.key, definition.key.of(payload));
  return JSON.stringify(key) === JSON.stringify(contract.key) ? undefined : "key";
};

/** True for two versions of one template: same package name, same name. */
export const isVersionOf = (a: CompiledTemplate, b: CompiledTemplate): boolean =>
  a === b || (a.package.name === b.package.name && a.name === b.name);

/**
 * The contract as one of this template. Another version of the same template is accepted when the
 * contract fits it. Left WRONGLY_TYPED_CONTRACT, INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const asTemplate = (
  found: UsableContract,
  wanted: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  const { contract, template } = found;
  if (template === wanted) return right(found);
  if (!isVersionOf(template, wanted)) return left(wronglyTyped(contract, wanted.templateId));
  return readPayload(contract, wanted);
};

/** CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE. */
export const doesNotImplement = (contract: Contract, wanted: CompiledInterface): LedgerError =>
  ledgerError(
    "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    `Contract ${contract.contractId} of template ${contract.templateId} does not implement ${wanted.interfaceId}.`,
    {
      resources: [
        ["CONTRACT_ID", contract.contractId],
        ["TEMPLATE_ID", contract.templateId],
        ["INTERFACE_ID", wanted.interfaceId],
      ],
    },
  );
