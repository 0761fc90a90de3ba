import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  type Ended,
  identifier,
  proposed,
  type ReadAnswer,
  type ReadOptions,
} from "../../raw-client.js";
import { inMemoryStore } from "@tallystick/event-store";
import { rightOf, type Served, serve } from "../../served-store.js";

const BACKWARDS = 1;

const events = (count: number) =>
  Array.from({ length: count }, (_, n) => proposed(JSON.stringify({ n })));

const revisionsOf = ({ answers }: Ended<ReadAnswer>) =>
  answers.flatMap(({ event }) =>
    event?.event === undefined ? [] : [Number(event.event.streamRevision)],
  );

const stream = (name: string, from: object) => ({
  stream: { streamIdentifier: identifier(name), ...from },
});

const sixEvents = async (): Promise<Served> => {
  const served = await serve();
  await served.raw.append("other", "any", events(2));
  await served.raw.append("s", "none", events(4));
  await served.raw.append("other", "any", events(2));
  await served.raw.append("s", 3, events(2));
  return served;
};

describe("Read of a stream", () => {
  const rows: ReadonlyArray<readonly [string, object, object, ReadonlyArray<number>]> = [
    ["everything", { start: {} }, { count: 100n }, [0, 1, 2, 3, 4, 5]],
    ["as many as there can be", { start: {} }, { count: 2n ** 64n - 1n }, [0, 1, 2, 3, 4, 5]],
    ["two from the third", { revision: 2n }, { count: 2n }, [2, 3]],
    ["from past the end", { revision: 6n }, { count: 9n }, []],
    ["backwards", { end: {} }, { count: 9n, readDirection: BACKWARDS }, [5, 4, 3, 2, 1, 0]],
    [
      "backwards from far past the end",
      { revision: 99n },
      { count: 2n, readDirection: BACKWARDS },
      [5, 4],
    ],
    ["backwards from the start", { start: {} }, { count: 9n, readDirection: BACKWARDS }, [0]],
    [
      "backwards from a revision",
      { revision: 3n },
      { count: 2n, readDirection: BACKWARDS },
      [3, 2],
    ],
  ];
  for (const [name, from, options, revisions] of rows) {
    it(`gives ${name}`, async () => {
      const { raw } = await sixEvents();
      const read = await raw.read({ ...stream("s", from), ...options });
      expect(read.failed).to.equal(undefined);
      expect(revisionsOf(read)).to.deep.equal(revisions);
    });
  }

  it("gives an event as it was sent, with its time and its place among all", async () => {
    const { raw } = await serve({ now: () => 1_700_000_000_123 });
    const id = randomUUID();
    const json = { ...proposed('{"a":"ü"}', id.toUpperCase()), customMetadata: Buffer.from("{}") };
    const binary = proposed(Buffer.from([0, 255, 254, 10]));
    binary.metadata.set("content-type", "text/plain");
    await raw.append("s ü", "none", [
      json,
      { ...binary, customMetadata: Buffer.from([255, 0, 10]) },
    ]);
    const { answers } = await raw.read({ ...stream("s ü", { start: {} }), count: 9n });
    const [one, two] = answers.map(({ event }) => event?.event);
    expect(one?.id?.string).to.equal(id);
    expect(Buffer.from(one?.data ?? []).toString()).to.equal('{"a":"ü"}');
    expect(Buffer.from(one?.customMetadata ?? []).toString()).to.equal("{}");
    expect(Object.fromEntries(one?.metadata ?? [])).to.deep.equal({
      type: "T",
      "content-type": "application/json",
      created: "17000000001230000",
    });
    expect(Buffer.from(one?.streamIdentifier?.streamName ?? []).toString()).to.equal("s ü");
    expect([...(two?.data ?? [])]).to.deep.equal([0, 255, 254, 10]);
    expect([...(two?.customMetadata ?? [])]).to.deep.equal([255, 0, 10]);
    expect(two?.metadata.get("content-type")).to.equal("application/octet-stream");
    expect(two).to.include({ streamRevision: 1n, commitPosition: 2n, preparePosition: 2n });
    expect(answers[1]?.event?.commitPosition).to.equal(2n);
  });

  it("says that a stream is not there, with a status of OK", async () => {
    const { raw } = await serve();
    const { answers, failed } = await raw.read({ ...stream("s", { start: {} }), count: 9n });
    expect(failed).to.equal(undefined);
    const name = answers[0]?.streamNotFound?.streamIdentifier?.streamName ?? [];
    expect(Buffer.from(name).toString()).to.equal("s");
    expect(answers).to.have.length(1);
  });

  it("gives ids as two halves when asked to", async () => {
    const { raw } = await serve();
    const id = "0123abcd-4567-89ef-fedc-ba9876543210";
    await raw.append("s", "none", [proposed("{}", id)]);
    const { answers } = await raw.read({
      ...stream("s", { start: {} }),
      count: 1n,
      uuidOption: { structured: {} },
    });
    expect(answers[0]?.event?.event?.id?.structured).to.deep.equal({
      mostSignificantBits: 0x0123abcd456789efn,
      leastSignificantBits: BigInt.asIntN(64, 0xfedcba9876543210n),
    });
  });

  const nonsense: ReadonlyArray<readonly [string, ReadOptions, status]> = [
    ["a count of 0", { ...stream("s", { start: {} }), count: 0n }, status.UNKNOWN],
    ["the end, forwards", { ...stream("s", { end: {} }), count: 1n }, status.UNKNOWN],
    ["no count", stream("s", { start: {} }), status.INVALID_ARGUMENT],
    ["no revision", { ...stream("s", {}), count: 1n }, status.INVALID_ARGUMENT],
    ["no name", { stream: { start: {} }, count: 1n }, status.INVALID_ARGUMENT],
    ["neither a stream nor all", { count: 1n }, status.INVALID_ARGUMENT],
    [
      "no form of ids",
      { ...stream("s", { start: {} }), count: 1n, uuidOption: {} },
      status.INVALID_ARGUMENT,
    ],
    [
      "no choice of filter",
      { ...stream("s", { start: {} }), count: 1n, noFilter: undefined },
      status.INVALID_ARGUMENT,
    ],
    [
      "a filter",
      {
        ...stream("s", { start: {} }),
        count: 1n,
        filter: { count: {}, eventType: { prefix: ["T"] } },
      },
      status.INVALID_ARGUMENT,
    ],
    [
      "a subscription backwards",
      { ...stream("s", { start: {} }), subscription: {}, readDirection: BACKWARDS },
      status.INVALID_ARGUMENT,
    ],
  ];
  for (const [name, options, code] of nonsense) {
    it(`refuses ${name}`, async () => {
      const { raw } = await sixEvents();
      expect((await raw.read(options)).failed?.code).to.equal(code);
    });
  }

  const hidden: ReadonlyArray<readonly [string, ReadonlyArray<number>]> = [
    ['{"$tb":3}', [3, 4, 5]],
    ['{"$maxCount":2}', [4, 5]],
    ['{"$maxAge":60}', [4, 5]],
    ['{"$tb":1,"$maxCount":100}', [1, 2, 3, 4, 5]],
    ['{"$tb":"x","$maxCount":-1}', [0, 1, 2, 3, 4, 5]],
    ["[]", [0, 1, 2, 3, 4, 5]],
  ];
  for (const [metadata, visible] of hidden) {
    it(`leaves out what the metadata ${metadata} hide`, async () => {
      let now = 1_700_000_000_000;
      const { raw } = await serve({ now: () => now });
      await raw.append("s", "none", events(4));
      now += 100_000;
      await raw.append("s", 3, events(2));
      const setting = proposed(metadata);
      setting.metadata.set("type", "$metadata");
      await raw.append("$$s", "any", [setting]);
      const forwards = await raw.read({ ...stream("s", { start: {} }), count: 9n });
      expect(revisionsOf(forwards)).to.deep.equal(visible);
      const backwards = await raw.read({
        ...stream("s", { end: {} }),
        count: 9n,
        readDirection: BACKWARDS,
      });
      expect(revisionsOf(backwards)).to.deep.equal(visible.toReversed());
      const all = await raw.read({ all: { start: {} }, count: 99n });
      expect(revisionsOf(all)).to.deep.equal([0, 1, 2, 3, 4, 5, 0]);
    });
  }

  it("tells the ends of the stream to those who ask for them", async () => {
    const { raw } = await sixEvents();
    const setting = proposed('{"$tb":5}');
    setting.metadata.set("type", "$metadata");
    await raw.append("$$s", "any", [setting]);
    const ends = async (place: object, count: bigint, readDirection = 0) => {
      const options = { count, readDirection, controlOption: { compatibility: 1 } };
      const { answers } = await raw.read({ ...stream("s", place), ...options });
      return answers.map(({ event, firstStreamPosition: first, lastStreamPosition: last }) =>
        event === undefined ? (first === undefined ? `last ${last}` : `first ${first}`) : "event",
      );
    };
    expect(await ends({ start: {} }, 9n)).to.deep.equal(["event", "last 5"]);
    expect(await ends({ start: {} }, 1n)).to.deep.equal(["event", "last 5"]);
    expect(await ends({ end: {} }, 9n, BACKWARDS)).to.deep.equal(["event", "last 5"]);
    expect(await ends({ revision: 6n }, 9n)).to.deep.equal(["last 5"]);
    expect(await ends({ revision: 7n }, 9n)).to.deep.equal(["first 6", "last 5"]);
  });
});

