import {
  ArgumentError,
  checkArgument,
  type Choice,
  type ContractIdOf,
  type Given,
  type LedgerError,
  type PartyId,
  type Template,
} from "@tallystick/core";
import {
  type ActiveAt,
  type AnswersOf,
  type ContractOf,
  type Created,
  type DryRunOutcome,
  type Exercised,
  type Ledger,
  type LedgerOptions,
  type ManualClock,
  manualClock,
  openLedger,
  orThrow,
  type SeenBy,
  type Transacted,
} from "@tallystick/node";
import { seededIds } from "./seeded-ids.js";
import { Scenario, type Steps } from "./scenario.js";
import { submitAs, type Submitter } from "./submitter.js";
import { microsOfMoment, type TestClock, testClock } from "./test-clock.js";

/** What a ledger for tests is opened with. */
export interface TestLedgerOptions extends Omit<LedgerOptions, "clock" | "ids"> {
  /** The moment it begins at; default 2026-01-01T00:00:00Z. */
  readonly start?: Date | string;
  /** All ids follow from it: the same seed, the same ids. Default 1. */
  readonly seed?: number | string;
}

/**
 * A ledger for tests. Its functions give what the ledger's own give on the right, and throw a
 * `LedgerFailure` with what these have on the left.
 */
export interface TestLedger extends AsyncDisposable {
  /** The ledger itself, whose answers are Eithers. */
  readonly ledger: Ledger;
  /** Its clock, which moves only by hand. */
  readonly clock: TestClock;
  /**
   * Parties by name; those that are not there yet are allocated.
   *
   * @param names such as `alice`
   * @returns the party of each name
   */
  parties<const N extends string>(
    ...names: ReadonlyArray<N>
  ): Promise<{ readonly [name in N]: PartyId }>;
  /**
   * Creates a contract.
   *
   * @param template of a package of the ledger
   * @param payload what the contract says
   * @param as a party, several, or `{ actAs, readAs, … }`
   */
  create<P, K, N extends string>(
    template: Template<P, K, N>,
    payload: Given<NoInfer<P>>,
    as: Submitter,
  ): Promise<Created<N>>;
  /**
   * Exercises a choice on a contract.
   *
   * @param choice of a template or an interface
   * @param contractId on which contract
   * @param argument what the choice takes
   * @param as a party, several, or `{ actAs, readAs, … }`
   */
  exercise<A, R, N extends string>(
    choice: Choice<A, R, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    argument: Given<NoInfer<A>>,
    as: Submitter,
  ): Promise<Exercised<R>>;
  /**
   * Exercises a choice on the active contract that holds a key.
   *
   * @param template of a package of the ledger
   * @param choice of that template
   * @param key which the contract holds
   * @param argument what the choice takes
   * @param as a party, several, or `{ actAs, readAs, … }`
   */
  exerciseByKey<P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    choice: Choice<A, R, NoInfer<N>>,
    key: Given<NoInfer<K>>,
    argument: Given<NoInfer<A>>,
    as: Submitter,
  ): Promise<Exercised<R>>;
  /**
   * Takes several steps, all or none.
   *
   * @param steps as `step.create` and its sisters make them
   * @param as a party, several, or `{ actAs, readAs, … }`
   */
  transact<const S extends Steps>(steps: S, as: Submitter): Promise<Transacted<AnswersOf<S>>>;
  /**
   * The active contracts of a template.
   *
   * @param template of a package of the ledger
   * @param wanted of whom and when; default all, now
   */
  active<P, K, N extends string>(
    template: Template<P, K, N>,
    wanted?: ActiveAt,
  ): Promise<ReadonlyArray<ContractOf<P, N>>>;
  /**
   * One active contract.
   *
   * @param template of a package of the ledger
   * @param contractId of which contract
   * @param wanted for whom it must be visible; default for anybody
   */
  fetch<P, K, N extends string>(
    template: Template<P, K, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    wanted?: SeenBy,
  ): Promise<ContractOf<P, N>>;
  /**
   * A scenario: what is given, what is tried, what is expected then.
   *
   * @example
   * import { step } from "@tallystick/node";
   * import { Iou, iouPackage, Transfer } from "./iou.js";
   *
   * const t = await testLedger({ packages: [iouPackage] });
   * const { alice, bank } = await t.parties("alice", "bank");
   * const iou = { issuer: bank, owner: alice, amount: "100" };
   * await t
   *   .given(bank, step.create(Iou, iou))
   *   .when(alice, ({ contractId }) => step.exercise(Transfer, contractId, { newOwner: bank }))
   *   .thenActive(Iou, { ...iou, owner: bank });
   */
  given: Scenario<readonly []>["given"];
  /** A scenario that begins with what is tried. */
  when: Scenario<readonly []>["when"];
  /**
   * Says what steps would do, and writes nothing; see `expectEffects`.
   *
   * @param steps as `step.create` and its sisters make them
   * @param as a party, several, or `{ actAs, readAs, … }`
   */
  tryOut(steps: Steps, as: Submitter): Promise<DryRunOutcome>;
  /**
   * Remembers what the ledger, its clock and its parties are now, in a few milliseconds: take it
   * where the set-up of a suite ends, and go back to it before each test.
   *
   * @returns goes back, as often as it is called; values that tests have read stay as they are
   * @throws {LedgerFailure} INVALID_ARGUMENT for a ledger that is not in memory
   * @example
   * import { Iou, iouPackage } from "./iou.js";
   *
   * const t = await testLedger({ packages: [iouPackage] });
   * const { alice, bank } = await t.parties("alice", "bank");
   * const revert = await t.snapshot();
   *
   * await t.create(Iou, { issuer: bank, owner: alice, amount: "1" }, bank);
   * await revert();
   * console.log((await t.active(Iou)).length); // 0
   * await t.close();
   */
  snapshot(): Promise<() => Promise<void>>;
  /** Closes the ledger. One that stays open does not keep the process alive. */
  close(): Promise<void>;
}

