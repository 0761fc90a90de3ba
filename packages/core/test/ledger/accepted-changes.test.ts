import { expect } from "chai";
import fc from "fast-check";
import { getIn } from "../../src/collections/persistent-map.js";
import {
  acceptanceOf,
  acceptedChange,
  type DeduplicationState,
  emptyDeduplication,
  forgetUpTo,
  inBaseUpTo,
} from "../../src/ledger/accepted-changes.js";

const window = 1_000;
const [change, other] = ["change", "other"];

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

describe("forgetting up to an offset", () => {
  const state = accepting([
    [change, 1],
    [other, 2],
    [change, 3],
  ]);

  for (const [upTo, left] of [
    [0, { [change]: 30, [other]: 20 }],
    [10, { [change]: 30, [other]: 20 }],
    [20, { [change]: 30 }],
    [29, { [change]: 30 }],
    [30, {}],
  ] as const) {
    it(`leaves what was accepted after offset ${upTo}`, () => {
      const after = forgetUpTo(state, upTo);
      for (const changeId of [change, other]) {
        const wanted = (left as Readonly<Record<string, number>>)[changeId];
        expect(acceptanceOf(after, changeId)?.offset, changeId).to.equal(wanted);
        expect(getIn(after.accepted, changeId)?.offset, changeId).to.equal(wanted);
      }
      expect(after.prunedUntil).to.equal(upTo === 0 ? 0 : Math.ceil(upTo / 10));
      expect(after.prunedOffset).to.equal(upTo);
    });
  }

  it("never goes back", () => {
    expect(forgetUpTo(forgetUpTo(state, 20), 10).prunedOffset).to.equal(20);
  });
});

describe("the memory of deduplication", () => {
  const gaps = fc.array(
    fc.record({ gap: fc.oneof(fc.constant(0), fc.nat(300), fc.constant(5_000)), id: fc.nat(40) }),
    { maxLength: 200 },
  );

  /** The states after each of a list of acceptances, with the times of all so far. */
  const histories = function* (
    list: ReadonlyArray<{ readonly gap: number; readonly id: number }>,
    windowMicros: number,
  ) {
    let state: DeduplicationState = emptyDeduplication(0);
    let now = 10_000;
    const all: Array<{
      readonly changeId: string;
      readonly offset: number;
      readonly time: number;
    }> = [];
    for (const [index, { gap, id }] of list.entries()) {
      now += gap;
      const [changeId, offset] = [`change${id}`, index + 1];
      const acceptance = { offset, recordTime: now, submissionId: "" };
      state = acceptedChange(state, changeId, acceptance, windowMicros);
      all.push({ changeId, offset, time: now });
      yield { state, now, all };
    }
  };

  it("remembers the last acceptance of each change id of the window", () => {
    fc.assert(
      fc.property(gaps, fc.constantFrom(window, 100 * window), (list, windowMicros) => {
        for (const { state, now, all } of histories(list, windowMicros)) {
          const last = new Map(all.map(({ changeId, ...rest }) => [changeId, rest]));
          for (const [changeId, { offset, time }] of last) {
            const found = acceptanceOf(state, changeId)?.offset;
            if (time >= now - windowMicros) expect(found).to.equal(offset);
            else if (found !== undefined) expect(found).to.equal(offset);
          }
        }
      }),
    );
  });

  it("forgets what is older than the window by more than a thousandth of it", () => {
    fc.assert(
      fc.property(gaps, fc.constantFrom(window, 100 * window), (list, windowMicros) => {
        for (const { state, now, all } of histories(list, windowMicros)) {
          const old = all.filter(({ time }) => time < now - windowMicros - windowMicros / 1_000);
          expect(state.prunedOffset).to.be.at.least(old.at(-1)?.offset ?? 0);
          const forgotten = all.filter(({ offset }) => offset <= state.prunedOffset);
          expect(state.prunedUntil).to.equal(forgotten.at(-1)?.time ?? 0);
          for (const { time } of forgotten) expect(time).to.be.below(now - windowMicros);
        }
      }),
    );
  });

  it("holds no more than what is remembered and what events have still to take out", () => {
    fc.assert(
      fc.property(gaps, (list) => {
        let taken = 0;
        for (const { state, all } of histories(list, window)) {
          const left = all.length - taken - state.recent.size;
          expect(left).to.be.within(0, 4);
          taken += left;
          // as long as something is forgotten and still there, each event takes out four
          if (left < 4) expect(taken).to.be.at.least(state.prunedOffset);
          expect(state.accepted.size).to.be.at.most(state.recent.size);
        }
      }),
    );
  });

  it("leaves to the base what the base has", () => {
    const forty = Array.from({ length: 40 }, (_, id) => ({ gap: 1, id }));
    const { state } = [...histories(forty, window)].at(-1) ?? expect.fail("no history");
    for (const [upTo, left] of [
      [0, 40],
      [1, 39],
      [20, 20],
      [39, 1],
      [40, 0],
    ] as const) {
      const based = inBaseUpTo(state, upTo);
      expect(based.recent.size).to.equal(left);
      expect(based.accepted).to.equal(state.accepted);
      // what is forgotten of the base is not taken out
      const forgotten = [30, 31, 32].reduce((from, offset) => forgetUpTo(from, offset), based);
      expect(40 - forgotten.accepted.size).to.equal(Math.min(12, Math.max(0, 32 - upTo)));
    }
  });

  it("has few periods, however many acceptances", () => {
    const many = Array.from({ length: 5_000 }, (_, id) => ({ gap: 7, id }));
    for (const { state } of histories(many, 20_000))
      expect(state.periods.size).to.be.at.most(1_025);
  });
});
