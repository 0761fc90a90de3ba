import { Metadata } from "@grpc/grpc-js";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import * as E from "fp-ts/lib/Either.js";
import { createConnection, withTimeout } from "../../src/client/connection.js";
import { eventStoreDb } from "../../src/index.js";
import { faultyProxy } from "../faulty-proxy.js";
import { scriptedServer } from "../scripted-server.js";
import { atEnd, rightOf, serve } from "../served-store.js";
import {
  allOf,
  leftOf,
  newEvents,
  openStore,
  PATIENT,
  unhandledRejections,
} from "./opened-store.js";

const clear = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

describe("The connection", () => {
  it("does not open with a connection string that is none, and does not repeat the password", async () => {
    for (const connectionString of [
      "http://localhost:2113",
      "esdb://",
      "esdb://user:secret@",
      "esdb://user:secret@host:port",
      "esdb://user:secret@localhost?tlsCAFile=/no/such/file.pem",
      "esdb://user:secret@localhost?userCertFile=x",
    ]) {
      const error = leftOf(await eventStoreDb({ connectionString }));
      expect(error, connectionString).to.include({ kind: "invalid" });
      expect(JSON.stringify(error)).to.not.contain("secret");
    }
  });

  it("says that nobody answers at an address, in time", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    proxy.weather.accepts = false;
    for (const connectionString of [
      clear(proxy.port),
      `esdb+discover://127.0.0.1:${proxy.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`,
    ]) {
      const error = leftOf(
        await eventStoreDb({ connectionString, limits: { readGiveUpMs: 1_000 } }),
      );
      expect(error).to.include({ kind: "unavailable", outcome: "known" });
    }
    Object.assign(proxy.weather, { accepts: true, answers: false });
    const silent = await eventStoreDb({
      connectionString: clear(proxy.port),
      limits: { readGiveUpMs: 200 },
    });
    expect(leftOf(silent)).to.include({ kind: "unavailable", outcome: "known" });
  });

  it("says that a password is wrong", async () => {
    const { server } = await serve({ access: { users: [] } });
    // In clear text the official client sends no password at all.
    const store = await openStore(`esdb://a:b@127.0.0.1:${server.port}?tls=false`, PATIENT);
    const error = leftOf(await store.append("s", "no-stream", newEvents(1)));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
  });

  it("finds the server again after it was started anew", async () => {
    const behind = inMemoryStore();
    const first = await scriptedServer({}, { store: behind });
    const store = await openStore(first.address);
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    first.stop();
    const appended = store.append("s", 0, newEvents(1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await scriptedServer({}, { store: behind, port: first.port });
    expect(rightOf(await appended).revision).to.equal(1);
    expect(await allOf(store, "s")).to.have.length(2);
  });

  it("of one store has nothing to do with another's in the same process", async () => {
    const one = await scriptedServer({
      batch: (call) => call.on("data", () => call.emit("error", { code: 14 })),
    });
    const two = await serve();
    const failing = await openStore(one.address, { appendGiveUpMs: 200 });
    const working = await openStore(two.address);
    const failed = failing.append("s", "no-stream", newEvents(1));
    let at: number | "no-stream" = "no-stream";
    for (let round = 0; round < 50; round += 1)
      at = rightOf(await working.append("s", at, newEvents(1))).revision;
    expect(leftOf(await failed)).to.include({ kind: "unavailable", outcome: "unknown" });
  });

  it("survives a server that is not the leader and does not say who is", async () => {
    const unhandled = unhandledRejections();
    let answers = 0;
    const scripted = await scriptedServer({
      batch: (call, usual) => {
        answers += 1;
        const metadata = new Metadata();
        metadata.set("exception", "not-leader");
        if (answers > 2) usual(call);
        else call.emit("error", { code: 5, details: "no", metadata });
      },
    });
    const store = await openStore(scripted.address);
    expect(rightOf(await store.append("s", "no-stream", newEvents(1))).revision).to.equal(0);
    expect(answers).to.be.greaterThan(2);
    expect(unhandled).to.deep.equal([]);
  });

  it("is given up once, however many calls find out that it is dead", async () => {
    const { server } = await serve();
    const connection = rightOf(createConnection(clear(server.port)));
    atEnd(() => connection.close());
    expect(connection.generation).to.equal(0);
    connection.renew(0);
    connection.renew(0);
    expect(connection.generation).to.equal(1);
    expect(await connection.appendSupport()).to.deep.equal({ batch: true, deadlineSpan: true });
    await connection.close();
    await connection.close();
    connection.renew(1);
    expect(connection.generation).to.equal(1);
    expect(connection.isClosed).to.equal(true);
  });

  it("knows a server that takes one append a call", async () => {
    const { server } = await serve({ batchAppend: false });
    const connection = rightOf(createConnection(clear(server.port)));
    atEnd(() => connection.close());
    expect(await connection.appendSupport()).to.deep.equal({ batch: false, deadlineSpan: false });
  });
});

describe("A time limit", () => {
  it("passes on what comes in time, good or bad", async () => {
    let late = 0;
    const count = (): void => {
      late += 1;
    };
    expect(await withTimeout(Promise.resolve(1), 1_000, "it", count)).to.deep.equal(E.right(1));
    const failed = await withTimeout(Promise.reject(new Error("x")), 1_000, "it", count);
    expect(failed).to.deep.equal(E.left({ kind: "transient", reason: "x" }));
    expect(late).to.equal(0);
  });

  it("says what did not come", async () => {
    let late = 0;
    const result = await withTimeout(new Promise(() => undefined), 10, "it", () => {
      late += 1;
    });
    expect(result).to.deep.equal(
      E.left({ kind: "transient", reason: "it was not answered within 10 ms" }),
    );
    expect(late).to.equal(1);
  });
});
