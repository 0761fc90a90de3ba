import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { type Either, isLeft, isRight, left, map } from "fp-ts/lib/Either.js";
import {
  copyStream,
  type EventStore,
  GENESIS_HASH,
  inMemoryStore,
  type RecordedEvent,
} from "../src/index.js";

const events = (count: number, bytes = 10) =>
  Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    type: "T",
    data: JSON.stringify({ n, filler: "x".repeat(bytes) }),
    metadata: n % 2 === 0 ? "" : '{"m":1}',
  }));

const rightOf = <A>(result: Either<unknown, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

const allOf = async (store: EventStore) => {
  const all = [];
  for await (const page of store.readStream("s"))
    all.push(...rightOf(page).map(({ position: _position, ...event }) => event));
  return all;
};

const storeOf = async (count: number, bytes?: number) => {
  const store = inMemoryStore();
  if (count > 0) rightOf(await store.append("s", "no-stream", events(count, bytes)));
  return store;
};

describe("A copy of a stream", () => {
  it("has the same events, ids, revisions and hashes, and says how far it is", async () => {
    const [from, to] = [await storeOf(1_234), inMemoryStore()];
    const seen: number[] = [];
    const copied = rightOf(
      await copyStream(from, to, "s", ({ stream, copied: done, total }) => {
        expect([stream, total]).to.deep.equal(["s", 1_234]);
        seen.push(done);
      }),
    );
    expect(await allOf(to)).to.deep.equal(await allOf(from));
    expect(seen).to.deep.equal([500, 1_000, 1_234]);
    const hash = rightOf(await from.lastEvent("s"))?.hash;
    expect(copied).to.deep.equal({ events: 1_234, hash, resumedAfter: 0 });
  });

  it("resumes where an earlier one ended, and is done when there is nothing more", async () => {
    const from = await storeOf(900);
    const to = inMemoryStore();
    let appends = 0;
    const failing: EventStore = {
      ...to,
      capabilities: {},
      append: async (...args) => {
        appends += 1;
        return appends === 2 ? left({ kind: "closed" }) : to.append(...args);
      },
    };
    const first = await copyStream(from, failing, "s");
    expect(first).to.deep.equal(left({ kind: "target", error: { kind: "closed" } }));
    expect(rightOf(await copyStream(from, to, "s"))).to.include({ events: 900, resumedAfter: 500 });
    expect(rightOf(await copyStream(from, to, "s"))).to.include({ events: 900, resumedAfter: 900 });
    rightOf(await from.append("s", 899, events(3)));
    expect(rightOf(await copyStream(from, to, "s"))).to.include({ events: 903, resumedAfter: 900 });
    expect(await allOf(to)).to.deep.equal(await allOf(from));
  });

  it("of nothing is nothing", async () => {
    expect(rightOf(await copyStream(inMemoryStore(), inMemoryStore(), "s"))).to.deep.equal({
      events: 0,
      hash: GENESIS_HASH,
      resumedAfter: 0,
    });
  });

  it("goes in parts that the target takes", async () => {
    const from = await storeOf(40, 30_000);
    const to = inMemoryStore({ maxAppendBytes: 70_000 });
    rightOf(await copyStream(from, to, "s"));
    expect(await allOf(to)).to.deep.equal(await allOf(from));
    const tiny = inMemoryStore({ maxAppendBytes: 1_000 });
    const refused = await copyStream(from, tiny, "s");
    expect(isLeft(refused) && refused.left).to.have.nested.property("error.kind", "too-large");
  });

  it("does not touch another stream of the same name", async () => {
    const from = await storeOf(10);
    for (const to of [await storeOf(3), await storeOf(20)]) {
      const before = await allOf(to);
      const refused = await copyStream(from, to, "s");
      expect(isLeft(refused) && refused.left).to.include({ kind: "different", stream: "s" });
      expect(await allOf(to)).to.deep.equal(before);
    }
  });

  it("ends at the first event whose data was erased", async () => {
    const from = await storeOf(10);
    rightOf(await from.capabilities.erasing.erase("s", [{ revision: 6, data: "{}" }]));
    const to: EventStore = { ...inMemoryStore(), capabilities: {} };
    expect(await copyStream(from, to, "s")).to.deep.equal(
      left({ kind: "erased", stream: "s", revision: 6 }),
    );
  });

  it("gives events whose data was erased to a target that adopts them", async () => {
    const from = await storeOf(10);
    rightOf(await from.capabilities.erasing.erase("s", [{ revision: 6, data: "{}" }]));
    const to = inMemoryStore();
    expect(rightOf(await copyStream(from, to, "s")).events).to.equal(10);
    expect(await allOf(to)).to.deep.equal(await allOf(from));
    expect((await allOf(to))[6]?.erased).to.match(/^[0-9a-f]{64}$/);
  });

  it("ends at the first event that breaks the source's chain", async () => {
    const honest = await storeOf(10);
    const from: EventStore = {
      ...honest,
      async *readStream(stream, read) {
        for await (const page of honest.readStream(stream, read)) {
          yield map((some: ReadonlyArray<RecordedEvent>) =>
            some.map((event) => (event.revision === 6 ? { ...event, data: "{}" } : event)),
          )(page);
        }
      },
    };
    const to = inMemoryStore();
    expect(await copyStream(from, to, "s")).to.deep.equal(
      left({ kind: "broken", stream: "s", revision: 6 }),
    );
    expect(await allOf(to)).to.have.length(0);
  });

  it("says which side failed", async () => {
    const from = await storeOf(2);
    const closed = inMemoryStore();
    await closed.close();
    expect(await copyStream(closed, from, "s")).to.deep.equal(
      left({ kind: "source", error: { kind: "closed" } }),
    );
    expect(await copyStream(from, closed, "s")).to.deep.equal(
      left({ kind: "target", error: { kind: "closed" } }),
    );
  });

  for (const [count, appends] of [
    [499, [499]],
    [500, [500]],
    [501, [500, 501]],
    [1_000, [500, 1_000]],
  ] as const) {
    it(`goes in appends of 500 events: ${count}`, async () => {
      const [from, to] = [await storeOf(count), inMemoryStore()];
      const seen: number[] = [];
      rightOf(await copyStream(from, to, "s", ({ copied }) => seen.push(copied)));
      expect(seen).to.deep.equal(appends);
    });
  }

  it("goes in appends of 512 KiB, and one event more than that by itself", async () => {
    const from = inMemoryStore();
    const sized = (bytes: number) => ({
      id: randomUUID(),
      type: "T",
      data: "x".repeat(bytes),
      metadata: "",
    });
    const half = 256 * 1024 - 37;
    // two that fill an append to the byte, two of which the second is a byte too long, a large one
    const all = [half, half, half, half + 1, 2_000_000, 1].map(sized);
    rightOf(await from.append("s", "no-stream", all));
    const seen: number[] = [];
    const to = inMemoryStore();
    rightOf(await copyStream(from, to, "s", ({ copied }) => seen.push(copied)));
    expect(seen).to.deep.equal([2, 3, 4, 5, 6]);
    expect(await allOf(to)).to.deep.equal(await allOf(from));
  });

  it("is complete after it was broken off anywhere and begun again", async () => {
    const from = await storeOf(60, 20_000);
    for (const failAt of [1, 2, 3]) {
      const to = inMemoryStore();
      let appends = 0;
      const failing: EventStore = {
        ...to,
        capabilities: {},
        append: async (...args) => {
          appends += 1;
          // the append takes effect, but its answer is lost
          const done = await to.append(...args);
          return appends === failAt
            ? left({ kind: "unavailable", outcome: "unknown", reason: "lost" })
            : done;
        },
      };
      const first = await copyStream(from, failing, "s");
      const again = rightOf(await copyStream(from, to, "s"));
      expect(isLeft(first)).to.equal(appends >= failAt);
      expect(again.events).to.equal(60);
      expect(await allOf(to)).to.deep.equal(await allOf(from));
    }
  });

  it("finds a target that changed under its hands", async () => {
    const from = await storeOf(3);
    const to = inMemoryStore();
    const meddled: EventStore = {
      ...to,
      capabilities: {},
      append: async (stream, expected, appended) => {
        const done = await to.append(stream, expected, appended);
        if (isRight(done)) await to.append(stream, done.right.revision, events(1));
        return done;
      },
    };
    expect(await copyStream(from, meddled, "s")).to.deep.equal(
      left({ kind: "different", stream: "s", revision: 3 }),
    );
  });

  it("finds a target that chains in another way", async () => {
    const from = await storeOf(2);
    const to = inMemoryStore();
    const other: EventStore = {
      ...to,
      capabilities: {},
      append: async (...args) =>
        map((done: { revision: number; position: number; hash: string }) => ({
          ...done,
          hash: GENESIS_HASH,
        }))(await to.append(...args)),
    };
    expect(await copyStream(from, other, "s")).to.deep.equal(
      left({ kind: "different", stream: "s", revision: 1 }),
    );
  });
});
