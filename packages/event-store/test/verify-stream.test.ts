import { expect } from "chai";
import { isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import {
  chainHash,
  dataDigest,
  GENESIS_HASH,
  inMemoryStore,
  type RecordedEvent,
  verifyStream,
  appendToEnd,
} from "../src/index.js";

const recorded = async (count: number): Promise<ReadonlyArray<RecordedEvent>> => {
  const store = inMemoryStore();
  for (let index = 0; index < count; index += 1) {
    await appendToEnd(store, "s", [
      { id: `id-${index}`, type: "T", data: `{"n":${index}}`, metadata: "" },
    ]);
  }
  const events: RecordedEvent[] = [];
  for await (const page of store.readStream("s")) if (isRight(page)) events.push(...page.right);
  return events;
};

const storeOf = (events: ReadonlyArray<RecordedEvent>) => ({
  readStream: async function* () {
    for (const event of events) yield right([event]);
  },
});

describe("verifying a stream", () => {
  it("gives the head of an intact chain", async () => {
    const events = await recorded(5);
    expect(await verifyStream(storeOf(events), "s")).to.deep.equal(
      right({ revision: 4, hash: events[4]?.hash }),
    );
  });

  it("gives the genesis hash for a stream without events", async () => {
    expect(await verifyStream(storeOf([]), "s")).to.deep.equal(
      right({ revision: "no-stream", hash: GENESIS_HASH }),
    );
  });

  const breaks: ReadonlyArray<
    readonly [
      string,
      number,
      (events: ReadonlyArray<RecordedEvent>) => ReadonlyArray<RecordedEvent>,
    ]
  > = [
    [
      "changed data",
      2,
      (events) => events.map((event, at) => (at === 2 ? { ...event, data: "{}" } : event)),
    ],
    [
      "a changed hash",
      3,
      (events) => events.map((event, at) => (at === 3 ? { ...event, hash: GENESIS_HASH } : event)),
    ],
    ["a missing event", 1, (events) => events.filter((_, at) => at !== 1)],
    [
      "a changed id",
      1,
      (events) => events.map((event, at) => (at === 1 ? { ...event, id: "other" } : event)),
    ],
    [
      "a changed type",
      1,
      (events) => events.map((event, at) => (at === 1 ? { ...event, type: "U" } : event)),
    ],
    [
      "changed metadata",
      1,
      (events) => events.map((event, at) => (at === 1 ? { ...event, metadata: "{}" } : event)),
    ],
    ["an event twice", 3, (events) => [...events.slice(0, 3), ...events.slice(2)]],
    [
      "two events in each other's place",
      2,
      (events) =>
        events.map((event, at) => ({
          ...(events[at === 2 ? 3 : at === 3 ? 2 : at] ?? event),
          revision: at,
        })),
    ],
    [
      "an event that was made up, with the hash of its own content alone",
      5,
      (events) =>
        events.map((event, at) =>
          at === 5 ? { ...event, data: "{}", hash: chainHash(GENESIS_HASH, event) } : event,
        ),
    ],
    [
      "data that was erased under the digest of other data",
      2,
      (events) =>
        events.map((event, at) =>
          at === 2 ? { ...event, data: "{}", erased: dataDigest("other") } : event,
        ),
    ],
    [
      "an event of another stream",
      4,
      (events) => events.map((event, at) => (at === 4 ? { ...event, stream: "t" } : event)),
    ],
  ];
  for (const [name, revision, damage] of breaks) {
    it(`finds ${name} at its revision`, async () => {
      const result = await verifyStream(storeOf(damage(await recorded(6))), "s");
      expect(isLeft(result) && result.left).to.include({
        kind: "damaged",
        stream: "s",
        revision,
      });
    });
  }

  it("gives the head of a stream whose data was erased, whatever took its place", async () => {
    const events = (await recorded(4)).map((event) => ({
      ...event,
      data: "null",
      erased: dataDigest(event.data),
    }));
    expect(await verifyStream(storeOf(events), "s")).to.deep.equal(
      right({ revision: 3, hash: events[3]?.hash }),
    );
  });

  it("cannot tell a stream whose end was cut off from a shorter one, but gives another head", async () => {
    const events = await recorded(5);
    const heads = new Set<string>();
    for (let count = 0; count <= events.length; count++) {
      const verified = await verifyStream(storeOf(events.slice(0, count)), "s");
      if (isLeft(verified)) throw new Error(JSON.stringify(verified.left));
      expect(verified.right.revision).to.equal(count === 0 ? "no-stream" : count - 1);
      heads.add(verified.right.hash);
    }
    expect(heads.size).to.equal(events.length + 1);
  });

  it("passes on the error that ended the reading", async () => {
    const store = inMemoryStore();
    await store.close();
    expect(await verifyStream(store, "s")).to.deep.equal(left({ kind: "closed" }));
  });
});
