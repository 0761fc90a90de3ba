import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left, map, right } from "fp-ts/lib/Either.js";
import { createEventWriter } from "./event-writer.js";
import { rightOf } from "../../served-store.js";

const message = (id: string = randomUUID()) => ({
  id,
  type: "T",
  isJson: true,
  data: Buffer.from("{}"),
  metadata: new Uint8Array(),
});

const messages = (count: number) => Array.from({ length: count }, () => message());

/** A writer whose store notes how many events each of its appends has. */
const counted = (store = inMemoryStore(), instead: Partial<EventStore> = {}) => {
  const sizes: number[] = [];
  const counting: EventStore = {
    ...store,
    ...instead,
    append: (stream, expected, events) => {
      sizes.push(events.length);
      return (instead.append ?? store.append)(stream, expected, events);
    },
  };
  return { store, sizes, writer: createEventWriter(counting, () => 1_700_000_000_000) };
};

const written = (revision: number, position = revision + 1) => ({
  kind: "written",
  revision,
  position,
});

describe("Appends that wait together", () => {
  it("are one write of the store, and each is answered with its own place", async () => {
    const { store, sizes, writer } = counted();
    await writer.append("other", "any", messages(2));
    const sent = messages(12);
    const outcomes = await Promise.all([
      writer.append("s", "no-stream", sent.slice(0, 3)),
      writer.append("s", "any", sent.slice(3, 4)),
      writer.append("s", 3, sent.slice(4, 10)),
      writer.append("s", "stream-exists", sent.slice(10)),
    ]);
    expect(outcomes).to.deep.equal([2, 3, 9, 11].map((at) => written(at, at + 3)));
    expect(sizes).to.deep.equal([2, 12]);
    const stored: string[] = [];
    for await (const page of store.readStream("s"))
      stored.push(...rightOf(page).map(({ id }) => id));
    expect(stored).to.deep.equal(sent.map(({ id }) => id));
  });

  it("are answered as one after the other: wrong versions, repeats and deletions between them", async () => {
    const { sizes, writer } = counted();
    const again = message();
    const outcomes = await Promise.all([
      writer.append("s", "any", [again]),
      writer.append("s", 0, messages(1)),
      writer.append("s", 0, messages(1)),
      writer.append("s", "any", [again]),
      writer.append("s", 1, messages(1)),
      writer.append("s", "any", []),
      writer.append("other", "any", messages(1)),
      writer.append("s", 2, messages(1)),
      writer.tombstone("s", "any"),
      writer.append("s", "any", messages(1)),
    ]);
    expect(outcomes).to.deep.equal([
      written(0),
      written(1),
      { kind: "wrong-version", current: 1 },
      written(0),
      written(2),
      written(2),
      written(0, 4),
      written(3, 5),
      written(4, 6),
      { kind: "deleted" },
    ]);
    expect(sizes).to.deep.equal([2, 1, 1, 1, 1]);
  });

  it("are each answered for themselves when the store does not take them together", async () => {
    const twice = message();
    const large = { ...message(), data: Buffer.alloc(20_000, "x") };
    const { sizes, writer } = counted(inMemoryStore({ maxAppendBytes: 10_000 }));
    const sent = [messages(1), [large], messages(1), [twice, twice], messages(1), messages(1)];
    const outcomes = await Promise.all(sent.map((each) => writer.append("s", "any", each)));
    const kinds = ["written", "invalid", "written", "invalid", "written", "written"];
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(kinds);
    expect(sizes).to.deep.equal([3, 1, 2, 1, 1, 2, 2]);
  });

  it("are not written again when no one knows whether they were", async () => {
    const memory = inMemoryStore();
    const { sizes, writer } = counted(memory, {
      append: async (...append) => {
        await memory.append(...append);
        return left({ kind: "unavailable", outcome: "unknown", reason: "r" });
      },
    });
    const outcomes = await Promise.all(messages(3).map((one) => writer.append("s", "any", [one])));
    expect(outcomes).to.deep.equal(outcomes.map(() => ({ kind: "timeout", reason: "r" })));
    expect(sizes).to.deep.equal([3]);
    expect(rightOf(await memory.lastEvent("s"))?.revision).to.equal(2);
  });

  it("have the store's own positions where there are gaps between them", async () => {
    const memory = inMemoryStore();
    const gaps = (position: number) => position * 10;
    const { writer } = counted(memory, {
      append: async (...append) =>
        map(({ position, ...last }: { position: number; revision: number; hash: string }) => ({
          ...last,
          position: gaps(position),
        }))(await memory.append(...append)),
      async *readStream(...read) {
        for await (const page of memory.readStream(...read)) {
          const events = rightOf(page);
          yield right(events.map((event) => ({ ...event, position: gaps(event.position) })));
        }
      },
    });
    const outcomes = await Promise.all(messages(3).map((one) => writer.append("s", "any", [one])));
    expect(outcomes).to.deep.equal([written(0, 10), written(1, 20), written(2, 30)]);
  });

  it("are several writes when they are too many or too large for one", async () => {
    const many = counted();
    await Promise.all(messages(300).map((one) => many.writer.append("s", "any", [one])));
    expect(many.sizes).to.deep.equal([256, 44]);
    const large = counted();
    const data = Buffer.alloc(200 * 1024, "x");
    await Promise.all(
      messages(5).map((one) => large.writer.append("s", "any", [{ ...one, data }])),
    );
    expect(large.sizes).to.deep.equal([2, 2, 1]);
  });
});
