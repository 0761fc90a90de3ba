import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledTemplate } from "../packages/catalog.js";
import { contractKeyOf, holderOf } from "./interpret-create.js";
import { usableContract } from "./usable-contract.js";
import { interpretationError } from "../errors/interpretation-error.js";
import { contractKeyNotFound, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ContractKey } from "../events/transaction-node.js";
import { keyIdOf, type OpenTransaction } from "../contracts/transaction.js";

/** A key to look up. Left FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS. */
export const wantedKey = (
  template: CompiledTemplate,
  key: unknown,
): Either<LedgerError, ContractKey> => {
  const definition = template.definition.key;
  if (definition === undefined)
    return left(interpretationError(`${template.templateId} has no key.`));
  const wanted = contractKeyOf(definition, key);
  return wanted.maintainers.length > 0
    ? right(wanted)
    : left(
        ledgerError(
          "FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS",
          `The requested key has no maintainers in ${template.templateId}; expected at least one.`,
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
export const contractByKey = (
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
