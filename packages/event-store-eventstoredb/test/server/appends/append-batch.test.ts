import { decoded } from "../../decoded.js";
import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import {
  maximumAppendSizeExceeded,
  wrongExpectedVersion,
} from "../../../src/protocol/shared-messages.js";
import { type BatchAnswer, expecting, identifier, proposed } from "../../raw-client.js";
import { officialClient, serve } from "../../served-store.js";
import { jsonEvent } from "@eventstore/db-client";

type Expected = Parameters<typeof expecting>[0];

const seconds = (count: number) => ({ seconds: BigInt(count), nanos: 0 });

const part = (
  id: string,
  expected: Expected,
  events: ReadonlyArray<ReturnType<typeof proposed>> = [proposed()],
  isFinal = true,
  stream = "s",
) => ({
  correlationId: { string: id },
  options: {
    streamIdentifier: identifier(stream),
    ...expecting(expected),
    deadlineSpan: seconds(10),
  },
  proposedMessages: events,
  isFinal,
});

const typeOf = (answer: BatchAnswer | undefined) =>
  answer?.error?.details?.typeUrl.replace("type.googleapis.com/", "");

const revisionsOf = (answers: ReadonlyArray<BatchAnswer>) =>
  answers.map(({ success }) => success?.currentRevision);

