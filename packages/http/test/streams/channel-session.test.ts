import { invalidArgument, type LedgerError, ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { heldAnswers } from "../../src/limits/held-answers.js";
import type { HttpSettings } from "../../src/endpoints/http-config.js";
import { channel } from "../../src/streams/channel.js";
import { maxLaterFrames, startSession } from "../../src/streams/channel-session.js";
import { createFlusher } from "../../src/streams/frame-sink.js";
import { callerWith } from "../fixtures/callers.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";
import { fakeWebSocket, slowConnection, turns } from "../fixtures/fake-socket.js";
import { numberStream, servicesWith } from "../fixtures/number-stream.js";

const times = { requestTimeoutMs: 1_000, pingIntervalMs: 10_000 };
const request = JSON.stringify({ of: "alice" });

describe("the session of a websocket", () => {
  let ledger: FakeLedger;
  before(async () => {
    ledger = await fakeLedger();
  });
  after(() => ledger.close());

  /** A session over a connection whose peer the test plays. */
  const begin = (settings: HttpSettings = { webSocket: times }) => {
    const stream = numberStream(({ of }) => (of === "nobody" ? invalidArgument("no") : undefined));
    const connection = slowConnection();
    connection.takeAll();
    const peer = fakeWebSocket(connection.socket);
    const lines: Array<Readonly<Record<string, unknown>>> = [];
    const state = {
      error: undefined as LedgerError | undefined,
      rechecks: 0,
      later: undefined as LedgerError | undefined,
    };
    const session = startSession({
      webSocket: peer.webSocket,
      socket: connection.socket,
      channel: channel(stream.row),
      caller: callerWith([{ kind: "CanReadAs", party: "alice" }]),
      authorization: {
        error: () => state.error,
        recheck: () => {
          state.rechecks += 1;
          return Promise.resolve(state.later);
        },
      },
      services: servicesWith(ledger, settings),
      logger: pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) }),
      flusher: createFlusher(),
      answers: heldAnswers(1_000, () => undefined),
      traceId: "t",
    });
    const code = () => peer.sent.map((frame) => Object(JSON.parse(frame)).code);
    return { stream, peer, session, state, lines, code, beganMs: performance.now() };
  };

  it("sends the items of the first frame's request", async () => {
    const { stream, peer } = begin();
    peer.emit("message", Buffer.from(request));
    stream.push(1, 2);
    await turns();
    expect(peer.sent).to.deep.equal(['{"number":1}', '{"number":2}']);
    expect(peer.calls).to.deep.equal([]);
  });

  it("reads a first frame that came in parts", async () => {
    const { stream, peer } = begin();
    const bytes = Buffer.from(request);
    peer.emit("message", [bytes.subarray(0, 4), bytes.subarray(4)]);
    stream.push(1);
    await turns();
    expect(peer.sent).to.deep.equal(['{"number":1}']);
  });

  it("closes with 1000 at the end of the items", async () => {
    const { stream, peer, lines } = begin();
    peer.emit("message", Buffer.from(request));
    stream.push(1);
    stream.end();
    await turns();
    expect(peer.calls).to.deep.equal(["close 1000"]);
    peer.emit("close", 1000);
    expect(lines.at(-1)).to.include({ msg: "websocket closed", code: 1000, path: "/v2/numbers" });
  });

  const bad: ReadonlyArray<readonly [what: string, frame: string, code: string]> = [
    ["no JSON", "{", "INVALID_ARGUMENT"],
    ["what does not decode", "{}", "INVALID_ARGUMENT"],
    ["what breaks a rule", '{"of":"nobody"}', "INVALID_ARGUMENT"],
    ["what the caller may not see", '{"of":"bob"}', "NA"],
  ];
  for (const [what, frame, expected] of bad) {
    it(`answers ${what} with an error as the last frame, and closes with 1000`, async () => {
      const { peer, code, stream } = begin();
      peer.emit("message", Buffer.from(frame));
      stream.push(1);
      await turns();
      expect(code()).to.deep.equal([expected]);
      expect(peer.calls).to.deep.equal(["close 1000"]);
    });
  }

  it("sends the error that breaks the items off as the last frame", async () => {
    const { peer, code, stream } = begin();
    peer.emit("message", Buffer.from(request));
    stream.push(1, left(ledgerError("PARTICIPANT_PRUNED_DATA_ACCESSED", "pruned")), 2);
    await turns();
    expect(code()).to.deep.equal([undefined, "PARTICIPANT_PRUNED_DATA_ACCESSED"]);
    expect(peer.calls).to.deep.equal(["close 1000"]);
  });

  it("passes over later frames, and ends the session of a peer that sends too many", async () => {
    const { peer, stream } = begin();
    peer.emit("message", Buffer.from(request));
    for (let at = 0; at < maxLaterFrames; at += 1) peer.emit("message", Buffer.from("x"));
    stream.push(1);
    await turns();
    expect([peer.sent, peer.calls]).to.deep.equal([['{"number":1}'], []]);
    peer.emit("message", Buffer.from("x"));
    expect(peer.calls).to.deep.equal(["close 1008"]);
  });

  it("forgives later frames with each heartbeat", () => {
    const { peer, session, beganMs } = begin();
    peer.emit("message", Buffer.from(request));
    for (let beat = 1; beat <= 3; beat += 1) {
      for (let at = 0; at < maxLaterFrames; at += 1) peer.emit("message", Buffer.from("x"));
      session.tick(beganMs + beat * (times.pingIntervalMs + 100));
    }
    expect(peer.calls).to.deep.equal(["ping", "ping", "ping"]);
  });

  it("answers pings, up to the same number", () => {
    const { peer } = begin();
    for (let at = 0; at < maxLaterFrames; at += 1) peer.emit("ping", Buffer.from("p"));
    expect(new Set(peer.calls)).to.deep.equal(new Set(["pong p"]));
    expect(peer.calls).to.have.lengthOf(maxLaterFrames);
    peer.emit("ping", Buffer.from("p"));
    expect(peer.calls.at(-1)).to.equal("close 1008");
  });

  it("cuts a peer off that gave no sign of life between two heartbeats", () => {
    for (const sign of ["pong", "message", "none"] as const) {
      const { peer, session, beganMs } = begin();
      peer.emit("message", Buffer.from(request));
      session.tick(beganMs + times.pingIntervalMs + 100);
      expect(peer.calls).to.deep.equal(["ping"]);
      if (sign !== "none") peer.emit(sign, Buffer.from("x"));
      session.tick(beganMs + 2 * times.pingIntervalMs + 200);
      expect(peer.calls.at(-1), sign).to.equal(sign === "none" ? "terminate" : "ping");
    }
  });

  it("ends when no request comes in time, which is not an error of the node", () => {
    const { peer, session, code, lines, beganMs } = begin();
    session.tick(beganMs + times.requestTimeoutMs - 500);
    expect(peer.calls).to.deep.equal([]);
    session.tick(beganMs + times.requestTimeoutMs + 100);
    expect(code()).to.deep.equal(["REQUEST_DEADLINE_EXCEEDED"]);
    expect(peer.calls).to.deep.equal(["close 1000"]);
    expect(lines.filter(({ level }) => level === 50)).to.deep.equal([]);
  });

  it("ends at the next tick when its caller is no longer allowed", () => {
    const { peer, session, code, state, beganMs } = begin();
    peer.emit("message", Buffer.from(request));
    state.error = ledgerError("ACCESS_TOKEN_EXPIRED", "expired");
    session.tick(beganMs);
    expect(code()).to.have.lengthOf(1);
    expect(peer.calls).to.deep.equal(["close 1000"]);
    expect(state.rechecks).to.equal(0);
  });

  it("sends nothing more once its caller is no longer allowed, even before the tick", async () => {
    const { peer, code, state, stream } = begin();
    peer.emit("message", Buffer.from(request));
    await turns();
    state.error = ledgerError("STALE_STREAM_AUTHORIZATION", "changed");
    stream.push(1);
    await turns();
    expect(code()).to.deep.equal(["STALE_STREAM_AUTHORIZATION"]);
  });

  it("serves no request of a caller who is no longer allowed when it comes", async () => {
    const { peer, code, state, stream } = begin();
    state.error = ledgerError("ACCESS_TOKEN_EXPIRED", "expired");
    peer.emit("message", Buffer.from(request));
    await turns();
    expect(code()).to.have.lengthOf(1);
    expect(stream.readers()).to.equal(0);
  });

  it("ends when the token is found bad on a second look", async () => {
    const { peer, session, code, state, beganMs } = begin();
    peer.emit("message", Buffer.from(request));
    state.later = ledgerError("STALE_STREAM_AUTHORIZATION", "withdrawn");
    session.tick(beganMs);
    await turns();
    expect([code(), state.rechecks]).to.deep.equal([["STALE_STREAM_AUTHORIZATION"], 1]);
  });

  it("goes away with 1001 when the node stops, and leaves its source", async () => {
    const { peer, session, stream } = begin();
    peer.emit("message", Buffer.from(request));
    await turns();
    expect(stream.readers()).to.equal(1);
    session.shutDown();
    await turns();
    expect(peer.calls).to.deep.equal(["close 1001"]);
    expect(stream.readers()).to.equal(0);
    session.shutDown();
    expect(peer.calls).to.have.lengthOf(1);
  });

  it("leaves its source when the peer goes away", async () => {
    const { peer, stream } = begin();
    peer.emit("message", Buffer.from(request));
    await turns();
    peer.emit("close", 1006);
    stream.push(1);
    await turns();
    expect([stream.readers(), peer.sent]).to.deep.equal([0, []]);
  });

  it("answers an exception with 1011 and keeps it in the log", async () => {
    const { peer, session, state, lines, beganMs, code } = begin();
    peer.emit("message", Buffer.from(request));
    Object.defineProperty(state, "later", {
      get: () => {
        throw new Error("secret of the node");
      },
    });
    session.tick(beganMs);
    await turns();
    expect(peer.calls).to.deep.equal(["close 1011"]);
    expect(code()).to.deep.equal(["LEDGER_API_INTERNAL_ERROR"]);
    expect(peer.sent.join("")).to.not.contain("secret");
    expect(JSON.stringify(lines)).to.contain("secret of the node");
  });
});
