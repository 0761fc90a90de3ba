import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  createAppendSignal,
  type FeedSource,
  liveFeed,
  type RecordedEvent,
  type SubscriptionItem,
} from "../src/index.js";

const recorded = (revision: number): RecordedEvent => ({
  stream: "s",
  revision,
  position: revision + 1,
  hash: "",
  id: String(revision),
  type: "T",
  data: "{}",
  metadata: "",
});

/** A stream that grows when the test says so, with pages of so many events. */
const growingSource = (pageEvents = 3) => {
  const signal = createAppendSignal();
  const state = { length: 0, reads: 0, listening: 0 };
  const source: FeedSource = {
    readAfter: async (revision) => {
      state.reads += 1;
      const first = revision + 1;
      const count = Math.max(0, Math.min(state.length - first, pageEvents));
      return right({
        events: Array.from({ length: count }, (_, at) => recorded(first + at)),
        head: state.length === 0 ? "no-stream" : state.length - 1,
      });
    },
    listen: (wake) => {
      state.listening += 1;
      const stop = signal.listen("s", wake);
      return () => {
        state.listening -= 1;
        stop();
      };
    },
  };
  const grow = (count: number): void => {
    state.length += count;
    signal.appended("s");
  };
  return { state, source, grow };
};

/** An item as revisions, or the mark of having caught up. */
const shown = (item: Either<unknown, SubscriptionItem>): string => {
  if (isLeft(item)) return JSON.stringify(item.left);
  return item.right.kind === "events"
    ? item.right.events.map(({ revision }) => revision).join()
    : `caught up at ${item.right.revision}`;
};

const take = async (
  iterator: AsyncIterator<Either<unknown, SubscriptionItem>>,
  count: number,
): Promise<ReadonlyArray<string>> => {
  const items: Array<string> = [];
  for (let at = 0; at < count; at++) {
    const item = await iterator.next();
    items.push(item.done === true ? "ended" : shown(item.value));
  }
  return items;
};

