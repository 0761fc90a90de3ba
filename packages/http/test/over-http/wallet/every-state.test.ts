import { MergeDelegation, MergeDelegationProposal } from "@tallystick/coin";
import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined,
    value,
  );
const countAt = (value: unknown, key: string): number => {
  const list = at(value, key);
  return Array.isArray(list) ? list.length : -1;
};

describe("the states of specification 3, walked by two users with tokens of their own", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;

  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const transfers = "/v0/wallet/token-standard/transfers";

  /** What a user sees: unlocked and locked CC, transfers that wait, and the latest item. */
  const seenBy = async (user: string) => {
    const balance = (await server.as(user, "GET", "/v0/wallet/balance")).json;
    const waiting = (await server.as(user, "GET", transfers)).json;
    const body = { page_size: 1 };
    const { json: history } = await server.as(user, "POST", "/v0/wallet/transactions", body);
    return {
      unlocked: Number(at(balance, "effective_unlocked_qty")),
      locked: Number(at(balance, "effective_locked_qty")),
      waiting: countAt(waiting, "transfers"),
      latest: at(history, "items", 0, "transaction_subtype", "choice"),
    };
  };

  /** Alice offers bob 30 CC in two steps. @returns the instruction */
  const offered = async (): Promise<string> => {
    const made = await server.as("alice", "POST", transfers, {
      receiver_party_id: bob,
      amount: "30",
      description: "rent",
      expires_at: start + 60 * minute,
      tracking_id: "walk",
    });
    expect(made.status, made.text).to.equal(200);
    return String(at(made.json, "output", "transfer_instruction_cid"));
  };

  const whole = { unlocked: 100, locked: 0, waiting: 0 };
  const nothing = { unlocked: 0, locked: 0, waiting: 0 };

  it("an offer in two steps locks the sender's CC, and both see it wait", async () => {
    await offered();
    expect(await seenBy("alice")).to.deep.include({ unlocked: 70, locked: 30, waiting: 1 });
    expect(await seenBy("bob")).to.deep.include({ ...nothing, waiting: 1 });
  });

  const ends = [
    { what: "is accepted", user: "bob", action: "accept", alice: 70, bob: 30 },
    { what: "is rejected", user: "bob", action: "reject", alice: 100, bob: 0 },
    { what: "is withdrawn", user: "alice", action: "withdraw", alice: 100, bob: 0 },
  ] as const;
  const choices = { accept: "Accept", reject: "Reject", withdraw: "Withdraw" } as const;
  for (const end of ends) {
    it(`it ${end.what}: ${end.alice} and ${end.bob} CC, and no way leads on from there`, async () => {
      const contract = await offered();
      for (const { user, action } of ends) {
        const other = user === "alice" ? "bob" : "alice";
        const wrong = await server.as(other, "POST", `${transfers}/${contract}/${action}`, {});
        expect(wrong.status, `${other} ${action}: ${wrong.text}`).to.be.within(400, 499);
      }
      expect(await seenBy("alice")).to.deep.include({ unlocked: 70, locked: 30, waiting: 1 });
      const done = await server.as(end.user, "POST", `${transfers}/${contract}/${end.action}`, {});
      expect(done.status, done.text).to.equal(200);
      const latest = `TransferInstruction_${choices[end.action]}`;
      expect(await seenBy("alice")).to.deep.equal({ ...whole, unlocked: end.alice, latest });
      expect(await seenBy("bob")).to.deep.equal({ ...nothing, unlocked: end.bob, latest });
      for (const { user, action } of ends) {
        const again = await server.as(user, "POST", `${transfers}/${contract}/${action}`, {});
        expect(again.status, `${user} ${action}: ${again.text}`).to.equal(404);
      }
      await server.pass(61 * minute);
      expect((await seenBy("alice")).unlocked).to.equal(end.alice);
    });
  }

  it("it expires: the CC is the sender's again, and it can no longer be accepted", async () => {
    const contract = await offered();
    await server.pass(59 * minute);
    expect(await seenBy("alice")).to.deep.include({ locked: 30, waiting: 1 });
    await server.pass(2 * minute);
    expect(await seenBy("alice")).to.deep.include(whole);
    expect(await seenBy("bob")).to.deep.include(nothing);
    const late = await server.as("bob", "POST", `${transfers}/${contract}/accept`, {});
    expect(late.status).to.be.within(400, 499);
  });

  it("a transfer in one step needs a preapproval, and earns its featured provider a coupon", async () => {
    const send = (id: string) =>
      server.as("alice", "POST", "/v0/wallet/transfer-preapproval/send", {
        receiver_party_id: bob,
        amount: "30",
        deduplication_id: id,
      });
    expect((await send("none")).status).to.equal(400);
    const operator = "ledger-api-user";
    await server.as(operator, "POST", "/v0/wallet/tap", { amount: "10" });
    const asked = await server.as("bob", "POST", "/v0/wallet/transfer-preapproval", {});
    expect(asked.status, asked.text).to.equal(200);
    const coupons = async () =>
      countAt(
        (await server.as(operator, "GET", "/v0/wallet/app-reward-coupons")).json,
        "app_reward_coupons",
      );
    expect((await send("plain")).status).to.equal(200);
    expect(await seenBy("bob")).to.deep.include({ ...nothing, unlocked: 30 });
    await server.pass(1);
    expect(await coupons()).to.equal(0);
    const feature = "/v0/wallet/self-grant-feature-app-right";
    expect((await server.as(operator, "POST", feature, {})).status).to.equal(200);
    const provider = server.validator.wallet.settings.operator;
    const featured = await server.as("bob", "GET", `/v0/scan-proxy/featured-apps/${provider}`);
    expect(at(featured.json, "featured_app_right", "payload", "provider")).to.equal(provider);
    expect((await send("featured")).status).to.equal(200);
    expect(await seenBy("bob")).to.deep.include({ ...nothing, unlocked: 60 });
    expect(await seenBy("alice")).to.deep.include({ ...whole, unlocked: 40 });
    await server.pass(1);
    expect(await coupons()).to.equal(1);
  });

  it("a user's proposal of a merge delegation is accepted, and its coins are merged", async () => {
    await server.pass(1);
    for (let tap = 0; tap < 12; tap++)
      await server.as("bob", "POST", "/v0/wallet/tap", { amount: "1" });
    await server.pass(1);
    const { json } = await server.as("bob", "GET", "/v0/wallet/coins");
    expect(countAt(json, "amulets")).to.be.within(1, 10);
    expect((await seenBy("bob")).unlocked).to.equal(120);
    const { views } = server.validator.wallet;
    expect(views.of(MergeDelegationProposal, bob)).to.deep.equal([]);
    for (const user of [alice, bob]) expect(views.of(MergeDelegation, user)).to.have.lengthOf(1);
  });
});
