import { expect } from "chai";
import { answered, asOperator } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const path = "/v0/wallet/development-fund-coupons";

describe("The development fund over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    // the fund gets its share of every round that issues
    for (let tick = 0; tick < 8; tick++) await server.pass(5 * minute);
  });
  after(() => server.close());

  const manager = (method: string, rest = "", body?: unknown) =>
    asOperator(server, method, `${path}${rest}`, body);
  const request = (amount: string, minutes = 24 * 60) => ({
    beneficiary: alice,
    amount,
    expiresAt: server.validator.wallet.now() + minutes * minute,
    reason: "tools",
  });
  const allocated = async (amount: string, minutes?: number): Promise<string> =>
    String(
      at(
        await answered(manager("POST", "/allocate", request(amount, minutes))),
        "development_fund_coupon_contract_id",
      ),
    );
  const active = async (user = "alice"): Promise<ReadonlyArray<unknown>> => {
    const shown = await answered(server.as(user, "GET", path));
    return at(shown, "active_development_fund_coupons") as ReadonlyArray<unknown>;
  };
  const history = async (limit: number, after?: number): Promise<unknown> =>
    answered(
      manager("GET", `/history?limit=${limit}${after === undefined ? "" : `&after=${after}`}`),
    );
  const unclaimed = async (): Promise<number> => {
    const shown = await answered(
      server.as("alice", "GET", "/v0/scan-proxy/unclaimed-development-fund-coupons"),
    );
    const coupons = at(shown, "unclaimed-development-fund-coupons") as ReadonlyArray<unknown>;
    return coupons.reduce(
      (sum: number, it) => sum + Number(at(it, "contract", "payload", "amount")),
      0,
    );
  };

  it("is given away by its manager, and minted by the beneficiary", async () => {
    const before = await unclaimed();
    expect(before).to.be.above(100);
    await asOperator(server, "POST", "/v0/admin/automation/pause");
    const coupon = await allocated("100");
    expect(await unclaimed()).to.be.closeTo(before - 100, 1e-6);
    expect((await active()).map((it) => at(it, "contract_id"))).to.deep.equal([coupon]);
    expect((await active("ledger-api-user")).length).to.equal(1);
    await asOperator(server, "POST", "/v0/admin/automation/resume");
    await server.pass(10 * minute);
    expect(await active()).to.deep.equal([]);
    const balance = await answered(server.as("alice", "GET", "/v0/wallet/balance"));
    expect(at(balance, "effective_unlocked_qty")).to.equal("100.0000000000");
    const shown = await history(10);
    expect(at(shown, "development_fund_coupon_history", 0)).to.include({
      beneficiary: alice,
      amount: "100.0000000000",
      status: "claimed",
      reason: "tools",
    });
  });

  it("gets back what its manager withdraws, and what expires", async () => {
    await asOperator(server, "POST", "/v0/admin/automation/pause");
    const before = await unclaimed();
    const coupon = await allocated("7");
    const rest = await answered(manager("POST", `/${coupon}/withdraw`, { reason: "changed" }));
    expect(at(rest, "unclaimed_development_fund_coupon_contract_id")).to.match(/^00/);
    expect(await unclaimed()).to.be.closeTo(before, 1e-6);
    const shown = await history(1);
    expect(at(shown, "development_fund_coupon_history", 0)).to.include({
      status: "withdrawn",
      rejection_or_withdrawal_reason: "changed",
    });
    const again = await manager("POST", `/${coupon}/withdraw`, { reason: "again" });
    expect(again.status).to.equal(404);
    await asOperator(server, "POST", "/v0/admin/automation/resume");
  });

  it("has a history in pages, the newest first, that ends with an empty one", async () => {
    const seen: Array<string> = [];
    let after: number | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const page = await history(1, after);
      const items = at(page, "development_fund_coupon_history") as ReadonlyArray<unknown>;
      if (items.length === 0) break;
      seen.push(...items.map((it) => String(at(it, "archivedAt"))));
      after = Number(at(page, "next_page_token"));
    }
    expect(seen.length).to.equal(2);
    expect(seen).to.deep.equal([...seen].sort().reverse());
    const mine = await answered(server.as("alice", "GET", `${path}/history?limit=10`));
    expect((at(mine, "development_fund_coupon_history") as ReadonlyArray<unknown>).length).to.equal(
      2,
    );
  });

  it("is not given away by others, nor beyond what it has, nor for the past", async () => {
    const before = await unclaimed();
    const good = request("1");
    const rows: ReadonlyArray<readonly [string, object, number]> = [
      ["alice", good, 400],
      ["ledger-api-user", { ...good, amount: "100000000000" }, 400],
      ["ledger-api-user", { ...good, expiresAt: start - 1 }, 400],
    ];
    for (const [user, body, status] of rows) {
      const reply = await server.as(user, "POST", `${path}/allocate`, body);
      expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).to.equal(status);
    }
    expect(await unclaimed()).to.equal(before);
  });

  it("is not withdrawn by the beneficiary", async () => {
    await asOperator(server, "POST", "/v0/admin/automation/pause");
    const coupon = await allocated("3");
    const reply = await server.as("alice", "POST", `${path}/${coupon}/withdraw`, { reason: "x" });
    expect(reply.status).to.equal(400);
    expect((await manager("POST", `/${coupon}/withdraw`, { reason: " " })).status).to.equal(400);
    expect((await active()).length).to.equal(1);
  });

  it("gives a coupon once for a command id, however often it is requested", async () => {
    await asOperator(server, "POST", "/v0/admin/automation/pause");
    const before = await unclaimed();
    const body = { ...request("1"), command_id: "once" };
    const first = await answered(manager("POST", "/allocate", body));
    expect(await answered(manager("POST", "/allocate", body))).to.deep.equal(first);
    expect(await unclaimed()).to.equal(before - 1);
    const cid = String(at(first, "development_fund_coupon_contract_id"));
    await answered(manager("POST", `/${cid}/withdraw`, { reason: "a test" }));
    await asOperator(server, "POST", "/v0/admin/automation/resume");
  });
});
