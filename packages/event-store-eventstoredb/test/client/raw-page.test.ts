import { decoded } from "../decoded.js";
import { type Encodable, encodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { rawEventOf } from "../../src/client/raw-page.js";
import { recordedMessage } from "../../src/protocol/read-messages.js";
import { faultyProxy } from "../faulty-proxy.js";
import { rewritingRead, scriptedServer } from "../scripted-server.js";
import { rightOf, serve, until } from "../served-store.js";
import { allOf, idsOf, leftOf, newEvents, openStore, unhandledRejections } from "./opened-store.js";

const clear = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

describe("A page from the server", () => {
  const endings: ReadonlyArray<readonly [string, { code: number; details: string } | "stall"]> = [
    ["stalls", "stall"],
    ["is aborted", { code: 10, details: "Operation timed out" }],
    ["ends with the server", { code: 14, details: "Server Is Not Ready" }],
  ];
  for (const [name, end] of endings) {
    it(`that ${name} in the middle is read again`, async () => {
      const unhandled = unhandledRejections();
      let reads = 0;
      const scripted = await scriptedServer({
        read: (call, usual) => {
          reads += 1;
          // The settings are looked at first.
          if (reads === 1 || reads > 4) {
            usual(call);
            return;
          }
          let events = 0;
          usual(
            rewritingRead(call, (answer) => {
              events += 1;
              if (events === 3 && end !== "stall") setImmediate(() => call.emit("error", end));
              if (events === 3 && end === "stall") call.end = () => call;
              return events >= 3 ? [] : [answer];
            }),
          );
        },
      });
      const events = newEvents(20);
      rightOf(await scripted.store.append("s", "no-stream", events));
      const store = await openStore(scripted.address, { readStallMs: 80 });
      expect(idsOf(await allOf(store, "s"))).to.deep.equal(idsOf(events));
      expect(reads).to.be.greaterThan(4);
      expect(unhandled).to.deep.equal([]);
    });
  }

  for (const direction of ["forwards", "backwards"] as const) {
    it(`that breaks off after a few events each time is read to the end, ${direction}`, async () => {
      let reads = 0;
      const scripted = await scriptedServer({
        read: (call, usual) => {
          reads += 1;
          let events = 0;
          usual(
            rewritingRead(call, (answer) => {
              events += 1;
              if (events === 6)
                setImmediate(() => call.emit("error", { code: 14, details: "Connection dropped" }));
              return events >= 6 ? [] : [answer];
            }),
          );
        },
      });
      const events = newEvents(20);
      rightOf(await scripted.store.append("s", "no-stream", events));
      const store = await openStore(scripted.address, { readStallMs: 60_000 });
      const ids = idsOf(events);
      const read: string[] = [];
      for await (const page of store.readStream("s", { direction }))
        read.push(...idsOf(rightOf(page)));
      expect(read).to.deep.equal(direction === "forwards" ? ids : ids.toReversed());
      expect(reads).to.be.within(5, 12);
    });
  }

  it("is read again from where the last one ended when the connection dies between two", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const events = newEvents(2_500);
    rightOf(await served.store.append("s", "no-stream", events));
    const read: string[] = [];
    for await (const page of store.readStream("s")) {
      read.push(...idsOf(rightOf(page)));
      proxy.cut();
    }
    expect(read).to.deep.equal(idsOf(events));
  });

  it("times out when the server is unavailable or silent", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port), { readStallMs: 50, readGiveUpMs: 150 });
    rightOf(await served.store.append("s", "no-stream", newEvents(1)));
    proxy.weather.answers = false;
    expect(leftOf(await store.lastEvent("s"))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    proxy.weather.accepts = false;
    proxy.cut();
    expect(leftOf(await store.lastEvent("s"))).to.include({
      kind: "unavailable",
      outcome: "known",
    });
    proxy.clear();
    await until(async () => isRight(await store.lastEvent("s")), "it is read again");
  });

  it("has no event without an id or a stream", () => {
    const id = { string: "0123abcd-4567-89ef-fedc-ba9876543210" };
    const streamIdentifier = { streamName: Buffer.from("s") };
    const rawOf = (init: Encodable<typeof recordedMessage>) =>
      rawEventOf(decoded(recordedMessage, encodeMessage(recordedMessage, init)));
    expect(rawOf({ id, streamIdentifier, streamRevision: 3n, commitPosition: 9n })).to.deep.equal({
      id: id.string,
      stream: "s",
      type: "",
      revision: 3,
      position: 9,
      data: new Uint8Array(),
      metadata: new Uint8Array(),
    });
    expect(rawOf({ id })).to.equal(undefined);
    expect(rawOf({ streamIdentifier })).to.equal(undefined);
    expect(rawEventOf(undefined)).to.equal(undefined);
  });
});
