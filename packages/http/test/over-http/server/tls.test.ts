import type { IncomingMessage } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type SecureVersion } from "node:tls";
import { openLedger, type Ledger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { WebSocket } from "ws";
import { createHttpServer, developmentUser } from "../../../src/index.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { pingTemplate } from "../../fixtures/ping-server.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const tls = { certificate: serverCertificate, key: serverKey };

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

describe("A server that speaks TLS", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let token: string;
  const agent = new Agent({ ca: rootCertificate, keepAlive: true });

  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    running = await runServer(ledger, { tls, requestTimeoutMs: 2_000 });
    token = await developmentToken();
  });
  after(async () => {
    agent.destroy();
    await running.server.close();
    await ledger.close();
  });

  const ask = (path: string, body?: unknown, more: RequestOptions = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asking = request(
        `${running.base}${path}`,
        {
          agent,
          method: body === undefined ? "GET" : "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...more,
        },
        (reply: IncomingMessage) => {
          let text = "";
          reply.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          reply.on("end", () => resolve({ status: reply.statusCode, text }));
        },
      );
      asking.on("error", reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });

  const place = () => {
    const { hostname, port } = new URL(running.base);
    return { host: hostname, port: Number(port) };
  };

  it("says so in its address", () => {
    expect(running.base).to.match(/^https:\/\/127\.0\.0\.1:\d+$/);
  });

  it("answers requests, takes commands, and keeps connections", async () => {
    expect((await ask("/readyz")).status).to.equal(200);
    const made = await ask("/v2/parties", { partyIdHint: "alice" });
    expect(made.status, made.text).to.equal(200);
    const { party } = JSON.parse(made.text).partyDetails;
    const rights = [{ kind: "CanActAs", party } as const];
    expect(isLeft(await ledger.grantUserRights(developmentUser, rights))).to.equal(false);
    const ping = { id: "1", initiator: party, responder: party };
    for (let n = 0; n < 20; n++) {
      const done = await ask("/v2/commands/submit-and-wait", {
        commandId: `tls-${n}`,
        actAs: [party],
        commands: [{ CreateCommand: { templateId: pingTemplate, createArguments: ping } }],
      });
      expect(done.status, done.text).to.equal(200);
    }
    expect(Object.values(agent.freeSockets).flat()).to.have.length(1);
  });

  it("asks for tokens as it does in clear text", async () => {
    expect((await ask("/v2/parties", undefined, { headers: {} })).status).to.equal(401);
  });

  it("takes websockets", async () => {
    const socket = new WebSocket(`${running.base.replace("https", "wss")}/v2/updates`, {
      ca: rootCertificate,
      headers: { authorization: `Bearer ${token}` },
    });
    await new Promise((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.send("{}");
    await closed;
  });

  it("passes over the offer of another protocol", async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      connection: "Upgrade, HTTP2-Settings",
      upgrade: "h2c",
      "http2-settings": "AAMAAABkAAQAAP__",
    };
    expect(
      (await ask("/v2/version", undefined, { headers, agent: false, ca: rootCertificate })).status,
    ).to.equal(200);
  });

  it("is not believed by those who do not know its certificate", async () => {
    const failed = await ask("/readyz", undefined, { agent: false }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(failed).to.be.a("string");
  });

  it("answers what is no HTTP, and cuts what is no TLS, without harm", async () => {
    const secure = connectTls({ ...place(), ca: rootCertificate, servername: "localhost" });
    const answer = new Promise<string>((resolve) => {
      let text = "";
      secure.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      secure.on("close", () => resolve(text));
    });
    secure.write("nonsense\r\n\r\n");
    expect(await answer).to.match(/^HTTP\/1\.1 400 /);
    const plain = connectTcp(place());
    plain.on("error", () => undefined);
    plain.write("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n");
    const cut = await new Promise<string>((resolve) => {
      let text = "";
      plain.on("data", (chunk) => {
        text += chunk.toString("latin1");
      });
      plain.on("close", () => resolve(text));
    });
    expect(cut).to.not.match(/HTTP\/1\.1 200/);
    expect((await ask("/readyz")).status).to.equal(200);
  });

  for (const version of ["TLSv1", "TLSv1.1"] as const satisfies ReadonlyArray<SecureVersion>) {
    it(`does not speak ${version}`, async () => {
      const old = connectTls({
        ...place(),
        ca: rootCertificate,
        minVersion: version,
        maxVersion: version,
        ciphers: "DEFAULT@SECLEVEL=0",
      });
      const spoken = await new Promise<string>((resolve) => {
        old.once("secureConnect", () => resolve(old.getProtocol() ?? ""));
        old.once("error", () => resolve("none"));
      });
      old.destroy();
      expect(spoken).to.equal("none");
    });
  }

  it("gives up a request that does not come whole in time", async () => {
    const secure = connectTls({ ...place(), ca: rootCertificate, servername: "localhost" });
    const answer = new Promise<string>((resolve) => {
      let text = "";
      secure.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      secure.on("close", () => resolve(text));
    });
    secure.write("POST /v2/parties HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
    expect(await answer).to.match(/ 408 /);
  });

  it("is not made with a key of another certificate, nor without PEM", async () => {
    const parts = { ledger, logger: pino({ level: "silent" }) };
    for (const wrong of [
      { certificate: rootCertificate, key: serverKey },
      { certificate: "x", key: serverKey },
      { certificate: serverCertificate, key: "" },
    ]) {
      const made = await createHttpServer({ ...parts, config: { port: 0, tls: wrong } });
      if (!isLeft(made)) throw new Error(`was made with ${JSON.stringify(wrong)}`);
      expect(made.left.message).to.match(/certificate and its key/);
    }
  });
});
