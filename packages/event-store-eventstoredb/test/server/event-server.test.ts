import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToStreamSettingsFromDefaults,
} from "@eventstore/db-client";
import { logVerbosity, setLogVerbosity, status } from "@grpc/grpc-js";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { startEventServer } from "../../src/index.js";
import { featuresMethods, gossipMethods } from "../../src/protocol/service-methods.js";
import {
  rootCertificate,
  serverCertificate,
  serverKey,
  userCertificate,
  userKey,
} from "@tallystick/dev";
import { basic, proposed, RawClient } from "../raw-client.js";
import { atEnd, closeClient, officialClient, rightOf, serve, until } from "../served-store.js";

const events = (count: number) =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type: "T", data: { n } }));

const dataOf = async (client: EventStoreDBClient, stream: string): Promise<unknown[]> => {
  const data: unknown[] = [];
  for await (const { event } of client.readStream(stream)) data.push(event?.data);
  return data;
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no error",
    (error: unknown) => error,
  );

const tls = { certificate: serverCertificate, key: serverKey };

/** Files of certificates, as connection strings name them. */
const certificateFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-tls-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    root: file("root.pem", rootCertificate),
    user: file("user.pem", userCertificate),
    key: file("user.key", userKey),
  };
};

describe("The event server", () => {
  it("says what it can do and which version it answers like", async () => {
    const { raw } = await serve();
    const { answers } = await raw.unary(featuresMethods.getSupportedMethods, {});
    expect(answers[0]?.eventStoreServerVersion).to.match(/^\d+\.\d+\.\d+$/);
    const methods = answers[0]?.methods.map(
      ({ serviceName, methodName, features }) => `${serviceName}/${methodName} ${features.join()}`,
    );
    expect(methods).to.include.members([
      "event_store.client.streams.streams/read position,events",
      "event_store.client.streams.streams/batchappend deadline_duration",
      "event_store.client.streams.streams/append ",
    ]);
    const { raw: unary } = await serve({ batchAppend: false });
    const without = await unary.unary(featuresMethods.getSupportedMethods, {});
    expect(without.answers[0]?.methods.map(({ methodName }) => methodName)).to.not.include(
      "batchappend",
    );
    expect((await unary.batch().ended()).failed?.code).to.equal(status.UNIMPLEMENTED);
  });

  it("is a cluster of one, at the address it is given", async () => {
    const { raw, server } = await serve();
    const { answers } = await raw.unary(gossipMethods.read, {});
    expect(answers[0]?.members).to.have.length(1);
    const [member] = answers[0]?.members ?? [];
    expect(member).to.deep.include({
      state: 8,
      isAlive: true,
      httpEndPoint: { address: "127.0.0.1", port: server.port },
    });
    const seconds = (member?.timeStamp ?? 0n) / 10_000_000n - 62_135_596_800n;
    expect(Number(seconds)).to.be.closeTo(Date.now() / 1_000, 60);
    const advertised = { host: "ledger.example", port: 12 };
    const { raw: other } = await serve({ advertised });
    const told = await other.unary(gossipMethods.read, {});
    expect(told.answers[0]?.members[0]?.httpEndPoint).to.deep.equal({
      address: "ledger.example",
      port: 12,
    });
  });

  it("is found by discovery", async () => {
    const { server } = await serve();
    const client = officialClient(`esdb+discover://127.0.0.1:${server.port}?tls=false`);
    await client.appendToStream("s", events(2), { expectedRevision: "no_stream" });
    expect(await dataOf(client, "s")).to.deep.equal([{ n: 0 }, { n: 1 }]);
  });

  it("takes the official client's appends one by one where batching is switched off", async () => {
    const { server, address } = await serve({ batchAppend: false });
    const client = officialClient(address);
    const appended = await client.appendToStream("s", events(2), { expectedRevision: "no_stream" });
    expect(appended).to.deep.include({ success: true, nextExpectedRevision: 1n });
    expect(appended.position).to.deep.equal({ commit: 2n, prepare: 2n });
    const wrong = await errorOf(client.appendToStream("s", events(1), { expectedRevision: 0n }));
    expect(wrong).to.include({ type: "wrong-expected-version", actualVersion: 1n });
    await client.deleteStream("s", { expectedRevision: 1n });
    const missing = await errorOf(dataOf(client, "s"));
    expect(missing).to.include({ type: "stream-not-found", streamName: "s" });
    await client.tombstoneStream("s");
    expect(await errorOf(dataOf(client, "s"))).to.include({ type: "stream-deleted" });
    expect(server.port).to.be.greaterThan(0);
  });

  it("denies every write, of users and of nobody, and lets them read", async () => {
    const store = inMemoryStore();
    rightOf(
      await store.append("s", "no-stream", [{ id: "a", type: "T", data: "{}", metadata: "" }]),
    );
    const access = { users: [{ name: "w", password: "w" }], anonymous: "read" } as const;
    const server = rightOf(await startEventServer({ store, port: 0, access }));
    atEnd(() => server.close());
    for (const user of ["", "w:w@"]) {
      const client = officialClient(`esdb://${user}127.0.0.1:${server.port}?tls=false`);
      const writes = [
        () => client.appendToStream("s", events(1)),
        () =>
          client.appendToStream("s", events(1), { credentials: { username: "w", password: "w" } }),
        () => client.deleteStream("s"),
        () => client.tombstoneStream("s"),
        () => client.setStreamMetadata("s", { maxCount: 1 }),
      ];
      const denied = { type: "access-denied", code: status.PERMISSION_DENIED };
      for (const write of writes) expect(await errorOf(write())).to.include(denied);
    }
    const raw = new RawClient(server.port);
    atEnd(() => raw.close());
    expect((await raw.append("s", "any", [proposed()])).failed?.code).to.equal(
      status.PERMISSION_DENIED,
    );
    expect((await raw.batch().ended()).failed?.code).to.equal(status.PERMISSION_DENIED);
    const stranger = new RawClient(server.port, basic("w", "v"));
    atEnd(() => stranger.close());
    expect((await stranger.batch().ended()).failed?.code).to.equal(status.UNAUTHENTICATED);
    expect(rightOf(await store.lastEvent("s"))?.revision).to.equal(0);
  });

  it("speaks TLS with passwords", async () => {
    const { server } = await serve({
      tls,
      access: {
        users: [
          { name: "reader", password: "let:me in" },
          { name: "writer", password: "w", mayWrite: true },
        ],
      },
    });
    const { root } = certificateFiles();
    const as = (user: string) =>
      officialClient(
        `esdb://${user}localhost:${server.port}?tlsCAFile=${encodeURIComponent(root)}`,
      );
    const writer = as("writer:w@");
    await writer.appendToStream("s", events(1), { expectedRevision: "no_stream" });
    const reader = as("reader:let%3Ame%20in@");
    expect(await dataOf(reader, "s")).to.deep.equal([{ n: 0 }]);
    const denied = await errorOf(reader.appendToStream("s", events(1)));
    expect(denied).to.include({ type: "access-denied" });
    for (const user of ["reader:wrong@", "nobody:w@"]) {
      const error = await errorOf(dataOf(as(user), "s"));
      expect(error).to.include({ type: "access-denied", code: status.UNAUTHENTICATED });
    }
    const anonymous = await errorOf(dataOf(as(""), "s"));
    expect(anonymous).to.include({ type: "access-denied", code: status.PERMISSION_DENIED });
  });

  it("asks for a certificate where it is given the root of its users'", async () => {
    const { server } = await serve({ tls: { ...tls, userRoot: rootCertificate } });
    const { root, user, key } = certificateFiles();
    const address = `esdb://localhost:${server.port}?tlsCAFile=${encodeURIComponent(root)}`;
    const client = officialClient(`${address}&userCertFile=${user}&userKeyFile=${key}`);
    await client.appendToStream("s", events(1), { expectedRevision: "no_stream" });
    expect(await dataOf(client, "s")).to.have.length(1);
    const nobody = EventStoreDBClient.connectionString(address);
    expect(await errorOf(dataOf(nobody, "s"))).to.include({ type: "unavailable" });
    await closeClient(nobody);
  });

  it("lets those without a password do what the settings allow them", async () => {
    const users = [{ name: "w", password: "w", mayWrite: true }];
    const options = { all: { start: {} }, count: 1n };
    for (const [anonymous, mayRead, mayWrite] of [
      ["nothing", false, false],
      ["read", true, false],
      ["read-and-write", true, true],
    ] as const) {
      const { raw, server } = await serve({ access: { users, anonymous } });
      expect((await raw.read(options)).failed === undefined).to.equal(mayRead);
      expect((await raw.append("s", "any", [proposed()])).failed === undefined).to.equal(mayWrite);
      const asUser = new RawClient(server.port, basic("w", "w"));
      expect((await asUser.append("s", "any", [proposed()])).failed).to.equal(undefined);
      asUser.close();
      const asStranger = new RawClient(server.port, basic("w", "v"));
      expect((await asStranger.read(options)).failed?.code).to.equal(status.UNAUTHENTICATED);
      const batch = await asStranger.batch().ended();
      expect(batch.failed?.code).to.equal(status.UNAUTHENTICATED);
      const features = await asStranger.unary(featuresMethods.getSupportedMethods, {});
      expect(features.failed?.code).to.equal(status.UNAUTHENTICATED);
      asStranger.close();
    }
  });

  it("limits those who read at once", async () => {
    const { raw } = await serve({ limits: { maxReaders: 2 } });
    const follow = () => raw.follow({ all: { start: {} }, subscription: {} });
    const followers = [follow(), follow()];
    for (const follower of followers) await follower.answers(1);
    expect((await follow().ended()).failed?.code).to.equal(status.RESOURCE_EXHAUSTED);
    for (const follower of followers) {
      follower.cancel();
      await follower.ended();
    }
    await until(async () => {
      const again = follow();
      const isServed = await again.answers(1).then(
        () => true,
        () => false,
      );
      again.cancel();
      return isServed;
    }, "there is room for another");
  });

  it("takes no message over 16 MB and no bytes that are none", async () => {
    const { raw } = await serve({ limits: { maxAppendBytes: 99_999_999 } });
    const { failed } = await raw.append("s", "any", [proposed(Buffer.alloc(16_767_217))]);
    expect(failed?.code).to.equal(status.RESOURCE_EXHAUSTED);
    const method = featuresMethods.getSupportedMethods;
    const garbled = {
      ...method,
      path: "/event_store.client.streams.Streams/Delete",
      request: { ...method.request, encode: () => Buffer.from([10, 200, 1]) },
    };
    expect((await raw.unary(garbled, {})).failed?.code).to.equal(status.INTERNAL);
  });

  it("says why it cannot listen", async () => {
    const { server } = await serve();
    // The library prints an error of its own.
    setLogVerbosity(logVerbosity.NONE);
    const second = await startEventServer({ store: inMemoryStore(), port: server.port });
    const address = `127.0.0.1:${server.port}`;
    expect(isLeft(second) && second.left.message).to.equal(
      `cannot listen on ${address}: listen EADDRINUSE: address already in use ${address}`,
    );
  });

  it("lists persistent subscriptions, which it does not offer, so that clients ask nowhere else for them", async () => {
    const { address } = await serve();
    const client = officialClient(address);
    const create = client.createPersistentSubscriptionToStream(
      "s",
      "group",
      persistentSubscriptionToStreamSettingsFromDefaults(),
    );
    expect(await errorOf(create)).to.include({ code: status.UNIMPLEMENTED });
  });

  it("ends subscriptions when it closes", async () => {
    const started = await startEventServer({ store: inMemoryStore(), port: 0 });
    if (isLeft(started)) throw new Error(started.left.message);
    const raw = new RawClient(started.right.port);
    const follower = raw.follow({ all: { start: {} }, subscription: {} });
    await follower.answers(2);
    await started.right.close();
    expect((await follower.ended()).failed?.code).to.equal(status.UNAVAILABLE);
    raw.close();
  });
});
