import type { PartyId } from "../values/ids.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { CompiledTemplate } from "../packages/catalog.js";
import type { WrittenValue } from "../daml-types/checked-value.js";
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
import type { EvaluatedKey } from "../templates/evaluated.js";
import type { Run } from "../templates/program-effect.js";
import { shownPayload } from "../templates/template.js";
import { withHolder } from "../contracts/key-holders.js";
import {
  keyIdOf,
  maxTransactionNodes,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { partySet } from "../values/party-set.js";

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
  if (!definition.ensure(written.value, transaction.run)) {
    const shown = template.mirrorsDaml ? shownPayload(definition, written.value) : undefined;
    return left(preconditionViolated(template.templateId, shown));
  }
  const payload = written.value;
  const signatories = partySet(definition.signatories(payload, transaction.run));
  const observers = observersBeside(signatories, definition.observers(payload, transaction.run));
  const key = keyOf(transaction, template, payload);
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

/** The observers a contract has in addition to its signatories; sorted. */
export const observersBeside = (
  signatories: ReadonlyArray<PartyId>,
  observers: ReadonlyArray<PartyId>,
): ReadonlyArray<string> =>
  sharedParties(partySet(observers).filter((party) => !signatories.includes(party)));

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

const keyOf = (
  transaction: OpenTransaction,
  { definition: { key } }: CompiledTemplate,
  payload: unknown,
): ContractKey | undefined =>
  key === undefined
    ? undefined
    : contractKeyOf(transaction.run, key, key.of(payload, transaction.run));

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
export const contractKeyOf = (run: Run, definition: EvaluatedKey, key: unknown): ContractKey => {
  const maintainers = partySet(definition.maintainers(key, run));
  return { value: definition.type.encode(key), maintainers };
};

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
