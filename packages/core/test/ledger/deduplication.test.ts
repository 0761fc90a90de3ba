import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import type { DeduplicationPeriod } from "../../src/commands/composite-command.js";
import {
  acceptanceOf,
  acceptedChange,
  type DeduplicationState,
  emptyDeduplication,
} from "../../src/ledger/accepted-changes.js";
import {
  alreadyInFlight,
  changeIdOf,
  checkDeduplication,
  type DeduplicationVerdict,
} from "../../src/ledger/deduplication.js";
import { int64Max } from "../../src/values/int64.js";
import { getIn } from "../../src/collections/persistent-map.js";
import { alice, bob, commandOf, creates, TestLedger } from "../ledger-fixture.js";
import { Lab } from "../sample-package.js";

const window = 1_000;
const change = changeIdOf(commandOf());
const other = changeIdOf(commandOf({ commandId: "other" }));

/** The state after commands were accepted at these times, at offsets 10, 20, 30 and so on. */
const accepting = (
  list: ReadonlyArray<readonly [changeId: string, recordTime: number]>,
): DeduplicationState =>
  list.reduce(
    (state, [changeId, recordTime], index) =>
      acceptedChange(
        state,
        changeId,
        { offset: (index + 1) * 10, recordTime, submissionId: `s${index + 1}` },
        window,
      ),
    emptyDeduplication(0),
  );

const empty: DeduplicationPeriod = { kind: "empty" };
const duration = (durationMicros: bigint): DeduplicationPeriod => ({
  kind: "duration",
  durationMicros,
});
const after = (offset: bigint): DeduplicationPeriod => ({ kind: "offset", offset });

/** A verdict in a few words: what it is and which period it reports. */
const shown = ({ reported, ...verdict }: DeduplicationVerdict): string => {
  const kind = verdict.kind === "rejected" ? verdict.error.code : verdict.kind;
  const period =
    reported.kind === "offset" ? `offset ${reported.offset}` : JSON.stringify(reported);
  return `${kind}, ${period}`;
};

