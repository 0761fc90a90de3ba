import { connect } from "node:net";
import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import type { HttpSettings } from "../../../src/index.js";
import {
  at,
  openPingLedger,
  type PingLedger,
  transactionOffsets,
  wildcardFor,
} from "../../fixtures/ping-ledger.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";
import {
  openStream,
  refusedUpgrade,
  type StreamReader,
  within,
} from "../../fixtures/stream-reader.js";

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const codes = ({ frames }: StreamReader): ReadonlyArray<unknown> =>
  frames.map((frame) => at(frame, "code")).filter((code) => code !== undefined);

describe("The limits of a websocket", () => {
  let pings: PingLedger;
  let request: object;
  const servers: Array<RunningServer> = [];

  const serve = async (settings: HttpSettings, ledger: Ledger = pings.ledger) => {
    const running = await runServer(ledger, settings);
    servers.push(running);
    return running;
  };

  before(async () => {
    pings = await openPingLedger();
    await pings.create(3);
    request = { beginExclusive: 0, filter: wildcardFor(pings.alice) };
  });
  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ server }) => server.close()));
  });
  after(() => pings.ledger.close());

  it("end a stream when its token expires, with ACCESS_TOKEN_EXPIRED as the last frame", async () => {
    let nowMs = Date.now();
    const running = await serve({ now: () => nowMs });
    const reader = await openStream(running.base, "/v2/updates", { request });
    await reader.until(3);
    nowMs += 3_700_000;
    expect(await reader.closed).to.equal(1000);
    expect(codes(reader)).to.deep.equal(["ACCESS_TOKEN_EXPIRED"]);
    expect(at(reader.frames.at(-1), "code")).to.equal("ACCESS_TOKEN_EXPIRED");
  });

  it("end a stream when the rights of its user change, before anything more is sent", async () => {
    const running = await serve({});
    await pings.ledger.createUser({
      userId: "reader",
      rights: [{ kind: "CanReadAs", party: pings.alice }],
    });
    const protocols = [`jwt.token.${await developmentToken("reader")}`, "daml.ws.auth"];
    const reader = await openStream(running.base, "/v2/updates", { request, protocols });
    const other = await openStream(running.base, "/v2/updates", { request });
    await Promise.all([reader.until(4), other.until(4)]);
    await pings.ledger.grantUserRights("reader", [{ kind: "CanReadAs", party: pings.bob }]);
    await pings.create(1);
    expect(await reader.closed).to.equal(1000);
    expect(codes(reader)).to.deep.equal(["STALE_STREAM_AUTHORIZATION"]);
    expect(transactionOffsets(reader.frames)).to.have.length(3);
    await other.until(5);
    expect(other.webSocket.readyState).to.equal(1);
  });

  for (const change of ["isDeactivated", "deleted"] as const) {
    it(`end a stream whose user is ${change}, though nothing comes`, async () => {
      let changed = false;
      const { ledger } = pings;
      const watched: Ledger = {
        ...ledger,
        user: (userId) => {
          const known = ledger.user(userId);
          if (!changed || known === undefined) return known;
          return change === "deleted" ? undefined : { ...known, isDeactivated: true };
        },
      };
      const running = await serve({}, watched);
      const reader = await openStream(running.base, "/v2/updates", { request });
      await reader.until(3);
      changed = true;
      expect(await reader.closed).to.equal(1000);
      expect(codes(reader)).to.deep.equal(["STALE_STREAM_AUTHORIZATION"]);
    });
  }

  it("close a websocket that sends no request in time, and tell why", async () => {
    const running = await serve({ webSocket: { requestTimeoutMs: 100 } });
    const reader = await openStream(running.base, "/v2/updates");
    expect(await reader.closed).to.equal(1000);
    expect(codes(reader)).to.deep.equal(["REQUEST_DEADLINE_EXCEEDED"]);
    // pino's level 50 is for failures of the node
    expect(running.log.filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
  });

  it("read a frame of the greatest length and close with 1009 for one byte more", async () => {
    const maxFrameBytes = 1_000;
    const running = await serve({ webSocket: { maxFrameBytes } });
    const text = JSON.stringify(request);
    const most = await openStream(running.base, "/v2/updates");
    most.webSocket.send(text.padEnd(maxFrameBytes, " "));
    await most.until(3);
    const more = await openStream(running.base, "/v2/updates");
    more.webSocket.send(text.padEnd(maxFrameBytes + 1, " "));
    expect(await more.closed).to.equal(1009);
    expect(more.frames).to.deep.equal([]);
  });

  for (const kind of ["frames", "pings"] as const) {
    it(`cut off a client that sends ${kind} without end`, async () => {
      const running = await serve({});
      const reader = await openStream(running.base, "/v2/updates", { request });
      await reader.until(3);
      for (let count = 0; count < 101; count++) {
        if (kind === "pings") reader.webSocket.ping();
        else reader.webSocket.send("{}");
      }
      expect(await reader.closed).to.equal(1008);
    });
  }

  it("answer pings, and keep a peer that answers them", async () => {
    const running = await serve({ webSocket: { pingIntervalMs: 1_000 } });
    const reader = await openStream(running.base, "/v2/updates", { request });
    let asked = 0;
    reader.webSocket.on("ping", () => {
      asked += 1;
    });
    const pong = new Promise((resolve) => reader.webSocket.once("pong", resolve));
    reader.webSocket.ping("here");
    expect(String(await within("the pong", pong))).to.equal("here");
    // a peer that is not kept is cut off with the second ping
    while (asked < 3 && reader.webSocket.readyState === 1) await sleep(10);
    expect(reader.webSocket.readyState).to.equal(1);
  });

  it("cut off a peer that gives no sign of life", async () => {
    const running = await serve({ webSocket: { pingIntervalMs: 50 } });
    const { hostname, port } = new URL(running.base);
    const token = await developmentToken();
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        "GET /v2/updates HTTP/1.1",
        `Host: ${hostname}:${port}`,
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`,
        `Authorization: Bearer ${token}`,
        "",
        "",
      ].join("\r\n"),
    );
    socket.resume();
    await within("the end", new Promise((resolve) => socket.on("close", resolve)));
  });

  it("refuse websockets beyond the greatest number with MAXIMUM_NUMBER_OF_STREAMS until one is closed", async () => {
    const running = await serve({ webSocket: { maxSockets: 2 } });
    const first = await openStream(running.base, "/v2/updates", { request });
    await openStream(running.base, "/v2/updates", { request });
    const answer = await refusedUpgrade(running.base, "/v2/updates");
    expect(answer.json).to.have.property("code", "MAXIMUM_NUMBER_OF_STREAMS");
    expect(answer.status).to.equal(409);
    first.webSocket.close();
    await first.closed;
    let third: StreamReader | undefined;
    // the server has seen the end a moment later
    while (third === undefined) {
      third = await openStream(running.base, "/v2/updates", { request }).catch(() => undefined);
      await sleep(5);
    }
    await third.until(3);
  });

  it("refuse websockets of one user beyond its number, and take those of others", async () => {
    const running = await serve({ webSocket: { maxSocketsPerUser: 1 } });
    const first = await openStream(running.base, "/v2/updates", { request });
    const refused = await refusedUpgrade(running.base, "/v2/updates");
    expect(refused.status).to.equal(429);
    expect(refused.json).to.have.property("code", "RATE_LIMIT_EXCEEDED");
    expect(refused.headers["retry-after"]).to.match(/^\d+$/);
    const rights = [{ kind: "CanReadAs" as const, party: pings.alice }];
    await pings.ledger.createUser({ userId: "second", rights });
    const protocols = [`jwt.token.${await developmentToken("second")}`, "daml.ws.auth"];
    const other = await openStream(running.base, "/v2/updates", { request, protocols });
    await other.until(3);
    first.webSocket.close();
    await first.closed;
    let again: StreamReader | undefined;
    // the server has seen the end a moment later
    while (again === undefined) {
      again = await openStream(running.base, "/v2/updates", { request }).catch(() => undefined);
      await sleep(5);
    }
    await again.until(3);
  });

  it("hold a stream back for a reader that stops, without holding up others", async () => {
    const pulled: Array<number> = [];
    const { ledger } = pings;
    const counted: Ledger = {
      ...ledger,
      queries: {
        ...ledger.queries,
        updateTexts: (query) => {
          const stream = pulled.push(0) - 1;
          const items = ledger.queries.updateTexts(query);
          return (async function* () {
            for await (const item of items) {
              pulled[stream] = (pulled[stream] ?? 0) + 1;
              yield item;
            }
          })();
        },
      },
    };
    const running = await serve({ webSocket: { maxBufferedBytes: 64 * 1024 } }, counted);
    const stopped = await openStream(running.base, "/v2/updates", { request });
    await stopped.until(4);
    const reading = await openStream(running.base, "/v2/updates", { request });
    await reading.until(4);
    stopped.webSocket.pause();
    // more than twice of what the system itself may hold for a connection
    const count = 1_500;
    await pings.create(count, 20_000);
    const whole = transactionOffsets(stopped.frames).length + count;
    while (transactionOffsets(reading.frames).length < whole) await sleep(10);
    expect(pulled[1]).to.be.at.least(whole);
    expect(pulled[0]).to.be.lessThan(whole / 2);
    stopped.webSocket.resume();
    while (transactionOffsets(stopped.frames).length < whole) await sleep(10);
    expect(transactionOffsets(stopped.frames)).to.deep.equal(transactionOffsets(reading.frames));
  });

  it("end all streams with 1001 when the server closes, and let it close at once", async () => {
    const running = await serve({ closeTimeoutMs: 600_000 });
    const readers = await Promise.all(
      ["/v2/updates", "/v2/updates/trees", "/v2/commands/completions"].map((path) =>
        openStream(running.base, path, {
          request: path.includes("updates") ? request : { parties: [pings.alice] },
        }),
      ),
    );
    const unasked = await openStream(running.base, "/v2/updates");
    await Promise.all(readers.map((reader) => reader.until(1)));
    // within the time of a test, which is far less than what a peer has to agree
    await Promise.all([running.server.close(), running.server.close()]);
    for (const reader of [...readers, unasked]) expect(await reader.closed).to.equal(1001);
  });

  it("cut off a peer that does not agree to the closing of the server in time", async () => {
    const running = await serve({ closeTimeoutMs: 100 });
    const reader = await openStream(running.base, "/v2/updates", { request });
    await reader.until(3);
    reader.webSocket.pause();
    await within("the closing", running.server.close());
    reader.webSocket.resume();
    await reader.closed;
  });
});
