// What a genuine server does in situations that clients meet, as read in its source. With
// ESDB_CONNECTION_STRING of a server in clear text the same cases run on that server. Elsewhere:
// 11 and 12 in restarted.test.ts next to this file; 34 in server/event-server.test.ts and
// server/access.test.ts; those of the adapter in client/: 36, 38 and 40 in chained-append.test.ts,
// 37 in the contract tests (the port has no "any"), 39 in stream-feed.test.ts.
import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { streamsMethods } from "../../src/protocol/service-methods.js";
import {
  type AppendAnswer,
  type Ended,
  expecting,
  identifier,
  type Proposed,
  proposed,
  RawClient,
  type ReadAnswer,
} from "../raw-client.js";
import { atEnd, serve } from "../served-store.js";

type Expected = Parameters<typeof expecting>[0];

const genuine = /^esdb:\/\/([^/?]+)/.exec(process.env["ESDB_CONNECTION_STRING"] ?? "")?.[1];

/** A client of the server under test. */
const connect = async (): Promise<RawClient> => {
  if (genuine === undefined) return (await serve()).raw;
  const client = new RawClient(genuine);
  atEnd(() => client.close());
  return client;
};

const BACKWARDS = 1;

const events = (count: number, bytes = 2): ReadonlyArray<Proposed> =>
  Array.from({ length: count }, () => proposed(`"${"x".repeat(bytes)}"`));

/** A client and a stream that no one else uses, with so many events. */
const streamOf = async (count: number) => {
  const raw = await connect();
  const stream = `case-${randomUUID()}`;
  const before = events(count);
  if (count > 0) await raw.append(stream, "none", before);
  const append = (expected: Expected, sent: ReadonlyArray<Proposed>) =>
    raw.append(stream, expected, sent);
  const remove = (how: "delete" | "tombstone", expected: Expected) =>
    raw.unary(streamsMethods[how], {
      options: { streamIdentifier: identifier(stream), ...expecting(expected) },
    });
  const read = (from: object, options: object = {}) =>
    raw.read({ stream: { streamIdentifier: identifier(stream), ...from }, count: 99n, ...options });
  const follow = (from: object) =>
    raw.follow({ stream: { streamIdentifier: identifier(stream), ...from }, subscription: {} });
  return { raw, stream, before, append, remove, read, follow };
};

const outcomeOf = ({ answers, failed }: Ended<AppendAnswer>): string => {
  if (failed !== undefined) return failed.trailers["exception"] ?? status[failed.code] ?? "?";
  const [answer] = answers;
  if (answer?.success !== undefined) return `revision ${answer.success.currentRevision ?? "none"}`;
  const wrong = answer?.wrongExpectedVersion;
  return `wrong, ${wrong?.currentRevision ?? "none"}`;
};

const positionOf = ({ answers }: Ended<AppendAnswer>) => answers[0]?.success?.position;

const revisionsOf = ({ answers }: Ended<ReadAnswer>): ReadonlyArray<number> =>
  answers.flatMap(({ event }) =>
    event?.event === undefined ? [] : [Number(event.event.streamRevision)],
  );

const wordOf = (answer: ReadAnswer): string => {
  if (answer.confirmation !== undefined) return "confirmed";
  if (answer.caughtUp !== undefined) return "caught up";
  return String(answer.event?.event?.streamRevision);
};

const setting = (data: string): Proposed => ({
  ...proposed(data),
  metadata: new Map([
    ["type", "$metadata"],
    ["content-type", "application/json"],
  ]),
});

