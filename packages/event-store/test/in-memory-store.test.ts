import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft, isRight, left } from "fp-ts/lib/Either.js";
import {
  chainHash,
  dataDigest,
  eventStoreContract,
  GENESIS_HASH,
  inMemoryStore,
  type ReadStream,
  type RecordedEvent,
} from "../src/index.js";

describe("the in-memory store keeps the contract:", () => {
  for (const { name, run } of eventStoreContract([
    "readNow",
    "readNowAt",
    "erasing",
    "adopt",
    "allStreams",
    "mark",
  ]))
    it(name, () => run(async (options) => inMemoryStore(options)));
});

const rightOf = <A>(result: Either<unknown, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

const all = async (
  pages: AsyncIterable<Either<unknown, ReadonlyArray<RecordedEvent>>>,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: Array<RecordedEvent> = [];
  for await (const page of pages) events.push(...rightOf(page));
  return events;
};

const newEvents = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `id-${first + at}`,
    type: "T",
    data: JSON.stringify({ n: first + at }),
    metadata: "",
  }));

/** The events of a read, as a list of all would give them. */
const modelRead = (
  held: ReadonlyArray<RecordedEvent>,
  { direction = "forwards", from, maxCount = held.length }: ReadStream,
): ReadonlyArray<RecordedEvent> =>
  (direction === "forwards"
    ? held.filter(({ revision }) => revision >= (from ?? 0))
    : held.filter(({ revision }) => revision <= (from ?? held.length)).toReversed()
  ).slice(0, maxCount);

const reads: fc.Arbitrary<ReadStream> = fc.record(
  {
    direction: fc.constantFrom("forwards" as const, "backwards" as const),
    from: fc.integer({ min: -3, max: 12 }),
    maxCount: fc.nat(12),
  },
  { requiredKeys: [] },
);

type Operation =
  | {
      readonly kind: "append";
      readonly stream: string;
      readonly count: number;
      readonly late: number;
    }
  | { readonly kind: "read"; readonly stream: string; readonly read: ReadStream }
  | { readonly kind: "erase"; readonly stream: string; readonly revision: number };

const streams = fc.constantFrom("a", "b");
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant("append" as const),
    stream: streams,
    count: fc.integer({ min: 1, max: 4 }),
    // how many events the writer has missed
    late: fc.constantFrom(0, 0, 0, 1, 2),
  }),
  fc.record({ kind: fc.constant("read" as const), stream: streams, read: reads }),
  fc.record({ kind: fc.constant("erase" as const), stream: streams, revision: fc.nat(8) }),
);

describe("the in-memory store", () => {
  it("does what a list for each stream would do, whatever happens to it", () =>
    fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
        const store = inMemoryStore();
        const model = new Map<string, Array<RecordedEvent>>();
        const heldIn = (stream: string) => model.get(stream) ?? [];
        let next = 0;
        for (const each of operations) {
          const held = heldIn(each.stream);
          if (each.kind === "read") {
            const found = await all(store.readStream(each.stream, each.read));
            expect(found).to.deep.equal(modelRead(held, each.read));
            const { from = 0, maxCount = 5 } = each.read;
            expect(rightOf(store.capabilities.readNow(each.stream, from, maxCount))).to.deep.equal(
              modelRead(held, { from, maxCount }),
            );
          } else if (each.kind === "erase") {
            const event = held[each.revision];
            const erased = await store.capabilities.erasing.erase(each.stream, [
              { revision: each.revision, data: "{}" },
            ]);
            expect(isRight(erased)).to.equal(event !== undefined);
            if (event !== undefined && event.erased === undefined)
              held[each.revision] = { ...event, data: "{}", erased: dataDigest(event.data) };
          } else {
            const head = held.length - 1 - each.late;
            const events = newEvents(next, each.count);
            next += each.count;
            const expected = head < 0 ? ("no-stream" as const) : head;
            const appended = await store.append(each.stream, expected, events);
            const isAtEnd = Math.max(head, -1) === held.length - 1;
            expect(isRight(appended)).to.equal(isAtEnd);
            if (isLeft(appended)) continue;
            const recorded = await all(store.readStream(each.stream, { from: held.length }));
            expect(recorded.map(({ id }) => id)).to.deep.equal(events.map(({ id }) => id));
            model.set(each.stream, [...held, ...recorded]);
          }
        }
        for (const stream of ["a", "b"]) {
          const held = heldIn(stream);
          expect(rightOf(await store.lastEvent(stream))).to.deep.equal(held.at(-1));
          let hash = GENESIS_HASH;
          for (const event of held) expect((hash = chainHash(hash, event))).to.equal(event.hash);
        }
        const everything = await all(store.capabilities.allStreams.readAll());
        expect(everything).to.deep.equal(
          [...heldIn("a"), ...heldIn("b")].toSorted((a, b) => a.position - b.position),
        );
      }),
      { numRuns: 60 },
    ));

  for (const count of [999, 1_000, 1_001, 2_000, 2_001]) {
    it(`gives ${count} events in pages of a thousand`, async () => {
      const store = inMemoryStore();
      rightOf(await store.append("s", "no-stream", newEvents(0, count)));
      for (const direction of ["forwards", "backwards"] as const) {
        const sizes: Array<number> = [];
        for await (const page of store.readStream("s", { direction }))
          sizes.push(rightOf(page).length);
        const whole = Array<number>(Math.floor(count / 1_000)).fill(1_000);
        const rest = count % 1_000;
        expect(sizes).to.deep.equal(rest === 0 ? whole : [...whole, rest]);
      }
    });
  }

  it("erases an event once: what took its place stays, and so does the digest", async () => {
    const store = inMemoryStore();
    rightOf(await store.append("s", "no-stream", newEvents(0, 3)));
    rightOf(await store.capabilities.erasing.erase("s", [{ revision: 1, data: '"first"' }]));
    rightOf(await store.capabilities.erasing.erase("s", [{ revision: 1, data: '"second"' }]));
    const [, event] = await all(store.readStream("s"));
    expect(event).to.deep.include({ data: '"first"', erased: dataDigest('{"n":1}') });
    expect((await all(store.capabilities.allStreams.readAll()))[1]).to.deep.equal(event);
  });

  it("erases all or none of what it is given", async () => {
    const store = inMemoryStore();
    rightOf(await store.append("s", "no-stream", newEvents(0, 2)));
    const erased = await store.capabilities.erasing.erase("s", [
      { revision: 0, data: "{}" },
      { revision: 2, data: "{}" },
    ]);
    expect(erased).to.deep.equal(left({ kind: "invalid", reason: "s has no event 2" }));
    expect((await all(store.readStream("s")))[0]?.erased).to.equal(undefined);
  });

  it("is closed for everything, and what it holds is gone with it", async () => {
    const store = inMemoryStore();
    await store.close();
    const closed = left({ kind: "closed" });
    expect(await store.append("s", "no-stream", newEvents(0, 1))).to.deep.equal(closed);
    expect(await store.capabilities.erasing.erase("s", [])).to.deep.equal(closed);
    expect(await store.capabilities.erasing.shrink()).to.deep.equal(closed);
    expect(store.capabilities.readNow("s", 0, 1)).to.deep.equal(closed);
    expect(await store.lastEvent("s")).to.deep.equal(closed);
    const pages: Array<unknown> = [];
    for await (const page of store.capabilities.allStreams.readAll()) pages.push(page);
    expect(pages).to.deep.equal([closed]);
  });
});
