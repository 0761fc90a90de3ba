import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { eventStoreDb } from "../../src/index.js";
import { atEnd, officialClient, rightOf, serve } from "../served-store.js";
import { allOf, idsOf, newEvents, openStore } from "./opened-store.js";

describe("The adapter", () => {
  it("keeps streams of several stores apart by their prefix, which is not part of the chain", async () => {
    const served = await serve();
    const direct = inMemoryStore();
    const events = newEvents(3);
    rightOf(await direct.append("s", "no-stream", events));
    for (const streamPrefix of ["a-", "b-"]) {
      const store = rightOf(await eventStoreDb({ connectionString: served.address, streamPrefix }));
      atEnd(() => store.close());
      const appended = rightOf(await store.append("s", "no-stream", events));
      expect(appended.hash).to.equal(rightOf(await direct.lastEvent("s"))?.hash);
      expect(idsOf(await allOf(store, "s"))).to.deep.equal(idsOf(events));
    }
    expect(rightOf(await served.store.lastEvent("b-s"))?.revision).to.equal(2);
    expect(rightOf(await served.store.lastEvent("s"))).to.equal(undefined);
  });

  it("writes what the official client reads, JSON after JSON", async () => {
    const served = await serve();
    const store = await openStore(served.address);
    const events = newEvents(5);
    rightOf(await store.append("s", "no-stream", events));
    const client = officialClient(served.address);
    const read: unknown[] = [];
    for await (const { event } of client.readStream("s")) {
      expect(event?.isJson).to.equal(false);
      if (event?.data instanceof Uint8Array) read.push(Buffer.from(event.data).toString());
      expect(event?.metadata).to.have.all.keys("hash", "metadata");
    }
    expect(read).to.deep.equal(events.map(({ data }) => data));
  });

  it("reads with whoever the connection string prefers", async () => {
    const served = await serve();
    const store = await openStore(`${served.address}&nodePreference=follower`);
    rightOf(await store.append("s", "no-stream", newEvents(2)));
    expect(await allOf(store, "s")).to.have.length(2);
  });

  it("closes twice", async () => {
    const served = await serve();
    const store = await openStore(served.address);
    await store.close();
    await store.close();
    expect(await store.append("s", "no-stream", newEvents(1))).to.deep.include({
      left: { kind: "closed" },
    });
  });
});
