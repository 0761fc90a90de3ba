import { expect } from "chai";
import { endpoints } from "../../src/index.js";
import {
  allowance,
  defaultRateLimits,
  networkOf,
  rateLimitError,
} from "../../src/limits/rate-limits.js";
import { walletRows } from "../../src/wallet/wallet-rows.js";
import { type ProviderLedger, providerLedger } from "../fixtures/provider-ledger.js";
import { refusedUpgrade } from "../fixtures/stream-reader.js";
import { developmentToken, type RunningServer, runServer } from "../fixtures/running-server.js";

describe("An allowance", () => {
  let nowMs = 0;
  const clock = () => nowMs;
  beforeEach(() => {
    nowMs = 5_000;
  });

  it("gives a caller its burst, then says how long to wait, and gives again after that", () => {
    const { take } = allowance({ perSecond: 10, burst: 4 }, 100, clock);
    const taken = [take("a"), take("a"), take("a"), take("a")];
    expect(taken).to.deep.equal([undefined, undefined, undefined, undefined]);
    expect([take("a"), take("a")]).to.deep.equal([1, 1]);
    expect(take("b")).to.equal(undefined);
    nowMs += 100;
    expect([take("a"), take("a")]).to.deep.equal([undefined, 1]);
    nowMs += 400;
    expect([take("a"), take("a"), take("a"), take("a"), take("a")]).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
      1,
    ]);
  });

  it("gives one even when it is less than one per second, and says the whole wait", () => {
    const { take } = allowance({ perSecond: 0.1 }, 100, clock);
    expect([take("a"), take("a")]).to.deep.equal([undefined, 10]);
    nowMs += 9_000;
    expect(take("a")).to.equal(1);
    nowMs += 1_000;
    expect(take("a")).to.equal(undefined);
  });

  it("gives a steady caller its rate forever", () => {
    const { take } = allowance({ perSecond: 10, burst: 1 }, 100, clock);
    for (let n = 0; n < 1_000; n += 1) {
      expect(take("a")).to.equal(undefined);
      nowMs += 100.1;
    }
  });

  it("forgets of too many callers the one that was quiet for longest, and no other", () => {
    const { take } = allowance({ perSecond: 1, burst: 1 }, 3, clock);
    for (const caller of ["a", "b", "c"]) expect(take(caller)).to.equal(undefined);
    expect(take("a")).to.equal(1);
    expect(take("d")).to.equal(undefined);
    expect([take("a"), take("c"), take("d")]).to.deep.equal([1, 1, 1]);
    expect(take("b")).to.equal(undefined);
  });
});

describe("Rate limits", () => {
  it("take an IPv6 network for one caller, and an IPv4 address in either form", () => {
    expect(networkOf("2001:db8:1:2:3::4")).to.equal(networkOf("2001:db8:1:2:ffff::1"));
    expect(networkOf("2001:db8:1:2::1")).to.not.equal(networkOf("2001:db8:1:3::1"));
    expect(networkOf("::ffff:10.0.0.1")).to.equal(networkOf("10.0.0.1"));
    expect(networkOf("")).to.equal("");
  });

  it("count as submissions the rows that submit, and no others", () => {
    const counted = endpoints.filter(({ submits }) => submits === true).map(({ path }) => path);
    const named = /^\/v2\/(?:commands\/.*submit|interactive-submission\/execute)/;
    expect(counted).to.deep.equal(
      endpoints.map(({ path }) => path).filter((path) => named.test(path)),
    );
    expect(counted).to.have.lengthOf(9);
  });

  it("count as submissions the wallet's rows that change something, and no others", () => {
    const isCounted = (method: string, path: string) =>
      walletRows.find((row) => row.method === method && row.path === path)?.submits;
    for (const [method, path] of [
      ["POST", "/v0/wallet/tap"],
      ["POST", "/v0/wallet/transfer-offers"],
      ["POST", "/v0/wallet/token-standard/transfers"],
      ["POST", "/v0/wallet/transfer-preapproval/send"],
      ["POST", "/v0/wallet/buy-traffic-requests"],
      ["DELETE", "/v0/wallet/cancel-featured-app-rights"],
      ["POST", "/v0/register"],
      ["POST", "/v0/admin/external-party/topology/submit"],
    ] as const)
      expect(isCounted(method, path), path).to.equal(true);
    for (const path of [
      "/v0/wallet/transactions",
      "/v0/wallet/transfer-offers/{tracking_id}/status",
      "/v0/scan-proxy/ans-rules",
      "/v0/admin/external-party/topology/generate",
    ])
      expect(isCounted("POST", path), path).to.equal(false);
    const reads = walletRows.filter(({ method }) => method === "GET");
    expect(reads.filter(({ submits }) => submits === true)).to.deep.equal([]);
  });

  const faults: ReadonlyArray<readonly [Parameters<typeof rateLimitError>[0], string]> = [
    [{ requests: { perSecond: 0 } }, "rateLimits.requests.perSecond"],
    [{ submissions: { perSecond: Number.NaN } }, "rateLimits.submissions.perSecond"],
    [{ failedLogins: { perSecond: 1, burst: 0.5 } }, "rateLimits.failedLogins.burst"],
    [{ requests: { perSecond: 1e9 } }, "rateLimits.requests.perSecond"],
  ];
  for (const [config, named] of faults) {
    it(`are refused as ${JSON.stringify(config)}`, () =>
      expect(rateLimitError(config)).to.contain(named));
  }
});

