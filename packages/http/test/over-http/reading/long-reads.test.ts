import { ledgerError } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { left } from "fp-ts/lib/Either.js";
import { endpoints, type HttpSettings } from "../../../src/index.js";
import { at, openPingLedger, type PingLedger, wildcardFor } from "../../fixtures/ping-ledger.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

const givenUp = ledgerError("SERVICE_NOT_RUNNING", "given up", { definiteAnswer: true });

/** A ledger whose pages of active contracts never end by themselves; how each of them is read. */
const endlessPages = (ledger: Ledger) => {
  const signals: AbortSignal[] = [];
  const endless: Ledger = {
    ...ledger,
    queries: {
      ...ledger.queries,
      activeContractsPageTexts: (_query, { signal }) =>
        new Promise((resolve) => {
          if (signal === undefined) throw new Error("the read cannot be given up");
          signals.push(signal);
          signal.addEventListener("abort", () => resolve(left(givenUp)));
        }),
    },
  };
  return { endless, signals };
};

describe("Long reads over HTTP", () => {
  let pings: PingLedger;
  let running: RunningServer | undefined;
  let body: object;

  before(async () => {
    pings = await openPingLedger();
    await pings.create(20);
    body = { eventFormat: wildcardFor(pings.alice) };
    const rights = [{ kind: "CanReadAs" as const, party: pings.alice }];
    await pings.ledger.createUser({ userId: "other", rights });
  });
  afterEach(() => running?.server.close());
  after(() => pings.ledger.close());

  const path = "/v2/state/active-contracts-page";
  const serve = async (settings: HttpSettings, ledger: Ledger = pings.ledger) => {
    running = await runServer(ledger, settings);
    return running;
  };
  const page = (server: RunningServer, token?: string) =>
    server.call("POST", path, token === undefined ? { body } : { body, token });

  it("are all pages, and the lists of all streams", () => {
    const isLong = (wanted: string) =>
      endpoints.find(({ method, path: found }) => method === "POST" && found === wanted)
        ?.isLongRead;
    for (const each of [
      path,
      "/v2/state/active-contracts",
      "/v2/updates",
      "/v2/updates/flats",
      "/v2/updates/trees",
      "/v2/updates/get-updates-page",
      "/v2/commands/completions",
    ])
      expect(isLong(each), each).to.equal(true);
  });

  it("are aborted when the caller disconnects", async () => {
    const { endless, signals } = endlessPages(pings.ledger);
    const server = await serve({}, endless);
    const leaving = new AbortController();
    const asked = fetch(`${server.base}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await developmentToken()}`,
      },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch(() => undefined);
    await until(() => signals.length === 1);
    expect(signals[0]?.aborted).to.equal(false);
    leaving.abort();
    await asked;
    await until(() => signals[0]?.aborted === true);
    // what no one waits for is no error of the node
    expect(server.log.filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
  });

  it("are aborted with their 504", async () => {
    const { endless, signals } = endlessPages(pings.ledger);
    const reply = await page(await serve({ requestTimeoutMs: 100 }, endless));
    expect(reply.status).to.equal(504);
    expect(at(reply.json, "code")).to.equal("REQUEST_TIME_OUT");
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
  });

  it("do not delay a node that stops", async () => {
    const { endless, signals } = endlessPages(pings.ledger);
    const server = await serve({ closeTimeoutMs: 600_000, requestTimeoutMs: 600_000 }, endless);
    const asked = page(server);
    await until(() => signals.length === 1);
    await server.server.close();
    const reply = await asked;
    expect(reply.status).to.equal(503);
    expect(at(reply.json, "code")).to.equal("SERVICE_NOT_RUNNING");
  });

  it("of one user are refused beyond the bound, and no other user's, nor what tells of the health", async () => {
    const { endless, signals } = endlessPages(pings.ledger);
    const server = await serve({ maxReadsPerUser: 2 }, endless);
    const waiting = [page(server), page(server)];
    await until(() => signals.length === 2);
    for (const each of [path, "/v2/updates", "/v2/commands/completions"]) {
      const filter = { beginExclusive: 0, parties: [pings.alice], ...wildcardFor(pings.alice) };
      const reply = await server.call("POST", each, { body: { ...body, ...filter, filter } });
      expect(reply.status, reply.text).to.equal(429);
      expect(at(reply.json, "code")).to.equal("RATE_LIMIT_EXCEEDED");
      expect(Number(reply.headers.get("retry-after"))).to.be.greaterThan(0);
    }
    const other = await developmentToken("other");
    void page(server, other).catch(() => undefined);
    await until(() => signals.length === 3);
    for (const health of ["/livez", "/readyz"])
      expect((await server.call("GET", health, { token: null })).status).to.equal(200);
    await server.server.close();
    await Promise.all(waiting);
  });

  it("are refused where their answers would take too much room, and given when there is some", async () => {
    const large = openPingLedger();
    const { ledger, alice, create } = await large;
    // 2 MB of contracts
    await create(20, 100_000);
    const server = await serve({ maxHeldAnswerBytes: 1_000_000 }, ledger);
    const ask = (maxPageSize: number) =>
      server.call("POST", path, { body: { eventFormat: wildcardFor(alice), maxPageSize } });
    const refused = await ask(20);
    expect(refused.status).to.equal(429);
    expect(Number(refused.headers.get("retry-after"))).to.be.greaterThan(0);
    const list = await server.call("POST", "/v2/state/active-contracts", {
      body: { activeAtOffset: ledger.ledgerEnd(), eventFormat: wildcardFor(alice) },
    });
    expect(list.status).to.equal(429);
    for (let time = 0; time < 5; time += 1) {
      const given = await ask(3);
      expect(given.status).to.equal(200);
      expect(at(given.json, "activeContracts", "length")).to.equal(3);
    }
    await server.server.close();
    await ledger.close();
  });

  it("give the same pages in parts as the ledger gives whole", async () => {
    const server = await serve({});
    const sent = { ...wildcardFor(pings.alice), verbose: false };
    const eventFormat = everythingFor(pings.alice);
    const shape = { transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const };
    const pages = [
      [
        path,
        { eventFormat: sent },
        await pings.ledger.queries.activeContractsPage({ eventFormat }),
      ],
      [
        "/v2/updates/get-updates-page",
        {
          updateFormat: { includeTransactions: { eventFormat: sent, ...shape } },
          endOffsetInclusive: 9,
        },
        await pings.ledger.queries.updatesPage({
          updateFormat: { includeTransactions: { eventFormat, ...shape } },
          endOffsetInclusive: 9,
        }),
      ],
    ] as const;
    for (const [each, request, whole] of pages) {
      const reply = await server.call("POST", each, { body: request });
      expect(reply.json).to.deep.equal(
        JSON.parse(JSON.stringify(rightOf<unknown, unknown>(whole))),
      );
    }
  });
});
