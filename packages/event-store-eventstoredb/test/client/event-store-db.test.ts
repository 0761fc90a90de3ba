import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { eventStoreDb } from "../../src/index.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { atEnd, officialClient, rightOf, serve } from "../served-store.js";
import { allOf, idsOf, leftOf, newEvents, openStore } from "./opened-store.js";

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

  it("tells a login that the server refuses from a right that the user lacks", async () => {
    const tls = { certificate: serverCertificate, key: serverKey };
    const users = [{ name: "ledger", password: "first" }];
    const served = await serve({ tls, access: { users } });
    const folder = mkdtempSync(join(tmpdir(), "root-"));
    atEnd(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "root.pem"), rootCertificate);
    const at = (login: string): string =>
      `esdb://${login}@localhost:${served.server.port}?tlsCAFile=${join(folder, "root.pem")}`;
    const mayRead = await openStore(at("ledger:first"));
    expect(rightOf(await mayRead.lastEvent("s"))).to.equal(undefined);
    const denied = leftOf(await mayRead.append("s", "no-stream", newEvents(1)));
    expect(denied).to.include({ kind: "unavailable", outcome: "known", refusal: "right" });
    for (const login of ["ledger:second", "other:first"]) {
      const error = leftOf(await eventStoreDb({ connectionString: at(login) }));
      expect(error).to.include({ kind: "unavailable", outcome: "known", refusal: "login" });
      expect(error)
        .to.have.property("reason")
        .that.matches(/^esdb:\/\/localhost:\d+ rejects the user or the password/)
        .and.does.not.match(/second|first|other/);
    }
  });
});
