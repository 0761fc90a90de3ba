import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { checkedValue } from "../daml-types/checked-value.js";
import { archiveChoiceName } from "../packages/compile-packages.js";
import type { Contract } from "../contracts/contract.js";
import { contractKeyOf, observersBeside } from "./interpret-create.js";
import {
  contractNotActive,
  interpretationError,
  unauthorized,
  unknownInformees,
} from "../errors/interpretation-error.js";
import type { Json } from "../values/json.js";
import { contractNotFound, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { payloadOf } from "../contracts/payload-memo.js";
import type { Choice, ChoiceProgram, Subject } from "../templates/template.js";
import {
  createdHere,
  keyIdOf,
  maxTransactionDepth,
  maxTransactionNodes,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { partySet } from "../values/party-set.js";

/** A contract that may be used, with the template its code comes from. */
export interface UsableContract {
  readonly contract: Contract;
  readonly template: CompiledTemplate;
  /** The payload as a value of that template. */
  readonly payload: unknown;
}

/** A choice as it is to be exercised on some contract. */
export interface ChoiceCall {
  readonly choice: Choice<unknown, unknown>;
  /** Set when the choice comes from an interface. */
  readonly through?: CompiledInterface;
  readonly argument: unknown;
  /** The argument as it is written. */
  readonly argumentJson: Json;
}

/** Runs the steps of a choice body. */
export type RunSteps = (
  transaction: OpenTransaction,
  scope: Scope,
  steps: ChoiceProgram<unknown>,
) => Either<LedgerError, unknown>;

/**
 * A contract by id, provided it is active and visible to a reader, disclosed, or created in this
 * very transaction. Left CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE,
 * TEMPLATES_OR_INTERFACES_NOT_FOUND, PACKAGE_SELECTION_FAILED.
 */
export const usableContract = (
  transaction: OpenTransaction,
  contractId: string,
): Either<LedgerError, UsableContract> => {
  const { input, consumed } = transaction;
  const own = createdHere(transaction, contractId);
  const contract = own ?? input.view.contract(contractId);
  if (contract === undefined) return left(contractNotFound(contractId));
  if (own === undefined && !isVisible(contract, input.readers)) {
    const blobDigest = input.disclosed.get(contractId);
    if (blobDigest === undefined) return left(contractNotFound(contractId));
    transaction.disclosed ??= new Map();
    transaction.disclosed.set(contractId, blobDigest);
  }
  if (consumed?.has(contractId)) return left(contractNotActive(contract.templateId, contractId));
  if (contract.createdAt > transaction.latestInput) transaction.latestInput = contract.createdAt;
  if (own === undefined) input.trace?.inputs.set(contractId, contract);
  const template = input.view.catalog.preferredVersion(contract.templateId, input.preference);
  return template === undefined
    ? left(noTemplate(contract, input.view.catalog))
    : readPayload(contract, template);
};

/**
 * Why there is no code to use a contract with: its template is not known, or no version of it is
 * vetted.
 */
const noTemplate = ({ templateId, contractId }: Contract, catalog: CompiledCatalog): LedgerError =>
  catalog.template(templateId) === undefined
    ? ledgerError(
        "TEMPLATES_OR_INTERFACES_NOT_FOUND",
        `The template ${templateId} of contract ${contractId} is not known to this node.`,
        { resources: [["TEMPLATE_ID", templateId]] },
      )
    : ledgerError(
        "PACKAGE_SELECTION_FAILED",
        `No version of the template ${templateId} of contract ${contractId} is vetted on this node.`,
      );

/** True when a reader is a stakeholder of the contract. */
export const isVisible = (contract: Contract, readers: ReadonlySet<string>): boolean =>
  contract.signatories.some((party) => readers.has(party)) ||
  contract.observers.some((party) => readers.has(party));

/**
 * A contract's payload as a value of a template, which may be another version than the one it was
 * created with. Left INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const readPayload = (
  contract: Contract,
  template: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  const payload = payloadOf(contract, template.definition.payload);
  if (isLeft(payload)) {
    return left(
      ledgerError(
        "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED",
        `The contract does not fit ${template.templateId}: ${payload.left.reason} at ${payload.left.path.join(".")}`,
        {
          resources: [
            ["CONTRACT_ID", contract.contractId],
            ["TEMPLATE_ID", contract.templateId],
            ["TEMPLATE_ID", template.templateId],
          ],
        },
      ),
    );
  }
  const changed =
    template.templateId === contract.templateId
      ? undefined
      : changedByUpgrade(contract, template, payload.right);
  return changed === undefined
    ? right({ contract, template, payload: payload.right })
    : left(
        ledgerError(
          "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED",
          `The ${changed} of contract ${contract.contractId} would change with ${template.templateId}.`,
          {
            resources: [
              ["CONTRACT_ID", contract.contractId],
              ["TEMPLATE_ID", contract.templateId],
              ["TEMPLATE_ID", template.templateId],
            ],
          },
        ),
      );
};

/**
 * What another version of its template would make different about a contract; undefined when
 * nothing.
 */
const changedByUpgrade = (
  contract: Contract,
  { definition }: CompiledTemplate,
  payload: unknown,
): string | undefined => {
  const signatories = partySet(definition.signatories(payload));
  if (signatories.join() !== contract.signatories.join()) return "signatories";
  const observers = observersBeside(signatories, definition.observers(payload));
  if (observers.join() !== contract.observers.join()) return "observers";
  const key =
    definition.key === undefined
      ? undefined
      : contractKeyOf(definition.key, definition.key.of(payload));
  return JSON.stringify(key) === JSON.stringify(contract.key) ? undefined : "key";
};

/** True for two versions of one template: same package name, same name. */
export const isVersionOf = (a: CompiledTemplate, b: CompiledTemplate): boolean =>
  a === b || (a.package.name === b.package.name && a.name === b.name);

/**
 * The contract as one of this template. Another version of the same template will do when the
 * contract fits it. Left WRONGLY_TYPED_CONTRACT, INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED,
 * INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED.
 */
export const asTemplate = (
  found: UsableContract,
  wanted: CompiledTemplate,
): Either<LedgerError, UsableContract> => {
  const { contract, template } = found;
  if (template === wanted) return right(found);
  if (!isVersionOf(template, wanted)) {
    return left(
      ledgerError(
        "WRONGLY_TYPED_CONTRACT",
        `Contract ${contract.contractId} is of template ${contract.templateId}, not ${wanted.templateId}.`,
        {
          resources: [
            ["CONTRACT_ID", contract.contractId],
            ["TEMPLATE_ID", wanted.templateId],
            ["TEMPLATE_ID", contract.templateId],
          ],
        },
      ),
    );
  }
  return readPayload(contract, wanted);
};

/**
 * Exercises a choice: authority of the controllers, consumption, then the body with the authority
 * of signatories and controllers.
 *
 * @returns the result as a value of the choice's result type
 */
export const interpretExercise = (
  transaction: OpenTransaction,
  scope: Scope,
  found: UsableContract,
  call: ChoiceCall,
  run: RunSteps,
): Either<LedgerError, unknown> => {
  const subject = subjectOf(found, call);
  if (isLeft(subject)) return subject;
  const controllers = controllersOf(found, call, subject.right);
  const error = exerciseError(transaction, scope, found, call, controllers);
  if (error !== undefined) return left(error);
  const { contract } = found;
  const { choice, argument } = call;
  const observers = partySet(choice.observers(subject.right.payload, argument));
  const unknown = unknownOf(transaction, scope, observers);
  if (unknown.length > 0) return left(unknownInformees(`Exercising ${choice.name}`, unknown));
  const nodeId = transaction.nodes.length;
  const node = exerciseNode(found, call, nodeId, controllers, observers);
  transaction.nodes.push(node);
  transaction.input.trace?.exercises.set(nodeId, { contract, choiceObservers: observers });
  if (choice.consuming) consume(transaction, found);
  const within = {
    authority: new Set([...contract.signatories, ...controllers]),
    depth: scope.depth + 1,
  };
  const outcome = run(transaction, within, choice.body(subject.right, argument));
  if (isLeft(outcome)) return outcome;
  const result = checkedValue(choice.result, outcome.right, `The result of ${choice.name}`);
  if (isLeft(result)) return result;
  transaction.nodes[nodeId] = {
    ...node,
    result: result.right.json,
    lastDescendantNodeId: transaction.nodes.length - 1,
  };
  return right(result.right.value);
};

/**
 * What the choice's functions get to see: the contract itself, or its view and methods through an
 * interface.
 */
const subjectOf = (
  { contract, template, payload }: UsableContract,
  { through }: ChoiceCall,
): Either<LedgerError, Subject<unknown, unknown>> => {
  if (through === undefined)
    return right({ self: contract.contractId, payload, methods: undefined });
  const instance = template.instances.get(through.interfaceId);
  return instance === undefined
    ? left(doesNotImplement(contract, through))
    : right({
        self: contract.contractId,
        payload: instance.view(payload),
        methods: instance.methods(payload),
      });
};

/** CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE. */
export const doesNotImplement = (contract: Contract, wanted: CompiledInterface): LedgerError =>
  ledgerError(
    "CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE",
    `Contract ${contract.contractId} of template ${contract.templateId} does not implement ${wanted.interfaceId}.`,
    {
      resources: [
        ["CONTRACT_ID", contract.contractId],
        ["TEMPLATE_ID", contract.templateId],
        ["INTERFACE_ID", wanted.interfaceId],
      ],
    },
  );

const controllersOf = (
  { contract }: UsableContract,
  { choice, argument }: ChoiceCall,
  subject: Subject<unknown, unknown>,
): ReadonlyArray<string> =>
  choice.name === archiveChoiceName
    ? contract.signatories
    : partySet(choice.controllers(subject.payload, argument));

const exerciseError = (
  transaction: OpenTransaction,
  { authority, depth }: Scope,
  { contract }: UsableContract,
  { choice }: ChoiceCall,
  controllers: ReadonlyArray<string>,
): LedgerError | undefined => {
  if (transaction.nodes.length >= maxTransactionNodes)
    return interpretationError(`A transaction has at most ${maxTransactionNodes} nodes.`);
  if (depth >= maxTransactionDepth)
    return interpretationError(`Exercises may be nested at most ${maxTransactionDepth} deep.`);
  return controllers.length > 0 && controllers.every((party) => authority.has(party))
    ? undefined
    : unauthorized(
        `Exercising ${choice.name} on contract ${contract.contractId} of ${contract.templateId}`,
        controllers,
        authority,
      );
};

const exerciseNode = (
  { contract, template }: UsableContract,
  { choice, through, argumentJson }: ChoiceCall,
  nodeId: number,
  actingParties: ReadonlyArray<string>,
  choiceObservers: ReadonlyArray<string>,
) => ({
  kind: "exercise" as const,
  nodeId,
  contractId: contract.contractId,
  templateId: template.templateId,
  packageName: contract.packageName,
  ...(through === undefined ? {} : { interfaceId: through.interfaceId }),
  choice: choice.name,
  argument: argumentJson,
  actingParties,
  consuming: choice.consuming,
  result: null,
  lastDescendantNodeId: nodeId,
  signatories: contract.signatories,
  observers: contract.observers,
  ...(choiceObservers.length === 0 ? {} : { choiceObservers }),
});

const consume = (transaction: OpenTransaction, { contract, template }: UsableContract): void => {
  transaction.consumed ??= new Set();
  transaction.consumed.add(contract.contractId);
  if (contract.key === undefined) return;
  transaction.keys ??= new Map();
  transaction.keys.set(keyIdOf(contract.packageName, template.name, contract.key), undefined);
};
