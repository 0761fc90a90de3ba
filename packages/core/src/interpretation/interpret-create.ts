import type { PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledTemplate } from "../packages/catalog.js";
import { checkedValue, type WrittenValue } from "../daml-types/checked-value.js";
import { type Contract, contractIdOf } from "../contracts/contract.js";
import { discriminatorOf } from "../events/ledger-ids.js";
import {
  duplicateKey,
  interpretationError,
  preconditionViolated,
  unauthorized,
  unknownInformees,
} from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ContractKey } from "../events/transaction-node.js";
import { sharedParties } from "../values/shared-text.js";
import { type EvaluatedKey, type EvaluatedTemplate, isGuarded } from "../templates/evaluated.js";
import { shownPayload } from "../templates/template.js";
import { withHolder } from "../contracts/key-holders.js";
import {
  keyIdOf,
  maxTransactionNodes,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { ArgumentError } from "../values/argument-error.js";
import { frozenValue } from "../values/frozen-value.js";
import { isEnsured, partiesOf } from "./answered-parts.js";

/**
 * Creates a contract: precondition, key, authority of the signatories, known stakeholders, and
 * one contract per key unless contracts of the template share keys.
 *
 * @param written a value of the template's payload type
 * @returns its contract id
 */
export const interpretCreate = (
  transaction: OpenTransaction,
  scope: Scope,
  template: CompiledTemplate,
  written: WrittenValue<unknown>,
): Either<LedgerError, string> => {
  const { definition } = template;
  if (transaction.nodes.length >= maxTransactionNodes)
    return left(interpretationError(`A transaction has at most ${maxTransactionNodes} nodes.`));
  const payload = frozenValue(definition.payload, written.value);
  const holds = isEnsured(definition, definition.ensure(payload, transaction.run));
  const steps = transaction.input.trace?.steps;
  if (steps !== undefined && isGuarded(definition))
    steps.push({ kind: "guard", templateId: template.templateId, payload: written.json, holds });
  if (!holds) {
    const shown = template.mirrorsDaml ? shownPayload(definition, payload) : undefined;
    return left(preconditionViolated(template.templateId, shown));
  }
  const signatories = signatoriesOf(transaction, definition, payload);
  const observers = observersOf(transaction, definition, payload, signatories);
  const key = keyOfPayload(transaction, definition, payload);
  const content = {
    templateId: template.templateId,
    packageName: template.package.name,
    payload: written.json,
    signatories,
    observers,
    createdAt: transaction.input.ledgerTime,
  };
  const error =
    partiesError(transaction, scope, template, signatories, observers) ??
    keyError(template, key, signatories);
  if (error !== undefined) return left(error);
  return addContract(transaction, template, key === undefined ? content : { ...content, key });
};

/** Who signs a contract with this payload; sorted. */
export const signatoriesOf = (
  { run }: OpenTransaction,
  definition: EvaluatedTemplate,
  payload: unknown,
): ReadonlyArray<PartyId> =>
  partiesOf(definition, "signatories", definition.signatories(payload, run));

/** The observers a contract has in addition to its signatories; sorted. */
export const observersOf = (
  { run }: OpenTransaction,
  definition: EvaluatedTemplate,
  payload: unknown,
  signatories: ReadonlyArray<PartyId>,
): ReadonlyArray<PartyId> =>
  sharedParties(
    partiesOf(definition, "observers", definition.observers(payload, run)).filter(
      (party) => !signatories.includes(party),
    ),
  );

const partiesError = (
  transaction: OpenTransaction,
  scope: Scope,
  template: CompiledTemplate,
  signatories: ReadonlyArray<PartyId>,
  observers: ReadonlyArray<PartyId>,
): LedgerError | undefined => {
  if (signatories.length === 0 || signatories.some((party) => !scope.authority.has(party))) {
    const node = { nodeId: transaction.nodes.length, templateId: template.templateId };
    return unauthorized(creating(template), signatories, scope.authority, node);
  }
  const unknown = unknownOf(transaction, scope, observers);
  return unknown.length === 0 ? undefined : unknownInformees(creating(template), unknown);
};

const creating = ({ templateId }: CompiledTemplate): string =>
  `Creating a contract of ${templateId}`;

/** The key of a contract with this payload; undefined for a template without keys. */
export const keyOfPayload = (
  transaction: OpenTransaction,
  definition: EvaluatedTemplate,
  payload: unknown,
): ContractKey | undefined => {
  if (definition.key === undefined) return undefined;
  const key = definition.key.of(payload, transaction.run);
  const checked = checkedValue(
    definition.key.type,
    key,
    `key.of of ${definition.name}: its answer`,
  );
  if (isLeft(checked)) throw new ArgumentError(checked.left.cause);
  return contractKeyOf(transaction, definition, definition.key, checked.right.value);
};

/** Why a contract may not have its key; undefined when it may. */
const keyError = (
  template: CompiledTemplate,
  key: ContractKey | undefined,
  signatories: ReadonlyArray<PartyId>,
): LedgerError | undefined => {
  if (key === undefined) return undefined;
  if (key.maintainers.length === 0) {
    return ledgerError(
      "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
      `The key of ${template.templateId} has no maintainers.`,
      { resources: [["TEMPLATE_ID", template.templateId]] },
    );
  }
  return key.maintainers.every((party) => signatories.includes(party))
    ? undefined
    : unauthorized(
        `Maintaining the key of ${template.templateId}`,
        key.maintainers,
        new Set(signatories),
      );
};

/** A key in wire form with its maintainers. */
export const contractKeyOf = (
  { run }: OpenTransaction,
  template: EvaluatedTemplate,
  definition: EvaluatedKey,
  key: unknown,
): ContractKey => ({
  value: definition.type.encode(key),
  maintainers: partiesOf(template, "key: maintainers", definition.maintainers(key, run)),
});

const addContract = (
  transaction: OpenTransaction,
  template: CompiledTemplate,
  content: Omit<Contract, "contractId">,
): Either<LedgerError, string> => {
  const { input, nodes } = transaction;
  const { templateId, packageName, payload, signatories, observers, key } = content;
  const nodeId = nodes.length;
  const contractId = contractIdOf(
    // what was rolled back must not have the id of another contract
    discriminatorOf(input.seed, nodeId + transaction.undoneNodes),
    input.offset,
    content,
    input.view.sha256,
  );
  if (key !== undefined) {
    const keyId = keyIdOf(packageName, template.name, key);
    const holders = holdersOf(transaction, keyId);
    if (holders !== undefined && template.definition.key?.isShared !== true)
      return left(duplicateKey(templateId, packageName, JSON.stringify(key.value)));
    transaction.keys ??= new Map();
    transaction.keys.set(keyId, withHolder(holders, contractId));
  }
  const node = {
    kind: "create" as const,
    nodeId,
    contractId,
    templateId,
    packageName,
    payload,
    signatories,
    observers,
  };
  // no spread: it would double the cost of this function
  const whole = key === undefined ? node : { ...node, key };
  nodes.push(whole);
  input.trace?.steps?.push({ kind: "create", node: whole });
  return right(contractId);
};

/** The contracts that hold a key at this point of the transaction, as one text. */
export const holdersOf = ({ input, keys }: OpenTransaction, keyId: string): string | undefined =>
  keys?.has(keyId) ? keys.get(keyId) : input.view.contractsByKey(keyId);