describe("As on a genuine server:", () => {
  it("1: no stream on a new one appends, at the place of the last event among all", async () => {
    const { append, read } = await streamOf(0);
    const appended = await append("none", events(3));
    expect(outcomeOf(appended)).to.equal("revision 2");
    const last = (await read({ end: {} }, { readDirection: BACKWARDS, count: 1n })).answers[0];
    expect(positionOf(appended)?.commitPosition).to.equal(last?.event?.event?.commitPosition);
  });

  it("2, 3: a repeat is answered as the first time, also after other events", async () => {
    const { append, read } = await streamOf(0);
    const sent = events(3);
    const first = await append("none", sent);
    const again = await append("none", sent);
    expect(outcomeOf(again)).to.equal("revision 2");
    expect(positionOf(again)).to.deep.equal(positionOf(first));
    await append(2, events(4));
    expect(outcomeOf(await append("none", sent))).to.equal("revision 2");
    expect(revisionsOf(await read({ start: {} }))).to.have.length(7);
  });

  it("4, 5: a part of an earlier append is a repeat, and more than it is wrong", async () => {
    const { append } = await streamOf(0);
    const sent = events(3);
    await append("none", sent);
    await append(2, events(4));
    expect(outcomeOf(await append("none", sent.slice(0, 2)))).to.equal("revision 1");
    expect(outcomeOf(await append("none", [...sent, ...events(1)]))).to.equal("wrong, 6");
  });

  it("6, 7: the last revision takes any id, the one after it none", async () => {
    const { append, before } = await streamOf(3);
    expect(outcomeOf(await append(2, before.slice(0, 1)))).to.equal("revision 3");
    expect(outcomeOf(await append(4, events(1)))).to.equal("wrong, 3");
  });

  it("8, 9: known ids are a repeat, after a new one they are written again", async () => {
    const { append } = await streamOf(0);
    const sent = events(2);
    const first = await append("any", sent);
    expect(positionOf(await append("any", sent))).to.deep.equal(positionOf(first));
    expect(outcomeOf(await append("any", [...events(1), ...sent]))).to.equal("revision 4");
  });

  it("10: two known ids in the other order are a repeat that ends with the last one sent", async () => {
    const { append } = await streamOf(0);
    const sent = events(2);
    await append("any", sent);
    expect(outcomeOf(await append("any", sent.toReversed()))).to.equal("revision 0");
  });

  it("13: a stream that must exist and does not is wrong", async () => {
    const { append } = await streamOf(0);
    expect(outcomeOf(await append("exists", events(1)))).to.equal("wrong, none");
  });

  it("14, 15: a deleted stream does not exist, and begins again after its last revision", async () => {
    const { append, remove, read } = await streamOf(3);
    expect((await remove("delete", 2)).failed).to.equal(undefined);
    expect(outcomeOf(await append("exists", events(1)))).to.equal("stream-deleted");
    expect(outcomeOf(await append("none", events(1)))).to.equal("revision 3");
    expect(revisionsOf(await read({ start: {} }))).to.deep.equal([3]);
  });

  it("16: a stream that was ended takes nothing, on both paths", async () => {
    const { append, remove, raw, stream } = await streamOf(1);
    await remove("tombstone", "any");
    expect(outcomeOf(await append("any", events(1)))).to.equal("stream-deleted");
    const batch = raw.batch();
    batch.write({
      correlationId: { string: randomUUID() },
      options: { streamIdentifier: identifier(stream), any: {} },
      proposedMessages: [proposed()],
      isFinal: true,
    });
    const [answer] = await batch.answers(1);
    expect(answer?.error?.details?.typeUrl).to.match(/\/event_store\.client\.StreamDeleted$/);
    batch.cancel();
  });

  it("17, 18: data of 1 MiB are the most, metadata do not count", async () => {
    const { append } = await streamOf(0);
    const most = proposed(Buffer.alloc(1024 * 1024, 32));
    expect(outcomeOf(await append("none", [most]))).to.equal("revision 0");
    const more = await append(0, [proposed(Buffer.alloc(1024 * 1024 + 1, 32))]);
    expect(outcomeOf(more)).to.equal("maximum-append-size-exceeded");
    const heavy = { ...proposed("1"), customMetadata: Buffer.alloc(2 * 1024 * 1024, 32) };
    expect(outcomeOf(await append(0, [heavy]))).to.equal("revision 1");
  });

  it("19: an event has a content type", async () => {
    const { append } = await streamOf(0);
    const without = { ...proposed(), metadata: new Map([["type", "T"]]) };
    expect(outcomeOf(await append("none", [without]))).to.equal(
      "missing-required-metadata-property",
    );
  });

  it("20: an empty type is a bad request, and a timeout follows", async () => {
    const { raw, stream } = await streamOf(0);
    const batch = raw.batch();
    batch.write({
      correlationId: { string: randomUUID() },
      options: { streamIdentifier: identifier(stream), any: {} },
      proposedMessages: [
        {
          ...proposed(),
          metadata: new Map([
            ["type", ""],
            ["content-type", "application/json"],
          ]),
        },
      ],
      isFinal: true,
    });
    const answers = await batch.answers(2);
    expect(answers.map(({ error }) => error?.message)).to.deep.equal(["BadRequest", "Timeout"]);
    batch.cancel();
  });

  it("21: a deadline that is past writes nothing", async () => {
    const { raw, stream, read } = await streamOf(0);
    const batch = raw.batch();
    batch.write({
      correlationId: { string: randomUUID() },
      options: {
        streamIdentifier: identifier(stream),
        any: {},
        deadlineTime: { seconds: 1_000n, nanos: 0 },
      },
      proposedMessages: [proposed()],
      isFinal: true,
    });
    const [answer] = await batch.answers(1);
    expect(answer?.error?.message).to.equal("Timeout");
    expect((await read({ start: {} })).answers[0]?.streamNotFound).to.not.equal(undefined);
    batch.cancel();
  });

  it("22: the last part has two seconds", async () => {
    const { raw, stream, read } = await streamOf(0);
    const batch = raw.batch();
    const correlationId = { string: randomUUID() };
    const options = { streamIdentifier: identifier(stream), any: {} };
    batch.write({ correlationId, options, proposedMessages: [proposed()], isFinal: false });
    const begin = Date.now();
    const [answer] = await batch.answers(1);
    expect(answer?.error?.message).to.equal("Timeout");
    expect(Date.now() - begin).to.be.at.least(1_500);
    batch.write({ correlationId, proposedMessages: [proposed()], isFinal: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await read({ start: {} })).answers[0]?.streamNotFound).to.not.equal(undefined);
    batch.cancel();
  });

  /** Appends one event a hundred times on one call; the answers in the order of the appends. */
  const pipelined = async (
    { raw, stream }: { readonly raw: RawClient; readonly stream: string },
    expectedAt: (at: number) => Expected,
  ) => {
    const batch = raw.batch();
    const ids = Array.from({ length: 100 }, () => randomUUID());
    for (const [at, id] of ids.entries()) {
      batch.write({
        correlationId: { string: id },
        options: { streamIdentifier: identifier(stream), ...expecting(expectedAt(at)) },
        proposedMessages: [proposed()],
        isFinal: true,
      });
    }
    const answers = await batch.answers(ids.length);
    batch.cancel();
    // a failed append is answered at once, before those that are being written
    const byId = new Map(answers.map((answer) => [answer.correlationId?.string, answer]));
    return ids.map((id) => byId.get(id));
  };

  it("23: pipelined appends all succeed, each after the one before it", async () => {
    const answers = await pipelined(await streamOf(0), (at) => (at === 0 ? "none" : at - 1));
    expect(answers.map((answer) => answer?.success?.currentRevision)).to.deep.equal(
      Array.from({ length: 100 }, (_, at) => BigInt(at)),
    );
  });

  it("24: of pipelined appends only a failed one fails, and those that build on it", async () => {
    const at50 = (at: number): Expected => (at === 0 ? "none" : at === 50 ? 999 : at - 1);
    const failing = await streamOf(0);
    const answers = await pipelined(failing, at50);
    expect(answers.map((answer) => answer?.success?.currentRevision)).to.deep.equal([
      ...Array.from({ length: 50 }, (_, at) => BigInt(at)),
      ...Array<undefined>(50).fill(undefined),
    ]);
    for (const answer of answers.slice(50)) expect(answer?.error?.message).to.be.a("string");
    const others = await pipelined(await streamOf(0), (at) =>
      at === 0 ? "none" : at === 50 ? 999 : at < 50 ? at - 1 : at - 2,
    );
    expect(others.map((answer) => answer?.success?.currentRevision)).to.deep.equal(
      Array.from({ length: 100 }, (_, at) =>
        at === 50 ? undefined : BigInt(at < 50 ? at : at - 1),
      ),
    );
    const revisions = revisionsOf(await failing.read({ start: {} }));
    expect(revisions).to.deep.equal(Array.from({ length: 50 }, (_, at) => at));
  });

  it("25, 26: a missing stream is not an error, a count of 0 is one", async () => {
    const { read } = await streamOf(0);
    const missing = await read({ start: {} });
    expect(missing.failed).to.equal(undefined);
    expect(missing.answers[0]?.streamNotFound).to.not.equal(undefined);
    const there = await streamOf(1);
    expect((await there.read({ start: {} }, { count: 0n })).failed?.code).to.equal(status.UNKNOWN);
  });

  it("27: backwards from past the end begins at the end", async () => {
    const { read } = await streamOf(6);
    const options = { readDirection: BACKWARDS, count: 2n };
    expect(revisionsOf(await read({ revision: 99n }, options))).to.deep.equal([5, 4]);
  });

  it("28: backwards over all streams begins before the place", async () => {
    const { raw, append, stream } = await streamOf(2);
    const position = positionOf(await append(1, events(1)));
    const { answers } = await raw.read({
      all: { position },
      count: 1n,
      readDirection: BACKWARDS,
    });
    const [event] = answers.map((answer) => answer.event?.event);
    expect(Buffer.from(event?.streamIdentifier?.streamName ?? []).toString()).to.equal(stream);
    expect(event?.streamRevision).to.equal(1n);
  });

  it("29: what was truncated is not there", async () => {
    const { raw, stream, read } = await streamOf(5);
    await raw.append(`$$${stream}`, "any", [setting('{"$tb":3}')]);
    expect(revisionsOf(await read({ start: {} }))).to.deep.equal([3, 4]);
  });

  it("30, 31: the mark of the end comes with the first event, or at once from the end", async () => {
    const { follow, append } = await streamOf(0);
    const start = follow({ start: {} });
    const end = follow({ end: {} });
    expect((await end.answers(2)).map(wordOf)).to.deep.equal(["confirmed", "caught up"]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await start.answers(1)).map(wordOf)).to.deep.equal(["confirmed"]);
    await append("none", events(1));
    expect((await start.answers(3)).map(wordOf)).to.deep.equal(["confirmed", "0", "caught up"]);
    start.cancel();
    end.cancel();
  });

  it("32: a subscription after a revision to come gets what is after it", async () => {
    const { follow, append } = await streamOf(1);
    const follower = follow({ revision: 5n });
    await follower.answers(1);
    await append(0, events(7));
    const isEvent = (word: string): boolean => /^\d+$/.test(word);
    const eventsIn = async (count: number) =>
      (await follower.answers(count)).map(wordOf).filter(isEvent);
    for (let count = 1; (await eventsIn(count)).length < 2; count += 1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await eventsIn(3)).to.deep.equal(["6", "7"]);
    follower.cancel();
  });

  it("33: a subscriber that stops reading is dropped", async () => {
    const { follow, append } = await streamOf(1);
    const follower = follow({ start: {} });
    await follower.answers(3);
    follower.pause();
    for (let at = 0; at < 50; at += 1) await append(at * 100, events(100, 10_000));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    follower.resume();
    const { failed } = await follower.ended();
    expect(failed?.code).to.equal(status.ABORTED);
    expect(failed?.details).to.contain("too slow");
  });

  it("35: a deletion that expects another revision names both", async () => {
    const { remove, stream } = await streamOf(3);
    const { failed } = await remove("delete", 1);
    expect(failed?.trailers).to.include({
      exception: "wrong-expected-version",
      "stream-name": stream,
      "expected-version": "1",
      "actual-version": "2",
    });
  });
});
