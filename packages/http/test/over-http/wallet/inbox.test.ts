import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Item {
  readonly kind: string;
  readonly contract_id: string;
  readonly direction: string;
  readonly counterparties: ReadonlyArray<string>;
  readonly reason: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, string>>;
  readonly actions: ReadonlyArray<{
    readonly action: string;
    readonly method: string;
    readonly path: string;
  }>;
}
interface Inbox {
  readonly items: ReadonlyArray<Item>;
  readonly total: number;
  readonly waiting_for_you: number;
  readonly has_more: boolean;
}

describe("the inbox over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await registered(server, "mallory");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.pass(1_000_000);
  });
  afterEach(() => server.close());

  const inboxOf = async (user: string, query = ""): Promise<Inbox> => {
    const { status, json, text } = await server.as(user, "GET", `/v0/wallet/inbox${query}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as Inbox;
  };
  const transfer = (amount: string, trackingId: string) => ({
    receiver_party_id: bob,
    amount,
    description: "rent",
    expires_at: start + 60 * minute,
    tracking_id: trackingId,
  });

  it("lists what was sent and received, with the reason, the next step and the actions", async () => {
    await server.as("alice", "POST", "/v0/wallet/transfer-offers", transfer("5", "offer"));
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", transfer("7", "two"));
    const sent = await inboxOf("alice");
    expect(sent.items.map(({ kind }) => kind).sort()).to.deep.equal([
      "transfer-instruction",
      "transfer-offer",
    ]);
    for (const item of sent.items) {
      expect(item).to.include({ direction: "sent", description: "rent" });
      expect(item.counterparties).to.deep.equal([bob]);
      expect(item.reason).to.deep.equal({ code: "waiting-for-receiver" });
      expect(item.next).to.deep.equal({ step: "receiver-decides", actor: "other-party" });
      expect(item.actions.map(({ action }) => action)).to.deep.equal(["withdraw"]);
      expect(item).to.have.property("expires_at", "2026-01-01T01:00:00Z");
    }
    const received = await inboxOf("bob");
    expect(received).to.include({ total: 2, waiting_for_you: 2, has_more: false });
    for (const item of received.items) {
      expect(item.direction).to.equal("received");
      expect(item.counterparties).to.deep.equal([alice]);
      expect(item.reason).to.deep.equal({ code: "waiting-for-you" });
      expect(item.actions.map(({ action }) => action)).to.deep.equal(["accept", "reject"]);
    }
    expect((await inboxOf("mallory")).items).to.deep.equal([]);
    expect((await inboxOf("bob", "?direction=sent")).items).to.deep.equal([]);
    const one = await inboxOf("bob", "?kind=transfer-offer");
    expect(one.items).to.deep.equal(received.items.filter(({ kind }) => kind === "transfer-offer"));
    expect(await inboxOf("bob", "?limit=1")).to.include({ total: 2, has_more: true });
  });

  it("names actions that can be carried out as they are", async () => {
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", transfer("7", "two"));
    await server.as("alice", "POST", "/v0/wallet/transfer-offers", transfer("5", "offer"));
    for (const { actions } of (await inboxOf("bob")).items) {
      const accept = actions.find(({ action }) => action === "accept");
      const reply = await server.as("bob", accept?.method ?? "", accept?.path ?? "");
      expect(reply.status, reply.text).to.equal(200);
    }
    await server.pass(1_000_000);
    expect((await inboxOf("bob")).items).to.deep.equal([]);
    const { json } = await server.as("bob", "GET", "/v0/wallet/balance");
    expect(json).to.have.property("effective_unlocked_qty", "12.0000000000");
  });

  it("says what the sender of an accepted offer lacks to the sender alone", async () => {
    await server.as("alice", "POST", "/v0/wallet/transfer-offers", transfer("120.5", "offer"));
    const [offer] = (await inboxOf("bob")).items;
    server.validator.wallet.scheduler.pause();
    const accept = offer?.actions[0]?.path ?? "";
    expect((await server.as("bob", "POST", accept)).status).to.equal(200);
    const [ofBob] = (await inboxOf("bob")).items;
    expect(ofBob).to.include({ kind: "accepted-transfer-offer", direction: "received" });
    expect(ofBob?.reason).to.deep.equal({ code: "waiting-for-sender" });
    const [ofAlice] = (await inboxOf("alice")).items;
    expect(ofAlice?.reason).to.deep.equal({ code: "short-of-funds", missing: "20.5000000000" });
    expect(ofAlice?.next).to.deep.equal({ step: "add-funds", actor: "you" });
  });

  it("says of what is over that it is not cleared yet, and lets the parties end it", async () => {
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", transfer("7", "two"));
    server.validator.wallet.scheduler.pause();
    server.validator.wallet.manualClock?.advance(61 * minute);
    for (const [user, actions] of [
      ["alice", ["withdraw"]],
      ["bob", ["reject"]],
    ] as const) {
      const [item] = (await inboxOf(user)).items;
      expect(item?.reason).to.deep.equal({ code: "expired-not-cleared" });
      expect(item?.next).to.deep.equal({ step: "wallet-clears", actor: "wallet" });
      expect(item?.actions.map(({ action }) => action)).to.deep.equal(actions);
    }
  });

  it("shows one item by its contract, and none that is over or another party's", async () => {
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", transfer("7", "two"));
    const [item] = (await inboxOf("alice")).items;
    const path = `/v0/wallet/inbox/${item?.contract_id ?? ""}`;
    expect((await server.as("alice", "GET", path)).json).to.deep.equal(item);
    const foreign = await server.as("mallory", "GET", path);
    expect(foreign.status).to.equal(404);
    expect(foreign.json).to.have.property("error").that.contains(item?.contract_id);
    await server.as("alice", "POST", item?.actions[0]?.path ?? "");
    expect((await server.as("alice", "GET", path)).status).to.equal(404);
  });
});
