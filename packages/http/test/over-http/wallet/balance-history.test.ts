import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Sums {
  readonly unlocked: string;
  readonly locked: string;
  readonly total: string;
}
interface Point extends Sums {
  readonly at: string;
  readonly until?: string;
  readonly offset?: number;
  readonly event_ids?: ReadonlyArray<string>;
}
interface Series {
  readonly opening: Sums;
  readonly points: ReadonlyArray<Point>;
  readonly next_after_offset?: number;
}

const path = "/v0/wallet/balance/history";
const day = 24 * 60 * minute;

describe("the balance over time over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.pass(day);
    const transfer = {
      receiver_party_id: bob,
      amount: "30.0000000001",
      description: "rent",
      expires_at: start + 30 * day,
      tracking_id: "t-1",
    };
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", transfer);
    await server.pass(2 * day);
    const { json } = await server.as("bob", "GET", "/v0/wallet/inbox");
    const { items } = json as { items: ReadonlyArray<{ contract_id: string }> };
    const cid = items[0]?.contract_id ?? "";
    await server.as("bob", "POST", `/v0/wallet/token-standard/transfers/${cid}/accept`);
    await server.pass(minute);
  });
  after(() => server.close());

  const series = async (user: string, query: string): Promise<Series> => {
    const { status, json, text } = await server.as(user, "GET", `${path}?${query}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as Series;
  };

  it("has the sums at the end of each day, also of days on which nothing happened", async () => {
    const { opening, points } = await series("alice", "from=2025-12-31T00:00:00Z&step=day");
    expect(opening.total).to.equal("0.0000000000");
    expect(
      points.map(({ at, unlocked, locked }) => [at.slice(0, 10), unlocked, locked]),
    ).to.deep.equal([
      ["2025-12-31", "0.0000000000", "0.0000000000"],
      ["2026-01-01", "100.0000000000", "0.0000000000"],
      ["2026-01-02", "69.9999999999", "30.0000000001"],
      ["2026-01-03", "69.9999999999", "30.0000000001"],
      ["2026-01-04", "69.9999999999", "0.0000000000"],
    ]);
    const ofBob = await series("bob", "from=2026-01-03T12:00:00Z&step=hour");
    expect(ofBob.points.map(({ total }) => total)).to.deep.equal([
      ...Array<string>(12).fill("0.0000000000"),
      "30.0000000001",
    ]);
  });

  it("has the sums after each transaction that changed them, with its items of the history", async () => {
    const { points } = await series("alice", "step=transaction&from=2026-01-01T00:00:00Z");
    expect(points.map(({ unlocked, locked }) => [unlocked, locked])).to.deep.equal([
      ["100.0000000000", "0.0000000000"],
      ["69.9999999999", "30.0000000001"],
      ["69.9999999999", "0.0000000000"],
    ]);
    const { json } = await server.as("alice", "POST", "/v0/wallet/transactions", {
      page_size: 100,
    });
    const { items } = json as { items: ReadonlyArray<{ event_id: string }> };
    const known = items.map(({ event_id: id }) => id);
    for (const { event_ids: ids = [] } of points) {
      expect(ids).not.to.deep.equal([]);
      expect(known).to.include.members([...ids]);
    }
  });

  it("agrees with the ledger's own sums at every time", async () => {
    for (const [user, party] of [
      ["alice", alice],
      ["bob", bob],
      ["ledger-api-user", server.validator.wallet.settings.operator],
    ] as const) {
      const { points } = await series(
        user,
        "step=transaction&from=2026-01-01T00:00:00Z&limit=1000",
      );
      expect(points).not.to.deep.equal([]);
      const last = new Map(points.map((point) => [point.at, point]));
      for (const [at, { unlocked, locked }] of last) {
        const { json, text } = await server.as(user, "POST", "/v0/scan-proxy/holdings/summary", {
          migration_id: 0,
          record_time: at,
          record_time_match: "at_or_before",
          owner_party_ids: [party],
        });
        const { summaries } = json as {
          summaries: ReadonlyArray<{ total_unlocked_coin: string; total_locked_coin: string }>;
        };
        expect(summaries?.[0], text).to.include({
          total_unlocked_coin: unlocked,
          total_locked_coin: locked,
        });
      }
    }
  });

  it("continues after an offset", async () => {
    const all = await series("alice", "step=transaction&from=2026-01-01T00:00:00Z");
    const first = await series("alice", "step=transaction&from=2026-01-01T00:00:00Z&limit=2");
    expect(first.points).to.deep.equal(all.points.slice(0, 2));
    const rest = `step=transaction&from=2026-01-01T00:00:00Z&after_offset=${first.next_after_offset ?? ""}`;
    expect(await series("alice", rest)).to.deep.include({ points: all.points.slice(2) });
    expect(all).not.to.have.property("next_after_offset");
  });

  for (const [what, query, says] of [
    ["more days than wanted", "from=2020-01-01T00:00:00Z", "expected at most 366 days"],
    [
      "an end before the begin",
      "from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z",
      "after from",
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { status, json } = await server.as("alice", "GET", `${path}?${query}`);
      expect(status).to.equal(400);
      expect(json).to.have.property("error").that.contains(says);
    });
  }
});
