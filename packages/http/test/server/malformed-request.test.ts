import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect } from "chai";
import { pino } from "pino";
import { systemIds } from "../../src/sessions/http-ids.js";
import {
  ambiguity,
  answerAmbiguous,
  answerClientErrors,
} from "../../src/server/malformed-request.js";
import { ledgerApiFamily } from "../../src/endpoints/endpoint-family.js";
import { longHeaderSentence } from "../../src/middleware/request-head.js";
import { pathFamilies } from "../../src/endpoints/path-families.js";
import { walletFamily } from "../../src/wallet/rows/wallet-family.js";
import { slowConnection, turns } from "../fixtures/fake-socket.js";

describe("what a request may mean to others", () => {
  const request = (
    headers: Readonly<Record<string, string>>,
    rawHeaders: string[] = Object.entries(headers).flat(),
    httpVersionMajor = 1,
  ) => ambiguity({ httpVersionMajor, headers: { ...headers }, rawHeaders });

  it("is clear for an ordinary request", () => {
    expect(request({ host: "a" })).to.equal(undefined);
    expect(request({})).to.equal(undefined);
    expect(request({ "transfer-encoding": "chunked" })).to.equal(undefined);
    expect(request({ "transfer-encoding": "Chunked" })).to.equal(undefined);
    expect(request({ host: "a" }, ["Host", "a", "X-Host", "b", "Hosts", "c"])).to.equal(undefined);
  });

  it("is not with another transfer encoding", () => {
    for (const coding of ["gzip, chunked", "chunked, identity", "identity", "chunked, chunked"]) {
      expect(request({ "transfer-encoding": coding })).to.equal(
        `The transfer encoding ${coding} is not supported; expected chunked alone`,
      );
    }
    expect(request({ "transfer-encoding": "x".repeat(5_000) })).to.have.length.below(150);
  });

  for (const name of ["Host", "Origin", "Content-Type", "Authorization"]) {
    it(`is not with several ${name} headers, in any spelling, the same or not`, () => {
      const error = `The request has several ${name} headers; expected one`;
      for (const [other, value] of [
        [name, "a"],
        [name.toLowerCase(), "b"],
        [name.toUpperCase(), "b"],
      ]) {
        const raw = ["Accept", "x", name, "a", "Cookie", "y", other ?? "", value ?? ""];
        expect(request({ host: "a" }, raw)).to.equal(error);
      }
      expect(request({ host: "a" }, ["Host", "a", name === "Host" ? "X" : name, "a"])).to.equal(
        undefined,
      );
    });
  }

  it("is clear with headers that may be repeated, and with others of the same length", () => {
    const raw = ["Accept", "a", "Accept", "b", "Authorizatiom", "a", "Authorizatiom", "b"];
    expect(request({ host: "a" }, raw)).to.equal(undefined);
  });

  it("is not without a version", () => {
    expect(request({ host: "a" }, [], 0)).to.contain("no HTTP version; expected HTTP/1.1");
  });

  it("is answered with 400 and the end of the connection", async () => {
    const { socket, taken, takeAll } = slowConnection();
    takeAll();
    answerAmbiguous(socket, "several hosts", pino({ level: "silent" }), systemIds);
    await turns();
    const [head = "", body = ""] = taken().toString().split("\r\n\r\n");
    expect(head).to.contain("HTTP/1.1 400 Bad Request").and.to.contain("Connection: close");
    expect(JSON.parse(body)).to.include({ code: "INVALID_ARGUMENT", definiteAnswer: true });
    expect(socket.writableEnded).to.equal(true);
    socket.destroy();
  });
});

const familyOf = pathFamilies([
  { family: walletFamily, path: "/v0/wallet/balance" },
  { family: ledgerApiFamily, path: "/v2/version" },
]);

describe("what never became a request", () => {
  let server: Server;
  let lines: Array<Readonly<Record<string, unknown>>>;
  beforeEach(async () => {
    lines = [];
    server = createServer(
      {
        maxHeaderSize: 1_000,
        requestTimeout: 30,
        headersTimeout: 30,
        connectionsCheckingInterval: 10,
      },
      (_request, response) => response.end("fine"),
    );
    const logger = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
    answerClientErrors(server, familyOf, logger, systemIds);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** What comes back on bytes until the connection ends. */
  const sent = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      // border: a server that listens on an address has one
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk.toString("utf8");
      });
      socket.on("error", reject);
      socket.on("close", () => resolve(text));
    });

  const rows: ReadonlyArray<readonly [what: string, bytes: string, status: number, code: string]> =
    [
      ["bytes that are no HTTP", "hello\r\n\r\n", 400, "INVALID_ARGUMENT"],
      ["a line that ends wrongly", "GET / HTTP/1.1\rX\r\n\r\n", 400, "INVALID_ARGUMENT"],
      [
        "a head that does not come",
        "GET / HTTP/1.1\r\nHost: a\r\n",
        408,
        "REQUEST_DEADLINE_EXCEEDED",
      ],
    ];
  for (const [what, bytes, status, code] of rows) {
    it(`is answered with ${status} and an error object: ${what}`, async () => {
      const [head = "", body = ""] = (await sent(bytes)).split("\r\n\r\n");
      expect(head).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(head).to.contain("Connection: close");
      expect(Object(JSON.parse(body)).code).to.equal(code);
      expect(lines.at(-1)).to.include({ level: 20, msg: "malformed request", status });
    });
  }

  it("is answered as a public node does where headers are too long", async () => {
    const bytes = `GET / HTTP/1.1\r\nX: ${"x".repeat(2_000)}\r\n\r\n`;
    const [head = "", body = ""] = (await sent(bytes)).split("\r\n\r\n");
    expect(head).to.match(/^HTTP\/1\.1 431 /);
    expect(head).to.contain("Content-Type: text/plain; charset=UTF-8");
    expect(body).to.equal(longHeaderSentence);
    expect(lines.at(-1)).to.include({ level: 20, msg: "malformed request", status: 431 });
  });

  it("is answered in the shape of the wallet below the wallet's paths", async () => {
    const bytes = `GET /v0/wallet/balance?x=1 HTTP/1.1\r\nX: ${"x".repeat(2_000)}\r\n\r\n`;
    const [head = "", body = ""] = (await sent(bytes)).split("\r\n\r\n");
    expect(head).to.contain("HTTP/1.1 431 ");
    expect(JSON.parse(body)).to.deep.equal({ error: "The request headers are too long" });
  });

  it("is nothing to answer when the connection is gone", async () => {
    const { socket, taken } = slowConnection();
    server.emit("clientError", Object.assign(new Error("gone"), { code: "ECONNRESET" }), socket);
    await turns();
    expect([socket.destroyed, taken().length]).to.deep.equal([true, 0]);
  });
});
