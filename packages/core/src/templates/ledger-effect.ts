import type { ContractId } from "../values/ids.js";
import type { Micros } from "../values/time.js";
import type { ChoiceError } from "../errors/choice-error.js";
import type { Choice, ChoiceProgram, ContractIdOf, Interface, Template } from "./template.js";

/**
 * Creates a contract.
 *
 * @param template of a package of the ledger
 * @param payload what the contract says
 * @returns its contract id
 */
export function* create<P, K, N extends string>(
  template: Template<P, K, N>,
  payload: NoInfer<P>,
): ChoiceProgram<ContractIdOf<N>> {
  // border: the answer to a create is the id of a contract of that template
  return (yield { op: "create", template, payload }) as ContractIdOf<N>;
}

/**
 * The payload of an active contract. Stops the command with CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE
 * or WRONGLY_TYPED_CONTRACT.
 *
 * @param of the template
 * @param contractId of which contract
 */
export function* fetch<P, K>(of: Template<P, K>, contractId: ContractId): ChoiceProgram<P> {
  // border: the answer to a fetch is a payload of that template
  return (yield { op: "fetch", of, contractId }) as P;
}

/**
 * The view of an active contract through an interface. Stops the command with CONTRACT_NOT_FOUND or
 * CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE.
 *
 * @param of the interface
 * @param contractId of which contract
 */
export function* fetchView<V, M>(of: Interface<V, M>, contractId: ContractId): ChoiceProgram<V> {
  // border: the answer to a fetch by interface is its view
  return (yield { op: "fetch", of, contractId }) as V;
}

/**
 * The view of an active contract through an interface, and its payload when it is of this template:
 * lets a body distinguish the implementations of an interface.
 *
 * @param through the interface
 * @param template the template it may be of
 * @param contractId of which contract
 */
export function* fetchFromInterface<V, M, P, K>(
  through: Interface<V, M>,
  template: Template<P, K>,
  contractId: ContractId,
): ChoiceProgram<{ readonly view: V; readonly payload: P | undefined }> {
  // border: the answer is a view of that interface, with a payload of that template or nothing
  return (yield { op: "fetchFromInterface", through, template, contractId }) as {
    view: V;
    payload: P | undefined;
  };
}

/**
 * The active contract that holds a key. Stops the command with CONTRACT_KEY_NOT_FOUND when there is
 * none.
 *
 * @param template the template with the key
 * @param key which the contract holds
 */
export function* fetchByKey<P, K>(
  template: Template<P, K>,
  key: K,
): ChoiceProgram<{ readonly contractId: ContractId; readonly payload: P }> {
  // border: the answer to a fetch by key is the contract found
  return (yield { op: "fetchByKey", template, key }) as { contractId: ContractId; payload: P };
}

/**
 * The id of the active contract that holds a key, or undefined. Needs the authority of all
 * maintainers.
 *
 * @param template the template with the key
 * @param key which the contract holds
 */
export function* lookupByKey<P, K>(
  template: Template<P, K>,
  key: K,
): ChoiceProgram<string | undefined> {
  // border: the answer to a lookup is a contract id or nothing
  return (yield { op: "lookupByKey", template, key }) as string | undefined;
}

/**
 * Exercises a choice on a contract.
 *
 * @param choice of a template or an interface
 * @param contractId on which contract
 * @param argument what the choice takes
 * @returns the result of the choice
 */
export function* exercise<A, R, N extends string>(
  choice: Choice<A, R, N>,
  contractId: ContractIdOf<NoInfer<N>>,
  argument: NoInfer<A>,
): ChoiceProgram<R> {
  // border: the answer to an exercise is the result of that choice
  return (yield { op: "exercise", choice, contractId, argument }) as R;
}

/**
 * Exercises a choice on the active contract that holds a key.
 *
 * @param choice of the template with the key
 * @param key which the contract holds
 * @param argument what the choice takes
 * @returns the result of the choice
 */
export function* exerciseByKey<A, R>(
  choice: Choice<A, R>,
  key: unknown,
  argument: NoInfer<A>,
): ChoiceProgram<R> {
  // border: the answer to an exercise is the result of that choice
  return (yield { op: "exerciseByKey", choice, key, argument }) as R;
}

/**
 * Archives a contract with the authority of its signatories.
 *
 * @param template the template
 * @param contractId of which contract
 */
export function* archive<P, K>(
  template: Template<P, K>,
  contractId: ContractId,
): ChoiceProgram<void> {
  yield { op: "archive", template, contractId };
}

/**
 * The ledger time of the transaction, microseconds since the Unix epoch. A prepared transaction
 * that reads it can only be executed with this very time; one that only compares it, see
 * `isLedgerTimeBefore`, as long as the answer is the same.
 */
export function* ledgerTime(): ChoiceProgram<bigint> {
  // border: the answer to this step is a time
  return BigInt((yield { op: "ledgerTime" }) as Micros);
}

/**
 * Whether the ledger time of the transaction is before a time.
 *
 * @param time microseconds since the Unix epoch
 */
export function* isLedgerTimeBefore(time: bigint): ChoiceProgram<boolean> {
  return (yield { op: "ledgerTimeLess", time }) === true;
}

/**
 * Stops the whole command with INTERPRETATION_USER_ERROR.
 *
 * @param reason text of the error
 */
export function* abort(reason: string): ChoiceProgram<never> {
  yield { op: "fail", reason };
  throw new Error(reason);
}

/**
 * Stops the whole command with DAML_FAILURE; the error's id and particulars travel in the error's
 * context.
 *
 * @param error its id, its text and what is said in addition
 */
export function* failWith(error: ChoiceError): ChoiceProgram<never> {
  yield { op: "failWith", error };
  throw new Error(error.message);
}