describe("a live feed", () => {
  it("delivers pages, says that it has caught up, and continues with what comes", async () => {
    const { source, grow } = growingSource();
    grow(5);
    const iterator = liveFeed(source, -1)[Symbol.asyncIterator]();
    expect(await take(iterator, 3)).to.deep.equal(["0,1,2", "3,4", "caught up at 4"]);
    const next = iterator.next();
    grow(1);
    const item = await next;
    expect(item.done === true ? "ended" : shown(item.value)).to.equal("5");
    expect(await take(iterator, 1)).to.deep.equal(["caught up at 5"]);
  });

  it("begins after the revision it is given, and waits for one that is not there yet", async () => {
    const { source, grow } = growingSource();
    grow(3);
    expect(await take(liveFeed(source, 1)[Symbol.asyncIterator](), 2)).to.deep.equal([
      "2",
      "caught up at 2",
    ]);
    const ahead = liveFeed(source, 4)[Symbol.asyncIterator]();
    expect(await take(ahead, 1)).to.deep.equal(["caught up at 2"]);
    const next = take(ahead, 1);
    grow(3);
    expect(await next).to.deep.equal(["5"]);
  });

  it("says of a stream without events that it has caught up with none", async () => {
    const { source } = growingSource();
    expect(await take(liveFeed(source, -1)[Symbol.asyncIterator](), 1)).to.deep.equal([
      "caught up at no-stream",
    ]);
  });

  it("misses no append between its read and its wait", async () => {
    const { source, grow, state } = growingSource();
    const readAfter: FeedSource["readAfter"] = async (revision) => {
      const page = await source.readAfter(revision);
      // right after the end was seen, before anyone waits
      if (state.reads === 2) grow(1);
      return page;
    };
    const iterator = liveFeed({ ...source, readAfter }, -1)[Symbol.asyncIterator]();
    expect(await take(iterator, 2)).to.deep.equal(["caught up at no-stream", "0"]);
  });

  it("reads once for any number of appends that came meanwhile", async () => {
    const { source, grow, state } = growingSource(1_000);
    const iterator = liveFeed(source, -1)[Symbol.asyncIterator]();
    await take(iterator, 1);
    const before = state.reads;
    for (let at = 0; at < 100; at++) grow(1);
    const [page] = await take(iterator, 1);
    expect(page?.split(",")).to.have.length(100);
    expect(state.reads - before).to.equal(1);
  });

  it("delivers every revision once and in order, however appends and reads alternate", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: -1, max: 3 }),
        async (growths, pageEvents, after) => {
          const { source, grow } = growingSource(pageEvents);
          const feed = liveFeed(source, after);
          const total = growths.reduce((sum, count) => sum + count, 0);
          const seen: Array<number> = [];
          const reading = (async () => {
            for await (const item of feed) {
              if (isLeft(item) || item.right.kind !== "events") continue;
              seen.push(...item.right.events.map(({ revision }) => revision));
              if (seen.at(-1) === total - 1) break;
            }
          })();
          for (const count of growths) {
            grow(count);
            await Promise.resolve();
          }
          if (total - 1 <= after) feed.close();
          await reading;
          const expected = Array.from({ length: total }, (_, at) => at).filter((at) => at > after);
          expect(seen).to.deep.equal(expected);
        },
      ),
      { numRuns: 100 },
    ));

  it("stops listening when it is closed between two items", async () => {
    const { state, source } = growingSource();
    const feed = liveFeed(source, -1);
    await feed[Symbol.asyncIterator]().next();
    expect(state.listening).to.equal(1);
    feed.close();
    expect(state.listening).to.equal(0);
    feed.close();
    expect(state.listening).to.equal(0);
  });

  it("stops listening when the consumer leaves its loop", async () => {
    const { state, source } = growingSource();
    for await (const item of liveFeed(source, -1)) {
      expect(shown(item)).to.equal("caught up at no-stream");
      break;
    }
    expect(state.listening).to.equal(0);
  });

  it("ends a wait when it is closed, or when its consumer returns", async () => {
    const ways: ReadonlyArray<
      (
        feed: ReturnType<typeof liveFeed>,
        iterator: AsyncIterator<unknown>,
      ) => Promise<unknown> | void
    > = [(feed) => feed.close(), (_feed, iterator) => iterator.return?.()];
    for (const end of ways) {
      const { source, state } = growingSource();
      const feed = liveFeed(source, -1);
      const iterator = feed[Symbol.asyncIterator]();
      await iterator.next();
      const waiting = iterator.next();
      await end(feed, iterator);
      expect((await waiting).done).to.equal(true);
      expect(state.listening).to.equal(0);
    }
  });

  it("delivers nothing when it was closed before it was read", async () => {
    const { source, grow, state } = growingSource();
    grow(3);
    const feed = liveFeed(source, -1);
    feed.close();
    expect(await take(feed[Symbol.asyncIterator](), 1)).to.deep.equal(["ended"]);
    expect(state).to.include({ reads: 0, listening: 0 });
  });

  it("delivers nothing of a read that was under way when it was closed", async () => {
    const { source, grow, state } = growingSource();
    grow(3);
    const feed = liveFeed(source, -1);
    const next = take(feed[Symbol.asyncIterator](), 1);
    feed.close();
    expect(await next).to.deep.equal(["ended"]);
    expect(state.listening).to.equal(0);
  });

  it("ends after it has delivered an error", async () => {
    const { source, state } = growingSource();
    const feed = liveFeed({ ...source, readAfter: async () => left({ kind: "closed" }) }, -1);
    const iterator = feed[Symbol.asyncIterator]();
    expect(await take(iterator, 2)).to.deep.equal(['{"kind":"closed"}', "ended"]);
    expect(state.listening).to.equal(0);
  });
});

describe("an append signal", () => {
  it("wakes the listeners of the stream that grew and no others, until they stop", () => {
    const signal = createAppendSignal();
    const woken: string[] = [];
    const stop = signal.listen("a", () => woken.push("a"));
    signal.listen("b", () => woken.push("b"));
    signal.appended("a");
    signal.appended("c");
    stop();
    signal.appended("a");
    signal.wakeAll();
    expect(woken).to.deep.equal(["a", "b"]);
  });

  it("wakes listeners to all streams with each append, and each of several that are the same", () => {
    const signal = createAppendSignal();
    let calls = 0;
    const wake = () => {
      calls += 1;
    };
    const stops = [signal.listenAll(wake), signal.listenAll(wake)];
    signal.appended("a");
    expect(calls).to.equal(2);
    stops[0]?.();
    stops[0]?.();
    signal.appended("b");
    expect(calls).to.equal(3);
    stops[1]?.();
    signal.wakeAll();
    expect(calls).to.equal(3);
  });

  it("continues when a listener stops itself while it is called", () => {
    const signal = createAppendSignal();
    const woken: Array<string> = [];
    const stop = signal.listen("a", () => {
      woken.push("first");
      stop();
    });
    signal.listen("a", () => woken.push("second"));
    signal.appended("a");
    signal.appended("a");
    expect(woken).to.deep.equal(["first", "second", "second"]);
  });

  it("wakes a listener that begins again after all of its stream had stopped", () => {
    const signal = createAppendSignal();
    const woken: Array<string> = [];
    const stop = signal.listen("a", () => woken.push("old"));
    stop();
    signal.listen("a", () => woken.push("new"));
    // a second stop of the first listening must not end the second
    stop();
    signal.appended("a");
    expect(woken).to.deep.equal(["new"]);
  });
});
