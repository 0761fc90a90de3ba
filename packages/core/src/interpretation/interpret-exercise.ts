import type { PartyId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  keyIdOf,
  maxTransactionDepth,
  maxTransactionNodes,
  nextShownNumber,
  type OpenTransaction,
  type Scope,
  unknownOf,
} from "../contracts/transaction.js";
import { checkedValue } from "../daml-types/checked-value.js";
import {
  doesNotImplement,
  interpretationError,
  unauthorized,
  unknownInformees,
} from "../errors/interpretation-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ExerciseNode } from "../events/transaction-node.js";
import type { CompiledInterface, CompiledTemplate } from "../packages/catalog.js";
import { archiveChoiceName } from "../templates/definition-rules.js";
import type { EvaluatedChoice } from "../templates/evaluated.js";
import type { ProfilePlace } from "../templates/profile.js";
import type { Run } from "../templates/program-effect.js";
import { unbegunSteps } from "../templates/step.js";
import { ArgumentError } from "../values/argument-error.js";
import { frozenValue } from "../values/frozen-value.js";
import type { ChoiceProgram, Subject } from "../templates/template.js";
import type { Json } from "../values/json.js";
import { partySet } from "../values/party-set.js";
import { partiesOf } from "./answered-parts.js";
import { withoutHolder } from "../contracts/key-holders.js";
import { holdersOf } from "./interpret-create.js";
import type { UsableContract } from "./usable-contract.js";

/** A choice as it is to be exercised on some contract. */
export interface ChoiceCall {
  readonly choice: EvaluatedChoice;
  /** Set when the choice comes from an interface. */
  readonly through?: CompiledInterface;
  readonly argument: unknown;
  readonly argumentJson: () => Json;
  /** True when the contract was found by its key. */
  readonly byKey?: boolean;
}

/** The state when a `try` began. */
export interface OpenTry {
  readonly nodes: number;
  readonly reads: number;
  readonly tracedReads: number;
}

type OpenExercise = { -readonly [Field in keyof ExerciseNode]: ExerciseNode[Field] };

export interface RunningExercise {
  readonly choice: EvaluatedChoice;
  /** The choice that was named: of other code where the instance has its own. */
  readonly wanted: EvaluatedChoice;
  /** The template whose package has the code that runs. */
  readonly template: CompiledTemplate;
  /** Among the nodes of the transaction; it gets its result when the body has ended. */
  readonly node: OpenExercise;
  /** The number of the node as clients see it. */
  readonly shownId: number;
  readonly program: ChoiceProgram<unknown>;
  /**
   * How many steps were made and had not begun when it began; steps that others make during a pause
   * are added.
   */
  unbegun: number;
  /** Who acts inside of it. */
  readonly scope: Scope;
  /** For each open `try` of the body, the state that a rollback restores. */
  readonly tries: Array<OpenTry>;
  /** True when the body around it named the choice by its id. */
  readonly byId: boolean;
  /** Its frame of the profile; undefined without one. */
  readonly place: ProfilePlace | undefined;
}

/**
 * Begins to exercise a choice: authority of the controllers, consumption. Its body runs with the
 * authority of signatories and controllers.
 */
export const beginExercise = (
  transaction: OpenTransaction,
  scope: Scope,
  found: UsableContract,
  wanted: ChoiceCall,
): Either<LedgerError, RunningExercise> => {
  const own = callOfInstance(found, wanted);
  if (isLeft(own)) return own;
  const { right: call } = own;
  const subject = subjectOf(transaction, found, call);
  if (isLeft(subject)) return subject;
  const { contract } = found;
  const { choice } = call;
  const argument = frozenValue(choice.argument, call.argument);
  const { payload, methods } = subject.right;
  const controllers = controllersOf(transaction, found, call, payload);
  const observers = partiesOf(
    choice,
    "observers",
    choice.observers(payload, argument, methods, transaction.run),
  );
  const named = choice.authorizers?.(payload, argument, transaction.run);
  const authorizers = named === undefined ? undefined : partySet(named);
  const nodeId = transaction.nodes.length;
  const node = exerciseNode(found, call, nodeId, controllers, observers);
  const error = exerciseError(transaction, scope, found, call, controllers, authorizers);
  if (error !== undefined) return left(error);
  const unknown = unknownOf(transaction, scope, observers);
  if (unknown.length > 0) return left(unknownInformees(`Exercising ${choice.name}`, unknown));
  const shownId = nextShownNumber(transaction);
  transaction.nodes.push(node);
  const { trace } = transaction.input;
  trace?.exercises.set(nodeId, { contract, choiceObservers: observers });
  const authority = new Set(authorizers ?? [...contract.signatories, ...controllers]);
  if (trace?.steps !== undefined) {
    const byKey = call.byKey === true;
    const step = { kind: "exercise" as const, node, byKey, contract };
    trace.steps.push({ ...step, authority: [...authority].sort() });
  }
  if (choice.consuming) consume(transaction, found, shownId);
  return right({
    choice,
    wanted: wanted.choice,
    template: found.template,
    node,
    shownId,
    program: choice.body(subject.right, argument, transaction.run),
    unbegun: unbegunSteps().count,
    scope: {
      authority,
      depth: scope.depth + 1,
      exercise: nodeId,
    },
    tries: [],
    byId: false,
    place: placeOf(transaction.run, node),
  });
};