describe("A server with rate limits", () => {
  let ledger: ProviderLedger;
  let running: RunningServer;
  before(async () => {
    ledger = await providerLedger();
  });
  afterEach(() => running.server.close());
  after(() => ledger.close());

  const ask = async (user: string) =>
    running.call("GET", "/v2/state/ledger-end", { token: await developmentToken(user) });
  const expectLimited = (reply: Awaited<ReturnType<typeof ask>>) => {
    expect(reply.status).to.equal(429);
    expect(reply.json).to.include({
      code: "RATE_LIMIT_EXCEEDED",
      errorCategory: 2,
      grpcCodeValue: 8,
      retryInfo: "1 second",
    });
    expect(Number(reply.headers.get("retry-after"))).to.be.within(1, 100);
  };

  it("answers 429 with Retry-After to a user beyond its requests, and to no other user", async () => {
    ledger.setUser({ userId: "eager" });
    ledger.setUser({ userId: "calm" });
    running = await runServer(ledger, { rateLimits: { requests: { perSecond: 0.02, burst: 3 } } });
    const replies = [await ask("eager"), await ask("eager"), await ask("eager")];
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expectLimited(await ask("eager"));
    expect((await ask("calm")).status).to.equal(200);
    expect((await running.call("GET", "/livez", { token: null })).status).to.equal(200);
  });

  it("limits submissions apart from other requests", async () => {
    ledger.setUser({ userId: "trader" });
    running = await runServer(ledger, { rateLimits: { submissions: { perSecond: 0.02 } } });
    const token = await developmentToken("trader");
    const submit = () => running.call("POST", "/v2/commands/async/submit", { token, body: {} });
    expect((await submit()).status).to.equal(400);
    expectLimited(await submit());
    expect((await ask("trader")).status).to.equal(200);
  });

  it("shuts out bad tokens of an address after failed logins, and lets good ones in", async () => {
    ledger.setUser({ userId: "calm" });
    running = await runServer(ledger, {
      rateLimits: { failedLogins: { perSecond: 0.02, burst: 2 } },
    });
    const bad = () => running.call("GET", "/v2/state/ledger-end", { token: "bad" });
    for (let n = 0; n < 5; n += 1) expect((await ask("calm")).status).to.equal(200);
    expect([(await bad()).status, (await bad()).status]).to.deep.equal([401, 401]);
    expectLimited(await bad());
    expect((await ask("calm")).status).to.equal(200);
    // one that was not seen before
    ledger.setUser({ userId: "new" });
    expect((await ask("new")).status).to.equal(200);
    expectLimited(await bad());
  });

  it("limits the requests of one address, with and without a token, and upgrades too, but never those for its health", async () => {
    ledger.setUser({ userId: "calm" });
    running = await runServer(ledger, { rateLimits: { addresses: { perSecond: 0.02, burst: 3 } } });
    const open = () => running.call("GET", "/docs/openapi", { token: null });
    expect((await open()).status).to.equal(200);
    expect((await ask("calm")).status).to.equal(200);
    expect((await running.call("GET", "/v2/state/ledger-end", { token: "bad" })).status).to.equal(
      401,
    );
    expectLimited(await ask("calm"));
    expectLimited(await open());
    for (const path of ["/livez", "/readyz"])
      expect((await running.call("GET", path, { token: null })).status).to.equal(200);
    const upgrade = await refusedUpgrade(running.base, "/v2/updates");
    expect(upgrade.status).to.equal(429);
    expect(upgrade.headers["retry-after"]).to.match(/^\d+$/);
  });

  it("has limits where nothing is configured, and serves a hundred requests at once under them", async () => {
    for (const { perSecond, burst = 0 } of Object.values(defaultRateLimits)) {
      expect(perSecond).to.be.within(1_000, 40_000);
      expect(burst).to.be.within(perSecond, 10 * perSecond);
    }
    ledger.setUser({ userId: "eager" });
    running = await runServer(ledger);
    const statuses = await Promise.all(Array.from({ length: 100 }, () => ask("eager")));
    expect(new Set(statuses.map(({ status }) => status))).to.deep.equal(new Set([200]));
  });
});
