import { randomUUID } from "node:crypto";
import { GENESIS_HASH, inMemoryStore, type RecordedEvent } from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { structuredId } from "../../../src/protocol/identifiers.js";
import { contextOf } from "../../../src/server/server-context.js";
import { eventAnswer, positionOf, streamNotFound } from "../../../src/server/reads/read-answer.js";
import { storedEvent } from "../streams/stored-event.js";
import { DELETED_REVISION, TOMBSTONE_TYPE } from "../../../src/server/streams/stream-state.js";

const recorded = (changes: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: randomUUID(),
  type: "T",
  data: '{"a":1}',
  metadata: "",
  stream: "s",
  revision: 3,
  position: 17,
  hash: GENESIS_HASH,
  ...changes,
});

const context = { ...contextOf({ store: inMemoryStore(), port: 0 }), createdTicks: () => 42n };

const answered = (event: RecordedEvent, structuredIds = false) =>
  eventAnswer(context, { structuredIds }, event).event;

describe("The message for an event", () => {
  it("has the place of the event in its stream and in the order of all", () => {
    const event = answered(recorded());
    expect(event?.commitPosition).to.equal(17n);
    expect(event?.event).to.deep.include({
      streamRevision: 3n,
      commitPosition: 17n,
      preparePosition: 17n,
      streamIdentifier: { streamName: Buffer.from("s") },
    });
    expect(positionOf(17)).to.deep.equal({ commitPosition: 17n, preparePosition: 17n });
  });

  it("has the very bytes that were hashed, and the hash with them", () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ minLength: 1 }), (data, stream) => {
        const event = answered(recorded({ data, stream }))?.event;
        expect(Buffer.from(event?.data ?? []).toString("utf8")).to.equal(data);
        expect(event?.streamIdentifier).to.deep.equal({ streamName: Buffer.from(stream) });
        const said: unknown = JSON.parse(Buffer.from(event?.customMetadata ?? []).toString("utf8"));
        expect(said).to.deep.include({ hash: GENESIS_HASH });
      }),
    );
  });

  it("says its type, that its data are binary, and when it was made", () => {
    const metadata = new Map(answered(recorded())?.event?.metadata);
    expect(metadata.get("type")).to.equal("T");
    expect(metadata.get("content-type")).to.equal("application/octet-stream");
    expect(metadata.get("created")).to.equal("42");
  });

  it("has its id as text or in two numbers, as the client wants", () => {
    const event = recorded();
    expect(answered(event)?.event?.id).to.deep.equal({ string: event.id });
    expect(answered(event, true)?.event?.id).to.deep.equal({ structured: structuredId(event.id) });
  });

  it("has the last revision there can be for the end of a stream", () => {
    const message = { id: recorded().id, type: TOMBSTONE_TYPE, isJson: false };
    const bytes = { data: new Uint8Array(), metadata: new Uint8Array() };
    const place = { stream: "s", revision: 3, previousHash: GENESIS_HASH };
    const { event } = storedEvent({ ...message, ...bytes, isTombstone: true }, place, 0);
    const tombstone = answered(recorded(event));
    expect(tombstone?.event?.streamRevision).to.equal(DELETED_REVISION);
    expect(DELETED_REVISION).to.equal(2n ** 63n - 1n);
    // an ordinary event may have that type, and even look like one
    for (const { metadata } of [
      storedEvent({ ...message, ...bytes }, place, 0).event,
      { metadata: "" },
    ]) {
      const ordinary = answered(recorded({ type: TOMBSTONE_TYPE, metadata }));
      expect(ordinary?.event?.streamRevision).to.equal(3n);
    }
  });
});

describe("The message for a stream without events", () => {
  it("names the stream", () => {
    expect(streamNotFound("gone")).to.deep.equal({
      streamNotFound: { streamIdentifier: { streamName: Buffer.from("gone") } },
    });
  });
});
