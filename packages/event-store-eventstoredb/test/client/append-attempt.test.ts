import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { createAttempts } from "../../src/client/append-attempt.js";
import { type Connection, createConnection } from "../../src/connection/connection.js";
import { faultyProxy } from "../faulty-proxy.js";
import { atEnd, rightOf, serve } from "../served-store.js";

const attemptsAt = (address: string) => {
  const connection = rightOf(createConnection(address));
  const attempts = createAttempts(connection);
  atEnd(() => connection.close());
  atEnd(() => attempts.close());
  return { connection, attempts };
};

const request = (expected: number | "no-stream") => ({
  stream: "s",
  expected,
  events: [
    {
      id: { string: randomUUID() },
      metadata: new Map([
        ["type", "T"],
        ["content-type", "application/octet-stream"],
      ]),
      data: Buffer.from("{}"),
      customMetadata: Buffer.alloc(0),
    },
  ],
});

describe("An attempt whose call sees first that its time is over", () => {
  it("drops the connection too", async () => {
    const renewed: number[] = [];
    const over = Object.assign(new Error("Deadline exceeded"), { code: status.DEADLINE_EXCEEDED });
    const fake = {
      generation: 7,
      appendSupport: async () => ({ batch: false, deadlineSpan: false }),
      request: () => Promise.reject(over),
      renew: (generation: number) => renewed.push(generation),
    };
    // border: a connection that has what an attempt uses of one
    const attempts = createAttempts(fake as unknown as Connection);
    expect(await attempts.append(request("no-stream"), 60_000)).to.include({ kind: "unknown" });
    expect(renewed).to.deep.equal([7]);
  });
});

for (const batchAppend of [true, false]) {
  describe(`An attempt on the ${batchAppend ? "batch" : "unary"} path`, () => {
    it("is made once, with the revision it expects", async () => {
      const { address } = await serve({ batchAppend });
      const { attempts } = attemptsAt(address);
      const none = request("no-stream");
      const appended = { kind: "appended", revision: 0, position: 1 };
      expect(await attempts.append(none, 60_000)).to.deep.equal(appended);
      expect(await attempts.append(none, 60_000)).to.deep.equal(appended);
      expect(await attempts.append(request("no-stream"), 60_000)).to.deep.equal({
        kind: "wrong-revision",
        actual: 0,
      });
      expect(await attempts.append(request(0), 60_000)).to.deep.include({ revision: 1 });
    });

    it("was not made when there is no connection", async () => {
      const { server } = await serve({ batchAppend });
      const proxy = await faultyProxy(server.port);
      proxy.weather.accepts = false;
      const { attempts } = attemptsAt(`esdb://127.0.0.1:${proxy.port}?tls=false`);
      expect(await attempts.append(request("no-stream"), 500)).to.include({ kind: "not-now" });
      proxy.weather.accepts = true;
      expect(await attempts.append(request("no-stream"), 60_000)).to.include({ kind: "appended" });
    });

    it("of unknown outcome drops the connection, and the next one works", async () => {
      const { server } = await serve({ batchAppend });
      const proxy = await faultyProxy(server.port);
      const { attempts, connection } = attemptsAt(`esdb://127.0.0.1:${proxy.port}?tls=false`);
      expect(await attempts.append(request("no-stream"), 60_000)).to.include({ kind: "appended" });
      proxy.weather.answers = false;
      expect(await attempts.append(request(0), 60)).to.include({ kind: "unknown" });
      expect(connection.generation).to.equal(1);
      proxy.weather.answers = true;
      expect(await attempts.append(request(1), 60_000)).to.include({
        kind: "appended",
        revision: 2,
      });
    });
  });
}
