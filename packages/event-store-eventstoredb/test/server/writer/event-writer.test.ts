import { randomUUID } from "node:crypto";
import { chainHash, type EventStore, GENESIS_HASH, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { chainMetadataBytes } from "../../../src/protocol/event-metadata.js";
import { createEventWriter } from "./event-writer.js";
import { rightOf } from "../../served-store.js";

const message = () => ({
  id: randomUUID(),
  type: "T",
  isJson: true,
  data: Buffer.from("{}"),
  metadata: new Uint8Array(),
});

const NOW_MS = 1_700_000_000_000;

const writerOf = (store: EventStore) => createEventWriter(store, () => NOW_MS);

type Answer = Awaited<ReturnType<EventStore["append"]>>;

/** A store whose next appends are answered as the test says. */
const failing = (store: EventStore, answers: Answer[]): EventStore => ({
  ...store,
  append: async (stream, expected, events) =>
    answers.shift() ?? store.append(stream, expected, events),
});

describe("The writer", () => {
  it("decides again when someone else was faster", async () => {
    const store = inMemoryStore();
    let races = 3;
    const raced: EventStore = {
      ...store,
      append: async (stream, expected, events) => {
        if (races > 0) {
          races -= 1;
          const last = rightOf(await store.lastEvent(stream));
          const rival = { id: randomUUID(), type: "R", data: "{}", metadata: "" };
          rightOf(await store.append(stream, last?.revision ?? "no-stream", [rival]));
        }
        return store.append(stream, expected, events);
      },
    };
    const written = await writerOf(raced).append("s", "any", [message()]);
    expect(written).to.deep.equal({ kind: "written", revision: 3, position: 4 });
    const refused = await writerOf(raced).append("s", "no-stream", [message()]);
    expect(refused).to.deep.equal({ kind: "wrong-version", current: 3 });
  });

  it("gives up when that never ends", async () => {
    const store = inMemoryStore();
    const always: EventStore = {
      ...store,
      append: async (stream, expected) =>
        left({ kind: "wrong-expected-revision", stream, expected, actual: 0 }),
    };
    expect(await writerOf(always).append("s", "any", [message()])).to.include({
      kind: "not-ready",
    });
  });

  it("says whether something may have been written", async () => {
    const unavailable = (outcome: "known" | "unknown"): Answer =>
      left({ kind: "unavailable", outcome, reason: "r" });
    const store = failing(inMemoryStore(), [unavailable("unknown"), unavailable("known")]);
    const writer = writerOf(store);
    expect(await writer.append("s", "any", [message()])).to.deep.equal({
      kind: "timeout",
      reason: "r",
    });
    expect(await writer.append("s", "any", [message()])).to.deep.equal({
      kind: "not-ready",
      reason: "r",
    });
    expect(await writer.append("s", "any", [message()])).to.include({ kind: "written" });
  });

  it("says what the store has no form for", async () => {
    const writer = writerOf(inMemoryStore({ maxAppendBytes: 10 }));
    expect(await writer.append("s", "any", [message()])).to.include({ kind: "invalid" });
    const twice = message();
    const repeated = await writerOf(inMemoryStore()).append("s", "any", [twice, twice]);
    expect(repeated).to.include({ kind: "invalid" });
  });

  it("says that it is not ready when the store is closed", async () => {
    const store = inMemoryStore();
    await store.close();
    for (const operation of ["softDelete", "tombstone"] as const)
      expect(await writerOf(store)[operation]("s", "any")).to.include({ kind: "not-ready" });
  });

  it("keeps a chained ledger as it is, event after event", async () => {
    const source = inMemoryStore();
    const events = Array.from({ length: 3 }, (_, n) => ({
      id: randomUUID(),
      type: "T",
      data: JSON.stringify({ n }),
      metadata: "",
    }));
    rightOf(await source.append("s", "no-stream", events));
    let hash = GENESIS_HASH;
    const messages = events.map((event, revision) => {
      hash = chainHash(hash, { ...event, stream: "s", revision });
      return {
        ...event,
        isJson: false,
        data: Buffer.from(event.data),
        metadata: chainMetadataBytes({ hash, metadata: "" }),
      };
    });
    const target = inMemoryStore();
    await writerOf(target).append("s", "no-stream", messages.slice(0, 2));
    await writerOf(target).append("s", 1, messages.slice(2));
    expect(rightOf(await target.lastEvent("s"))).to.deep.equal(
      rightOf(await source.lastEvent("s")),
    );
  });
});
