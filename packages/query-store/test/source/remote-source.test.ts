import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { expect } from "chai";
import { WebSocketServer } from "ws";
import { remoteSource } from "../../src/index.js";

describe("A ledger that is read over its interface", () => {
  let server: Server;
  let status: number;
  let told: Array<unknown>;
  beforeEach((done) => {
    told = [];
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += chunk));
      request.on("end", () => {
        told.push([request.method, request.url, JSON.parse(text)]);
        response.writeHead(status).end("{}");
      });
    }).listen(0, "127.0.0.1", done);
  });
  afterEach((done) => void server.close(done));

  const source = () => {
    // border: it listens on a port
    const { port } = server.address() as AddressInfo;
    const token = () => Promise.resolve("t");
    return remoteSource({ url: `http://127.0.0.1:${port}`, token, name: "mine" });
  };

  it("is told where the store is", async () => {
    status = 200;
    const { report } = source();
    await report?.({ offset: 7, ended: false });
    await report?.({ offset: 8, ended: true });
    expect(told).to.deep.equal([
      ["POST", "/v2/followers", { name: "mine", offset: 7, ended: false }],
      ["POST", "/v2/followers", { name: "mine", offset: 8, ended: true }],
    ]);
  });

  for (const refusal of [403, 404]) {
    it(`is told nothing more once it answers ${refusal}, as a participant does, until the next stream`, async () => {
      status = refusal;
      const ledger = source();
      for (const offset of [1, 2, 3]) await ledger.report?.({ offset, ended: false });
      expect(told).to.have.length(1);
      const range = { after: 0, signal: AbortSignal.abort() };
      ledger.updates({ parties: [], interfaces: [], blobs: false }, range);
      for (const offset of [4, 5]) await ledger.report?.({ offset, ended: false });
      expect(told).to.have.length(2);
    });
  }

  it("is told again after it was busy", async () => {
    status = 503;
    const ledger = source();
    for (const offset of [1, 2]) await ledger.report?.({ offset, ended: false });
    expect(told).to.have.length(2);
  });
});

describe("A ledger that wants certificates of its clients", () => {
  const scope = { parties: [], interfaces: [], blobs: false };
  const own = { cert: serverCertificate, key: serverKey, ca: rootCertificate };
  let server: Server;
  before((done) => {
    server = createTlsServer({ ...own, requestCert: true, rejectUnauthorized: true });
    new WebSocketServer({ server }).on("connection", (socket) => {
      socket.once("message", () => {
        for (const frame of ["{}", "[]"]) socket.send(frame);
        socket.close(1000);
      });
    });
    server.listen(0, "127.0.0.1", done);
  });
  after((done) => void server.close(done));

  const read = async (tls: object): Promise<ReadonlyArray<string>> => {
    // border: it listens on a port
    const { port } = server.address() as AddressInfo;
    const token = () => Promise.resolve("t");
    const source = remoteSource({ url: `https://localhost:${port}`, token, name: "mine", tls });
    const { signal } = new AbortController();
    const found: Array<string> = [];
    for await (const text of source.updates(scope, { after: 0, signal })) found.push(text);
    return found;
  };

  it("is followed with one", async () => {
    expect(await read(own)).to.deep.equal(["{}", "[]"]);
  });

  it("ends the connection of one without", async () => {
    const thrown = await read({ ca: rootCertificate }).catch((error: unknown) => error);
    expect(thrown).to.include({ name: "SourceError", isPassing: true });
  });
});
