import type { FeedPage, RecordedEvent, StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, isRight, left, right } from "fp-ts/lib/Either.js";
import { TailPages } from "../../src/reading/tail-pages.js";

const eventAt = (revision: number, data = "{}"): RecordedEvent => ({
  id: `id-${revision}`,
  type: "T",
  data,
  metadata: "",
  stream: "s",
  revision,
  position: revision + 1,
  hash: "",
});

/** A stream that counts how often it is read. */
const countedStream = (length: number, data?: string) => {
  const events = Array.from({ length }, (_, at) => eventAt(at, data));
  const stream = {
    reads: 0,
    events,
    after: (revision: number) => (): Either<StoreError, FeedPage> => {
      stream.reads += 1;
      return right({ events: events.slice(revision + 1), head: events.length - 1 });
    },
  };
  return stream;
};

const revisionsOf = (page: Either<StoreError, FeedPage>): ReadonlyArray<number> =>
  isRight(page) ? page.right.events.map(({ revision }) => revision) : [-1];

describe("The pages that subscriptions read last", () => {
  it("serve whoever follows the same stream, from any place in them, without a read", () => {
    const stream = countedStream(10);
    const tail = new TailPages();
    expect(revisionsOf(tail.readAfter("s", 5, stream.after(5)))).to.deep.equal([6, 7, 8, 9]);
    expect(stream.reads).to.equal(1);
    for (const after of [5, 6, 7, 8]) {
      const page = tail.readAfter("s", after, stream.after(after));
      expect(page).to.deep.equal(stream.after(after)());
    }
    expect(stream.reads).to.equal(5);
  });

  it("are read for what is before or after them, and for other streams", () => {
    const stream = countedStream(10);
    const tail = new TailPages();
    tail.readAfter("s", 5, stream.after(5));
    for (const [name, after] of [
      ["s", 9],
      ["s", 12],
      ["other", 5],
    ] as const) {
      const { reads } = stream;
      tail.readAfter(name, after, stream.after(after));
      expect(stream.reads, `${name} ${after}`).to.equal(reads + 1);
    }
    expect(revisionsOf(tail.readAfter("s", 2, stream.after(2)))).to.deep.equal([
      3, 4, 5, 6, 7, 8, 9,
    ]);
  });

  it("are those of the last read, and none after they were forgotten", () => {
    const stream = countedStream(4);
    const tail = new TailPages();
    tail.readAfter("s", 1, stream.after(1));
    stream.events.push(eventAt(4));
    expect(revisionsOf(tail.readAfter("s", 3, stream.after(3)))).to.deep.equal([4]);
    expect(revisionsOf(tail.readAfter("s", 1, stream.after(1)))).to.deep.equal([2, 3, 4]);
    expect(stream.reads).to.equal(3);
    tail.forget();
    tail.readAfter("s", 1, stream.after(1));
    expect(stream.reads).to.equal(4);
  });

  it("keep no long pages, no errors, and those of few streams", () => {
    const long = countedStream(3, "x".repeat(400_000));
    const tail = new TailPages();
    tail.readAfter("s", -1, long.after(-1));
    tail.readAfter("s", -1, long.after(-1));
    expect(long.reads).to.equal(2);
    const closed = left({ kind: "closed" as const });
    expect(tail.readAfter("e", -1, () => closed)).to.equal(closed);
    const stream = countedStream(2);
    expect(revisionsOf(tail.readAfter("e", -1, stream.after(-1)))).to.deep.equal([0, 1]);
    for (let at = 0; at < 16; at += 1) tail.readAfter(`s${at}`, -1, stream.after(-1));
    expect(stream.reads).to.equal(17);
    for (let at = 0; at < 16; at += 1) tail.readAfter(`s${at}`, -1, stream.after(-1));
    expect(stream.reads).to.equal(17);
    tail.readAfter("e", -1, stream.after(-1));
    expect(stream.reads).to.equal(18);
  });
});
