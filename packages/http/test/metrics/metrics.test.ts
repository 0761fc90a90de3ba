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
import { openStream } from "../fixtures/stream-reader.js";
import type { Instrument } from "../../src/metrics/instrument.js";
import { instruments } from "../../src/metrics/instruments.js";
import { systemTimers, type Timers } from "@tallystick/background";

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

const stillTimer = {
  cancel: () => undefined,
  refresh: () => undefined,
  unref: () => stillTimer,
};

/** Milliseconds that have passed. */
const passed = { ms: 0 };

/** Nothing is read by itself. */
const stillTimers: Timers = {
  ...systemTimers,
  nowMs: () => passed.ms,
  wallMs: () => 1_700_000_000_000 + passed.ms,
  every: () => stillTimer,
};

interface InstrumentsFrame {
  readonly at: string;
  readonly values: Readonly<Record<string, readonly [number, number, number]>>;
  readonly listed: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

type Texts = Readonly<Record<"before" | "now", ReadonlyMap<string, number>>>;

const labelsOf = (key: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...key.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** Figures of a metric in a text of `/metrics`. */
const figuresOf = (text: ReadonlyMap<string, number>, metric: string) =>
  [...text].flatMap(([key, value]) =>
    key.split("{")[0] === metric ? [{ labels: labelsOf(key), value }] : [],
  );

/** What an instrument shows, worked out from two texts of `/metrics`. */
const expectedOf = ({ reads }: Instrument, { before, now }: Texts) => {
  const seconds = 5;
  const sumIn = (
    text: ReadonlyMap<string, number>,
    metric: string,
    only?: object,
  ): number | undefined => {
    const { label = "", matches = /./ } = Object(only);
    const found = figuresOf(text, metric).filter(
      ({ labels }) => only === undefined || matches.test(labels[label] ?? ""),
    );
    return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
  };
  if (reads.kind === "lasts") return undefined;
  if (reads.kind === "least" || reads.kind === "most") {
    const values = figuresOf(now, reads.metric).map(({ value }) => value);
    const of = reads.kind === "least" ? Math.min : Math.max;
    return values.length === 0 ? undefined : of(...values);
  }
  if (reads.kind === "value") {
    const value = sumIn(now, reads.metric, reads.only);
    return value === undefined || reads.per === undefined
      ? value
      : value / (sumIn(now, reads.per) ?? NaN);
  }
  if (reads.kind === "rate") {
    const there = [reads.metric, reads.besides ?? reads.metric];
    if (there.every((each) => figuresOf(now, each).length === 0)) return undefined;
    return (
      ((sumIn(now, reads.metric, reads.only) ?? 0) -
        (sumIn(before, reads.metric, reads.only) ?? 0)) /
      seconds
    );
  }
  const bounds = [
    ...new Set(figuresOf(now, `${reads.metric}_bucket`).map(({ labels }) => labels["le"] ?? "")),
  ];
  const grown = bounds.map((bound) => {
    const only = { label: "le", matches: { test: (le: string) => le === bound } };
    const count = (text: ReadonlyMap<string, number>) =>
      sumIn(text, `${reads.metric}_bucket`, only) ?? 0;
    return [Number(bound.replace("+Inf", "Infinity")), count(now) - count(before)] as const;
  });
  const rank = reads.quantile * (grown.at(-1)?.[1] ?? 0);
  if (rank === 0) return undefined;
  const at = grown.findIndex(([, count]) => count >= rank);
  const [bound, count] = grown[at] ?? [0, 0];
  const [lower, below] = grown[at - 1] ?? [0, 0];
  return bound === Infinity ? lower : lower + ((bound - lower) * (rank - below)) / (count - below);
};

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
    metrics = createMetrics(stillTimers);
    const opened = await openLedger({ observer: metrics.ledger });
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    const made = await createHttpServer({
      ledger,
      logger: pino({ level: "silent" }),
      config: { port: 0 },
      observer: metrics.http,
      instruments: metrics.instruments,
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
    metrics.close();
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

  const report = async (body: object, user?: string) => {
    const reply = await fetch(`${base}/v2/followers`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await developmentToken(user)}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
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

  it("are what the console shows at the same moment, each of its instruments", async () => {
    const stream = await openStream(base, "/v2/instruments/readings", {
      request: { seconds: 60, points: 3 },
    });
    // nothing happens between a text and the sample after it
    const read = async () => {
      passed.ms += 5_000;
      const text = parsed(await metrics.text());
      await metrics.sample();
      await stream.until(stream.frames.length + 1);
      const frame: InstrumentsFrame = Object(stream.frames.at(-1));
      return { text, frame };
    };
    await stream.until(1);
    const store = { name: "store", offset: ledger.ledgerEnd() };
    expect(await report(store)).to.equal(200);
    const first = await read();
    for (const command of ["five", "six"]) await submit(command, alice);
    await submit("six", alice);
    const second = await read();
    const texts = { before: first.text, now: second.text };
    const { values } = second.frame;
    for (const instrument of instruments) {
      const expected = expectedOf(instrument, texts);
      const shown = values[instrument.name]?.[0];
      // memory and processor time go on between the text and the sample
      const goesOn = ["processor", "memory", "heap", "followers-lag"].includes(instrument.name);
      if (expected === undefined || !goesOn) expect(shown, instrument.name).to.equal(expected);
      else expect(shown).to.be.closeTo(expected, 0.3 * Math.abs(expected) + 0.05);
    }
    expect(values).to.include.keys("commands", "latency-tail", "rejections", "memory", "heap");
    expect(second.frame.listed["tallystick_submission_rejections_total"]).to.deep.equal({
      DUPLICATE_COMMAND: second.text.get(
        'tallystick_submission_rejections_total{code="DUPLICATE_COMMAND"}',
      ),
      PACKAGE_NAMES_NOT_FOUND: 1,
    });
    expect(second.frame.listed["tallystick_follower_lag_events"]).to.deep.equal({
      store: ledger.ledgerEnd() - store.offset,
    });
    stream.webSocket.close();
    await stream.closed;
  });

  it("refuse followers without the right to read everything, and names that are none", async () => {
    expect(await report({ name: "store", offset: 0 }, "somebody")).to.be.within(401, 403);
    for (const name of ["", "Store", 'a"b', "x".repeat(41)])
      expect(await report({ name, offset: 0 }), name).to.equal(400);
    expect(await report({ name: "store", offset: -1 })).to.equal(400);
    expect(await report({ name: "store", offset: 0, ended: true })).to.equal(200);
    expect((await scrape()).get('tallystick_follower_lag_events{follower="store"}')).to.equal(
      undefined,
    );
  });

  it("are listed as instruments for administrators alone, with their bytes", async () => {
    const list = async (user: string) => {
      const headers = { authorization: `Bearer ${await developmentToken(user)}` };
      const reply = await fetch(`${base}/v2/instruments`, { headers });
      return { status: reply.status, json: Object(await reply.json()) };
    };
    const listed = await list("ledger-api-user");
    expect(listed.json.bytes).to.equal(metrics.instruments.bytes).and.to.be.lessThan(2_000_000);
    const names = listed.json.instruments.map(({ name }: Instrument) => name);
    expect(names).to.deep.equal(instruments.map(({ name }) => name));
    expect((await list("somebody")).status).to.be.within(401, 403);
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
