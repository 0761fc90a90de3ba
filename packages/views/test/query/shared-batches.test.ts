import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { viewsBroken } from "../../src/interface/views-unreadable.js";
import { expect } from "chai";
import { type BatchRead, SharedBatches } from "../../src/query/shared-batches.js";

interface Item {
  readonly offset: number;
}

/** Reads stretches of at most ten offsets, each item of a hundred bytes, and counts how often. */
const counting = () => {
  let reads = 0;
  const read: BatchRead<Item> = (after, upTo) => {
    reads += 1;
    const end = Math.min(upTo, after + 10);
    const items = Array.from({ length: end - after }, (_, index) => ({
      offset: after + 1 + index,
    }));
    const offsets = items.map(({ offset }) => offset);
    return right({ items, offsets, upTo: end, bytes: items.length * 100 });
  };
  return { read, reads: () => reads };
};

const offsetsOf = (batch: ReturnType<BatchRead<Item>>): ReadonlyArray<number> =>
  isLeft(batch) ? [] : batch.right.items.map(({ offset }) => offset);

describe("Streams that ask the same", () => {
  it("read each stretch once and get the same items", () => {
    const shared = new SharedBatches<Item>();
    const { read, reads } = counting();
    const streams = Array.from({ length: 100 }, () => shared.join("q", read));
    const batches = streams.map(({ batch }) => batch(0, 30));
    expect(reads()).to.equal(1);
    expect(new Set(batches.map((each) => isRight(each) && each.right.items)).size).to.equal(1);
    expect(offsetsOf(streams[7]?.batch(10, 30) ?? left(viewsBroken("")))).to.deep.equal([
      11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    expect(reads()).to.equal(2);
  });

  it("never get more than they asked for, nor what another question found", () => {
    const shared = new SharedBatches<Item>();
    const { read, reads } = counting();
    const [one, two] = [shared.join("q", read), shared.join("q", read)];
    const other = [shared.join("r", read), shared.join("r", read)] as const;
    expect(offsetsOf(one.batch(0, 5))).to.have.length(5);
    expect(offsetsOf(two.batch(0, 3))).to.have.length(3);
    expect(offsetsOf(two.batch(0, 9))).to.have.length(5);
    expect(reads()).to.equal(2);
    other[0].batch(0, 5);
    expect(reads()).to.equal(3);
  });

  it("are not remembered for while there is only one, nor after the last has left", () => {
    const shared = new SharedBatches<Item>();
    const { read, reads } = counting();
    const one = shared.join("q", read);
    one.batch(0, 10);
    const two = shared.join("q", read);
    two.batch(0, 10);
    expect(reads()).to.equal(2);
    one.batch(0, 10);
    expect(reads()).to.equal(2);
    one.leave();
    two.leave();
    const again = [shared.join("q", read), shared.join("q", read)] as const;
    again[0].batch(0, 10);
    expect(reads()).to.equal(3);
  });

  it("are remembered for within a bound, the latest stretches first", () => {
    const shared = new SharedBatches<Item>(3_000);
    const { read, reads } = counting();
    const [one, two] = [shared.join("q", read), shared.join("q", read)];
    for (let after = 0; after < 100; after += 10) one.batch(after, 100);
    expect(reads()).to.equal(10);
    two.batch(90, 100);
    expect(reads()).to.equal(10);
    two.batch(0, 100);
    expect(reads()).to.equal(11);
  });

  it("do not share an error, nor what was there before the views started again", () => {
    const shared = new SharedBatches<Item>();
    const { read, reads } = counting();
    let isBroken = true;
    const failing: BatchRead<Item> = (after, upTo) =>
      isBroken ? left(viewsBroken("")) : read(after, upTo);
    const [one, two] = [shared.join("q", failing), shared.join("q", failing)];
    expect(isLeft(one.batch(0, 10))).to.equal(true);
    isBroken = false;
    expect(isRight(two.batch(0, 10))).to.equal(true);
    shared.forget();
    one.batch(0, 10);
    expect(reads()).to.equal(2);
  });

  it("ask threads once for the same stretch, and not for what they remember", async () => {
    const shared = new SharedBatches<Item>();
    const { read } = counting();
    let asked = 0;
    const ask = async (after: number, upTo: number) => {
      asked += 1;
      await Promise.resolve();
      const batch = read(after, upTo);
      return isLeft(batch) ? undefined : batch.right;
    };
    const streams = Array.from({ length: 10 }, () => shared.join("q", read, ask));
    const found = await Promise.all(streams.map(async ({ there }) => there?.(0, 30)));
    expect(asked).to.equal(1);
    expect(new Set(found).size).to.equal(1);
    expect(await streams[3]?.there?.(0, 30)).to.equal(found[0]);
    expect(asked).to.equal(1);
    // what others asked for may go further than this one
    const asking = [30, 12].map(async (upTo, at) => streams[at]?.there?.(10, upTo));
    const [far, near] = await Promise.all(asking);
    expect([far?.upTo, near]).to.deep.equal([20, undefined]);
  });

  it("do not remember what a thread read before they were forgotten", async () => {
    const shared = new SharedBatches<Item>();
    const { read } = counting();
    let asked = 0;
    const ask = async (after: number, upTo: number) => {
      asked += 1;
      await Promise.resolve();
      const batch = read(after, upTo);
      return isLeft(batch) ? undefined : batch.right;
    };
    const [one, two] = [shared.join("q", read, ask), shared.join("q", read, ask)];
    const begun = one.there?.(0, 30);
    shared.forget();
    await begun;
    await two.there?.(0, 30);
    expect(asked).to.equal(2);
  });
});