describe("the change id", () => {
  it("is made of the three of each command, whatever came before it", () => {
    const texts = fc.constantFrom("a", "b", "ab");
    const commands = fc.record({
      userId: texts,
      commandId: texts,
      actAs: fc.array(texts, { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), (all) => {
        for (const { userId, commandId, actAs } of all) {
          const expected = [userId, commandId, ...actAs].join("\n");
          expect(changeIdOf({ userId, commandId, actAs })).to.equal(expected);
          expect(changeIdOf({ userId, commandId, actAs: [...actAs] })).to.equal(expected);
        }
      }),
    );
  });

  it("is made of user, command id and the set of actAs", () => {
    const id = changeIdOf(commandOf({ actAs: [alice, bob] }));
    expect(id).to.equal(`user\ncommand\n${alice}\n${bob}`);
    for (const changed of [{ userId: "u2" }, { commandId: "c2" }, { actAs: [alice] }])
      expect(changeIdOf(commandOf({ actAs: [alice, bob], ...changed }))).to.not.equal(id);
  });

  it("is the same whatever else the command says", () => {
    const id = changeIdOf(commandOf());
    const others = {
      readAs: [bob],
      submissionId: "s",
      workflowId: "w",
      commands: [creates(Lab, {})],
    };
    expect(changeIdOf(commandOf(others))).to.equal(id);
  });
});

describe("deduplication", () => {
  const once: ReadonlyArray<readonly [string, number]> = [[change, 5_000]];
  const twice: ReadonlyArray<readonly [string, number]> = [
    [change, 5_000],
    [other, 5_100],
    [change, 5_200],
  ];
  type Row = readonly [
    name: string,
    accepted: ReadonlyArray<readonly [string, number]>,
    period: DeduplicationPeriod,
    now: number,
    verdict: string,
  ];
  const table: ReadonlyArray<Row> = [
    ["nothing was accepted before", [], empty, 5_000, "fresh, offset 0"],
    ["another change id was accepted", [[other, 5_000]], empty, 5_000, "fresh, offset 0"],
    ["no period is named: the window applies", once, empty, 5_500, "DUPLICATE_COMMAND, offset 9"],
    [
      "no period is named, at the end of the window",
      once,
      empty,
      6_000,
      "DUPLICATE_COMMAND, offset 9",
    ],
    ["no period is named, just after the window", once, empty, 6_001, "fresh, offset 10"],
    [
      "a duration covers the earlier one",
      once,
      duration(600n),
      5_500,
      "DUPLICATE_COMMAND, offset 9",
    ],
    ["a duration just covers it", once, duration(500n), 5_500, "DUPLICATE_COMMAND, offset 9"],
    ["a duration just does not cover it", once, duration(499n), 5_500, "fresh, offset 10"],
    ["a zero duration at the same time", once, duration(0n), 5_000, "DUPLICATE_COMMAND, offset 9"],
    ["a zero duration a moment later", once, duration(0n), 5_001, "fresh, offset 10"],
    [
      "a duration longer than the window while nothing is forgotten",
      once,
      duration(9_000n),
      9_000,
      "DUPLICATE_COMMAND, offset 9",
    ],
    [
      "the longest duration there is",
      once,
      duration(int64Max),
      5_500,
      "DUPLICATE_COMMAND, offset 9",
    ],
    ["an offset before the earlier one", once, after(9n), 5_500, "DUPLICATE_COMMAND, offset 9"],
    [
      "the offset of the earlier one, which is exclusive",
      once,
      after(10n),
      5_500,
      "fresh, offset 10",
    ],
    ["the beginning of the participant", once, after(0n), 5_500, "DUPLICATE_COMMAND, offset 9"],
    ["the greatest offset there is", once, after(int64Max), 5_500, "fresh, offset 10"],
    [
      "an offset counts however long ago the earlier one was",
      once,
      after(0n),
      9_000_000,
      "DUPLICATE_COMMAND, offset 9",
    ],
    [
      "the last of several earlier ones counts",
      twice,
      empty,
      5_300,
      "DUPLICATE_COMMAND, offset 29",
    ],
    [
      "an offset between two earlier ones",
      twice,
      after(15n),
      5_300,
      "DUPLICATE_COMMAND, offset 29",
    ],
    ["an offset after both", twice, after(30n), 5_300, "fresh, offset 30"],
  ];
  for (const [name, accepted, period, now, verdict] of table) {
    it(`answers "${verdict}" when ${name}`, () => {
      expect(shown(checkDeduplication(accepting(accepted), change, period, now, window))).to.equal(
        verdict,
      );
    });
  }

  // at 7,000 the one of 5,000 (offset 10) is forgotten
  const pruned: ReadonlyArray<readonly [string, number]> = [
    [change, 5_000],
    [other, 7_000],
  ];
  const prunedTable: ReadonlyArray<Row> = [
    ["no period is named", pruned, empty, 7_100, "fresh, offset 10"],
    ["a duration as long as the window", pruned, duration(1_000n), 7_100, "fresh, offset 10"],
    ["an offset at the forgotten one", pruned, after(10n), 7_100, "fresh, offset 10"],
    [
      "an offset before the forgotten one",
      pruned,
      after(9n),
      7_100,
      'INVALID_DEDUPLICATION_PERIOD, {"kind":"duration","durationMicros":0}',
    ],
    [
      "the beginning of the participant",
      pruned,
      after(0n),
      7_100,
      'INVALID_DEDUPLICATION_PERIOD, {"kind":"duration","durationMicros":0}',
    ],
    [
      "a longer duration that ends after what is remembered",
      pruned,
      duration(1_001n),
      8_500,
      "fresh, offset 10",
    ],
    [
      "a longer duration that just does not reach the forgotten one",
      pruned,
      duration(3_499n),
      8_500,
      "fresh, offset 10",
    ],
    [
      "a longer duration that reaches the forgotten one",
      pruned,
      duration(3_500n),
      8_500,
      'INVALID_DEDUPLICATION_PERIOD, {"kind":"duration","durationMicros":0}',
    ],
    [
      "the longest duration there is",
      pruned,
      duration(int64Max),
      7_100,
      'INVALID_DEDUPLICATION_PERIOD, {"kind":"duration","durationMicros":0}',
    ],
  ];
  for (const [name, accepted, period, now, verdict] of prunedTable) {
    it(`answers "${verdict}" after something was forgotten and ${name}`, () => {
      expect(shown(checkDeduplication(accepting(accepted), change, period, now, window))).to.equal(
        verdict,
      );
    });
  }

  it("forgets what was accepted at one time together, though the map is emptied bit by bit", () => {
    // six at one time, of which one event takes out four
    const crowd = Array.from({ length: 6 }, (_, at): readonly [string, number] => [
      `crowd${at}`,
      5_000,
    ]);
    const state = accepting([...crowd, [other, 7_000]]);
    expect(state.prunedOffset).to.equal(60);
    for (let at = 0; at < 6; at++) {
      expect(acceptanceOf(state, `crowd${at}`)).to.equal(undefined);
      expect(getIn(state.accepted, `crowd${at}`) === undefined).to.equal(at < 4);
    }
    const verdict = checkDeduplication(state, "crowd0", duration(2_100n), 7_100, window);
    expect(shown(verdict)).to.match(/^INVALID_DEDUPLICATION_PERIOD/);
  });

  it("remembers what is exactly as old as the window is long", () => {
    const state = accepting([
      [change, 5_000],
      [other, 6_000],
    ]);
    expect(state.prunedOffset).to.equal(0);
    expect(shown(checkDeduplication(state, change, empty, 6_000, window))).to.equal(
      "DUPLICATE_COMMAND, offset 9",
    );
  });

  it("keeps a change id that was accepted again when its first acceptance is forgotten", () => {
    const state = accepting([
      [change, 5_000],
      [change, 6_500],
      [other, 7_000],
    ]);
    expect(state.prunedOffset).to.equal(10);
    expect(getIn(state.accepted, change)?.offset).to.equal(20);
    expect(shown(checkDeduplication(state, change, empty, 7_100, window))).to.equal(
      "DUPLICATE_COMMAND, offset 19",
    );
  });

  it("names the earlier completion of a duplicate", () => {
    const verdict = checkDeduplication(accepting(once), change, empty, 5_500, window);
    if (verdict.kind !== "rejected") throw new Error("fresh");
    expect(verdict.error.context).to.deep.equal({
      completion_offset: "10",
      existing_submission_id: "s1",
      existingSubmissionId: "Some(s1)",
      accepted: "true",
      changeId: `ChangeId(user,command,Set(${alice}))`,
    });
    expect(verdict.error.definiteAnswer).to.equal(true);
    expect(verdict.error.cause).to.equal("Command submission already exists.");
  });

  it("names the requested period and what may be requested instead", () => {
    const contextOf = (period: DeduplicationPeriod) => {
      const verdict = checkDeduplication(accepting(pruned), change, period, 7_100, window);
      if (verdict.kind !== "rejected") throw new Error("fresh");
      expect(verdict.error.definiteAnswer).to.equal(true);
      return verdict.error.context;
    };
    const changeId = `ChangeId(user,command,Set(${alice}))`;
    expect(contextOf(after(3n))).to.deep.equal({
      earliest_offset: "10",
      requestedPeriod: "offset 3",
      changeId,
    });
    expect(contextOf(duration(5_000n))).to.deep.equal({
      earliest_offset: "10",
      longest_duration: "PT0.001S",
      requestedPeriod: "duration of 5000 microseconds",
      changeId,
    });
  });

  it("says of a submission in flight that the answer is not definite", () => {
    const error = alreadyInFlight(change, "first");
    expect(error).to.include({ code: "SUBMISSION_ALREADY_IN_FLIGHT", definiteAnswer: false });
    expect(error.context).to.deep.equal({
      changeId: `ChangeId(user,command,Set(${alice}))`,
      existingSubmissionId: "Some(first)",
    });
  });
});

describe("deduplication of a ledger", () => {
  it("remembers no rejected commands: a retry after an error is fresh", () => {
    const ledger = new TestLedger();
    const submit = (changes: object = {}) => {
      const commands = [creates(Lab, { owner: alice })];
      return ledger.decide({ kind: "Submit", command: commandOf({ commands, ...changes }) });
    };
    const future = { minLedgerTimeAbs: BigInt(ledger.context.now + 61_000_000) };
    const [rejected] = resultOf(submit(future));
    expect(rejected?.type).to.equal("CommandRejected");
    const [error] = [submit({ commands: [creates(Lab, {})] })];
    expect(error !== undefined && isLeft(error)).to.equal(true);
    const [accepted] = resultOf(submit());
    expect(accepted?.type).to.equal("TransactionCommitted");
    const [duplicate] = resultOf(submit());
    expect(duplicate?.type).to.equal("CommandRejected");
    // the rejection of the duplicate is itself nothing to compare with
    const [again] = resultOf(
      submit({ deduplicationPeriod: after(BigInt(ledger.state.offset - 1)) }),
    );
    expect(again?.type).to.equal("TransactionCommitted");
  });
});

const resultOf = (decision: ReturnType<TestLedger["decide"]>) => {
  if (isLeft(decision)) throw new Error(decision.left.cause);
  return decision.right;
};
