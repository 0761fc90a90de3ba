import type { PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
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
import { shownPayload, type TemplateKey } from "../templates/template.js";
import {
  keyIdOf,
  maxTransactionNodes,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { partySet } from "../values/party-set.js";

/**
 * Creates a contract: precondition, key, authority of the signatories, known stakeholders, one
 * contract per key.
 *
 * @param written a value of the template's payload type
 * @returns its contract id
 */
export const interpretCreate = (
  transaction: OpenTransaction,
  scope: Scope,
  template: CompiledTemplate,
  { value: payload, json }: WrittenValue<unknown>,
): Either<LedgerError, string> => {
  const { definition } = template;
  if (transaction.nodes.length >= maxTransactionNodes)
    return left(interpretationError(`A transaction has at most ${maxTransactionNodes} nodes.`));
  if (!definition.ensure(payload)) {
    const shown = template.fromDaml ? shownPayload(definition, payload) : undefined;
    return left(preconditionViolated(template.templateId, shown));
  }
  const signatories = partySet(definition.signatories(payload));
  const observers = observersBeside(signatories, definition.observers(payload));
  const error = partiesError(transaction, scope, template, signatories, observers);
  if (error !== undefined) return left(error);
  const key = keyOf(template, payload, signatories);
  if (isLeft(key)) return key;
  const content = {
    templateId: template.templateId,
    packageName: template.package.name,
    payload: json,
    signatories,
    observers,
    createdAt: transaction.input.ledgerTime,
  };
  const keyed = key.right === undefined ? content : { ...content, key: key.right };
  return addContract(transaction, template, keyed);
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
  template: CompiledTemplate,
  payload: unknown,
  signatories: ReadonlyArray<PartyId>,
): Either<LedgerError, ContractKey | undefined> => {
  const definition = template.definition.key;
  if (definition === undefined) return right(undefined);
  const key = contractKeyOf(definition, definition.of(payload));
  if (key.maintainers.length === 0) {
    return left(
      ledgerError(
        "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS",
        `The key of ${template.templateId} has no maintainers.`,
        { resources: [["TEMPLATE_ID", template.templateId]] },
      ),
    );
  }
  return key.maintainers.every((party) => signatories.includes(party))
    ? right(key)
    : left(
        unauthorized(
          `Maintaining the key of ${template.templateId}`,
          key.maintainers,
          new Set(signatories),
        ),
      );
};

/** A key in wire form with its maintainers. */
export const contractKeyOf = (
  definition: TemplateKey<unknown, unknown>,
  key: unknown,
): ContractKey => ({
  value: definition.type.encode(key),
  maintainers: partySet(definition.maintainers(key)),
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
    discriminatorOf(input.seed, nodeId),
    input.offset,
    content,
    input.view.sha256,
  );
  if (key !== undefined) {
    const keyId = keyIdOf(packageName, template.name, key);
    if (holderOf(transaction, keyId) !== undefined)
      return left(duplicateKey(templateId, packageName, JSON.stringify(key.value)));
    transaction.keys ??= new Map();
    transaction.keys.set(keyId, contractId);
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
  nodes.push(key === undefined ? node : { ...node, key });
  return right(contractId);
};

/** The contract that holds a key at this point of the transaction. */
export const holderOf = ({ input, keys }: OpenTransaction, keyId: string): string | undefined =>
  keys?.has(keyId) ? keys.get(keyId) : input.view.contractByKey(keyId);
