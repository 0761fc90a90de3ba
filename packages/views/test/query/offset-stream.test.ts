import { createTurns, systemTimers, type Timers, type Turns } from "@tallystick/background";
import { assert } from "chai";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Following, QueryContext } from "../../src/interface/views.js";
import { type CheckpointWatch, checkpointWatch } from "../../src/fold/checkpoint-watch.js";
import { offsetsPerPage } from "../../src/query/offset-scan.js";
import { type OffsetStream, streamBatches } from "../../src/query/offset-stream.js";
import { everyOffset } from "../../src/query/reading.js";
import { SharedBatches } from "../../src/query/shared-batches.js";

const at = (offset: number) => ({ offset, recordTime: 1_000_000, hash: "" });

interface Setting {
  readonly timers: Timers;
  readonly watch: CheckpointWatch;
  readonly turns: Turns;
  readonly shared: SharedBatches<string>;
  readonly context: QueryContext;
  /** Offsets that were read. */
  readonly read: Array<number>;
}

const setting = (end: number): Setting => {
  const watch = checkpointWatch(at(end));
  // only what streams look at
  const context = { ledgerEnd: () => watch.current().offset, synchronizerId: "global" };
  return {
    timers: systemTimers,
    watch,
    turns: createTurns(),
    shared: new SharedBatches(),
    context: context as QueryContext,
    read: [],
  };
};

const streamOf = (
  { read }: Setting,
  range: Following & Partial<OffsetStream<string>>,
): OffsetStream<string> => ({
  beginExclusive: 0,
  descending: false,
  question: "all",
  reads: () => [everyOffset],
  itemsAt: () => (offset) => {
    read.push(offset);
    return right({ item: `#${offset}`, bytes: 1 });
  },
  checkpointItem: ({ offset }) => `checkpoint ${offset}`,
  ...range,
});

const run = (
  set: Setting,
  stream: Either<LedgerError, OffsetStream<string>>,
  signal = new AbortController().signal,
) => streamBatches(set, set.context, () => stream, { signal });

const collect = async (
  batches: AsyncIterable<Either<LedgerError, ReadonlyArray<string>>>,
): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = [];
  for await (const batch of batches) {
    if (isLeft(batch)) found.push(batch.left.code);
    else found.push(...batch.right);
  }
  return found;
};

const texts = (from: number, to: number): ReadonlyArray<string> =>
  Array.from({ length: to - from + 1 }, (_, index) => `#${from + index}`);

describe("stream of items at offsets", () => {
  it("delivers a range in order, without a checkpoint", async () => {
    const set = setting(600);
    const stream = streamOf(set, { beginExclusive: 2, endInclusive: 600 });
    assert.deepEqual(await collect(run(set, right(stream))), texts(3, 600));
  });

  it("delivers a range from its end down", async () => {
    const set = setting(600);
    const stream = streamOf(set, { beginExclusive: 2, endInclusive: 599, descending: true });
    assert.deepEqual(await collect(run(set, right(stream))), [...texts(3, 599)].reverse());
  });

  it("delivers nothing of an empty range", async () => {
    const set = setting(5);
    const empty = { beginExclusive: 5, endInclusive: 5 };
    assert.deepEqual(await collect(run(set, right(streamOf(set, empty)))), []);
    const down = { ...empty, descending: true };
    assert.deepEqual(await collect(run(set, right(streamOf(set, down)))), []);
  });

  it("without an end delivers what is there and how far the ledger has come", async () => {
    const set = setting(3);
    assert.deepEqual(await collect(run(set, right(streamOf(set, {})))), [
      ...texts(1, 3),
      "checkpoint 3",
    ]);
  });

  it("says no checkpoint of an empty ledger", async () => {
    const set = setting(0);
    assert.deepEqual(await collect(run(set, right(streamOf(set, {})))), []);
  });

  it("with follow delivers what comes until it is left", async () => {
    const set = setting(1);
    const leaving = new AbortController();
    const batches = run(set, right(streamOf(set, { follow: true })), leaving.signal);
    assert.deepEqual(await batches.next(), { done: false, value: right(["#1"]) });
    assert.deepEqual(await batches.next(), { done: false, value: right(["checkpoint 1"]) });
    const next = batches.next();
    set.watch.advance(at(3));
    assert.deepEqual(await next, { done: false, value: right(["#2", "#3"]) });
    const last = batches.next();
    leaving.abort();
    assert.isTrue((await last).done);
  });

  it("with an idle timeout ends when nothing comes", async () => {
    const set = setting(1);
    const stream = streamOf(set, { follow: true, idleTimeoutMs: 1 });
    assert.deepEqual(await collect(run(set, right(stream))), ["#1", "checkpoint 1"]);
  });

  it("ends with an error when the views fail while it waits", async () => {
    const set = setting(1);
    const batches = run(set, right(streamOf(set, { follow: true })));
    await batches.next();
    await batches.next();
    const next = batches.next();
    set.watch.fail({ kind: "file", message: "gone" });
    const { value } = await next;
    assert.isTrue(value !== undefined && isLeft(value));
    assert.isTrue((await batches.next()).done);
  });

  it("ends with the error of an item, behind the batches before it", async () => {
    const set = setting(3);
    const error = ledgerError("CONTRACT_NOT_FOUND", "gone", { definiteAnswer: true });
    const stream = streamOf(set, { itemsAt: () => () => left(error), endInclusive: 3 });
    assert.deepEqual(await collect(run(set, right(stream))), ["CONTRACT_NOT_FOUND"]);
    const down = { ...stream, descending: true };
    assert.deepEqual(await collect(run(set, right(down))), ["CONTRACT_NOT_FOUND"]);
  });

  for (const descending of [false, true]) {
    const order = descending ? "from its end down" : "from its beginning on";
    it(`reads nothing more of a range ${order} once it is left, however little it found`, async () => {
      const set = setting(100_000);
      const leaving = new AbortController();
      const found: Array<number> = [];
      const nothing = streamOf(set, {
        endInclusive: 100_000,
        descending,
        itemsAt: () => (offset) => {
          found.push(offset);
          // nothing is given, so that nothing but the signal can end it
          if (found.length === 1_000) leaving.abort();
          return right({ item: undefined, bytes: 1 });
        },
      });
      assert.deepEqual(await collect(run(set, right(nothing), leaving.signal)), []);
      assert.isAtMost(found.length, 1_000 + offsetsPerPage);
    });
  }

  it("answers a refused query with its error alone", async () => {
    const set = setting(3);
    const error = ledgerError("CONTRACT_NOT_FOUND", "no", { definiteAnswer: true });
    assert.deepEqual(await collect(run(set, left(error))), ["CONTRACT_NOT_FOUND"]);
    assert.isEmpty(set.read);
  });

  it("reads an offset once for equal streams", async () => {
    const set = setting(172);
    const both = [run(set, right(streamOf(set, {}))), run(set, right(streamOf(set, {})))];
    await Promise.all(both.map((batches) => batches.next()));
    // from here on each knows of the other
    const already = set.read.length;
    const next = await Promise.all(both.map((batches) => batches.next()));
    assert.deepEqual(next[0], next[1]);
    assert.equal(set.read.length, already + 44);
  });
});
