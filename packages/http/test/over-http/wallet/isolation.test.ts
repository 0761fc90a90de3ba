import { expect } from "chai";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const users = walletRows.filter(({ access }) => access === "user");
const aboutContracts = users.filter(({ path }) => path.includes("{contract_id}"));
const aboutNothing = users.filter(({ path, method }) => method === "GET" && !path.includes("{"));

/** A path with the query that the row cannot do without. */
const withQuery = (path: string): string =>
  `${path}?${path.endsWith("/history") ? "limit=100" : ""}`;

describe("isolation of wallets", () => {
  let server: WalletServer;
  let alice: string;
  const contracts: Array<string> = [];

  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    const bob = await registered(server, "bob");
    await registered(server, "mallory");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    const cid = (json: unknown): string =>
      /"(00[0-9a-f]{100,})"/.exec(JSON.stringify(json))?.[1] ?? "";
    const expires_at = start + 60 * minute;
    const transfer = { receiver_party_id: bob, amount: "5", description: "", expires_at };
    for (const [path, body] of [
      ["/v0/wallet/transfer-offers", { ...transfer, tracking_id: "mine" }],
      ["/v0/wallet/token-standard/transfers", { ...transfer, tracking_id: "mine" }],
      [
        "/v0/allocations",
        {
          settlement: {
            executor: bob,
            settlement_ref: { id: "trade" },
            requested_at: start,
            allocate_before: expires_at,
            settle_before: expires_at,
          },
          transfer_leg_id: "leg",
          transfer_leg: { receiver: bob, amount: "5" },
        },
      ],
    ] as const) {
      const made = await server.as("alice", "POST", path, body);
      expect(made.status, made.text).to.equal(200);
      contracts.push(cid(made.json));
    }
  });
  after(() => server.close());

  const state = async (): Promise<ReadonlyArray<string>> => {
    const shown: Array<string> = [];
    for (const { path } of aboutNothing)
      shown.push((await server.as("alice", "GET", withQuery(path))).text);
    return shown;
  };

  it("covers every row that is about the wallet of a user", () => {
    expect(users.length).to.be.above(45);
    expect(aboutContracts.length).to.be.above(15);
    expect(new Set(contracts).size).to.equal(3);
  });

  it("gives no one else's contracts away, and lets no one move them", async () => {
    const before = await state();
    for (const { method, path } of aboutContracts) {
      for (const contract of contracts) {
        const at = path.replace("{contract_id}", contract);
        const body = method === "POST" ? { reason: "mine" } : undefined;
        const reply = await server.as("mallory", method, at, body);
        expect(reply.status, `${method} ${at}: ${reply.text}`).to.equal(404);
      }
    }
    expect(await state()).to.deep.equal(before);
  });

  for (const { path } of aboutNothing) {
    it(`GET ${path} shows nothing of another user, and not for a party of another`, async () => {
      const own = await server.as("mallory", "GET", withQuery(path));
      expect(own.status).to.equal(200);
      expect(own.text).to.not.contain(alice);
      const foreign = await server.as("mallory", "GET", `${withQuery(path)}&party=${alice}`);
      expect([foreign.status, foreign.text.includes("00")]).to.deep.equal([403, false]);
    });
  }

  it("keeps tracking ids and histories apart", async () => {
    const status = "/v0/wallet/transfer-offers/mine/status";
    expect((await server.as("mallory", "POST", status)).status).to.equal(404);
    expect((await server.as("alice", "POST", status)).status).to.equal(200);
    const page = await server.as("mallory", "POST", "/v0/wallet/transactions", { page_size: 100 });
    expect(page.json).to.deep.equal({ items: [] });
  });
});
