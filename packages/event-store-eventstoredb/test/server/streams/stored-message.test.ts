import { randomUUID } from "node:crypto";
import { chainHash, GENESIS_HASH, type NewEvent } from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { chainMetadataBytes } from "../../../src/protocol/event-metadata.js";
import { servedMessage } from "../../../src/server/streams/stored-message.js";
import { type SentMessage, storedEvent } from "./stored-event.js";

const PLACE = { stream: "s", revision: 0, previousHash: GENESIS_HASH };
const NOW_MS = 1_700_000_000_000;
const NOW_TICKS = 17_000_000_000_000_000n;

const recorded = (event: NewEvent) => ({
  ...event,
  stream: "s",
  revision: 0,
  position: 1,
  hash: chainHash(GENESIS_HASH, { ...event, stream: "s", revision: 0 }),
});

const message = (init: Partial<SentMessage>): SentMessage => ({
  id: randomUUID(),
  type: "T",
  isJson: true,
  data: Buffer.from("{}"),
  metadata: new Uint8Array(),
  ...init,
});

const chainedMessage = (metadata: string, previousHash = GENESIS_HASH): SentMessage => {
  const id = randomUUID();
  const event = { id, type: "T", data: '{"a": "ü"}', metadata, stream: "s", revision: 0 };
  return {
    id,
    type: "T",
    isJson: false,
    data: Buffer.from(event.data),
    metadata: chainMetadataBytes({ hash: chainHash(previousHash, event), metadata }),
  };
};

const comesBack = (sent: SentMessage): void => {
  const served = servedMessage(recorded(storedEvent(sent, PLACE, NOW_MS).event), 5n);
  expect(Buffer.from(served.data).equals(sent.data)).to.equal(true);
  expect(Buffer.from(served.metadata).equals(sent.metadata)).to.equal(true);
  expect([served.id, served.type]).to.deep.equal([sent.id, sent.type]);
  expect(served.contentType === "application/json").to.equal(sent.isJson);
};

describe("A message in the store", () => {
  it("comes back byte for byte, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.boolean(),
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (id, isJson, data, metadata) => comesBack(message({ id, isJson, data, metadata })),
      ),
    );
  });

  it("keeps text as text, so that the journal stays readable", () => {
    const { event } = storedEvent(message({ data: Buffer.from('{"a":1}') }), PLACE, NOW_MS);
    expect(event.data).to.equal('{"a":1}');
    expect(JSON.parse(event.metadata)).to.deep.equal({
      eventstoredb: { content: "json", created: String(NOW_TICKS), metadata: "", base64: [] },
    });
    const { event: binary } = storedEvent(message({ data: Buffer.from([255]) }), PLACE, NOW_MS);
    expect(binary.data).to.equal("/w==");
    expect(JSON.parse(binary.metadata).eventstoredb.base64).to.deep.equal(["data"]);
    expect(servedMessage(recorded(event), 5n).createdTicks).to.equal(NOW_TICKS);
  });

  it("is the very event another store of ours chained, when the hash is the one of this place", () => {
    for (const metadata of ["", '{"m":1}']) {
      const sent = chainedMessage(metadata);
      const { event, hash } = storedEvent(sent, PLACE, NOW_MS);
      expect(hash).to.equal(recorded(event).hash);
      expect(event).to.deep.equal({ id: sent.id, type: "T", data: '{"a": "ü"}', metadata });
      comesBack(sent);
      expect(servedMessage(recorded(event), 5n).createdTicks).to.equal(5n);
    }
  });

  it("is not such an event with another hash, another form, or metadata that look like ours", () => {
    const elsewhere = chainedMessage("", "1".repeat(64));
    const spaced = chainedMessage("");
    const others = [
      elsewhere,
      { ...spaced, metadata: Buffer.concat([spaced.metadata, Buffer.from(" ")]) },
      { ...spaced, isJson: true },
      { ...spaced, data: Buffer.from([255]) },
      chainedMessage('{"eventstoredb":{"content":"json"}}'),
      message({ metadata: Buffer.from('{"eventstoredb":1}') }),
    ];
    for (const sent of others) {
      expect(storedEvent(sent, PLACE, NOW_MS).event.metadata).to.match(
        /^\{"eventstoredb":\{"content":"/,
      );
      comesBack(sent);
    }
  });

  it("is served with its hash when its metadata only look like ours", () => {
    for (const metadata of [
      '{"eventstoredb":1}',
      '{"eventstoredb":{"content":"json"}}',
      '{"eventstoredb":',
    ]) {
      const event = recorded({ id: randomUUID(), type: "T", data: "{}", metadata });
      const served = servedMessage(event, 5n);
      expect(JSON.parse(Buffer.from(served.metadata).toString())).to.deep.equal({
        hash: event.hash,
        metadata,
      });
    }
  });
});