/** The frame of a body; it is left again, as the body has yet to run. */
const placeOf = (
  { profile }: Run,
  { templateId, interfaceId = templateId, choice }: OpenExercise,
): ProfilePlace | undefined => {
  if (profile === undefined) return undefined;
  const [packageId = "", module, name] = interfaceId.split(":");
  const outer = profile.enter({ packageId, definition: `${module}:${name} ${choice}` });
  const place = profile.current;
  profile.goTo(outer);
  return place;
};

/** A call of a choice of an interface with the code that the instance of the template has of it. */
const callOfInstance = (
  { template }: UsableContract,
  call: ChoiceCall,
): Either<LedgerError, ChoiceCall> => {
  const { through, choice: wanted, argumentJson } = call;
  const instance = through === undefined ? undefined : template.instances.get(through.interfaceId);
  const choice = instance?.choices?.get(wanted.name);
  // the same type is of the same code
  if (choice === undefined || choice.argument === wanted.argument) return right(call);
  const argument = choice.argument.decode(argumentJson());
  return isLeft(argument)
    ? left(interpretationError(`The argument of ${wanted.name}: ${argument.left.reason}`))
    : right({ ...call, choice, argument: argument.right });
};

/**
 * Ends an exercise with what its body returned.
 *
 * @returns the result as a value of the choice's result type
 */
export const endExercise = (
  transaction: OpenTransaction,
  { choice, node, unbegun }: RunningExercise,
  returned: unknown,
): Either<LedgerError, unknown> => {
  const { count, last } = unbegunSteps();
  if (count > unbegun) {
    throw new ArgumentError(
      `body: a step was created but not yielded: write \`yield* ${last}(...)\``,
    );
  }
  const result = checkedValue(choice.result, returned, `The result of ${choice.name}`);
  if (isLeft(result)) return result;
  node.result = result.right.json;
  node.lastDescendantNodeId = transaction.nodes.length - 1;
  transaction.input.trace?.steps?.push({ kind: "end" });
  return right(result.right.value);
};

/**
 * What the choice's functions receive: the contract itself, or its view and methods through an
 * interface.
 */
const subjectOf = (
  transaction: OpenTransaction,
  { contract, template, payload }: UsableContract,
  { through }: ChoiceCall,
): Either<LedgerError, Subject<unknown, unknown>> => {
  if (through === undefined)
    return right({ self: contract.contractId, payload, methods: undefined });
  const instance = template.instances.get(through.interfaceId);
  if (instance === undefined) return left(doesNotImplement(contract, through));
  const self = contract.contractId;
  const { receiver } = instance.interface;
  if (receiver !== undefined) {
    const typed = { type: template.definition.payload, value: payload };
    return right({ self, payload: receiver(template.templateId, typed), methods: undefined });
  }
  return right({
    self,
    payload: instance.view(payload, transaction.run),
    methods: instance.methods(payload),
  });
};

const controllersOf = (
  transaction: OpenTransaction,
  { contract }: UsableContract,
  { choice, argument, through }: ChoiceCall,
  payload: unknown,
): ReadonlyArray<string> =>
  choice.name === archiveChoiceName && through?.choices.has(archiveChoiceName) !== true
    ? contract.signatories
    : partiesOf(choice, "controllers", choice.controllers(payload, argument, transaction.run));

const exerciseError = (
  transaction: OpenTransaction,
  { authority, depth }: Scope,
  { contract }: UsableContract,
  { choice }: ChoiceCall,
  controllers: ReadonlyArray<string>,
  authorizers: ReadonlyArray<string> | undefined,
): LedgerError | undefined => {
  if (transaction.nodes.length >= maxTransactionNodes)
    return interpretationError(`A transaction has at most ${maxTransactionNodes} nodes.`);
  if (depth >= maxTransactionDepth)
    return interpretationError(`Exercises may be nested at most ${maxTransactionDepth} deep.`);
  const what = `${choice.name} on contract ${contract.contractId} of ${contract.templateId}`;
  const node = { nodeId: nextShownNumber(transaction), templateId: contract.templateId };
  if (authorizers?.length === 0) return unauthorized(`The body of ${what}`, [], authority, node);
  const required = authorizers === undefined ? controllers : [...controllers, ...authorizers];
  return controllers.length > 0 && required.every((party) => authority.has(party))
    ? undefined
    : unauthorized(
        `Exercising ${what}`,
        controllers.length === 0 ? [] : partySet(required),
        authority,
        node,
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
    argument: argumentJson(),
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

const consume = (
  transaction: OpenTransaction,
  { contract, template }: UsableContract,
  shownId: number,
): void => {
  transaction.consumed ??= new Map();
  transaction.consumed.set(contract.contractId, shownId);
  if (contract.key === undefined) return;
  const keyId = keyIdOf(contract.packageName, template.name, contract.key);
  const holders = withoutHolder(holdersOf(transaction, keyId), contract.contractId);
  transaction.keys ??= new Map();
  transaction.keys.set(keyId, holders);
};
