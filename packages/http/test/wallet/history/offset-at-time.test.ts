import { ledgerError, timestampToText } from "@tallystick/core";
import type { Queries } from "@tallystick/views";
import { expect } from "chai";
import * as fc from "fast-check";
import { left, right } from "fp-ts/lib/Either.js";
import { outcomeOf } from "../../fixtures/outcomes.js";
import { momentAt } from "../../../src/wallet/history/offset-at-time.js";

/** A ledger of transactions at some offsets, with their times; what is between is none. */
const ledgerOf = (
  times: ReadonlyArray<readonly [offset: number, recordTime: number]>,
  end: number,
  prunedUpTo = 0,
) => {
  let reads = 0;
  // border: of a page only what is read is here
  const updatesPage = ((query: Parameters<Queries["updatesPage"]>[0]) => {
    reads += 1;
    const { beginOffsetExclusive: begin = 0, endOffsetInclusive: last = end } = query;
    const updates = times
      .filter(([offset]) => offset > begin && offset <= last && offset > prunedUpTo)
      .slice(0, query.maxPageSize)
      .map(([offset, time]) => ({
        update: { Transaction: { value: { offset, recordTime: timestampToText(time) } } },
      }));
    return Promise.resolve(right({ updates }));
  }) as unknown as Queries["updatesPage"];
  const ledger = { queries: { updatesPage }, ledgerEnd: () => end, prunedUpTo: () => prunedUpTo };
  return { ledger, reads: () => reads };
};

describe("the moment of a time", () => {
  const histories = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.nat(3)), { maxLength: 60 })
    .map((steps) => {
      let [offset, time] = [0, 1_000];
      return steps.map(([further, later]) => {
        offset += further;
        time += later;
        return [offset, time] as const;
      });
    });

  it("is that of the last transaction up to then, found with a few reads", async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 995, max: 1_200 }), async (times, asked) => {
        const end = (times.at(-1)?.[0] ?? 0) + 5;
        const { ledger, reads } = ledgerOf(times, end);
        const found = await outcomeOf(() => momentAt(ledger, BigInt(asked)));
        const last = times.findLast(([, time]) => time <= asked);
        if (last === undefined) expect(found).to.have.nested.property("right.status", 404);
        else expect(found).to.deep.equal(right({ offset: last[0], recordTime: last[1] }));
        expect(reads()).to.be.at.most(Math.ceil(Math.log2(end + 1)) + 1);
      }),
    );
  });

  it("is unknown when it was pruned", async () => {
    const times = [1, 2, 3, 4].map((offset) => [offset, offset * 10] as const);
    const { ledger } = ledgerOf(times, 4, 2);
    expect(await momentAt(ledger, 35n)).to.deep.equal({ offset: 3, recordTime: 30 });
    for (const asked of [5, 15, 25]) {
      const found = await outcomeOf(() => momentAt(ledger, BigInt(asked)));
      expect(found).to.have.nested.property("right.status", 404);
    }
  });

  it("is the error of a ledger that cannot be read", async () => {
    const { ledger } = ledgerOf([[1, 10]], 1);
    const error = ledgerError("SERVICE_NOT_RUNNING", "no");
    // border: any error is passed on
    const updatesPage = (() => Promise.resolve(left(error))) as unknown as Queries["updatesPage"];
    const broken = { ...ledger, queries: { updatesPage } };
    expect(await outcomeOf(() => momentAt(broken, 10n))).to.deep.equal(left(error));
  });
});
