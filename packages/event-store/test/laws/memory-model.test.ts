// Histories of a few streams, made at random, on the store and on a model that is nothing but
// arrays: both must say the same of every append and every read.
import { expect } from "chai";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import fc from "fast-check";
import {
  chainHash,
  type EventStore,
  type ExpectedRevision,
  GENESIS_HASH,
  inMemoryStore,
  type NewEvent,
  type ReadStream,
  type RecordedEvent,
  verifyStream,
} from "../../src/index.js";

/** What is to be done; ids come from a few, so that repeats happen. */
type Step =
  | {
      readonly kind: "append";
      readonly stream: string;
      readonly expected: ExpectedRevision;
      readonly ids: ReadonlyArray<number>;
    }
  | { readonly kind: "read"; readonly stream: string; readonly read: ReadStream };

const streamNames = ["a", "b"] as const;

const stream = fc.constantFrom(...streamNames);

const append: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("append" as const),
  stream,
  expected: fc.oneof(fc.constant("no-stream" as const), fc.integer({ min: -2, max: 9 })),
  ids: fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 3 }),
});

const read: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("read" as const),
  stream,
  read: fc.record(
    {
      direction: fc.constantFrom("forwards" as const, "backwards" as const),
      from: fc.nat(12),
      maxCount: fc.nat(5),
    },
    { requiredKeys: [] },
  ),
});

const history = fc.array(fc.oneof({ weight: 3, arbitrary: append }, read), { maxLength: 40 });

const eventOf = (id: number): NewEvent => ({
  id: `id-${id}`,
  type: id % 2 === 0 ? "Even" : "Odd",
  data: JSON.stringify({ id }),
  metadata: id % 3 === 0 ? "" : `m${id}`,
});

/** The model: the events of each stream, and all of them in the order of writing. */
class Model {
  readonly #streams = new Map<string, Array<RecordedEvent>>();
  readonly all: Array<RecordedEvent> = [];

  of(name: string): ReadonlyArray<RecordedEvent> {
    return this.#streams.get(name) ?? [];
  }

  /** The revision of the last event of an append, or undefined for a wrong expectation. */
  append(name: string, expected: ExpectedRevision, events: ReadonlyArray<NewEvent>) {
    const there = this.of(name);
    const base = expected === "no-stream" ? 0 : expected + 1;
    if (expected !== "no-stream" && expected < 0) return undefined;
    if (base === there.length) {
      this.#write(name, events);
      return this.of(name).at(-1);
    }
    const place = there.slice(base, base + events.length);
    const isRepeat =
      place.length === events.length && place.every(({ id }, at) => id === events[at]?.id);
    return isRepeat ? place.at(-1) : undefined;
  }

  #write(name: string, events: ReadonlyArray<NewEvent>): void {
    const written = [...this.of(name)];
    for (const event of events) {
      const place = { ...event, stream: name, revision: written.length };
      const hash = chainHash(written.at(-1)?.hash ?? GENESIS_HASH, place);
      const recorded = { ...place, position: this.all.length + 1, hash };
      written.push(recorded);
      this.all.push(recorded);
    }
    this.#streams.set(name, written);
  }

  read(name: string, { direction, from, maxCount }: ReadStream): ReadonlyArray<RecordedEvent> {
    const there = this.of(name);
    const inOrder =
      direction === "backwards"
        ? there.slice(0, (from ?? there.length) + 1).toReversed()
        : there.slice(from ?? 0);
    return inOrder.slice(0, maxCount ?? inOrder.length);
  }
}

const readAllOf = async (
  pages: ReturnType<EventStore["readStream"]>,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: Array<RecordedEvent> = [];
  for await (const page of pages) {
    if (isLeft(page)) throw new Error(JSON.stringify(page.left));
    expect(page.right.length).to.be.greaterThan(0);
    events.push(...page.right);
  }
  return events;
};

const doBoth = async (store: EventStore, model: Model, step: Step): Promise<void> => {
  if (step.kind === "read") {
    const events = await readAllOf(store.readStream(step.stream, step.read));
    expect(events).to.deep.equal(model.read(step.stream, step.read));
    return;
  }
  const events = step.ids.map(eventOf);
  const head = model.of(step.stream).at(-1);
  const last = model.append(step.stream, step.expected, events);
  const appended = await store.append(step.stream, step.expected, events);
  if (last === undefined) {
    expect(appended).to.deep.equal(
      left({
        kind: "wrong-expected-revision",
        stream: step.stream,
        expected: step.expected,
        actual: head?.revision ?? "no-stream",
      }),
    );
    return;
  }
  const { revision, position, hash } = last;
  expect(appended).to.deep.equal(right({ revision, position, hash }));
};

/** Everything a subscription delivers up to its first mark. */
const subscribed = async (
  store: EventStore,
  name: string,
  after: number,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: Array<RecordedEvent> = [];
  const subscription = store.subscribe(name, after);
  for await (const item of subscription) {
    if (isLeft(item)) throw new Error(JSON.stringify(item.left));
    if (item.right.kind === "caught-up") break;
    events.push(...item.right.events);
  }
  return events;
};

/** A store and a model after the same history. */
const afterHistory = async (steps: ReadonlyArray<Step>) => {
  const store = inMemoryStore();
  const model = new Model();
  for (const step of steps) await doBoth(store, model, step);
  return { store, model };
};

describe("A store after any history", () => {
  it("has said of every append and every read what the model says", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { store, model } = await afterHistory(steps);
        for (const name of streamNames) {
          const last = right(model.of(name).at(-1));
          expect(await store.lastEvent(name)).to.deep.equal(last);
        }
        await store.close();
      }),
      { numRuns: 60 },
    );
  });

  it("has chains that hold, up to the head that its last events name", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { store, model } = await afterHistory(steps);
        for (const name of streamNames) {
          const head = model.of(name).at(-1);
          const { revision, hash } = head ?? { revision: "no-stream", hash: GENESIS_HASH };
          expect(await verifyStream(store, name)).to.deep.equal(right({ revision, hash }));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("delivers to a subscription what a read from there gives", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: -1, max: 9 }), async (steps, after) => {
        const { store, model } = await afterHistory(steps);
        for (const name of streamNames) {
          expect(await subscribed(store, name, after)).to.deep.equal(
            model.of(name).slice(after + 1),
          );
        }
      }),
      { numRuns: 40 },
    );
  });

  it("reads all streams in the order of writing, from any place, both ways", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat(30), async (steps, from) => {
        const { store, model } = await afterHistory(steps);
        expect(await readAllOf(store.capabilities.allStreams.readAll())).to.deep.equal(model.all);
        const after = model.all.filter(({ position }) => position >= from);
        expect(await readAllOf(store.capabilities.allStreams.readAll({ from }))).to.deep.equal(
          after,
        );
        const before = model.all.filter(({ position }) => position <= from).toReversed();
        const down = store.capabilities.allStreams.readAll({ direction: "backwards", from });
        expect(await readAllOf(down)).to.deep.equal(before);
      }),
      { numRuns: 40 },
    );
  });

  it("answers a repeat of its whole history as before, and writes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const { store, model } = await afterHistory(steps);
        const length = model.all.length;
        for (const name of streamNames) {
          const events = model.of(name);
          if (events.length === 0) continue;
          const sent = events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
          if (new Set(sent.map(({ id }) => id)).size < sent.length) continue;
          const again = await store.append(name, "no-stream", sent);
          expect(again).to.have.nested.property("right.revision", events.length - 1);
        }
        expect(await readAllOf(store.capabilities.allStreams.readAll())).to.have.length(length);
      }),
      { numRuns: 40 },
    );
  });
});
