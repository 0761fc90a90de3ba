import { expect } from "chai";
import * as E from "fp-ts/lib/Either.js";
import {
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
  for await (const page of store.readStream("s")) if (E.isRight(page)) events.push(...page.right);
  return events;
};

const storeOf = (events: ReadonlyArray<RecordedEvent>) => ({
  readStream: async function* () {
    for (const event of events) yield E.right([event]);
  },
});

describe("verifying a stream", () => {
  it("gives the head of an intact chain", async () => {
    const events = await recorded(5);
    expect(await verifyStream(storeOf(events), "s")).to.deep.equal(
      E.right({ revision: 4, hash: events[4]?.hash }),
    );
  });

  it("gives the genesis hash for a stream without events", async () => {
    expect(await verifyStream(storeOf([]), "s")).to.deep.equal(
      E.right({ revision: "no-stream", hash: GENESIS_HASH }),
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
      "an event of another stream",
      4,
      (events) => events.map((event, at) => (at === 4 ? { ...event, stream: "t" } : event)),
    ],
  ];
  for (const [name, revision, damage] of breaks) {
    it(`finds ${name} at its revision`, async () => {
      const result = await verifyStream(storeOf(damage(await recorded(6))), "s");
      expect(E.isLeft(result) && result.left).to.include({
        kind: "damaged",
        stream: "s",
        revision,
      });
    });
  }

  it("passes on the error that ended the reading", async () => {
    const store = inMemoryStore();
    await store.close();
    expect(await verifyStream(store, "s")).to.deep.equal(E.left({ kind: "closed" }));
  });
});
