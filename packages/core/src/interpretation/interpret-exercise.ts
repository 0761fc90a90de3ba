import type { PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  keyIdOf,
  maxTransactionDepth,
  maxTransactionNodes,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import {
  interpretationError,
  unauthorized,
  unknownInformees,
} from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ExerciseNode } from "../events/transaction-node.js";
import type { CompiledInterface } from "../packages/catalog.js";
import { archiveChoiceName } from "../packages/compile-packages.js";
import type { Choice, ChoiceProgram, Subject } from "../templates/template.js";
import type { Json } from "../values/json.js";
import { partySet } from "../values/party-set.js";
import { doesNotImplement, type UsableContract } from "./usable-contract.js";

/** A choice as it is to be exercised on some contract. */
export interface ChoiceCall {
  readonly choice: Choice<unknown, unknown>;
  /** Set when the choice comes from an interface. */
  readonly through?: CompiledInterface;
  readonly argument: unknown;
  /** The argument as it is written. */
  readonly argumentJson: Json;
}

type OpenExercise = { -readonly [Field in keyof ExerciseNode]: ExerciseNode[Field] };

/** An exercise whose body is running. */
export interface RunningExercise {
  readonly choice: Choice<unknown, unknown>;
  /** Among the nodes of the transaction; it gets its result when the body has ended. */
  readonly node: OpenExercise;
  readonly program: ChoiceProgram<unknown>;
  /** Who acts inside of it. */
  readonly scope: Scope;
}

/**
 * Begins to exercise a choice: authority of the controllers, consumption. Its body runs with the
 * authority of signatories and controllers.
 */
export const beginExercise = (
  transaction: OpenTransaction,
  scope: Scope,
  found: UsableContract,
  call: ChoiceCall,
): Either<LedgerError, RunningExercise> => {
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
  return right({
    choice,
    node,
    program: choice.body(subject.right, argument),
    scope: {
      authority: new Set([...contract.signatories, ...controllers]),
      depth: scope.depth + 1,
      exercise: nodeId,
    },
  });
};

/**
 * Ends an exercise with what its body returned.
 *
 * @returns the result as a value of the choice's result type
 */
export const endExercise = (
  transaction: OpenTransaction,
  { choice, node }: RunningExercise,
  returned: unknown,
): Either<LedgerError, unknown> => {
  const result = checkedValue(choice.result, returned, `The result of ${choice.name}`);
  if (isLeft(result)) return result;
  node.result = result.right.json;
  node.lastDescendantNodeId = transaction.nodes.length - 1;
  return right(result.right.value);
};

/**
 * What the choice's functions receive: the contract itself, or its view and methods through an
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
        { nodeId: transaction.nodes.length, templateId: contract.templateId },
      );
};

const exerciseNode = (
  { contract, template }: UsableContract,
  { choice, through, argumentJson }: ChoiceCall,
  nodeId: number,
  actingParties: ReadonlyArray<PartyId>,
  choiceObservers: ReadonlyArray<PartyId>,
): OpenExercise => {
  const node: OpenExercise = {
    kind: "exercise",
    nodeId,
    contractId: contract.contractId,
    templateId: template.templateId,
    packageName: contract.packageName,
    choice: choice.name,
    argument: argumentJson,
    actingParties,
    consuming: choice.consuming,
    result: null,
    lastDescendantNodeId: nodeId,
    signatories: contract.signatories,
    observers: contract.observers,
  };
  if (through !== undefined) node.interfaceId = through.interfaceId;
  if (choiceObservers.length > 0) node.choiceObservers = choiceObservers;
  return node;
};

const consume = (transaction: OpenTransaction, { contract, template }: UsableContract): void => {
  transaction.consumed ??= new Set();
  transaction.consumed.add(contract.contractId);
  if (contract.key === undefined) return;
  transaction.keys ??= new Map();
  transaction.keys.set(keyIdOf(contract.packageName, template.name, contract.key), undefined);
};
