import type { Choice, ContractIdOf, Given, Plain, Template } from "@tallystick/core";

/** What a step does; made by {@link step}. */
type StepKind =
  | {
      readonly kind: "create";
      readonly template: Template<unknown>;
      readonly payload: unknown;
    }
  | {
      readonly kind: "exercise";
      readonly choice: Choice<unknown, unknown>;
      readonly contractId: unknown;
      readonly argument: unknown;
    }
  | {
      readonly kind: "exerciseByKey";
      readonly template: Template<unknown>;
      readonly choice: Choice<unknown, unknown>;
      readonly key: unknown;
      readonly argument: unknown;
    }
  | {
      readonly kind: "createAndExercise";
      readonly template: Template<unknown>;
      readonly payload: unknown;
      readonly choice: Choice<unknown, unknown>;
      readonly argument: unknown;
    };

/** A command of `ledger.transact`, which answers an `R`. It has no effect by itself. */
export type Step<R> = StepKind & { readonly answers?: R };

/** The answers of steps, in order. */
export type AnswersOf<S> = {
  readonly [K in keyof S]: S[K] extends { readonly answers?: infer R }
    ? Exclude<R, undefined>
    : never;
};

/** The answer of a create in a transaction. */
export interface StepCreated<N extends string> {
  readonly contractId: ContractIdOf<N>;
}

/** The answer of an exercise in a transaction. */
export interface StepExercised<R> {
  readonly result: Plain<R>;
}

/** Makes the steps of `ledger.transact`. */
export const step = {
  /**
   * Creates a contract.
   *
   * @param template as `template(...)` makes it
   * @param payload what the contract says
   * @returns a step that answers `{ contractId }`
   */
  create: <P, K, N extends string>(
    template: Template<P, K, N>,
    payload: Given<NoInfer<P>>,
  ): Step<StepCreated<N>> => ({ kind: "create", template, payload }),

  /**
   * Exercises a choice on a contract.
   *
   * @param choice as `choice(...)` or `interfaceChoice(...)` makes it
   * @param contractId on which contract
   * @param argument what the choice takes
   * @returns a step that answers `{ result }`
   */
  exercise: <A, R, N extends string>(
    choice: Choice<A, R, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    argument: Given<NoInfer<A>>,
  ): Step<StepExercised<R>> => ({ kind: "exercise", choice, contractId, argument }),

  /**
   * Exercises a choice on the active contract that holds a key.
   *
   * @param template with the key
   * @param choice of that template
   * @param key which the contract holds
   * @param argument what the choice takes
   * @returns a step that answers `{ result }`
   */
  exerciseByKey: <P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    choice: Choice<A, R, NoInfer<N>>,
    key: Given<NoInfer<K>>,
    argument: Given<NoInfer<A>>,
  ): Step<StepExercised<R>> => ({ kind: "exerciseByKey", template, choice, key, argument }),

  /**
   * Creates a contract and exercises a choice on it at once.
   *
   * @param template as `template(...)` makes it
   * @param payload what the contract says
   * @param choice exercised on the new contract
   * @param argument what the choice takes
   * @returns a step that answers `{ contractId, result }`
   */
  createAndExercise: <P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    payload: Given<NoInfer<P>>,
    choice: Choice<A, R, NoInfer<N>>,
    argument: Given<NoInfer<A>>,
  ): Step<StepCreated<N> & StepExercised<R>> => ({
    kind: "createAndExercise",
    template,
    payload,
    choice,
    argument,
  }),
};
