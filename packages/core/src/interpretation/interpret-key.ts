import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledTemplate } from "../packages/catalog.js";
import { holdersIn } from "../contracts/key-holders.js";
import type { Contract } from "../contracts/contract.js";
import { contractKeyOf, holdersOf } from "./interpret-create.js";
import { usableContract } from "./usable-contract.js";
import { interpretationError } from "../errors/interpretation-error.js";
import { contractKeyNotFound, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ContractKey } from "../events/transaction-node.js";
import { keyIdOf, type OpenTransaction } from "../contracts/transaction.js";

/** A key to look up. Left FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS. */
export const wantedKey = (
  transaction: OpenTransaction,
  template: CompiledTemplate,
  key: unknown,
): Either<LedgerError, ContractKey> => {
  const definition = template.definition.key;
  if (definition === undefined)
    return left(interpretationError(`${template.templateId} has no key.`));
  const wanted = contractKeyOf(transaction, template.definition, definition, key);
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

/** The visible contract that holds a key, the newest of several. Left CONTRACT_KEY_NOT_FOUND. */
export const contractByKey = (
  transaction: OpenTransaction,
  template: CompiledTemplate,
  key: unknown,
): Either<LedgerError, string> => {
  const wanted = wantedKey(transaction, template, key);
  if (isLeft(wanted)) return wanted;
  const found = holdersOfKey(transaction, template, wanted.right, 1);
  if (isLeft(found)) return found;
  const [contract] = found.right.contracts;
  if (contract !== undefined) return right(contract.contractId);
  const { templateId, package: info } = template;
  return left(contractKeyNotFound(templateId, JSON.stringify(wanted.right.value), info.name));
};

/** The visible contracts that hold a key, and whether another holds it that is not visible. */
interface HoldersOfKey {
  readonly contracts: ReadonlyArray<Contract>;
  /** Why the first one that is not visible cannot be used. */
  readonly hidden?: LedgerError;
}

/**
 * The visible contracts that hold a key, the newest first.
 *
 * @param count how many at most
 */
export const holdersOfKey = (
  transaction: OpenTransaction,
  template: CompiledTemplate,
  key: ContractKey,
  count: number,
): Either<LedgerError, HoldersOfKey> => {
  const contracts: Array<Contract> = [];
  let hidden: LedgerError | undefined;
  const keyId = keyIdOf(template.package.name, template.name, key);
  for (const holder of holdersIn(holdersOf(transaction, keyId))) {
    if (contracts.length === count) break;
    const found = usableContract(transaction, holder);
    if (!isLeft(found)) contracts.push(found.right);
    else if (found.left.code === "CONTRACT_NOT_FOUND") hidden ??= found.left;
    else return found;
  }
  return right(hidden === undefined ? { contracts } : { contracts, hidden });
};