const defaultStart = "2026-01-01T00:00:00Z";

/**
 * Opens a ledger for tests: in memory, with a clock that moves only by hand and ids that follow
 * from a seed. Each is a ledger of its own and opens in a few milliseconds, so that every test can
 * have one.
 *
 * @param options packages, the moment it begins at, and the seed of its ids
 * @throws {LedgerFailure} why it cannot be opened
 * @example
 * import { ArgumentError, numeric } from "@tallystick/core";
 * import { Iou, iouPackage, Transfer } from "./iou.js";
 *
 * const t = await testLedger({ packages: [iouPackage] });
 * const { alice, bank } = await t.parties("alice", "bank");
 * const iou = { issuer: bank, owner: alice, amount: numeric("100") };
 * const { contractId } = await t.create(Iou, iou, bank);
 * await expectRefused(
 *   "DAML_AUTHORIZATION_ERROR",
 *   t.exercise(Transfer, contractId, { newOwner: bank }, bank),
 * );
 */
export const testLedger = async (options: TestLedgerOptions = {}): Promise<TestLedger> => {
  const { start, ids, rest } = openingOf(options);
  const manual = manualClock(start);
  const ledger = orThrow(await openLedger({ ...rest, clock: manual.now, ids }));
  return testLedgerOver(ledger, manual, () => ledger.close());
};

/** What a ledger for tests is opened with, but for its clock: when it begins, and all else. */
export const openingOf = (options: TestLedgerOptions) => {
  checkOptions(options);
  const { start = defaultStart, seed = 1, ...rest } = options;
  return { start: microsOfMoment("start", start), ids: seededIds(String(seed)), rest };
};

// the type has neither, but callers without a type checker know them from openLedger
const checkOptions = (options: object): void => {
  checkArgument("options", options, "object");
  if ("clock" in options) {
    throw new ArgumentError(
      "clock: a test ledger has its own clock; set start, and move it with t.clock",
    );
  }
  if ("ids" in options)
    throw new ArgumentError("ids: a test ledger derives its ids from a seed; set seed");
};

/** The functions of a ledger for tests over a ledger. */
export const testLedgerOver = (
  ledger: Ledger,
  manual: ManualClock,
  close: () => Promise<void>,
): TestLedger => {
  const clock = testClock(manual);
  const parties = new Map<string, PartyId>();
  const begun = new Scenario({ ledger, clock }, async () => [] as const);
  return {
    ledger,
    clock,
    parties: async <const N extends string>(...names: ReadonlyArray<N>) => {
      for (const name of names) {
        if (parties.has(name)) continue;
        const { party } = orThrow(await ledger.allocateParty({ partyIdHint: name }));
        parties.set(name, party);
      }
      // border: each name has its party now
      return Object.fromEntries(names.map((name) => [name, parties.get(name)])) as {
        readonly [name in N]: PartyId;
      };
    },
    create: async (template, payload, as) =>
      orThrow(await ledger.create(template, payload, submitAs(as))),
    exercise: async (choice, contractId, argument, as) =>
      orThrow(await ledger.exercise(choice, contractId, argument, submitAs(as))),
    exerciseByKey: async (template, choice, key, argument, as) =>
      orThrow(await ledger.exerciseByKey(template, choice, key, argument, submitAs(as))),
    transact: async <const S extends Steps>(steps: S, as: Submitter) =>
      orThrow<LedgerError, Transacted<AnswersOf<S>>>(await ledger.transact(steps, submitAs(as))),
    active: async (template, wanted) => orThrow(await ledger.active(template, wanted)),
    fetch: async (template, contractId, wanted) =>
      orThrow(await ledger.fetch(template, contractId, wanted)),
    tryOut: async (steps, as) => orThrow(await ledger.tryOut(steps, submitAs(as))),
    snapshot: async () => {
      const taken = orThrow(await ledger.snapshot());
      const [now, known] = [manual.now(), [...parties]];
      return async () => {
        orThrow(await taken.revert());
        manual.setBack(now);
        parties.clear();
        for (const [name, party] of known) parties.set(name, party);
      };
    },
    given: begun.given.bind(begun),
    when: begun.when.bind(begun),
    close,
    [Symbol.asyncDispose]: close,
  };
};