describe("BatchAppend", () => {
  it("takes a hundred appends that build on each other, in order", async () => {
    const { raw, store } = await serve();
    const batch = raw.batch();
    const ids = Array.from({ length: 100 }, () => randomUUID());
    for (const [at, id] of ids.entries()) batch.write(part(id, at === 0 ? "none" : at - 1));
    const answers = await batch.answers(100);
    expect(revisionsOf(answers)).to.deep.equal(ids.map((_, at) => BigInt(at)));
    expect(answers.map(({ correlationId }) => correlationId?.string)).to.deep.equal(ids);
    expect(await store.lastEvent("s")).to.have.nested.property("right.revision", 99);
    batch.end();
    expect((await batch.ended()).failed).to.equal(undefined);
  });

  it("lets only those fail that build on one that failed", async () => {
    const { raw } = await serve();
    const batch = raw.batch();
    for (let at = 0; at < 10; at += 1)
      batch.write(part(randomUUID(), at === 5 ? 77 : at === 0 ? "none" : at - 1));
    for (let at = 0; at < 3; at += 1)
      batch.write(part(randomUUID(), "any", [proposed()], true, "t"));
    const answers = await batch.answers(13);
    expect(answers.map(({ error }) => error?.message ?? "ok")).to.deep.equal([
      ...Array<string>(5).fill("ok"),
      ...Array<string>(5).fill("WrongExpectedVersion"),
      ...Array<string>(3).fill("ok"),
    ]);
    const refused = answers[5];
    expect(refused?.error?.code).to.equal(status.ALREADY_EXISTS);
    expect(typeOf(refused)).to.equal("event_store.client.WrongExpectedVersion");
    const details = decoded(wrongExpectedVersion, refused?.error?.details?.value ?? Buffer.of());
    expect(details).to.deep.include({ currentStreamRevision: 4n, expectedStreamPosition: 77n });
    expect(Buffer.from(refused?.streamIdentifier?.streamName ?? []).toString()).to.equal("s");
    batch.cancel();
  });

  it("puts an append together from its parts, each in its own time", async () => {
    const { raw, store } = await serve();
    const batch = raw.batch();
    const [one, two] = [randomUUID(), randomUUID()];
    batch.write(part(one, "none", [proposed("1")], false));
    batch.write(part(two, "none", [proposed("2")], false, "t"));
    batch.write({
      correlationId: { string: two },
      proposedMessages: [proposed("3")],
      isFinal: true,
    });
    batch.write({ correlationId: { string: one }, proposedMessages: [], isFinal: true });
    const answers = await batch.answers(2);
    expect(answers.map(({ correlationId }) => correlationId?.string)).to.deep.equal([two, one]);
    expect(revisionsOf(answers)).to.deep.equal([1n, 0n]);
    expect(await store.lastEvent("t")).to.have.nested.property("right.data", "3");
    batch.cancel();
  });

  it("answers bad input at once, and the append that stays open with a timeout", async () => {
    const { raw, store } = await serve({ limits: { writeTimeoutMs: 50 } });
    const batch = raw.batch();
    const id = randomUUID();
    const untyped = proposed();
    untyped.metadata.set("type", "");
    batch.write(part(id, "none", [untyped]));
    const answers = await batch.answers(2);
    expect(answers.map(typeOf)).to.deep.equal([
      "event_store.client.BadRequest",
      "event_store.client.Timeout",
    ]);
    expect(answers.map(({ correlationId }) => correlationId?.string)).to.deep.equal([id, id]);
    expect(await store.lastEvent("s")).to.have.property("right", undefined);
    batch.cancel();
  });

  it("does not wait for a deadline that is past, nor longer than it may for the last part", async () => {
    const { raw, store } = await serve({ limits: { writeTimeoutMs: 60 } });
    const batch = raw.batch();
    const [past, slow] = [randomUUID(), randomUUID()];
    const late = part(past, "none");
    batch.write({
      ...late,
      options: { ...late.options, deadlineSpan: undefined, deadlineTime: seconds(1) },
    });
    expect(typeOf((await batch.answers(1))[0])).to.equal("event_store.client.Timeout");
    batch.write(part(slow, "none", [proposed()], false));
    const answers = await batch.answers(2);
    expect(answers[1]?.correlationId?.string).to.equal(slow);
    expect(answers[1]?.error?.code).to.equal(status.DEADLINE_EXCEEDED);
    batch.write({ correlationId: { string: slow }, proposedMessages: [proposed()], isFinal: true });
    batch.write(part(randomUUID(), "none", [proposed()], true, "t"));
    expect((await batch.answers(3)).length).to.equal(3);
    expect(await store.lastEvent("s")).to.have.property("right", undefined);
    batch.cancel();
  });

  it("answers the part that is too much, and ignores those after it", async () => {
    const { raw } = await serve({ limits: { maxAppendBytes: 10 } });
    const batch = raw.batch();
    const id = randomUUID();
    batch.write(part(id, "none", [proposed("12345")], false));
    for (const isFinal of [false, true]) {
      batch.write({
        correlationId: { string: id },
        proposedMessages: [proposed("123456")],
        isFinal,
      });
    }
    batch.write(part(randomUUID(), "none", [proposed("1234567890")]));
    const [tooLarge, next] = await batch.answers(2);
    expect(typeOf(tooLarge)).to.equal("event_store.client.MaximumAppendSizeExceeded");
    const details = decoded(
      maximumAppendSizeExceeded,
      tooLarge?.error?.details?.value ?? Buffer.of(),
    );
    expect(details.maxAppendSize).to.equal(10);
    expect(next?.success?.currentRevision).to.equal(0n);
    batch.cancel();
  });

  it("refuses streams that clients may not write, and more open appends than allowed", async () => {
    const { raw } = await serve({
      isWritable: (stream) => stream !== "ledger",
      limits: { maxOpenAppends: 2 },
    });
    const batch = raw.batch();
    batch.write(part(randomUUID(), "none", [proposed()], true, "ledger"));
    for (let open = 0; open < 3; open += 1) batch.write(part(randomUUID(), "any", [], false));
    const answers = await batch.answers(2);
    expect(answers.map(typeOf)).to.deep.equal([
      "event_store.client.AccessDenied",
      "event_store.client.BadRequest",
    ]);
    batch.cancel();
  });

  it("ends a stream whose part has neither an id nor options", async () => {
    const { raw } = await serve();
    const batch = raw.batch();
    batch.write({ proposedMessages: [proposed()], isFinal: true });
    expect((await batch.ended()).failed?.code).to.equal(status.UNKNOWN);
  });

  it("limits the streams that are open at once, and counts those that have ended no more", async () => {
    const { raw } = await serve({ limits: { maxBatchStreams: 1 } });
    const one = raw.batch();
    one.write(part(randomUUID(), "any"));
    await one.answers(1);
    expect((await raw.batch().ended()).failed?.code).to.equal(status.RESOURCE_EXHAUSTED);
    one.end();
    await one.ended();
    const three = raw.batch();
    three.write(part(randomUUID(), "any"));
    expect(revisionsOf(await three.answers(1))).to.deep.equal([1n]);
    three.cancel();
  });

  it("is the path the official client takes", async () => {
    const { address, store } = await serve();
    const client = officialClient(address);
    const events = Array.from({ length: 50 }, (_, n) => jsonEvent({ type: "T", data: { n } }));
    const appended = await Promise.all(
      events.map((event) => client.appendToStream("s", event, { expectedRevision: "any" })),
    );
    const revisions = appended.map(({ nextExpectedRevision }) => Number(nextExpectedRevision));
    expect(revisions.toSorted((a, b) => a - b)).to.deep.equal(events.map((_, at) => at));
    const wrong = await client
      .appendToStream("s", events, { expectedRevision: 3n })
      .catch((error: unknown) => error);
    expect(wrong).to.include({ type: "wrong-expected-version", actualVersion: 49n });
    expect(await store.lastEvent("s")).to.have.nested.property("right.revision", 49);
  });
});
