import { expect } from "chai";
import { pino } from "pino";
import { Quota } from "@tallystick/background";
import { left } from "fp-ts/lib/Either.js";
import { heldAnswers } from "../../src/limits/held-answers.js";
import { unauthenticated } from "../../src/auth/token-claims.js";
import { createRateLimits, defaultRateLimits } from "../../src/limits/rate-limits.js";
import type { ChannelServer } from "../../src/streams/channel-server.js";
import { lazyChannelServer } from "../../src/streams/lazy-channel-server.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { slowConnection, turns } from "../fixtures/fake-socket.js";
import { incomingRequest } from "../fixtures/incoming-request.js";
import { servicesWith } from "../fixtures/number-stream.js";

describe("a websocket side that loads when it is first needed", () => {
  let ledger: FakeLedger;
  let server: ChannelServer;
  before(async () => {
    ledger = await fakeLedger();
  });
  after(() => ledger.close());
  beforeEach(() => {
    server = lazyChannelServer({
      channels: [],
      services: servicesWith(ledger),
      logger: pino({ level: "silent" }),
      answers: heldAnswers(1_000, () => undefined),
      streams: new Quota(10, 10),
      rules: {
        authenticator: { authenticate: () => left(unauthenticated("no")) },
        auth: { kind: "services", services: [] },
        rateLimits: createRateLimits(defaultRateLimits),
        maxTokenLifeMs: 0,
        jwtTimestampLeeway: { defaultMs: 0 },
        now: Date.now,
      },
    });
  });

  /** Everything that comes back on an upgrade request until its connection ends. */
  const upgraded = async (): Promise<string> => {
    const { socket, taken, takeAll } = slowConnection();
    takeAll();
    const ended = new Promise((resolve) => socket.on("finish", resolve));
    server.upgrade(incomingRequest({ url: "/v2/nowhere" }), socket, Buffer.alloc(0));
    await ended;
    socket.destroy();
    await turns();
    return taken().toString();
  };

  it("has no connections before the first, and closes at once", async () => {
    expect(server.connections()).to.equal(0);
    await server.close(1_000);
  });

  it("answers the first upgrade and the next ones", async () => {
    for (let time = 0; time < 2; time += 1)
      expect(await upgraded()).to.match(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(server.connections()).to.equal(0);
    await server.close(1_000);
  });

  it("lives through a connection that breaks while it loads", async () => {
    const { socket } = slowConnection();
    server.upgrade(incomingRequest({ url: "/v2/nowhere" }), socket, Buffer.alloc(0));
    socket.destroy(new Error("reset by peer"));
    expect(await upgraded()).to.match(/^HTTP\/1\.1 404 /);
    await server.close(1_000);
  });

  it("ends at once what comes after it was closed", async () => {
    await server.close(0);
    expect(await upgraded()).to.match(/^HTTP\/1\.1 \d{3} /);
  });
});
