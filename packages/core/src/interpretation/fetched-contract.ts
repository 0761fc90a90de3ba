import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { countRead, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { unauthorized } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { stakeholdersOf } from "../events/witnesses.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import type { ContractId } from "../values/ids.js";
import { asInterface } from "./as-interface.js";
import { asTemplate, type UsableContract, usableContract } from "./usable-contract.js";

/** A contract fetched as one of a template or an interface. */
export const fetchedContract = (
  transaction: OpenTransaction,
  scope: Scope,
  place: CompiledTemplate | CompiledInterface,
  contractId: ContractId,
  byKey = false,
): Either<LedgerError, UsableContract> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  // the template is checked before the authorization (daml-lf B.7)
  const fitting =
    place.kind === "template"
      ? asTemplate(transaction, found.right, place)
      : asInterface(transaction, found.right, place);
  if (isLeft(fitting)) return fitting;
  const error = fetchError(scope, fitting.right);
  if (error !== undefined) return left(error);
  const interfaceId = place.kind === "template" ? undefined : place.interfaceId;
  traceFetch(transaction, scope, fitting.right, byKey, interfaceId);
  return fitting;
};

/** Why a contract may not be fetched here; undefined when one of its stakeholders authorizes it. */
const fetchError = (
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

const traceFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  { contract, template }: UsableContract,
  byKey: boolean,
  interfaceId: string | undefined,
): void => {
  const { input, nodes } = transaction;
  const { authority, depth } = scope;
  countRead(transaction, scope);
  if (input.trace === undefined) return;
  const { templateId } = template;
  const actingParties = stakeholdersOf(contract).filter((party) => authority.has(party));
  const through = interfaceId === undefined ? {} : { interfaceId };
  const fetched = { contract, templateId, actingParties, ...through };
  input.trace.reads.push({ position: nodes.length, depth, ...fetched });
  input.trace.steps?.push({ kind: "fetch", byKey, ...fetched });
};
