import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { countRead, type OpenTransaction, type Scope } from "../contracts/transaction.js";
import { unauthorized } from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { FetchedContract, FetchedPayload } from "../templates/program-effect.js";
import { notAStep } from "../templates/step.js";
import type { LedgerEffect } from "../templates/template.js";
import { keyedPlaceOf, placeOfId, templatePlaceOf, valueAs } from "./definition-place.js";
import type { ExerciseEffect } from "./exercise-effects.js";
import { interpretCreate } from "./interpret-create.js";
import { contractByKey, holdersOfKey, wantedKey } from "./interpret-key.js";
import { fetchedContract } from "./fetched-contract.js";
import { isLedgerTimeLess } from "./ledger-time.js";
import type { TryEffect } from "./tries.js";
import { asTemplate, type UsableContract } from "./usable-contract.js";

type ById = Exclude<
  Extract<
    LedgerEffect,
    {
      readonly op: "createOf" | "fetchOf" | "fetchByKeyOf" | "queryByKeyOf" | "isLedgerTimeBefore";
    }
  >,
  ExerciseEffect | TryEffect
>;

/** The answer to an effect that names definitions by their ids and runs no choice body. */
export const answerProgram = (
  transaction: OpenTransaction,
  scope: Scope,
  effect: ById,
): Either<LedgerError, unknown> => {
  switch (effect.op) {
    case "isLedgerTimeBefore":
      return right(isLedgerTimeLess(transaction.input, effect.time));
    case "createOf":
      return createOf(transaction, scope, effect);
    case "fetchOf":
      return fetchOf(transaction, scope, effect);
    case "fetchByKeyOf":
      return fetchByKeyOf(transaction, scope, effect);
    case "queryByKeyOf":
      return queryByKeyOf(transaction, scope, effect);
    default:
      // made by hand: no function makes a step of this name
      throw notAStep(effect satisfies never);
  }
};

type Effect<Op extends ById["op"]> = Extract<ById, { readonly op: Op }>;

const createOf = (
  transaction: OpenTransaction,
  scope: Scope,
  { of, payload }: Effect<"createOf">,
): Either<LedgerError, unknown> => {
  const place = templatePlaceOf(transaction, of);
  if (isLeft(place)) return place;
  const value = valueAs(place.right.definition.payload, payload, `The payload of ${of}`);
  return isLeft(value) ? value : interpretCreate(transaction, scope, place.right, value.right);
};

const fetchedPayload = (
  { run }: OpenTransaction,
  { contract, template, payload }: UsableContract,
): FetchedPayload => ({
  templateId: template.templateId,
  packageName: template.package.name,
  signatories: contract.signatories,
  observers: contract.observers,
  type: template.definition.payload,
  value: payload,
  view: (interfaceId) => {
    const instance = template.instances.get(interfaceId);
    return instance === undefined
      ? undefined
      : { type: instance.interface.view, value: instance.view(payload, run) };
  },
});

const fetchOf = (
  transaction: OpenTransaction,
  scope: Scope,
  { of, contractId }: Effect<"fetchOf">,
): Either<LedgerError, FetchedPayload> => {
  const place = placeOfId(transaction, of);
  if (isLeft(place)) return place;
  const fetched = fetchedContract(transaction, scope, place.right, contractId);
  return isLeft(fetched) ? fetched : right(fetchedPayload(transaction, fetched.right));
};

const fetchByKeyOf = (
  transaction: OpenTransaction,
  scope: Scope,
  { of, key }: Effect<"fetchByKeyOf">,
): Either<LedgerError, FetchedContract> => {
  const place = keyedPlaceOf(transaction, of, key);
  if (isLeft(place)) return place;
  const { template } = place.right;
  const contractId = contractByKey(transaction, template, place.right.key);
  if (isLeft(contractId)) return contractId;
  const fetched = fetchedContract(transaction, scope, template, contractId.right, true);
  return isLeft(fetched)
    ? fetched
    : right({ contractId: contractId.right, ...fetchedPayload(transaction, fetched.right) });
};

const queryByKeyOf = (
  transaction: OpenTransaction,
  scope: Scope,
  { of, key, count }: Effect<"queryByKeyOf">,
): Either<LedgerError, unknown> => {
  const place = keyedPlaceOf(transaction, of, key);
  if (isLeft(place)) return place;
  const { template } = place.right;
  const wanted = wantedKey(transaction, template, place.right.key);
  if (isLeft(wanted)) return wanted;
  const { maintainers } = wanted.right;
  if (!maintainers.every((party) => scope.authority.has(party)))
    return left(unauthorized(`Looking up a key of ${of}`, maintainers, scope.authority));
  const holders = holdersOfKey(transaction, template, wanted.right, count);
  if (isLeft(holders)) return holders;
  const found: Array<FetchedContract> = [];
  for (const contract of holders.right.contracts) {
    const fitting = asTemplate(transaction, contract, template);
    if (isLeft(fitting)) return fitting;
    found.push({ contractId: contract.contractId, ...fetchedPayload(transaction, fitting.right) });
  }
  const isExhaustive = found.length < count;
  const { templateId } = template;
  const contractIds = found.map(({ contractId }) => contractId);
  countRead(transaction, scope);
  const { trace } = transaction.input;
  trace?.steps?.push({
    kind: "query",
    templateId,
    key: wanted.right,
    found: contractIds,
    isExhaustive,
  });
  trace?.reads.push({
    position: transaction.nodes.length,
    depth: scope.depth,
    contract: holders.right.contracts[0],
    templateId,
    actingParties: maintainers,
    key: wanted.right,
  });
  return right({ found, isExhaustive });
};
