import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { smallBodyBytes } from "../../../src/limits/body-reader.js";
import { maxPipelinedRequests } from "../../../src/server/pipelined-requests.js";
import { type FakeLedger, fakeLedger } from "../../fixtures/fake-ledger.js";
import {
  developmentToken,
  type Reply,
  type RunningServer,
  runServer,
  sendBytes,
} from "../../fixtures/running-server.js";
import { within } from "../../fixtures/stream-reader.js";

const requestTimeoutMs = 500;
const submit = "/v2/commands/async/submit";

const connectTo = async (base: string): Promise<Socket> => {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
};

const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => socket.on("close", () => resolve()));

const answersIn = (received: string): number => received.match(/HTTP\/1\.1 \d/g)?.length ?? 0;

describe("The server among hostile clients", () => {
  let ledger: FakeLedger;
  let running: RunningServer;
  /** The same, with less patience. */
  let hasty: RunningServer;
  let token: string;
  before(async () => {
    ledger = await fakeLedger();
    ledger.setUser({ userId: "ledger-api-user", rights: [{ kind: "CanActAs", party: "p::1220" }] });
    const config = { maxBodyBytes: 200_000, maxHeldBodyBytes: 300_000, maxConnections: 20 };
    running = await runServer(ledger, config);
    hasty = await runServer(ledger, { ...config, requestTimeoutMs });
    token = await developmentToken();
  });
  after(async () => {
    await running.server.close();
    await hasty.server.close();
    await ledger.close();
  });

  const get = (path: string, ...headers: ReadonlyArray<string>): string =>
    [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
  const bye = get("/livez", "Connection: close");

  it("answers requests that come at once, in order", async () => {
    const received = await sendBytes(
      running.base,
      get("/livez").repeat(maxPipelinedRequests) + bye,
    );
    expect(answersIn(received)).to.equal(maxPipelinedRequests + 1);
  });

  it("continues answering a client that always keeps a few requests waiting", async () => {
    const socket = await connectTo(running.base);
    let received = "";
    socket.on("data", (chunk) => {
      const before = answersIn(received);
      received += String(chunk);
      socket.write(get("/livez").repeat(answersIn(received) - before));
    });
    socket.write(get("/livez").repeat(10));
    while (answersIn(received) < 5 * maxPipelinedRequests) await once(socket, "data");
    socket.destroy();
  });

  it("cuts a client that lets more requests wait than it should", async () => {
    const many = get("/livez").repeat(maxPipelinedRequests + 2) + bye;
    expect(answersIn(await sendBytes(running.base, many))).to.be.lessThan(maxPipelinedRequests);
  });

  it("cuts a client that takes no answers", async () => {
    const socket = await connectTo(hasty.base);
    const closed = closing(socket);
    socket.pause();
    // more than the system keeps for a connection
    const part = get("/docs/openapi").repeat(maxPipelinedRequests - 1);
    const writing = setInterval(() => socket.write(part), 10);
    await within("cutting", closed);
    clearInterval(writing);
  });

  it("cuts a client that takes no answers when others' answers wait too", async () => {
    const crowded = await runServer(ledger, { maxHeldAnswerBytes: 1_000_000 });
    const socket = await connectTo(crowded.base);
    const closed = closing(socket);
    socket.pause();
    // more than the system keeps for a connection
    const part = get("/docs/openapi").repeat(maxPipelinedRequests - 1);
    const writing = setInterval(() => socket.write(part), 10);
    await within("cutting", closed);
    clearInterval(writing);
    expect((await fetch(`${crowded.base}/docs/openapi`)).status).to.equal(200);
    await crowded.server.close();
  });

  it("does not change the protocol while answers are to come", async () => {
    let release = (): void => undefined;
    ledger.hold = new Promise((resolve) => {
      release = resolve;
    });
    const body = '{"commands":[],"commandId":"c","actAs":["p::1220"]}';
    const first = [
      `POST ${submit} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
    for (const protocol of ["websocket", "h2c"]) {
      const upgrade = get("/v2/updates", "Connection: Upgrade", `Upgrade: ${protocol}`);
      expect(await sendBytes(running.base, first + upgrade)).to.equal("");
    }
    release();
    ledger.hold = Promise.resolve();
  });

  it("closes the connection of a request that offers HTTP/2 when it asks for that", async () => {
    const offer = get("/livez", "Connection: close, Upgrade", "Upgrade: h2c");
    const startedMs = performance.now();
    expect(await sendBytes(running.base, offer)).to.match(/^HTTP\/1\.1 200 [^]*Connection: close/);
    // a connection that is kept is closed later
    expect(performance.now() - startedMs).to.be.lessThan(50_000);
  });

  it("takes small bodies while slow large ones fill the room for bodies", async () => {
    const slow = await Promise.all([1, 2].map(() => connectTo(running.base)));
    for (const socket of slow) {
      const head = [
        `POST ${submit} HTTP/1.1`,
        "Host: localhost",
        `Authorization: Bearer ${token}`,
        "Content-Type: application/json",
        "Content-Length: 200000",
      ];
      socket.write(`${head.join("\r\n")}\r\n\r\n{"x":"${"y".repeat(140_000)}`);
    }
    const body = { commands: [], commandId: "c", actAs: ["p::1220"] };
    const large = { ...body, more: "z".repeat(smallBodyBytes) };
    const isOverloaded = ({ text }: Reply): boolean => text.includes("PARTICIPANT_OVERLOADED");
    let refused = await running.call("POST", submit, { body: large });
    // the slow ones have come a moment later
    while (!isOverloaded(refused)) refused = await running.call("POST", submit, { body: large });
    expect(refused.status).to.equal(409);
    expect(refused.json).to.have.property("code", "PARTICIPANT_OVERLOADED");
    const small = await running.call("POST", submit, { body });
    expect(small.text).to.not.contain("PARTICIPANT_OVERLOADED");
    for (const socket of slow) socket.destroy();
    while (isOverloaded(await running.call("POST", submit, { body: large })));
    for (let round = 0; round < 20; round += 1) {
      const later = await running.call("POST", submit, { body: large });
      expect(later.text).to.not.contain("PARTICIPANT_OVERLOADED");
    }
  });

  it("closes connections beyond the greatest number as they come", async () => {
    const held = await Promise.all(Array.from({ length: 20 }, () => connectTo(running.base)));
    const more = await connectTo(running.base);
    await within("closing", closing(more));
    for (const socket of held) socket.destroy();
    let answer = "";
    // the server has seen them go a moment later
    while (answer === "") answer = await sendBytes(running.base, bye);
    expect(answer).to.match(/^HTTP\/1\.1 200 /);
  });
});
