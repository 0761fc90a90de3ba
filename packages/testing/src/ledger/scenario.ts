import { AssertionError } from "node:assert";
import {
  checkArgument,
  canonicalJson,
  causeText,
  type ErrorCode,
  type Given,
  type Json,
  type LedgerError,
  type Template,
} from "@tallystick/core";
import {
  type AnswersOf,
  type DryRunOutcome,
  type Ledger,
  orThrow,
  type Step,
  type Transacted,
} from "@tallystick/node";
import { type Either, isLeft, map } from "fp-ts/lib/Either.js";
import { type Effects, expectEffects } from "./expect-effects.js";
import { expectRefused } from "./expect-refused.js";
import { written } from "./written.js";
import { submitAs, type Submitter } from "./submitter.js";
import type { TestClock } from "./test-clock.js";

/** Steps of one transaction, in their order. */
export type Steps = ReadonlyArray<Step<unknown>>;

/** What steps answer, as arguments of a function. */
type Answers<S extends Steps> = Extract<AnswersOf<S>, ReadonlyArray<unknown>>;

interface Stage {
  readonly ledger: Ledger;
  readonly clock: TestClock;
}

/**
 * What there is before something is tried. `A` is what the steps so far answered. It does nothing
 * before its last part, `then…`, is called.
 */
export class Scenario<A extends ReadonlyArray<unknown>> {
  readonly #stage: Stage;
  readonly #prepare: () => Promise<A>;

  constructor(stage: Stage, prepare: () => Promise<A>) {
    this.#stage = stage;
    this.#prepare = prepare;
  }

  /**
   * Steps that take effect first, all or none.
   *
   * @param as a party, several, or `{ actAs, readAs, … }`
   * @param steps as `step.create` and its sisters make them
   */
  given<const S extends Steps>(
    as: Submitter,
    ...steps: S
  ): Scenario<readonly [...A, ...Answers<S>]> {
    return new Scenario(this.#stage, async () => {
      const before = await this.#prepare();
      const { ledger } = this.#stage;
      const { results } = taken("what is given", await ledger.transact(steps, submitAs(as)));
      // border: each step was answered by its own kind
      return [...before, ...(results as Answers<S>)] as const;
    });
  }

  /**
   * Time that passes then, such as `1d`.
   *
   * @param duration such as `1d` or `1h30m`
   */
  after(duration: string): Scenario<A> {
    return new Scenario(this.#stage, async () => {
      const before = await this.#prepare();
      this.#stage.clock.advance(duration);
      return before;
    });
  }

  /**
   * What is tried: a step, which may be made from what the steps before answered.
   *
   * @param as a party, several, or `{ actAs, readAs, … }`
   * @param step the step, or a function of what the steps before answered
   */
  when<R>(as: Submitter, step: Step<R> | ((...given: A) => Step<R>)): Attempt<R> {
    const { ledger } = this.#stage;
    const made = async () => {
      const before = await this.#prepare();
      return typeof step === "function" ? step(...before) : step;
    };
    return new Attempt(ledger, {
      run: async () =>
        map(({ results: [answer] }: Transacted<readonly [R]>) => answer)(
          await ledger.transact([await made()], submitAs(as)),
        ),
      tryOut: async () => orThrow(await ledger.tryOut([await made()], submitAs(as))),
    });
  }
}

/** What is expected of an attempt. Each part runs the scenario. */
export class Attempt<R> {
  readonly #ledger: Ledger;
  readonly #run: () => Promise<Either<LedgerError, R>>;
  readonly #tryOut: () => Promise<DryRunOutcome>;

  constructor(
    ledger: Ledger,
    {
      run,
      tryOut,
    }: {
      readonly run: () => Promise<Either<LedgerError, R>>;
      readonly tryOut: () => Promise<DryRunOutcome>;
    },
  ) {
    this.#ledger = ledger;
    this.#run = run;
    this.#tryOut = tryOut;
  }

  /**
   * It would have these effects and no others; nothing is written.
   *
   * @param effects what is created and archived, by whom it is seen
   * @returns all that the dry run says
   * @throws {AssertionError} with the effects that it would have, or why it would be rejected
   */
  async thenEffects(effects: Effects): Promise<DryRunOutcome> {
    return expectEffects(await this.#tryOut(), effects);
  }

  /**
   * It takes effect, and these are the active contracts of a template then, in any order.
   *
   * @param template of a package of the ledger
   * @param payloads all of them
   * @throws {AssertionError} with those that are
   */
  async thenActive<P, K, N extends string>(
    template: Template<P, K, N>,
    ...payloads: ReadonlyArray<Given<NoInfer<P>>>
  ): Promise<void> {
    checkArgument("template", template, "object", { payload: "object" });
    const expected = payloads.map((each, at) => written(template.payload, each, `payloads[${at}]`));
    taken("it", await this.#run());
    const active = orThrow(await this.#ledger.active(template));
    const actual = active.map(({ payload }) => written(template.payload, payload, "payload"));
    if (sortedText(actual) === sortedText(expected)) return;
    const message =
      `expected these active contracts of ${template.name}:\n${sortedText(expected)}\n` +
      `found:\n${sortedText(actual)}`;
    throw new AssertionError({ message, expected, actual });
  }

  /**
   * It takes effect.
   *
   * @returns what the step answered: `{ contractId }` of a create, `{ result }` of an exercise
   */
  async thenAnswers(): Promise<R> {
    return taken("it", await this.#run());
  }

  /**
   * The ledger rejects it with this code, and a text that says this.
   *
   * @param code of the error
   * @param says what its text says, in whole or in part
   * @returns the error
   */
  thenRefused(code: ErrorCode, says?: RegExp | string): Promise<LedgerError> {
    return expectRefused(code, this.#run, says);
  }
}

const taken = <R>(what: string, outcome: Either<LedgerError, R>): R => {
  if (!isLeft(outcome)) return outcome.right;
  const { left: error } = outcome;
  const message = `expected ${what} to take effect, but it was rejected: ${error.code}: ${causeText(error)}`;
  throw new AssertionError({ message, expected: "an effect", actual: error.code });
};

const sortedText = (values: ReadonlyArray<Json>): string =>
  values.length === 0 ? "none" : values.map(canonicalJson).sort().join("\n");
