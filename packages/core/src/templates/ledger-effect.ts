import type { ContractId } from "../values/ids.js";
import type { ChoiceError } from "../errors/choice-error.js";
import { step } from "./step.js";
import type {
  Choice,
  ChoiceProgram,
  ContractIdOf,
  Interface,
  PackageIdentity,
  Template,
} from "./template.js";

/**
 * Creates a contract.
 *
 * @param template of a package of the ledger
 * @param payload what the contract says
 * @returns its contract id
 */
export const create = <P, K, N extends string>(
  template: Template<P, K, N>,
  payload: NoInfer<P>,
): ChoiceProgram<ContractIdOf<N>> => step({ op: "create", template, payload });

/**
 * The payload of an active contract. Stops the command with CONTRACT_NOT_FOUND, CONTRACT_NOT_ACTIVE
 * or WRONGLY_TYPED_CONTRACT.
 *
 * @param of the template
 * @param contractId of which contract
 */
export const fetch = <P, K>(of: Template<P, K>, contractId: ContractId): ChoiceProgram<P> =>
  step({ op: "fetch", of, contractId });

/**
 * The view of an active contract through an interface. Stops the command with CONTRACT_NOT_FOUND or
 * CONTRACT_DOES_NOT_IMPLEMENT_INTERFACE.
 *
 * @param of the interface
 * @param contractId of which contract
 */
export const fetchView = <V, M>(of: Interface<V, M>, contractId: ContractId): ChoiceProgram<V> =>
  step({ op: "fetch", of, contractId });

/**
 * The view of an active contract through an interface, and its payload when it is of this template:
 * lets a body distinguish the implementations of an interface.
 *
 * @param through the interface
 * @param template the template it may be of
 * @param contractId of which contract
 */
export const fetchFromInterface = <V, M, P, K>(
  through: Interface<V, M>,
  template: Template<P, K>,
  contractId: ContractId,
): ChoiceProgram<{ readonly view: V; readonly payload: P | undefined }> =>
  step({ op: "fetchFromInterface", through, template, contractId });

/**
 * The active contract that holds a key. Stops the command with CONTRACT_KEY_NOT_FOUND when there is
 * none.
 *
 * @param template the template with the key
 * @param key which the contract holds
 */
export const fetchByKey = <P, K>(
  template: Template<P, K>,
  key: K,
): ChoiceProgram<{ readonly contractId: ContractId; readonly payload: P }> =>
  step({ op: "fetchByKey", template, key });

/**
 * The id of the active contract that holds a key, or undefined. Needs the authority of all
 * maintainers.
 *
 * @param template the template with the key
 * @param key which the contract holds
 */
export const lookupByKey = <P, K>(
  template: Template<P, K>,
  key: K,
): ChoiceProgram<string | undefined> => step({ op: "lookupByKey", template, key });

/**
 * Exercises a choice on a contract.
 *
 * @param choice of a template or an interface
 * @param contractId on which contract
 * @param argument what the choice takes
 * @returns the result of the choice
 */
export const exercise = <A, R, N extends string>(
  choice: Choice<A, R, N>,
  contractId: ContractIdOf<NoInfer<N>>,
  argument: NoInfer<A>,
): ChoiceProgram<R> => step({ op: "exercise", choice, contractId, argument });

/**
 * Exercises a choice on the active contract that holds a key.
 *
 * @param choice of the template with the key
 * @param key which the contract holds
 * @param argument what the choice takes
 * @returns the result of the choice
 */
export const exerciseByKey = <A, R>(
  choice: Choice<A, R>,
  key: unknown,
  argument: NoInfer<A>,
): ChoiceProgram<R> => step({ op: "exerciseByKey", choice, key, argument });

/**
 * Archives a contract with the authority of its signatories.
 *
 * @param template the template
 * @param contractId of which contract
 * @param through an interface that the template implements, to archive it as a contract of that
 */
export const archive = <P, K>(
  template: Template<P, K>,
  contractId: ContractId,
  through?: Interface<unknown>,
): ChoiceProgram<void> =>
  step({ op: "archive", template, contractId, ...(through === undefined ? {} : { through }) });

/**
 * The ledger time of the transaction, microseconds since the Unix epoch. A prepared transaction
 * that reads it can only be executed with this very time; one that only compares it, see
 * `isLedgerTimeBefore`, as long as the answer is the same.
 */
export const ledgerTime = (): ChoiceProgram<bigint> => step({ op: "ledgerTime" });

/**
 * The package whose code runs: that of the template on whose contract the choice is exercised. For
 * code that several versions of a package share.
 */
export const ownPackage = (): ChoiceProgram<PackageIdentity> => step({ op: "ownPackage" });

/**
 * Whether the ledger time of the transaction is before a time.
 *
 * @param time microseconds since the Unix epoch
 */
export const isLedgerTimeBefore = (time: bigint): ChoiceProgram<boolean> =>
  step({ op: "isLedgerTimeBefore", time });

/**
 * Stops the whole command with INTERPRETATION_USER_ERROR.
 *
 * @param reason text of the error
 */
export const abort = (reason: string): ChoiceProgram<never> => step({ op: "abort", reason });

/**
 * Stops the whole command with DAML_FAILURE; the error's id and particulars travel in the error's
 * context.
 *
 * @param error its id, its text and what is said in addition
 */
export const failWith = (error: ChoiceError): ChoiceProgram<never> =>
  step({ op: "failWith", error });
