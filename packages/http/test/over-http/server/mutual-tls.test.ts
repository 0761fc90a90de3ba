import { request, type RequestOptions } from "node:https";
import { openLedger, type Ledger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { WebSocket } from "ws";
import { createHttpServer } from "../../../src/index.js";
import {
  rootCertificate,
  serverCertificate,
  serverKey,
  strangerCertificate,
  strangerKey,
} from "@tallystick/dev";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const tls = { certificate: serverCertificate, key: serverKey, clientCa: rootCertificate };

/** What a client presents: the server's own certificate is one of the root's too. */
const clients = {
  none: {},
  stranger: { cert: strangerCertificate, key: strangerKey },
  known: { cert: serverCertificate, key: serverKey },
} satisfies Readonly<Record<string, RequestOptions>>;

describe("A server that demands certificates of its clients", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let token: string;

  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    running = await runServer(ledger, { tls });
    token = await developmentToken();
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  /** The status of an answer, or the code of the error. */
  const asked = (path: string, client: RequestOptions, headers = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const options = { agent: false, ca: rootCertificate, headers, ...client };
      const asking = request(`${running.base}${path}`, options, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
      asking.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      asking.end();
    });

  /** How a websocket begins, or the code of the error. */
  const opened = (client: RequestOptions): Promise<unknown> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${running.base.replace("https", "wss")}/v2/updates`, {
        ca: rootCertificate,
        headers: { authorization: `Bearer ${token}` },
        ...client,
      });
      socket.once("open", () => {
        socket.terminate();
        resolve("open");
      });
      socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    });

  for (const name of ["none", "stranger"] as const) {
    it(`refuses one with ${name === "none" ? "none" : "one of an unknown issuer"}`, async () => {
      for (const path of ["/livez", "/readyz", "/v2/version"])
        expect(await asked(path, clients[name]), path).to.match(/^(ERR_SSL|ECONNRESET|EPIPE)/);
      expect(await opened(clients[name])).to.match(/^(ERR_SSL|ECONNRESET|EPIPE)/);
      expect(await asked("/readyz", clients.known)).to.equal(200);
    });
  }

  it("serves one with one of a known issuer, who needs a token as before", async () => {
    expect(await asked("/livez", clients.known)).to.equal(200);
    expect(await asked("/v2/parties", clients.known)).to.equal(401);
    const authorization = `Bearer ${token}`;
    expect(await asked("/v2/parties", clients.known, { authorization })).to.equal(200);
    expect(await opened(clients.known)).to.equal("open");
  });

  it("serves one with none where certificates are optional, and none of an unknown issuer", async () => {
    const demanding = running;
    running = await runServer(ledger, { tls: { ...tls, clientAuth: "optional" } });
    for (const name of ["none", "known"] as const) {
      expect(await asked("/livez", clients[name]), name).to.equal(200);
      expect(await asked("/v2/parties", clients[name]), name).to.equal(401);
      expect(await opened(clients[name]), name).to.equal("open");
    }
    expect(await asked("/livez", clients.stranger)).to.match(/^(ERR_SSL|ECONNRESET|EPIPE)/);
    expect(await opened(clients.stranger)).to.match(/^(ERR_SSL|ECONNRESET|EPIPE)/);
    await running.server.close();
    running = demanding;
  });

  it("is not made with issuers that are no certificates", async () => {
    const config = { port: 0, tls: { ...tls, clientCa: serverKey } };
    const made = await createHttpServer({ ledger, logger: pino({ level: "silent" }), config });
    if (!isLeft(made)) throw new Error("was made");
    expect(made.left.message).to.match(/certificates of issuers cannot be read/);
  });
});