describe("Read of all streams", () => {
  it("gives everything in the order of writing, and backwards all that begins before a place", async () => {
    const { raw } = await sixEvents();
    const all = await raw.read({ all: { start: {} }, count: 99n });
    expect(revisionsOf(all)).to.deep.equal([0, 1, 0, 1, 2, 3, 2, 3, 4, 5]);
    const position = { commitPosition: 5n, preparePosition: 5n };
    const from = await raw.read({ all: { position }, count: 2n });
    expect(from.answers.map(({ event }) => event?.commitPosition)).to.deep.equal([5n, 6n]);
    const before = await raw.read({ all: { position }, count: 2n, readDirection: BACKWARDS });
    expect(before.answers.map(({ event }) => event?.commitPosition)).to.deep.equal([4n, 3n]);
    const end = await raw.read({ all: { end: {} }, count: 1n, readDirection: BACKWARDS });
    expect(end.answers.map(({ event }) => event?.commitPosition)).to.deep.equal([10n]);
    const start = await raw.read({ all: { start: {} }, count: 9n, readDirection: BACKWARDS });
    expect(start.answers).to.deep.equal([]);
    expect((await raw.read({ all: { start: {} }, count: 0n })).answers).to.deep.equal([]);
  });

  it("ends with a status when a filter's pattern takes too long for a name", async () => {
    const { raw } = await serve();
    await raw.append(`${"a".repeat(60)}!`, "none", [proposed()]);
    const filter = { count: {}, streamIdentifier: { regex: "^(a+)+$" } };
    const read = await raw.read({ all: { start: {} }, count: 3n, noFilter: undefined, filter });
    expect(read.answers).to.deep.equal([]);
    expect(read.failed?.code).to.equal(status.UNKNOWN);
  });

  it("counts only what a filter lets through", async () => {
    const { raw } = await sixEvents();
    const filter = { count: {}, streamIdentifier: { prefix: ["oth", "never"] } };
    const read = await raw.read({ all: { start: {} }, count: 3n, noFilter: undefined, filter });
    expect(revisionsOf(read)).to.deep.equal([0, 1, 2]);
  });

  it("is not offered on a store without a common order", async () => {
    const store = { ...inMemoryStore(), capabilities: {} };
    const { raw } = await serve({ store });
    const { failed } = await raw.read({ all: { start: {} }, count: 9n });
    expect(failed?.code).to.equal(status.UNIMPLEMENTED);
    const followed = await raw.read({ all: { start: {} }, subscription: {} });
    expect(followed.failed?.code).to.equal(status.UNIMPLEMENTED);
  });

  it("serves the events of an embedded ledger with their chain hash, and to no one for writing", async () => {
    const store = inMemoryStore();
    const event = { id: randomUUID(), type: "Opened", data: '{"by": "ü"}', metadata: '{"m":1}' };
    rightOf(await store.append("participant-1", "no-stream", [event]));
    const recorded = rightOf(await store.lastEvent("participant-1"));
    const { raw } = await serve({
      store,
      isWritable: () => false,
      createdAt: () => new Date(1_000),
    });
    const { answers } = await raw.read({ all: { start: {} }, count: 9n });
    const served = answers[0]?.event?.event;
    expect(served?.id?.string).to.equal(event.id);
    expect(Buffer.from(served?.data ?? []).toString()).to.equal(event.data);
    expect(JSON.parse(Buffer.from(served?.customMetadata ?? []).toString())).to.deep.equal({
      hash: recorded?.hash,
      metadata: event.metadata,
    });
    expect(Object.fromEntries(served?.metadata ?? [])).to.deep.equal({
      type: "Opened",
      "content-type": "application/octet-stream",
      created: "10000000",
    });
    const { failed } = await raw.append("participant-1", "any", [proposed()]);
    expect(failed?.trailers).to.include({ exception: "access-denied" });
  });
});

