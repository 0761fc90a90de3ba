import { sqliteStore } from "@tallystick/event-store-sqlite";
import { TextMemory } from "@tallystick/tables";
import { expect } from "chai";
import fc from "fast-check";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { rangeThreads, resultsInOrder } from "../../src/replay/range-threads.js";
import { type JournalRange, rangesUpTo } from "../../src/replay/journal-range.js";
import type { RangeResult } from "../../src/replay/range-job.js";
import { afterwards, rightOf, streamName, tempFolder } from "../test-ledger.js";
import { journalEvents, sampledSteps } from "./random-journal.js";

const events = 30;

const thirds = [0, 10, 20].map((after) => ({ after, upTo: after + 10 }));

const threadsOver = async (count: number, place?: string) => {
  const folder = tempFolder();
  mkdirSync(join(folder, "snapshot"));
  const store = rightOf(await sqliteStore({ file: join(folder, "journal.db") }));
  afterwards(() => store.close());
  const steps = sampledSteps(events);
  rightOf(await store.append(streamName, "no-stream", journalEvents(steps)));
  const reopening = { module: store.reopening?.module ?? "", place: store.reopening?.place ?? "" };
  const thread = { folder, seed: 1, texts: new TextMemory().buffer };
  const script = new URL("../../src/replay/range-worker.js", import.meta.url);
  const threads = rangeThreads<RangeResult>(script, count, {
    reopening: { ...reopening, place: place ?? reopening.place },
    stream: streamName,
    ...thread,
  });
  afterwards(() => threads.close());
  return threads;
};

describe("Threads that fold ranges", () => {
  it("fold each range once, each from where the one before it ended", async () => {
    const threads = await threadsOver(2);
    expect(threads.count).to.equal(2);
    const results = await Promise.all(
      rangesUpTo(events, 1, { maxEvents: 4 }).map((range) => threads.take(range)),
    );
    let hash = "0".repeat(64);
    for (const result of results) {
      if (result.kind !== "folded") throw new Error(JSON.stringify(result));
      expect(result.hashBefore).to.equal(hash);
      hash = result.hash;
    }
  });

  it("say that a store cannot be opened", async () => {
    const threads = await threadsOver(1, "/nowhere/journal.db");
    const result = await threads.take({ after: 0, upTo: 1 });
    expect(result.kind).to.equal("unread");
    const error = result.kind === "unread" ? result.error : undefined;
    expect(error?.kind === "store" ? error.error.kind : error?.kind).to.equal("unavailable");
  });

  it("say that a journal ends too early", async () => {
    const threads = await threadsOver(1);
    const result = await threads.take({ after: 28, upTo: 31 });
    expect(result.kind === "unread" && result.error.kind === "store").to.equal(true);
    expect(JSON.stringify(result)).to.include("ended at offset 30");
  });

  it("fail what they were at, and all that waits, when they are ended", async () => {
    const threads = await threadsOver(1);
    const results = thirds.map((range) => threads.take(range));
    await threads.close();
    const kinds = (await Promise.all(results)).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(["failed", "failed", "failed"]);
    expect((await threads.take({ after: 0, upTo: 1 })).kind).to.equal("failed");
  });
});

describe("Results of ranges", () => {
  /** Threads that end ranges when the test says so, in any order. */
  const heldThreads = (count: number) => {
    const ends = new Map<number, () => void>();
    let [begun, ended] = [0, 0];
    const take = ({ after }: JournalRange): Promise<number> => {
      begun += 1;
      return new Promise((resolve) =>
        ends.set(after, () => {
          ended += 1;
          resolve(after);
        }),
      );
    };
    return { threads: { count, take }, ends, begun: () => begun, ended: () => ended };
  };

  const tens = Array.from({ length: 10 }, (_, at) => ({ after: at, upTo: at + 1 }));

  it("come in the order of the ranges, in whatever order these end", async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(order, async (ending) => {
        const { threads, ends } = heldThreads(2);
        const results = resultsInOrder<number>(threads, tens.slice(0, 4));
        const first = results.next();
        for (const after of ending) ends.get(after)?.();
        const found = [(await first).value?.[1]];
        for await (const [range, result] of results) {
          expect(range.after).to.equal(result);
          found.push(result);
        }
        expect(found).to.deep.equal([0, 1, 2, 3]);
      }),
    );
  });

  for (const count of [1, 2, 3]) {
    it(`are never more than ${2 * count} that no one has used, with ${count} threads`, async () => {
      const { threads, ends, begun, ended } = heldThreads(count);
      let used = 0;
      const results = resultsInOrder<number>(threads, tens);
      for (const { after } of tens) {
        const next = results.next();
        await Promise.resolve();
        expect(begun()).to.equal(Math.min(tens.length, used + 2 * count));
        // all that have begun end at once, and wait to be used
        for (const end of ends.values()) end();
        ends.clear();
        expect((await next).value).to.deep.equal([{ after, upTo: after + 1 }, after]);
        used += 1;
        expect(ended() - used).to.be.below(2 * count);
      }
      expect((await results.next()).done).to.equal(true);
    });
  }

  it("are none of no ranges", async () => {
    expect((await resultsInOrder(heldThreads(2).threads, []).next()).done).to.equal(true);
  });
});
