import { assert } from "chai";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type BatchSource, cancellableItems } from "../../src/query/cancellable-items.js";

interface Item {
  readonly n: number;
}

type Batch = Either<string, ReadonlyArray<Item>>;

const item = (n: number): Item => ({ n });
const batchOf = (...ns: ReadonlyArray<number>): Batch => right(ns.map(item));

const given = (...batches: ReadonlyArray<Batch>): BatchSource<string, Item> =>
  async function* () {
    for (const batch of batches) yield batch;
  };

const itemsOf = (source: BatchSource<string, Item>): AsyncIterable<Either<string, Item>> =>
  cancellableItems(source, (thrown) => `thrown: ${String(thrown)}`);

/** The items as numbers, an error as its text. */
const collect = async (
  items: AsyncIterable<Either<string, Item>>,
): Promise<ReadonlyArray<number | string>> => {
  const found: Array<number | string> = [];
  for await (const each of items) found.push(isLeft(each) ? each.left : each.right.n);
  return found;
};

/** A source that waits after its first batch until it is left. */
const waiting = (): { source: BatchSource<string, Item>; aborted: () => boolean } => {
  let isAborted = false;
  return {
    aborted: () => isAborted,
    source: async function* (signal) {
      yield batchOf(1, 2);
      await new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => {
          isAborted = true;
          resolve();
        }),
      );
    },
  };
};

describe("items of a source that can be left", () => {
  it("gives the items of all batches in order, and none of an empty batch", async () => {
    const source = given(batchOf(1, 2), batchOf(), batchOf(3));
    assert.deepEqual(await collect(itemsOf(source)), [1, 2, 3]);
    assert.deepEqual(await collect(itemsOf(given())), []);
  });

  it("gives an error of the source as it is, behind the items before it", async () => {
    assert.deepEqual(await collect(itemsOf(given(batchOf(1), left("broken")))), [1, "broken"]);
  });

  it("ends with an error made of what the source throws", async () => {
    const source: BatchSource<string, Item> = async function* () {
      yield batchOf(1);
      throw new TypeError("disk");
    };
    assert.deepEqual(await collect(itemsOf(source)), [1, "thrown: TypeError: disk"]);
  });

  it("begins at the first item again in each iteration", async () => {
    const items = itemsOf(given(batchOf(1, 2)));
    assert.deepEqual(await collect(items), [1, 2]);
    assert.deepEqual(await collect(items), [1, 2]);
  });

  it("answers requests made at once in their order", async () => {
    const iterator = itemsOf(given(batchOf(1, 2), batchOf(3)))[Symbol.asyncIterator]();
    const asked = [iterator.next(), iterator.next(), iterator.next(), iterator.next()];
    const answers = await Promise.all(asked);
    const texts = answers.map(({ done, value }) =>
      done === true ? "end" : isLeft(value as Batch) ? "error" : JSON.stringify(value),
    );
    assert.deepEqual(texts, [
      '{"_tag":"Right","right":{"n":1}}',
      '{"_tag":"Right","right":{"n":2}}',
      '{"_tag":"Right","right":{"n":3}}',
      "end",
    ]);
  });

  it("wakes a source that waits when the iteration is left", async () => {
    const { source, aborted } = waiting();
    const iterator = itemsOf(source)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    const pending = iterator.next();
    assert.isFalse(aborted());
    await iterator.return?.();
    assert.isTrue(aborted());
    assert.isTrue((await pending).done);
  });

  it("ends when a signal from outside is aborted, also while the source waits", async () => {
    const { source, aborted } = waiting();
    const outer = new AbortController();
    const items = cancellableItems(source, String, outer.signal)[Symbol.asyncIterator]();
    await items.next();
    await items.next();
    const pending = items.next();
    outer.abort();
    assert.isTrue((await pending).done);
    assert.isTrue(aborted());
  });

  it("gives nothing of the batch at hand after it was left", async () => {
    const iterator = itemsOf(waiting().source)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
    assert.isTrue((await iterator.next()).done);
  });
});
