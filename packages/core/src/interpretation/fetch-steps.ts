import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { asInterface } from "./as-interface.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { holderOf } from "./interpret-create.js";
import { doesNotImplement } from "./interpret-exercise.js";
import { asTemplate, isVersionOf, type UsableContract, usableContract } from "./usable-contract.js";
import { contractByKey, wantedKey } from "./interpret-key.js";
import {
  hiddenKey,
  interpretationError,
  notVetted,
  unauthorized,
} from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Interface, Template } from "../templates/template.js";
import { keyIdOf, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { stakeholdersOf } from "../events/witnesses.js";

/** The compiled template or interface of a definition. */
export const placeOf = (
  { input }: OpenTransaction,
  of: Template<unknown> | Interface<unknown>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const { catalog } = input.view;
  return usablePlace(
    catalog,
    of,
    of.kind === "template" ? catalog.templateOf(of) : catalog.interfaceOf(of),
  );
};

/** The compiled template of a definition. Left: no package has it, or the package is not vetted. */
export const templatePlace = (
  { input }: OpenTransaction,
  of: Template<unknown>,
): Either<LedgerError, CompiledTemplate> =>
  usablePlace(input.view.catalog, of, input.view.catalog.templateOf(of));

// bodies name templates by definition and not by name, so that there is no other version to choose
const usablePlace = <A extends CompiledTemplate | CompiledInterface>(
  catalog: CompiledCatalog,
  of: { readonly name: string },
  found: A | undefined,
): Either<LedgerError, A> => {
  if (found === undefined)
    return left(interpretationError(`${of.name} belongs to no package known to this node.`));
  const { packageId } = found.package;
  return catalog.isUsable(packageId) ? right(found) : left(notVetted(packageId));
};

/** The compiled template of a definition with a key, and the checked value of the key. */
export const keyedPlace = (
  transaction: OpenTransaction,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, { readonly template: CompiledTemplate; readonly key: unknown }> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  if (of.key === undefined) return left(interpretationError(`${of.name} has no key.`));
  const value = checkedValue(of.key.type, key, `The key of ${of.name}`);
  return isLeft(value) ? value : right({ template: place.right, key: value.right.value });
};

/** Fetches a payload, or a view through an interface. */
export const stepFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown> | Interface<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = placeOf(transaction, of);
  if (isLeft(place)) return place;
  const found = fetchable(transaction, scope, contractId);
  if (isLeft(found)) return found;
  if (place.right.kind === "template") {
    const fitting = asTemplate(found.right, place.right);
    if (isLeft(fitting)) return fitting;
    traceFetch(transaction, scope, fitting.right);
    return right(fitting.right.payload);
  }
  const implementing = asInterface(transaction, found.right, place.right);
  if (isLeft(implementing)) return implementing;
  const { template, payload, contract } = implementing.right;
  traceFetch(transaction, scope, implementing.right, place.right.interfaceId);
  const instance = template.instances.get(place.right.interfaceId);
  return instance === undefined
    ? left(doesNotImplement(contract, place.right))
    : right(instance.view(payload));
};

/** Fetches a payload; undefined for a contract of another template. */
export const stepTryFetch = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  contractId: string,
): Either<LedgerError, unknown> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const found = fetchable(transaction, scope, contractId);
  if (isLeft(found)) return found;
  traceFetch(transaction, scope, found.right);
  if (!isVersionOf(found.right.template, place.right)) return right(undefined);
  const fitting = asTemplate(found.right, place.right);
  return isLeft(fitting) ? fitting : right(fitting.right.payload);
};

/** A contract that may be fetched here: one of its stakeholders authorizes it. */
const fetchable = (
  transaction: OpenTransaction,
  { authority }: Scope,
  contractId: string,
): Either<LedgerError, UsableContract> => {
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  const stakeholders = stakeholdersOf(found.right.contract);
  return stakeholders.some((party) => authority.has(party))
    ? found
    : left(
        unauthorized(
          `Fetching contract ${contractId} (by one of its stakeholders)`,
          stakeholders,
          authority,
        ),
      );
};

const traceFetch = (
  { input, nodes }: OpenTransaction,
  { authority, depth }: Scope,
  { contract, template }: UsableContract,
  interfaceId?: string,
): void => {
  if (input.trace === undefined) return;
  const read = {
    position: nodes.length,
    depth,
    contract,
    templateId: template.templateId,
    actingParties: stakeholdersOf(contract).filter((party) => authority.has(party)),
  };
  input.trace.reads.push(interfaceId === undefined ? read : { ...read, interfaceId });
};

/** Fetches the contract with a key. */
export const stepFetchByKey = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const contractId = contractByKey(transaction, place.right.template, place.right.key);
  if (isLeft(contractId)) return contractId;
  const payload = stepFetch(transaction, scope, of, contractId.right);
  return isLeft(payload)
    ? payload
    : right({ contractId: contractId.right, payload: payload.right });
};

/** The id of the contract with a key, or undefined. */
export const stepLookupByKey = (
  transaction: OpenTransaction,
  { authority, depth }: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const { template } = place.right;
  const wanted = wantedKey(template, place.right.key);
  if (isLeft(wanted)) return wanted;
  const { value, maintainers } = wanted.right;
  if (!maintainers.every((party) => authority.has(party)))
    return left(unauthorized(`Looking up a key of ${of.name}`, maintainers, authority));
  const holder = holderOf(transaction, keyIdOf(template.package.name, template.name, wanted.right));
  const found = holder === undefined ? undefined : usableContract(transaction, holder);
  if (found === undefined || !isLeft(found)) {
    transaction.input.trace?.reads.push({
      position: transaction.nodes.length,
      depth,
      contract: found?.right.contract,
      templateId: template.templateId,
      actingParties: maintainers,
      key: wanted.right,
    });
    return right(holder);
  }
  return found.left.code === "CONTRACT_NOT_FOUND"
    ? left(hiddenKey(template.templateId, template.package.name, JSON.stringify(value)))
    : found;
};
