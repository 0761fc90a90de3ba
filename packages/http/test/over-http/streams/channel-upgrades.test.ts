import { connect } from "node:net";
import { JsLedgerError } from "@tallystick/wire";
import { expect } from "chai";
import { type FakeLedger, fakeLedger } from "../../fixtures/fake-ledger.js";
import {
  developmentToken,
  type RunningServer,
  runServer,
  sendBytes,
} from "../../fixtures/running-server.js";
import { type OpenOptions, openStream, refusedUpgrade } from "../../fixtures/stream-reader.js";

const path = "/v2/updates";

describe("An upgrade to a websocket", () => {
  let ledger: FakeLedger;
  let running: RunningServer;
  let token: string;

  before(async () => {
    ledger = await fakeLedger();
    running = await runServer(ledger);
    token = await developmentToken();
  });
  after(() => running.server.close());

  const expectError = async (
    options: OpenOptions,
    status: number,
    code: string,
    cause: RegExp,
    where = path,
  ) => {
    const answer = await refusedUpgrade(running.base, where, options);
    expect(answer.status, answer.text).to.equal(status);
    expect(JsLedgerError.is(answer.json), answer.text).to.equal(true);
    expect(answer.json).to.have.property("code", code);
    expect(answer.json).to.have.property("cause").that.matches(cause);
    const traceId = Object(answer.json).traceId;
    expect(running.log.some((line) => line["traceId"] === traceId)).to.equal(true);
    return answer;
  };

  it("takes the token from the subprotocol and answers with daml.ws.auth alone", async () => {
    const { webSocket } = await openStream(running.base, path);
    expect(webSocket.protocol).to.equal("daml.ws.auth");
    webSocket.close();
  });

  it("takes the token from the Authorization header, with and without a protocol", async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const protocols of [null, ["daml.ws.auth"]]) {
      const { webSocket } = await openStream(running.base, path, { headers, protocols });
      expect(webSocket.protocol).to.equal(protocols?.[0] ?? "");
      webSocket.close();
    }
  });

  it("without a token or with a bad one is opened, gets one error and is closed", async () => {
    for (const protocols of [null, ["daml.ws.auth"], ["jwt.token.a.b.c", "daml.ws.auth"]]) {
      const reader = await openStream(running.base, path, { protocols, request: {} });
      expect(await reader.closed).to.equal(1000);
      expect(reader.frames).to.have.length(1);
      const [error] = reader.frames;
      expect(JsLedgerError.is(error), JSON.stringify(error)).to.equal(true);
      expect(error).to.include({ code: "NA", grpcCodeValue: 16 });
      expect(error).to.have.property("cause").that.matches(/token/);
      const { traceId } = Object(error);
      const line = running.log.find((each) => each["traceId"] === traceId);
      expect(line).to.include({ status: 401, code: "UNAUTHENTICATED" });
    }
  });

  it("of a user that does not exist is answered with 403", async () => {
    const protocols = [`jwt.token.${await developmentToken("nobody")}`, "daml.ws.auth"];
    await expectError({ protocols }, 403, "NA", /nobody/);
  });

  it("on a path without a channel is answered with 404", async () => {
    for (const where of ["/v2/version", "/"]) {
      const answer = await refusedUpgrade(running.base, where, {});
      expect(answer.status).to.equal(404);
      const errors = [`HttpMethod(GET), uri: ${running.base}${where}`];
      expect(answer.json).to.deep.equal({ errors, status: 404, ledgerApiError: null });
    }
  });

  it("of another version of the protocol is answered with 400", async () => {
    const { hostname, port } = new URL(running.base);
    const request = [
      `GET ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 7",
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`,
      `Authorization: Bearer ${token}`,
      "",
      "",
    ];
    const answer = await sendBytes(running.base, request.join("\r\n"));
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    expect(answer).to.include('"code":"INVALID_ARGUMENT"');
  });

  it("under the development login is refused to pages and names of other machines", async () => {
    const foreign = ["https://example.com", "null", "http://127.0.0.1.example.com", "file://"];
    for (const origin of foreign)
      await expectError({ headers: { origin } }, 403, "NA", /web pages/);
    await expectError({ headers: { host: "example.com" } }, 401, "NA", /this machine/);
    for (const origin of ["http://localhost:5173", "http://127.0.0.1", "http://[::1]:80"]) {
      const { webSocket } = await openStream(running.base, path, { headers: { origin } });
      webSocket.close();
    }
  });

  it("with tokens that are worth something is open to pages from anywhere", async () => {
    const services = [
      { kind: "unsafe", secret: "unsafe", audience: "https://canton.network.global" },
    ];
    const auth = { kind: "services", services } as const;
    const strict = await runServer(ledger, { auth } as object);
    const headers = { origin: "https://wallet.example.com" };
    const { webSocket } = await openStream(strict.base, path, { headers });
    webSocket.close();
    await strict.server.close();
  });

  it("to another protocol is passed over, and the request served, its body in parts too", async () => {
    const { hostname, port } = new URL(running.base);
    const head = [
      "POST /v2/commands/async/submit HTTP/1.1",
      `Host: ${hostname}:${port}`,
      "Connection: Upgrade, HTTP2-Settings",
      "Upgrade: h2c",
      "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA",
      "Content-Type: application/json",
      `Authorization: Bearer ${token}`,
      "Content-Length: 2",
      "",
      "{",
    ].join("\r\n");
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += String(chunk);
    });
    socket.write(head);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write("}GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    await new Promise((resolve) => socket.on("close", resolve));
    expect(answer).to.match(/^HTTP\/1\.1 400 /);
    expect(answer).to.include("Invalid value for: body");
    expect(answer).to.match(/HTTP\/1\.1 200 /);
  });
});
