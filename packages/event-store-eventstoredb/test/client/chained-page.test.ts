import { randomUUID } from "node:crypto";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { chainMetadataBytes } from "../../src/protocol/event-metadata.js";
import { PAGE_BYTES } from "../../src/client/raw-page.js";
import { proposed } from "../raw-client.js";
import { type ReadMessage, rewritingRead, scriptedServer } from "../scripted-server.js";
import { rightOf, serve, until } from "../served-store.js";
import { allOf, following, idsOf, newEvents, openStore } from "./opened-store.js";

type Recorded = NonNullable<NonNullable<ReadMessage["event"]>["event"]>;

/** Reads a stream whole in one direction: what was good, and how it ended. */
const readToEnd = async (store: EventStore, direction: "forwards" | "backwards") => {
  const revisions: number[] = [];
  for await (const page of store.readStream("s", { direction })) {
    if (isLeft(page)) return { revisions, error: page.left };
    revisions.push(...page.right.map(({ revision }) => revision));
  }
  return { revisions, error: undefined };
};

/** A server that changes one event on its way out. */
const tampering = (change: (event: Recorded) => ReadonlyArray<Recorded>, revision = 2n) =>
  scriptedServer({
    read: (call, usual) =>
      usual(
        rewritingRead(call, (answer) => {
          const event = answer.event?.event;
          if (event?.streamRevision !== revision) return [answer];
          return change(event).map((changed) => ({ event: { event: changed } }));
        }),
      ),
  });

const HASH = "0f".repeat(32);

describe("A read through the adapter", () => {
  const changes: ReadonlyArray<
    readonly [string, (event: Recorded) => ReadonlyArray<Recorded>, RegExp]
  > = [
    ["whose data were changed", (event) => [{ ...event, data: Buffer.from("{}") }], /hash/],
    [
      "whose data are no text any more",
      (event) => [{ ...event, data: Buffer.from([255]) }],
      /hash/,
    ],
    [
      "whose hash was changed",
      (event) => [{ ...event, customMetadata: chainMetadataBytes({ hash: HASH, metadata: "" }) }],
      /hash/,
    ],
    ["with another id", (event) => [{ ...event, id: { string: randomUUID() } }], /hash/],
    ["with another type", (event) => [{ ...event, metadata: new Map([["type", "X"]]) }], /hash/],
    ["that is missing", () => [], /missing/],
    ["that comes twice", (event) => [event, event], /missing/],
    [
      "of another program",
      (event) => [{ ...event, customMetadata: Buffer.from("{}") }],
      /another program/,
    ],
    [
      "without metadata",
      (event) => [{ ...event, customMetadata: new Uint8Array() }],
      /another program/,
    ],
    [
      "with metadata that are no text",
      (event) => [{ ...event, customMetadata: Buffer.from([255, 0]) }],
      /another program/,
    ],
  ];
  for (const [name, change, reason] of changes) {
    it(`finds an event ${name}`, async () => {
      const scripted = await tampering(change);
      const writer = await openStore(scripted.address);
      rightOf(await writer.append("s", "no-stream", newEvents(5)));
      const store = await openStore(scripted.address);
      const forwards = await readToEnd(store, "forwards");
      expect(forwards.revisions.slice(0, 2)).to.deep.equal([0, 1]);
      expect(forwards.revisions.length).to.be.lessThan(4);
      expect(forwards.error).to.include({ kind: "damaged", stream: "s" });
      expect(forwards.error).to.have.property("reason").that.matches(reason);
      const backwards = await readToEnd(store, "backwards");
      expect(backwards.error).to.include({ kind: "damaged" });
      // A subscription meets the same, unless the event is right when it is read again.
      if (name === "that comes twice") return;
      const follower = following(store, "s");
      await follower.done;
      expect(follower.errors).to.have.length(1);
      expect(follower.errors[0]).to.include({ kind: "damaged" });
    });
  }

  it("does not take for damaged what is right when it is read again", async () => {
    let shown = 0;
    const scripted = await tampering((event) =>
      shown++ % 2 === 0 ? [{ ...event, data: Buffer.from("{}") }] : [event],
    );
    const writer = await openStore(scripted.address);
    rightOf(await writer.append("s", "no-stream", newEvents(5)));
    const store = await openStore(scripted.address);
    for (const direction of ["forwards", "backwards"] as const)
      expect((await readToEnd(store, direction)).error).to.equal(undefined);
    const follower = following(store, "s");
    await until(() => follower.revisions.length === 5, "the subscription has all");
    expect(follower.errors).to.deep.equal([]);
    expect(shown).to.be.greaterThan(3);
  });

  it("does not append after an event that is not what was written", async () => {
    const scripted = await tampering((event) => [{ ...event, data: Buffer.from("{}") }]);
    const writer = await openStore(scripted.address);
    rightOf(await writer.append("s", "no-stream", newEvents(3)));
    const store = await openStore(scripted.address);
    const appended = await store.append("s", 2, newEvents(1));
    expect(isLeft(appended) && appended.left).to.include({ kind: "damaged", revision: 2 });
    expect(await allOf(scripted.store, "s")).to.have.length(3);
  });

  it("refuses events that an official client wrote into the stream", async () => {
    const served = await serve();
    const store = await openStore(served.address);
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    await served.raw.append("s", 0, [proposed()]);
    const { revisions, error } = await readToEnd(store, "forwards");
    expect(revisions).to.deep.equal([0]);
    expect(error).to.include({ kind: "damaged", revision: 1 });
    const last = await store.lastEvent("s");
    expect(isLeft(last) && last.left).to.include({ kind: "damaged" });
  });

  it("refuses an event that has neither id nor stream", async () => {
    const scripted = await tampering(({ id: _id, ...event }) => [event]);
    const store = await openStore(scripted.address);
    rightOf(await store.append("s", "no-stream", newEvents(3)));
    expect((await readToEnd(store, "forwards")).error).to.include({ kind: "invalid" });
  });

  it("takes pages by their bytes, both ways, also when one event is a page", async () => {
    const maxAppendBytes = 12 * 1024 * 1024;
    const served = await serve({ limits: { maxAppendBytes } });
    const store = await openStore(served.address, {
      maxAppendBytes,
      appendTimeoutMs: 5_000,
      readStallMs: 5_000,
    });
    const events = [...newEvents(2), ...newEvents(2, PAGE_BYTES), ...newEvents(1)];
    let at: number | "no-stream" = "no-stream";
    for (const event of events) at = rightOf(await store.append("s", at, [event])).revision;
    const pages: number[] = [];
    for await (const page of store.readStream("s")) pages.push(rightOf(page).length);
    expect(pages).to.deep.equal([3, 1, 1]);
    expect(idsOf(await allOf(store, "s"))).to.deep.equal(idsOf(events));
    expect(await readToEnd(store, "backwards")).to.deep.equal({
      revisions: [4, 3, 2, 1, 0],
      error: undefined,
    });
  });

  it("reads what was written directly into the store behind the server", async () => {
    const behind = inMemoryStore();
    const events = newEvents(3);
    rightOf(await behind.append("s", "no-stream", events));
    const served = await serve({ store: behind, isWritable: () => false });
    const store = await openStore(served.address);
    expect(await allOf(store, "s")).to.deep.equal(await allOf(behind, "s"));
    expect(rightOf(await store.lastEvent("s"))).to.deep.equal(rightOf(await behind.lastEvent("s")));
  });
});
