import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { countRead, keyIdOf, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { errorOfChoice } from "../errors/choice-error.js";
import { hiddenKey, unauthorized } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { stakeholdersOf } from "../events/witnesses.js";
import type { Interface, LedgerEffect, Template } from "../templates/template.js";
import { asInterface } from "./as-interface.js";
import { keyedPlace, placeOf, templatePlace } from "./definition-place.js";
import { holderOf, interpretCreate } from "./interpret-create.js";
import type { ExerciseEffect } from "./exercise-effects.js";
import { contractByKey, wantedKey } from "./interpret-key.js";
import {
  asTemplate,
  doesNotImplement,
  isVersionOf,
  type UsableContract,
  usableContract,
} from "./usable-contract.js";

/** The answer to an effect that runs no choice body. */
export const answerEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  effect: Exclude<LedgerEffect, ExerciseEffect>,
): Either<LedgerError, unknown> => {
  switch (effect.op) {
    case "ledgerTime":
      if (transaction.input.trace !== undefined) transaction.input.trace.looksAtTime = true;
      return right(transaction.input.ledgerTime);
    case "fail":
      return left(
        ledgerError("INTERPRETATION_USER_ERROR", `Interpretation was stopped: ${effect.reason}`, {
          resources: [["EXCEPTION_TEXT", effect.reason]],
        }),
      );
    case "failWith":
      return left(errorOfChoice(effect.error));
    case "fetchFromInterface":
      return fetchFromInterfaceEffect(transaction, scope, effect);
    case "create":
      return createEffect(transaction, scope, effect.template, effect.payload);
    case "fetch":
      return fetchEffect(transaction, scope, effect.of, effect.contractId);
    case "fetchByKey":
      return fetchByKeyEffect(transaction, scope, effect.template, effect.key);
    case "lookupByKey":
      return lookupByKeyEffect(transaction, scope, effect.template, effect.key);
  }
};

const createEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  payload: unknown,
): Either<LedgerError, unknown> => {
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const value = checkedValue(of.payload, payload, `The payload of ${of.name}`);
  return isLeft(value) ? value : interpretCreate(transaction, scope, place.right, value.right);
};

const fetchEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown> | Interface<unknown>,
  contractId: ContractId,
): Either<LedgerError, unknown> => {
  const place = placeOf(transaction, of);
  if (isLeft(place)) return place;
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  // the template is checked before the authorization (daml-lf B.7)
  const fitting =
    place.right.kind === "template"
      ? asTemplate(found.right, place.right)
      : asInterface(transaction, found.right, place.right);
  if (isLeft(fitting)) return fitting;
  const error = fetchError(scope, fitting.right);
  if (error !== undefined) return left(error);
  const { template, payload, contract } = fitting.right;
  if (place.right.kind === "template") {
    traceFetch(transaction, scope, fitting.right);
    return right(payload);
  }
  traceFetch(transaction, scope, fitting.right, place.right.interfaceId);
  const instance = template.instances.get(place.right.interfaceId);
  return instance === undefined
    ? left(doesNotImplement(contract, place.right))
    : right(instance.view(payload));
};

const fetchFromInterfaceEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  effect: Extract<LedgerEffect, { readonly op: "fetchFromInterface" }>,
): Either<LedgerError, unknown> => {
  const { through, template: of, contractId } = effect;
  const place = templatePlace(transaction, of);
  if (isLeft(place)) return place;
  const view = fetchEffect(transaction, scope, through, contractId);
  if (isLeft(view)) return view;
  const found = usableContract(transaction, contractId);
  if (isLeft(found)) return found;
  if (!isVersionOf(found.right.template, place.right))
    return right({ view: view.right, payload: undefined });
  const fitting = asTemplate(found.right, place.right);
  return isLeft(fitting) ? fitting : right({ view: view.right, payload: fitting.right.payload });
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
  interfaceId?: string,
): void => {
  const { input, nodes } = transaction;
  const { authority, depth } = scope;
  countRead(transaction, scope);
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

const fetchByKeyEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const contractId = contractByKey(transaction, place.right.template, place.right.key);
  if (isLeft(contractId)) return contractId;
  const payload = fetchEffect(transaction, scope, of, contractId.right);
  return isLeft(payload)
    ? payload
    : right({ contractId: contractId.right, payload: payload.right });
};

const lookupByKeyEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  of: Template<unknown>,
  key: unknown,
): Either<LedgerError, unknown> => {
  const { authority, depth } = scope;
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
    countRead(transaction, scope);
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
