import { Agent, request } from "node:http";
import { ledgerError } from "@tallystick/core";
import { JsLedgerError } from "@tallystick/wire";
import { expect } from "chai";
import { explanationHeader } from "../../../src/answers/answer.js";
import { type FakeLedger, fakeLedger } from "../../fixtures/fake-ledger.js";
import {
  developmentToken,
  type Reply,
  type RunningServer,
  runServer,
  sendBytes,
} from "../../fixtures/running-server.js";

const expectError = (reply: Reply, status: number, code: string) => {
  expect(reply.status, reply.text).to.equal(status);
  expect(reply.type).to.equal("application/json");
  expect(JsLedgerError.is(reply.json), reply.text).to.equal(true);
  expect(reply.json).to.have.property("code", code);
};

const submit = "/v2/commands/async/submit";
const valid = {
  commands: [{ CreateCommand: { templateId: "#a:B:C", createArguments: {} } }],
  commandId: "c",
  actAs: ["p::1220"],
};

describe("The HTTP transport", () => {
  let ledger: FakeLedger;
  let running: RunningServer;
  /** The same, with less patience. */
  let hasty: RunningServer;
  let token: string;
  before(async () => {
    ledger = await fakeLedger();
    ledger.setUser({ userId: "ledger-api-user", rights: [{ kind: "CanActAs", party: "p::1220" }] });
    running = await runServer(ledger, { maxBodyBytes: 10_000 });
    hasty = await runServer(ledger, { requestTimeoutMs: 1_000 });
    token = await developmentToken();
  });
  after(async () => {
    await running.server.close();
    await hasty.server.close();
    await ledger.close();
  });

  it("answers an unknown path with 404, and names method and address as a public node does", async () => {
    for (const path of ["/v2/nowhere", "/v2/users/u/rights/more", "/", "/v2/updates"]) {
      const { status, json, type } = await running.call("GET", path);
      const errors = [`HttpMethod(GET), uri: ${running.base}${path}`];
      expect(json).to.deep.equal({ errors, status: 404, ledgerApiError: null });
      expect([status, type]).to.deep.equal([404, "application/json"]);
    }
  });

  it("answers a wrong method with 405, plain text and Allow", async () => {
    const wrong = await running.call("DELETE", submit);
    expect([wrong.status, wrong.type, wrong.text]).to.deep.equal([
      405,
      "text/plain; charset=UTF-8",
      "Method Not Allowed",
    ]);
    expect(wrong.headers.get("allow")).to.equal("POST");
    const rights = await running.call("PUT", "/v2/users/u/rights");
    expect(rights.headers.get("allow")).to.equal("GET, POST, PATCH, HEAD");
  });

  it("serves HEAD like GET, without a body", async () => {
    const reply = await running.call("HEAD", "/v2/version");
    expect(reply.status).to.equal(200);
    expect(reply.text).to.equal("");
    expect(Number(reply.headers.get("content-length"))).to.be.greaterThan(10);
  });

  it("takes repeated slashes as one, and none at the end", async () => {
    expect((await running.call("GET", "/v2/version/")).status).to.equal(200);
    expect((await running.call("GET", "/v2/users/ledger-api-user/rights/")).status).to.equal(200);
    expect((await running.call("GET", "//v2///version")).status).to.equal(200);
    expect((await running.call("POST", `/${submit}`, { body: valid })).text).to.equal("{}");
  });

  for (const [target, status] of [
    ["http://somewhere.example/v2/version", 200],
    ["HTTPS://somewhere.example:443//v2/version?x=1", 200],
    ["http://somewhere.example", 404],
    ["*", 404],
  ] as const) {
    it(`routes the request target ${target}`, async () => {
      const bytes = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
      expect(await sendBytes(running.base, bytes)).to.match(new RegExp(`^HTTP/1.1 ${status} `));
    });
  }

  it("serves the OpenAPI document under both its names, without a token", async () => {
    for (const path of ["/docs/openapi", "/docs/openapi.yaml"]) {
      const reply = await running.call("GET", path, { token: null });
      expect(reply.status).to.equal(200);
      expect(reply.text).to.match(/^openapi: 3/);
    }
  });

  it("answers 504 without a definite answer when a handler takes too long", async () => {
    let release = () => {};
    ledger.hold = new Promise((resolve) => {
      release = resolve;
    });
    const startedMs = performance.now();
    const reply = await hasty.call("POST", submit, { body: valid });
    release();
    expect(performance.now() - startedMs).to.be.at.least(900);
    expectError(reply, 504, "REQUEST_TIME_OUT");
    expect(reply.json).to.have.nested.property("context.definite_answer", "false");
    expect(reply.json).to.have.nested.property("context.definite_answer", "false");
  });

  const contentTypes: ReadonlyArray<readonly [string, number]> = [
    ["application/json", 200],
    ["application/json; charset=utf-8", 200],
    ['Application/JSON; charset="UTF-8"', 200],
    ["application/json; charset=latin1", 415],
    ["application/jsonp", 415],
    ["text/plain", 200],
    ["text/html", 415],
    ["application/x-www-form-urlencoded", 415],
    ["", 200],
  ];
  for (const [type, status] of contentTypes) {
    it(`answers ${status} to a body of type "${type}"`, async () => {
      const headers = { "content-type": type };
      const reply = await running.call("POST", submit, { body: valid, headers });
      if (status === 200) expect(reply.text).to.equal("{}");
      else expectError(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
    });
  }

  it("refuses a compressed body", async () => {
    const headers = { "content-encoding": "gzip" };
    const reply = await running.call("POST", submit, { body: valid, headers });
    expectError(reply, 415, "UNSUPPORTED_MEDIA_TYPE");
  });

  for (const raw of ["", "{", "nonsense", "[]", "null", "7", '"text"']) {
    it(`answers the body ${JSON.stringify(raw)} with plain text`, async () => {
      const headers = { "content-type": "application/json" };
      const reply = await running.call("POST", submit, { raw, headers });
      expect(reply.status).to.equal(400);
      expect(reply.type).to.contain("text/plain");
      expect(reply.text).to.match(/^Invalid value for: body/);
    });
  }

  it("names the beginning of a long path into the body alone", async () => {
    const key = "k".repeat(5_000);
    const body = { filter: { filtersByParty: { [key]: 7 } }, activeAtOffset: 0 };
    const reply = await running.call("POST", "/v2/state/active-contracts", { body });
    expect(reply.status).to.equal(400);
    expect(reply.headers.get(explanationHeader)).to.match(/filter\.filtersByParty\.k{200,}\.\.\./);
    expect(reply.text.length).to.be.lessThan(600);
  });

  it("answers a body that is not UTF-8 with plain text", async () => {
    const raw = Uint8Array.from([0x7b, 0xff, 0x7d]);
    const reply = await running.call("POST", submit, { raw });
    expect(reply.text).to.contain("UTF-8");
  });

  it("reads a body of the greatest length and answers 413 to one byte more", async () => {
    const fill = (length: number) => {
      const text = JSON.stringify({ ...valid, extra: "" });
      return text.replace('"extra":""', `"extra":"${"x".repeat(length - text.length)}"`);
    };
    expect((await running.call("POST", submit, { raw: fill(10_000) })).text).to.equal("{}");
    const beyond = await running.call("POST", submit, { raw: fill(10_001) });
    expectError(beyond, 413, "REQUEST_BODY_TOO_LARGE");
    expect(beyond.text).to.match(/exceeded size limit \(\d+ bytes\)/);
  });

  it("keeps the connection in order after 413, announced or found out", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { port } = new URL(running.base);
    const ports: Array<number | undefined> = [];
    const send = (bytes: number, chunked: boolean) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          ...(chunked ? {} : { "content-length": bytes }),
        };
        const call = request(
          { agent, port, host: "127.0.0.1", method: "POST", path: submit, headers },
          (reply) => {
            ports.push(call.socket?.localPort);
            reply.resume().on("end", () => resolve(reply.statusCode));
          },
        );
        call.on("error", reject);
        for (let sent = 0; sent < bytes; sent += 1_000) call.write("x".repeat(1_000));
        call.end();
      });
    expect(await send(2_000_000, false)).to.equal(413);
    expect(await send(2_000_000, true)).to.equal(413);
    expect(await send(1_000, true)).to.equal(400);
    expect(new Set(ports).size).to.equal(1);
    agent.destroy();
  });

  it("answers bytes that are no HTTP with a 400 error object and hangs up", async () => {
    const received = await sendBytes(running.base, "GARBAGE\r\n\r\n");
    expect(received).to.match(/^HTTP\/1.1 400 /);
    const [, body = ""] = received.split("\r\n\r\n");
    expect(JsLedgerError.is(JSON.parse(body))).to.equal(true);
  });

  it("answers headers beyond the limit with 431", async () => {
    const bytes = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(40_000)}\r\n\r\n`;
    expect(await sendBytes(running.base, bytes)).to.match(/^HTTP\/1.1 431 /);
  });

  it("gives up a body that comes too slowly", async () => {
    const bytes = [
      `POST ${submit} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      "Content-Length: 100",
      "",
      "{",
    ].join("\r\n");
    const received = await sendBytes(hasty.base, bytes);
    expect(received).to.match(/^HTTP\/1.1 408 /);
  });

  it("refuses two lengths for one body, so that no second request can hide in it", async () => {
    const bytes =
      `POST ${submit} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n` +
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n";
    expect(await sendBytes(running.base, bytes)).to.match(/^HTTP\/1.1 400 /);
  });

  const ambiguous: ReadonlyArray<readonly [string, string]> = [
    ["two Host headers", "GET /livez HTTP/1.1\r\nHost: localhost\r\nhost: elsewhere\r\n\r\n"],
    [
      "a second transfer coding",
      `POST ${submit} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["no version in its request line", "GET /livez\r\n\r\n"],
    ["no version and a header", "GET /livez\r\nHost: localhost\r\n\r\n"],
  ];
  for (const [what, bytes] of ambiguous) {
    it(`refuses a request with ${what}, and ends the connection`, async () => {
      const received = await sendBytes(
        running.base,
        `${bytes}GET /livez HTTP/1.1\r\nHost: h\r\n\r\n`,
      );
      expect(received).to.match(/^HTTP\/1.1 400 /);
      expect(received.match(/HTTP\/1\.1 \d/g)).to.have.length(1);
      const [, body = ""] = received.split("\r\n\r\n");
      expect(JsLedgerError.is(JSON.parse(body)), received).to.equal(true);
    });
  }

  it("names no file of the server in an error of its own, but in the log", async () => {
    const cause = "The store is full: ENOSPC, write '/var/lib/tallystick/journal.db-wal'";
    ledger.refuseWith = ledgerError("SERVICE_NOT_RUNNING", cause, { definiteAnswer: true });
    const reply = await running.call("POST", submit, { body: valid });
    ledger.refuseWith = undefined;
    expectError(reply, 503, "SERVICE_NOT_RUNNING");
    expect(reply.text).to.contain("ENOSPC").and.to.contain("(a file of the node)");
    expect(reply.text).to.not.contain("/var").and.to.not.contain("journal.db");
    expect(JSON.stringify(running.log)).to.contain("/var/lib/tallystick/journal.db-wal");
  });

  it("tells nothing of an unexpected error but the trace id that leads to the log", async () => {
    ledger.failure = new Error("secret detail");
    const headers = { traceparent: "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01" };
    const reply = await running.call("GET", "/v2/state/ledger-end", { headers });
    ledger.failure = undefined;
    expectError(reply, 500, "LEDGER_API_INTERNAL_ERROR");
    expect(reply.json).to.have.property("traceId", "0123456789abcdef0123456789abcdef");
    expect(reply.text).to.not.contain("secret detail");
    expect(JSON.stringify(running.log)).to.contain("secret detail");
  });

  it("logs every request under its trace id, without its body", async () => {
    const id = "fedcba9876543210fedcba9876543210";
    const headers = { traceparent: `00-${id}-0123456789abcdef-01` };
    await running.call("POST", submit, { body: { ...valid, workflowId: "private" }, headers });
    const line = running.log.find(({ traceId }) => traceId === id);
    expect(line).to.include({ method: "POST", path: submit, status: 200, msg: "answered" });
    expect(JSON.stringify(running.log)).to.not.contain("private");
  });

  it("uses a trace id of its own when the one given is malformed", async () => {
    for (const traceparent of ["00-xyz", `00-${"0".repeat(32)}-0123456789abcdef-01`]) {
      const reply = await running.call("GET", "/v2/users/nobody", { headers: { traceparent } });
      expect(Object(reply.json).traceId).to.match(/^[0-9a-f]{32}$/);
      expect(Object(reply.json).traceId).to.not.equal("0".repeat(32));
    }
  });

  it("says with its readiness where damage was found, and no more of it", async () => {
    const { findings } = ledger;
    ledger.findings = () => [
      { where: "journal", offset: 17, message: "/data/journal.db is damaged" },
      ...Array.from({ length: 12 }, () => ({ where: "views" as const, message: "a block" })),
    ];
    const ready = await running.call("GET", "/readyz");
    const views = Array.from({ length: 9 }, () => "views").join(", ");
    const found = `[!] damage found: journal at offset 17, ${views}, and more\n`;
    expect([ready.status, ready.text]).to.deep.equal([
      200,
      `[+] ledger ok (SERVING)\n${found}readyz check passed\n`,
    ]);
    ledger.isReady = false;
    const notReady = await running.call("GET", "/readyz");
    expect([notReady.status, notReady.text]).to.deep.equal([
      503,
      `[-] ledger failed (NOT_SERVING)\n[!] the store is away\n${found}readyz check failed\n`,
    ]);
    ledger.isReady = true;
    ledger.findings = findings;
  });

  it("is ready only while the ledger is", async () => {
    const ready = await running.call("GET", "/readyz");
    expect(ready.status).to.equal(200);
    expect(ready.text).to.equal("[+] ledger ok (SERVING)\nreadyz check passed\n");
    ledger.isReady = false;
    expect((await running.call("GET", "/readyz")).status).to.equal(503);
    expect((await running.call("GET", "/livez")).status).to.equal(200);
    ledger.isReady = true;
  });
});

describe("Closing the server", () => {
  const opened: FakeLedger[] = [];
  const start = async (closeTimeoutMs = 600_000) => {
    const ledger = await fakeLedger();
    opened.push(ledger);
    ledger.setUser({ userId: "ledger-api-user", rights: [{ kind: "CanActAs", party: "p::1220" }] });
    return { ledger, running: await runServer(ledger, { closeTimeoutMs }) };
  };

  after(() => Promise.all(opened.map((ledger) => ledger.close())));

  /** Resolves when a submission has come to the ledger. */
  const accepted = async (ledger: FakeLedger): Promise<void> => {
    while (ledger.submissions === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  it("finishes what was accepted, takes nothing new, and closes idle connections at once", async () => {
    const { ledger, running } = await start();
    await running.call("GET", "/livez");
    let release = () => {};
    ledger.hold = new Promise((resolve) => {
      release = resolve;
    });
    const pending = running.call("POST", submit, { body: valid });
    await accepted(ledger);
    const closed = running.server.close();
    let isRefused = false;
    const ask = () => fetch(`${running.base}/livez`).catch(() => undefined);
    while (!isRefused) isRefused = (await ask()) === undefined;
    release();
    const reply = await pending;
    expect(reply.text).to.equal("{}");
    expect(reply.headers.get("connection")).to.equal("close");
    await closed;
  });

  it("cuts off what does not finish in time", async () => {
    const { ledger, running } = await start(300);
    ledger.hold = new Promise(() => {});
    const pending = running.call("POST", submit, { body: valid }).catch(() => "cut off");
    await accepted(ledger);
    const startedMs = performance.now();
    await running.server.close();
    expect(performance.now() - startedMs).to.be.at.least(250);
    expect(await pending).to.equal("cut off");
  });

  it("does not wait for requests of which only a part has come", async () => {
    const { running } = await start(600_000);
    const half = [
      `POST ${submit} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{`,
      "GET /livez HTTP/1.1\r\nHo",
      "",
    ].map((bytes) => sendBytes(running.base, bytes, 600_000));
    await new Promise((resolve) => setTimeout(resolve, 50));
    // within the time of a test, which is far less than what others would have
    await running.server.close();
    await Promise.all(half);
  });

  it("reports a port that is taken", async () => {
    const { ledger, running } = await start();
    const port = Number(new URL(running.base).port);
    const outcome = await runServer(ledger, { port }).then(() => "it listened", String);
    await running.server.close();
    expect(outcome).to.contain(`port ${port} on 127.0.0.1 is taken`);
  });
});
