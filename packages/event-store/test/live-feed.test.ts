import { expect } from "chai";
import * as E from "fp-ts/lib/Either.js";
import { createAppendSignal, type FeedSource, liveFeed } from "../src/index.js";

const countingSource = () => {
  const state = { listening: 0, reads: 0 };
  const source: FeedSource = {
    readAfter: async () => {
      state.reads += 1;
      return E.right({ events: [], head: "no-stream" });
    },
    listen: () => {
      state.listening += 1;
      return () => {
        state.listening -= 1;
      };
    },
  };
  return { state, source };
};

describe("a live feed", () => {
  it("stops listening when it is closed between two items", async () => {
    const { state, source } = countingSource();
    const feed = liveFeed(source, -1);
    await feed[Symbol.asyncIterator]().next();
    expect(state.listening).to.equal(1);
    feed.close();
    expect(state.listening).to.equal(0);
  });

  it("stops listening when the consumer leaves its loop", async () => {
    const { state, source } = countingSource();
    for await (const item of liveFeed(source, -1)) {
      expect(item).to.deep.equal(E.right({ kind: "caught-up", revision: "no-stream" }));
      break;
    }
    expect(state.listening).to.equal(0);
  });

  it("rests while nothing is appended", async () => {
    const { state, source } = countingSource();
    const feed = liveFeed(source, -1);
    const iterator = feed[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(state.reads).to.equal(2);
    feed.close();
    expect((await waiting).done).to.equal(true);
  });

  it("ends after delivering a error", async () => {
    const feed = liveFeed(
      { readAfter: async () => E.left({ kind: "closed" }), listen: () => () => undefined },
      -1,
    );
    const items: unknown[] = [];
    for await (const item of feed) items.push(item);
    expect(items).to.deep.equal([E.left({ kind: "closed" })]);
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
});
