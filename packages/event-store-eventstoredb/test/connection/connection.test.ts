import { Metadata } from "@grpc/grpc-js";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { createConnection, withTimeout } from "../../src/connection/connection.js";
import { eventStoreDb } from "../../src/index.js";
import { type FaultyProxy, faultyProxy } from "../faulty-proxy.js";
import { scriptedServer } from "../scripted-server.js";
import { atEnd, rightOf, serve, until } from "../served-store.js";
import {
  allOf,
  following,
  leftOf,
  newEvents,
  openStore,
  PATIENT,
  unhandledRejections,
} from "../client/opened-store.js";

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

  it("says that no one answers at an address, in time", async () => {
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

  it("is tried often enough while the server is away, however long that is", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port), { appendGiveUpMs: 600_000 });
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    proxy.weather.accepts = false;
    proxy.cut();
    const appended = store.append("s", 0, newEvents(1));
    // delays that grow without a bound would need ten minutes for so many
    await until(() => proxy.refused >= 20, "tried twenty times");
    proxy.weather.accepts = true;
    expect(rightOf(await appended).revision).to.equal(1);
  });

  it("leaves a leader that has gone silent on an open connection for the new one", async () => {
    const behind = inMemoryStore();
    let leader = 0;
    const gossip = () =>
      [0, 1, 2].map((n) => ({ port: ports[n] ?? 0, state: n === leader ? 8 : 6 }));
    const ports: number[] = [];
    const proxies: FaultyProxy[] = [];
    for (const _ of [0, 1, 2]) {
      const scripted = await scriptedServer({ gossip }, { store: behind });
      const proxy = await faultyProxy(scripted.port);
      proxies.push(proxy);
      ports.push(proxy.port);
    }
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    // no time limit of a call is over before the test fails
    const store = await openStore(`esdb://${hosts}?tls=false`, {
      ...PATIENT,
      idleCheckMs: 600_000,
      readStallMs: 600_000,
      appendTimeoutMs: 600_000,
    });
    const follower = following(store, "s");
    rightOf(await store.append("s", "no-stream", newEvents(1)));
    await until(() => follower.revisions.length === 1, "it follows");
    for (const weather of [proxies[0]?.weather])
      Object.assign(weather ?? {}, { requests: false, answers: false });
    const appended = store.append("s", 0, newEvents(1));
    leader = 1;
    expect(rightOf(await appended).revision).to.equal(1);
    await until(() => follower.revisions.length === 2, "it follows the new leader");
    expect(proxies[1]?.connections).to.be.greaterThan(0);
  });

  it("says that a password is wrong", async () => {
    const { server } = await serve({ access: { users: [] } });
    // in clear text no password is sent at all
    const store = await openStore(`esdb://a:b@127.0.0.1:${server.port}?tls=false`, PATIENT);
    const error = leftOf(await store.append("s", "no-stream", newEvents(1)));
    expect(error).to.include({ kind: "unavailable", outcome: "known" });
  });

  it("finds the server again after it was started again", async () => {
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

  it("is dropped once, however many calls detect that it is dead", async () => {
    const { server } = await serve();
    const connection = rightOf(createConnection(clear(server.port)));
    atEnd(() => connection.close());
    await connection.appendSupport();
    expect(connection.generation).to.equal(0);
    connection.renew(0);
    connection.renew(0);
    expect(connection.generation).to.equal(1);
    expect(await connection.appendSupport()).to.deep.equal({ batch: true, deadlineSpan: true });
    await connection.close();
    await connection.close();
    const { generation } = connection;
    connection.renew(generation);
    expect(connection.generation).to.equal(generation);
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
    expect(await withTimeout(Promise.resolve(1), 1_000, "it", count)).to.deep.equal(right(1));
    const failed = await withTimeout(Promise.reject(new Error("x")), 1_000, "it", count);
    expect(failed).to.deep.equal(left({ kind: "transient", reason: "x" }));
    expect(late).to.equal(0);
  });

  it("says what did not come", async () => {
    let late = 0;
    const result = await withTimeout(new Promise(() => undefined), 10, "it", () => {
      late += 1;
    });
    expect(result).to.deep.equal(
      left({ kind: "transient", reason: "it was not answered within 10 ms" }),
    );
    expect(late).to.equal(1);
  });
});
