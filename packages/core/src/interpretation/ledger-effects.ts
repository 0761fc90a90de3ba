import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { PauseEffect } from "./pausing.js";
import { countRead, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { errorOfChoice } from "../errors/choice-error.js";
import { doesNotImplement, hiddenKey, unauthorized } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Interface, LedgerEffect, Template } from "../templates/template.js";
import { keyedPlace, placeOf, templatePlace, valueAs } from "./definition-place.js";
import { interpretCreate } from "./interpret-create.js";
import type { ExerciseEffect } from "./exercise-effects.js";
import { contractByKey, holdersOfKey, wantedKey } from "./interpret-key.js";
import { fetchedContract } from "./fetched-contract.js";
import { ledgerTimeOf } from "./ledger-time.js";
import { answerProgram } from "./program-effects.js";
import type { TryEffect } from "./tries.js";
import { asTemplate, isVersionOf, usableContract } from "./usable-contract.js";

type OwnPackageEffect = Extract<LedgerEffect, { readonly op: "ownPackage" }>;

/** The answer to an effect that runs no choice body. */
export const answerEffect = (
  transaction: OpenTransaction,
  scope: Scope,
  effect: Exclude<LedgerEffect, ExerciseEffect | TryEffect | PauseEffect | OwnPackageEffect>,
): Either<LedgerError, unknown> => {
  switch (effect.op) {
    case "ledgerTime":
      return right(ledgerTimeOf(transaction.input));
    case "abort":
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
    default:
      return answerProgram(transaction, scope, effect);
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
  const { payload: type } = place.right.definition;
  const value = checkedValue(type, payload, `The payload of ${of.name}`);
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
  const fetched = fetchedContract(transaction, scope, place.right, contractId);
  if (isLeft(fetched)) return fetched;
  const { template, payload, contract } = fetched.right;
  if (place.right.kind === "template") return right(payload);
  const instance = template.instances.get(place.right.interfaceId);
  if (instance === undefined) return left(doesNotImplement(contract, place.right));
  const view = instance.view(payload, transaction.run);
  const { definition } = place.right;
  if (instance.interface === definition) return right(view);
  // the instance is of other code than the interface that the body names
  const { view: type } = instance.interface;
  return map(({ value }: { readonly value: unknown }) => value)(
    valueAs(definition.view, { type, value: view }, `The view of ${definition.name}`),
  );
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
  if (!isVersionOf(found.right, place.right))
    return right({ view: view.right, payload: undefined });
  const fitting = asTemplate(transaction, found.right, place.right);
  return isLeft(fitting) ? fitting : right({ view: view.right, payload: fitting.right.payload });
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
  const place = keyedPlace(transaction, of, key);
  if (isLeft(place)) return place;
  const { template } = place.right;
  const wanted = wantedKey(transaction, template, place.right.key);
  if (isLeft(wanted)) return wanted;
  const { value, maintainers } = wanted.right;
  if (!maintainers.every((party) => scope.authority.has(party)))
    return left(unauthorized(`Looking up a key of ${of.name}`, maintainers, scope.authority));
  const holders = holdersOfKey(transaction, template, wanted.right, 1);
  if (isLeft(holders)) return holders;
  const [contract] = holders.right.contracts;
  if (contract === undefined && holders.right.hidden !== undefined)
    return left(hiddenKey(template.templateId, template.package.name, JSON.stringify(value)));
  countRead(transaction, scope);
  const { templateId } = template;
  transaction.input.trace?.steps?.push({
    kind: "query",
    templateId,
    key: wanted.right,
    found: contract === undefined ? [] : [contract.contractId],
    isExhaustive: contract === undefined,
  });
  transaction.input.trace?.reads.push({
    position: transaction.nodes.length,
    depth: scope.depth,
    contract,
    templateId,
    actingParties: maintainers,
    key: wanted.right,
  });
  return right(contract?.contractId);
};
