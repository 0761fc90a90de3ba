import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { channels } from "../../../src/index.js";
import {
  at,
  nothingFor,
  openPingLedger,
  type PingLedger,
  transactionOffsets,
  wildcardFor,
} from "../../fixtures/ping-ledger.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";
import { openStream } from "../../fixtures/stream-reader.js";

const user = "ledger-api-user";

const itemError = (path: string, frame: unknown): string | undefined => {
  const found = channels.find((each) => each.path === path);
  if (found === undefined) throw new Error(`no channel ${path}`);
  const read = found.item.read(frame);
  return isLeft(read) ? `${read.left.path.join(".")}: ${read.left.reason}` : undefined;
};

/** A stream that lives this long was not refused; milliseconds. */
const liveAfterMs = 250;

describe("A websocket channel", () => {
  let pings: PingLedger;
  let running: RunningServer;
  let updateFormat: object;

  const read = async (path: string, request: object) => {
    const reader = await openStream(running.base, path, { request });
    expect(await reader.closed).to.equal(1000);
    for (const frame of reader.frames) expect(itemError(path, frame)).to.equal(undefined);
    return reader.frames;
  };
  const list = async (path: string, body: object) => {
    const reply = await running.call("POST", `${path}?stream_idle_timeout_ms=20`, { body });
    expect(reply.status, reply.text).to.equal(200);
    return Array.from(Object(reply.json));
  };

  before(async () => {
    pings = await openPingLedger();
    const { ledger, alice } = pings;
    running = await runServer(ledger);
    await pings.create(5);
    const active = await list("/v2/state/active-contracts", {
      activeAtOffset: ledger.ledgerEnd(),
      eventFormat: wildcardFor(alice),
    });
    const created = at(active, 0, "contractEntry", "JsActiveContract", "createdEvent");
    await pings.respond(String(at(created, "contractId")));
    updateFormat = {
      includeTransactions: {
        eventFormat: wildcardFor(alice),
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    };
  });
  after(async () => {
    await running.server.close();
    await pings.ledger.close();
  });

  const ranges = () => ({ beginExclusive: 0, endInclusive: pings.ledger.ledgerEnd() });

  it("gives the same as the list, one item in each frame, and closes", async () => {
    const bodies: ReadonlyArray<readonly [string, object]> = [
      ["/v2/updates", { ...ranges(), updateFormat }],
      ["/v2/updates", { ...ranges(), filter: wildcardFor(pings.bob), verbose: true }],
      ["/v2/updates", { ...ranges(), updateFormat, descendingOrder: true }],
      ["/v2/updates/flats", { ...ranges(), updateFormat }],
      ["/v2/updates/trees", { ...ranges(), filter: wildcardFor(pings.alice) }],
      ["/v2/updates/trees", { ...ranges(), updateFormat }],
      [
        "/v2/state/active-contracts",
        { activeAtOffset: pings.ledger.ledgerEnd(), eventFormat: wildcardFor(pings.bob) },
      ],
      [
        "/v2/state/active-contracts",
        {
          activeAtOffset: pings.ledger.ledgerEnd() - 1,
          filter: wildcardFor(pings.alice),
          verbose: false,
        },
      ],
    ];
    for (const [path, body] of bodies) {
      const frames = await read(path, body);
      expect(frames, path).to.deep.equal(await list(path, body));
      expect(frames.length, path).to.be.greaterThan(0);
    }
  });

  it("shows trees with everything a party witnesses, whatever its filters say", async () => {
    const filter = nothingFor(pings.bob);
    expect(await read("/v2/updates", { ...ranges(), filter })).to.deep.equal([]);
    const frames = await read("/v2/updates/trees", { ...ranges(), filter });
    const trees = frames.map((frame) => at(frame, "update", "TransactionTree", "value"));
    const last = Object.values(Object(at(trees, trees.length - 1, "eventsById")));
    expect(last.map((event) => Object.keys(Object(event)))).to.deep.equal([["ExercisedTreeEvent"]]);
    expect(trees).to.have.length(6);
  });

  it("continues live, and resumes after any offset without a gap", async () => {
    const request = { beginExclusive: 0, updateFormat };
    const first = await openStream(running.base, "/v2/updates", { request });
    await first.until(7);
    await pings.create(3);
    await first.until(10);
    first.webSocket.close();
    const offsets = transactionOffsets(first.frames);
    expect(offsets).to.have.length(9);
    const resumed = { beginExclusive: offsets[4], updateFormat };
    const second = await openStream(running.base, "/v2/updates", { request: resumed });
    await pings.create(1);
    await second.until(6);
    second.webSocket.close();
    const end = pings.ledger.ledgerEnd();
    expect([...offsets.slice(0, 5), ...transactionOffsets(second.frames)]).to.deep.equal([
      ...offsets,
      end,
    ]);
  });

  it("tells where the ledger is, and each move of it, also to who may read nothing", async () => {
    const { ledger } = pings;
    const before = ledger.ledgerEnd();
    const stream = await openStream(running.base, "/v2/state/ledger-end/moves", { request: {} });
    await stream.until(1);
    await pings.create(1);
    await stream.until(2);
    stream.webSocket.close();
    for (const frame of stream.frames)
      expect(itemError("/v2/state/ledger-end/moves", frame)).to.equal(undefined);
    expect(stream.frames).to.deep.equal([
      { offset: before, node: 0 },
      { offset: ledger.ledgerEnd(), node: 0 },
    ]);
    expect(await list("/v2/state/ledger-end/moves", {})).to.deep.equal([
      { offset: ledger.ledgerEnd(), node: 0 },
    ]);
  });

  it("tells of a ledger that moves all the time ten times a second, and of its end", async () => {
    const stream = await openStream(running.base, "/v2/state/ledger-end/moves", { request: {} });
    await stream.until(1);
    const beganMs = performance.now();
    await pings.create(200);
    const end = pings.ledger.ledgerEnd();
    const isThere = () => stream.frames.some((frame) => at(frame, "offset") === end);
    while (!isThere()) await stream.until(stream.frames.length + 1);
    const paces = (performance.now() - beganMs) / 100;
    expect(stream.frames.length).to.be.at.most(paces + 2);
    stream.webSocket.close();
  });

  it("gives completions as they come, of the caller and of every user", async () => {
    const beginExclusive = pings.ledger.ledgerEnd();
    const own = await openStream(running.base, "/v2/commands/completions", {
      request: { userId: user, parties: [pings.alice], beginExclusive },
    });
    const every = await openStream(running.base, "/v2/commands/command-completions", {
      request: { parties: [pings.alice], beginExclusive },
    });
    await Promise.all([own.until(1), every.until(1)]);
    await pings.create(2);
    for (const reader of [own, every]) {
      await reader.until(3);
      reader.webSocket.close();
      const offsets = reader.frames
        .slice(1)
        .map((frame) => at(frame, "completionResponse", "Completion", "value", "offset"));
      expect(offsets).to.deep.equal([beginExclusive + 1, beginExclusive + 2]);
      for (const frame of reader.frames)
        expect(itemError("/v2/commands/completions", frame)).to.equal(undefined);
    }
  });

  it("is at its path with a slash at the end too", async () => {
    for (const path of [
      "/v2/updates/",
      "/v2/state/active-contracts/",
      "/v2/commands/completions/",
    ]) {
      const reader = await openStream(running.base, path);
      expect(reader.webSocket.readyState, path).to.equal(1);
      reader.webSocket.close();
    }
  });

  it("reads its request from a binary frame too, and collapses slashes", async () => {
    const reader = await openStream(running.base, "//v2//updates");
    reader.webSocket.send(Buffer.from(JSON.stringify({ ...ranges(), updateFormat })));
    expect(await reader.closed).to.equal(1000);
    expect(transactionOffsets(reader.frames).length).to.be.greaterThan(5);
  });

  it("passes over frames after the first", async () => {
    const request = { beginExclusive: 0, updateFormat };
    const reader = await openStream(running.base, "/v2/updates", { request });
    reader.webSocket.send("not even JSON");
    reader.webSocket.send(JSON.stringify({ ...ranges(), updateFormat }));
    const before = pings.ledger.ledgerEnd();
    await pings.create(1);
    await reader.until(transactionOffsets(reader.frames).length + 1);
    while (!transactionOffsets(reader.frames).includes(before + 1))
      await reader.until(reader.frames.length + 1);
    expect(reader.webSocket.readyState).to.equal(1);
    reader.webSocket.close();
  });

  const errors: ReadonlyArray<readonly [string, string, () => unknown, string, RegExp]> = [
    ["nothing of JSON", "/v2/updates", () => "{", "INVALID_ARGUMENT", /Invalid value for: body/],
    ["an array", "/v2/updates", () => "[]", "INVALID_ARGUMENT", /Invalid value for: body/],
    [
      "a field of the wrong kind",
      "/v2/updates",
      () => ({ beginExclusive: "0" }),
      "INVALID_ARGUMENT",
      /at 'beginExclusive'/,
    ],
    [
      "two formats",
      "/v2/updates",
      () => ({ beginExclusive: 0, updateFormat, filter: wildcardFor(pings.alice) }),
      "INVALID_ARGUMENT",
      /Both update_format and filter are set/,
    ],
    [
      "an offset after the end",
      "/v2/updates",
      () => ({ beginExclusive: 1_000_000, updateFormat }),
      "OFFSET_AFTER_LEDGER_END",
      /ledger end/,
    ],
    [
      "a negative offset",
      "/v2/commands/completions",
      () => ({ parties: [pings.alice], beginExclusive: -1 }),
      "NEGATIVE_OFFSET",
      /negative/,
    ],
    ["no parties", "/v2/commands/completions", () => ({ parties: [] }), "MISSING_FIELD", /parties/],
    [
      "another user",
      "/v2/commands/completions",
      () => ({ userId: "somebody", parties: [pings.alice] }),
      "NA",
      /somebody/,
    ],
    [
      "a party without the right to read",
      "/v2/updates",
      () => ({ beginExclusive: 0, filter: wildcardFor("carol::1220aa") }),
      "NA",
      /carol::1220aa/,
    ],
    [
      "every party without the right to read as any",
      "/v2/commands/command-completions",
      () => ({ parties: [] }),
      "NA",
      /CanReadAsAnyParty/,
    ],
    [
      "the state after the end",
      "/v2/state/active-contracts",
      () => ({ activeAtOffset: 1_000_000, eventFormat: wildcardFor(pings.alice) }),
      "OFFSET_AFTER_LEDGER_END",
      /ledger end/,
    ],
  ];
  for (const [what, path, request, code, cause] of errors) {
    it(`answers ${what} on ${path} with one error frame and closes`, async () => {
      const reader = await openStream(running.base, path);
      const sent = request();
      reader.webSocket.send(typeof sent === "string" ? sent : JSON.stringify(sent));
      expect(await reader.closed).to.equal(1000);
      expect(reader.frames).to.have.length(1);
      expect(Object.keys(Object(reader.frames[0]))).to.have.length(10);
      expect(reader.frames[0]).to.have.property("code", code);
      expect(reader.frames[0]).to.have.property("cause").that.matches(cause);
      const traceId = at(reader.frames[0], "traceId");
      expect(
        running.log.some((line) => line["traceId"] === traceId && line["path"] === path),
      ).to.equal(true);
    });
  }

  it("answers whatever it is sent with an error or a stream, and never with an internal error", async () => {
    const key = fc.constantFrom(
      "beginExclusive",
      "endInclusive",
      "filter",
      "updateFormat",
      "parties",
      "userId",
      "activeAtOffset",
      "eventFormat",
      "filtersByParty",
      "__proto__",
    );
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(-1, 0, 1e300, 2 ** 53, "", "x".repeat(300), null, {}, []),
      fc.dictionary(key, fc.jsonValue({ maxDepth: 2 })),
    );
    const frame = fc.oneof(
      fc.dictionary(key, value).map((body) => JSON.stringify(body)),
      fc.string(),
    );
    const path = fc.constantFrom(...channels.map((each) => each.path));
    await fc.assert(
      fc.asyncProperty(path, frame, async (where, text) => {
        const reader = await openStream(running.base, where);
        reader.webSocket.send(text);
        // some of these are requests for streams without an end
        const code = await Promise.race([reader.closed, delay(liveAfterMs, "live")]);
        expect(code).to.be.oneOf([1000, "live"]);
        reader.webSocket.terminate();
        for (const each of reader.frames)
          expect(at(each, "code"), text).not.to.equal("LEDGER_API_INTERNAL_ERROR");
      }),
      { numRuns: 150 },
    );
    expect(running.log.filter((line) => Number(line["level"]) >= 50)).to.deep.equal([]);
  });

  it("shows completions of every user and party to who may read as any", async () => {
    await pings.ledger.createUser({ userId: "auditor", rights: [{ kind: "CanReadAsAnyParty" }] });
    const items = [];
    for await (const item of pings.ledger.queries.completions({ parties: [], beginExclusive: 0 }))
      items.push(item);
    const protocols = [`jwt.token.${await developmentToken("auditor")}`, "daml.ws.auth"];
    const reader = await openStream(running.base, "/v2/commands/command-completions", {
      protocols,
      request: {},
    });
    await reader.until(items.length);
    reader.webSocket.close();
    const commands = reader.frames.map((frame) =>
      at(frame, "completionResponse", "Completion", "value", "commandId"),
    );
    expect(commands.filter((each) => each !== undefined).length).to.equal(items.length - 1);
  });
});