describe("Read of all streams from a position", () => {
  const at = (commitPosition: bigint, preparePosition = commitPosition) => ({
    all: { position: { commitPosition, preparePosition } },
  });
  const end = 2n ** 64n - 1n;
  // ten events, at the positions 1 to 10
  const rows: ReadonlyArray<readonly [string, ReadOptions, number | undefined]> = [
    ["forwards at an event", at(9n), 2],
    ["forwards before it in its commit", at(9n, 8n), 2],
    ["forwards past the end", at(99n), 0],
    ["forwards from the highest of all", at(end), 0],
    ["backwards at an event", { ...at(9n), readDirection: BACKWARDS }, 8],
    ["backwards before it in its commit", { ...at(9n, 8n), readDirection: BACKWARDS }, 7],
    ["backwards from the end", { ...at(11n), readDirection: BACKWARDS }, 10],
    ["backwards from the highest of all", { ...at(end), readDirection: BACKWARDS }, 10],
    ["backwards past the end", { ...at(12n), readDirection: BACKWARDS }, undefined],
    ["a prepare after its commit", at(3n, 4n), undefined],
    ["a number of 64 bits", at(2n ** 63n), undefined],
  ];
  for (const [name, options, count] of rows) {
    it(`${count === undefined ? "fails" : `gives ${count}`}: ${name}`, async () => {
      const { raw } = await sixEvents();
      const { answers, failed } = await raw.read({ ...options, count: 99n });
      if (count === undefined) expect(failed?.code).to.equal(status.UNKNOWN);
      else expect([answers.length, failed]).to.deep.equal([count, undefined]);
    });
  }

  it("follows after the event, or with it where the prepare is before it", async () => {
    const { raw } = await sixEvents();
    for (const [prepare, revision] of [
      [10n, 6n],
      [9n, 5n],
    ] as const) {
      const following = raw.follow({ ...at(10n, prepare), subscription: {} });
      if (prepare === 10n) {
        await following.answers(2);
        await raw.append("s", 5, events(1));
      }
      const answers = await following.answers(prepare === 10n ? 3 : 2);
      expect(answers.at(-1)?.event?.event?.streamRevision).to.equal(revision);
      following.cancel();
    }
  });
});
