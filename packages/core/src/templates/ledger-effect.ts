import type { ContractId } from "../values/ids.js";
import { ArgumentError, foundValue } from "../values/argument-error.js";
import type { Micros } from "../values/time.js";
import type { ChoiceError } from "../errors/choice-error.js";
import type {
  Choice,
  ChoiceProgram,
  ContractIdOf,
  Interface,
  LedgerEffect,
  Template,
} from "./template.js";

/** Steps that were made and have not begun: those of a body that forgot `yield*` never do. */
let unbegun = 0;
let lastMade = "";

/** How many steps were made that have not begun, and what the last one that was made does. */
export const unbegunSteps = (): { readonly count: number; readonly last: string } => ({
  count: unbegun,
  last: lastMade,
});

/** What the arguments of steps are; values of templates are read by interpretation. */
const stepArguments = {
  template: ["a template", (value: unknown) => isOf(value, "template")],
  of: ["a template or an interface", (value: unknown) => isOf(value, "template", "interface")],
  through: ["an interface", (value: unknown) => isOf(value, "interface")],
  choice: ["a choice", (value: unknown) => isOf(value, "choice")],
  contractId: ["a contract id", (value: unknown) => typeof value === "string"],
  time: ["microseconds since 1970 as a bigint", (value: unknown) => typeof value === "bigint"],
  reason: ["a text", (value: unknown) => typeof value === "string"],
  error: [
    "{ errorId, message }",
    (value: unknown) => hasText(value, "errorId") && hasText(value, "message"),
  ],
} as const;

const isOf = (value: unknown, ...kinds: ReadonlyArray<string>): boolean =>
  typeof value === "object" &&
  value !== null &&
  "kind" in value &&
  kinds.some((kind) => kind === value.kind);

const hasText = (value: unknown, name: string): boolean =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, name) === "string";

/** A program of one step, whose answer is of the type that the step has. */
const step = <R>(effect: LedgerEffect): ChoiceProgram<R> => {
  for (const [name, [expected, isFitting]] of Object.entries(stepArguments)) {
    if (!(name in effect)) continue;
    const value: unknown = Reflect.get(effect, name);
    if (!isFitting(value)) {
      throw new ArgumentError(
        `${effect.op}: ${name}: expected ${expected}, found ${foundValue(value)}`,
      );
    }
  }
  unbegun += 1;
  lastMade = effect.op;
  return begun(effect);
};

function* begun<R>(effect: LedgerEffect): ChoiceProgram<R> {
  unbegun -= 1;
  const answer = yield effect;
  if (effect.op === "fail" || effect.op === "failWith")
    throw new Error("a body that was stopped has gone on");
  // border: interpretation answers each step with a value of the type it has
  return answer as R;
}

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
 */
export const archive = <P, K>(
  template: Template<P, K>,
  contractId: ContractId,
): ChoiceProgram<void> => step({ op: "archive", template, contractId });

/**
 * The ledger time of the transaction, microseconds since the Unix epoch. A prepared transaction
 * that reads it can only be executed with this very time; one that only compares it, see
 * `isLedgerTimeBefore`, as long as the answer is the same.
 */
export const ledgerTime = (): ChoiceProgram<bigint> => step({ op: "ledgerTime" });

/**
 * Whether the ledger time of the transaction is before a time.
 *
 * @param time microseconds since the Unix epoch
 */
export const isLedgerTimeBefore = (time: bigint): ChoiceProgram<boolean> =>
  step({ op: "ledgerTimeLess", time });

/**
 * Stops the whole command with INTERPRETATION_USER_ERROR.
 *
 * @param reason text of the error
 */
export const abort = (reason: string): ChoiceProgram<never> => step({ op: "fail", reason });

/**
 * Stops the whole command with DAML_FAILURE; the error's id and particulars travel in the error's
 * context.
 *
 * @param error its id, its text and what is said in addition
 */
export const failWith = (error: ChoiceError): ChoiceProgram<never> =>
  step({ op: "failWith", error });
