import { once } from "node:events";
import { request } from "node:http";
import { expect } from "chai";
import {
  createHttpServer,
  createMetrics,
  endpoints,
  type HttpServer,
  type Metrics,
  type MetricsServer,
  serveMetrics,
} from "../../src/index.js";
import { openLedger, type Ledger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { WebSocket } from "ws";
import { pingTemplate } from "../fixtures/ping-server.js";
import { developmentToken } from "../fixtures/running-server.js";

/** Values by name with labels, as `name{a="b"}`. */
const parsed = (text: string): ReadonlyMap<string, number> => {
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const found = /^([a-z0-9_]+(?:\{.*\})?) (\S+)$/.exec(line);
    expect(found, line).to.not.equal(null);
    values.set(found?.[1] ?? "", Number(found?.[2]));
  }
  return values;
};

const statusOf = (url: string, method: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { method }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    })
      .on("error", reject)
      .end();
  });

describe("The figures of a node", () => {
  let metrics: Metrics;
  let ledger: Ledger;
  let server: HttpServer;
  let figures: MetricsServer;
  let base: string;
  let token: string;
  let alice: string;
  let other: string;

  before(async () => {
    metrics = await createMetrics();
    const opened = await openLedger({ observer: metrics.ledger });
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    const made = await createHttpServer({
      ledger,
      logger: pino({ level: "silent" }),
      config: { port: 0 },
      observer: metrics.http,
    });
    if (isLeft(made)) throw new Error(made.left.message);
    server = made.right;
    const listening = await server.listen();
    if (isLeft(listening)) throw new Error(listening.left.message);
    base = listening.right;
    const serving = await serveMetrics(metrics, { host: "127.0.0.1", port: 0 });
    if (isLeft(serving)) throw new Error(serving.left.message);
    figures = serving.right;
    token = await developmentToken();
    const party = async (partyIdHint: string, userId?: string) => {
      const user = userId === undefined ? {} : { userId };
      const allocated = await ledger.allocateParty({ partyIdHint, ...user });
      if (isLeft(allocated)) throw new Error(allocated.left.cause);
      return allocated.right.party;
    };
    alice = await party("alice", "ledger-api-user");
    other = await party("other");
  });
  after(async () => {
    await server.close();
    await figures.close();
    await ledger.close();
  });

  const scrape = async () => {
    const reply = await fetch(`${figures.base}/metrics`);
    expect(reply.status).to.equal(200);
    expect(reply.headers.get("content-type")).to.match(/^text\/plain; version=0\.0\.4/);
    return parsed(await reply.text());
  };

  const submit = async (commandId: string, actAs: string, templateId = pingTemplate) => {
    const createArguments = { id: commandId, initiator: actAs, responder: actAs };
    const commands = [{ CreateCommand: { templateId, createArguments } }];
    const reply = await fetch(`${base}/v2/commands/submit-and-wait`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ commands, commandId, actAs: [actAs] }),
    });
    await reply.text();
    return reply.status;
  };

  it("say of each part of the node whether it is ready", async () => {
    const parts = { ledger: undefined, views: "they do not move" };
    metrics.opened(() => Object.entries(parts).map(([name, unready]) => ({ name, unready })));
    const now = await scrape();
    expect(now.get('tallystick_ready{part="ledger"}')).to.equal(1);
    expect(now.get('tallystick_ready{part="views"}')).to.equal(0);
  });

  it("count submissions, errors, batches, requests and offsets", async () => {
    const before = await scrape();
    const since = async () => {
      const now = await scrape();
      return (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
    };
    expect(await submit("one", alice)).to.equal(200);
    expect(await submit("two", alice)).to.equal(200);
    expect(await submit("two", alice)).to.equal(409);
    expect(await submit("three", alice, "#nowhere:A:B")).to.equal(404);
    expect(await submit("four", other)).to.equal(403);
    await fetch(`${base}/v2/nowhere/at/all`);
    await fetch(`${base}/v2/users/somebody/rights`);
    await (
      await fetch(`${base}/v2/updates?stream_idle_timeout_ms=1`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ filter: { filtersByParty: { [alice]: {} } } }),
      })
    ).text();
    const delta = await since();
    expect(delta("tallystick_submissions_total")).to.equal(4);
    expect(delta('tallystick_submission_rejections_total{code="DUPLICATE_COMMAND"}')).to.equal(1);
    const seconds = "tallystick_submission_duration_seconds_count";
    expect(delta(`${seconds}{outcome="committed"}`)).to.equal(2);
    expect(delta(`${seconds}{outcome="rejected"}`)).to.equal(2);
    expect(delta("tallystick_append_commands_count")).to.be.within(2, 4);
    expect(delta("tallystick_append_events_sum")).to.be.at.least(2);
    const requests = "tallystick_http_request_duration_seconds_count";
    const posted = (status: number) =>
      delta(`${requests}{method="POST",route="/v2/commands/submit-and-wait",status="${status}"}`);
    expect([200, 409, 404, 403].map(posted)).to.deep.equal([2, 1, 1, 1]);
    expect(delta(`${requests}{method="none",route="none",status="404"}`)).to.equal(1);
    const rights = `{method="GET",route="/v2/users/{user-id}/rights",status="401"}`;
    expect(delta(`${requests}${rights}`)).to.equal(1);
    expect(delta('tallystick_http_errors_total{code="PERMISSION_DENIED"}')).to.equal(1);
    expect(delta('tallystick_http_errors_total{code="UNAUTHENTICATED"}')).to.equal(1);
    const now = await scrape();
    expect(now.get("tallystick_ledger_end_offset")).to.equal(ledger.ledgerEnd());
    expect(now.get("tallystick_view_lag_events")).to.equal(0);
    expect(now.get("tallystick_waiting_commands")).to.equal(0);
    expect(now.get("tallystick_store_up")).to.equal(1);
    expect(now.get("tallystick_store_silent_seconds")).to.equal(0);
    expect(now.get("tallystick_store_unknown_appends")).to.equal(0);
    expect(now.get("process_resident_memory_bytes")).to.be.greaterThan(1_000_000);
  });

  it("count what the log says of damage and interruptions, by kind", async () => {
    metrics.ledger.noticed?.({ kind: "views-damaged", message: "/a/path" });
    metrics.ledger.noticed?.({ kind: "views-damaged", message: "/another" });
    const now = await scrape();
    expect(now.get('tallystick_notices_total{kind="views-damaged"}')).to.equal(2);
    expect([...now.keys()].join()).to.not.include("path");
  });

  it("count the threads that ended, by what they work on", async () => {
    metrics.ledger.threadEnded?.("views");
    metrics.ledger.threadEnded?.("views");
    metrics.ledger.threadEnded?.("journal");
    const now = await scrape();
    expect(now.get('tallystick_thread_ends_total{thread="views"}')).to.equal(2);
    expect(now.get('tallystick_thread_ends_total{thread="journal"}')).to.equal(1);
  });

  it("count the open websockets", async () => {
    expect((await scrape()).get("tallystick_websockets")).to.equal(0);
    const socket = new WebSocket(`${base.replace("http", "ws")}/v2/updates`, [
      `jwt.token.${token}`,
      "daml.ws.auth",
    ]);
    await once(socket, "open");
    expect((await scrape()).get("tallystick_websockets")).to.equal(1);
    socket.close();
    await once(socket, "close");
    expect((await scrape()).get("tallystick_websockets")).to.equal(0);
  });

  it("have no label that a caller can choose", async () => {
    for (let at = 0; at < 20; at += 1) {
      await fetch(`${base}/v2/users/user-${at}/rights`);
      await fetch(`${base}/v2/nowhere-${at}`);
      await statusOf(`${base}/v2/version`, "PURGE");
    }
    const text = await metrics.text();
    expect(text).to.not.match(/user-\d|nowhere-\d|PURGE/);
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
    const known = new Set(["none", ...endpoints.map(({ path }) => path)]);
    for (const route of routes) expect(known.has(route ?? ""), route).to.equal(true);
  });

  it("are served at one path for reading alone, without the interface of the ledger", async () => {
    expect(await statusOf(`${figures.base}/metrics?x=1`, "HEAD")).to.equal(200);
    expect(await statusOf(`${figures.base}/metrics`, "POST")).to.equal(405);
    expect(await statusOf(`${figures.base}/v2/version`, "GET")).to.equal(404);
    expect((await fetch(`${base}/metrics`)).status).to.equal(404);
  });

  it("tell an address that is taken", async () => {
    const port = Number(new URL(figures.base).port);
    const second = await serveMetrics(metrics, { host: "127.0.0.1", port });
    expect(second).to.have.nested.property("left.kind", "port-taken");
  });
});
