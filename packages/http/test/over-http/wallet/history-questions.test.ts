import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Round {
  readonly round: number;
  readonly amulet_price: string;
  readonly opens_at: string;
}

describe("questions about the past of a wallet, over HTTP", () => {
  let server: WalletServer;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    await registered(server, "alice");
    bob = await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const accept = () => server.as("bob", "POST", "/v0/wallet/transfer-preapproval");
  const cancel = () => server.as("bob", "DELETE", "/v0/wallet/transfer-preapproval");
  const send = (id: string) =>
    server.as("alice", "POST", "/v0/wallet/transfer-preapproval/send", {
      receiver_party_id: bob,
      amount: "5",
      deduplication_id: id,
    });

  it("finds what came in and what went out, as pages and as files", async () => {
    await server.as("alice", "POST", "/v0/wallet/transfer-offers", {
      receiver_party_id: bob,
      amount: "7",
      description: "",
      expires_at: start + 60 * minute,
      tracking_id: "seven",
    });
    const offers = await server.as("bob", "GET", "/v0/wallet/transfer-offers");
    const [offer] = (offers.json as { readonly offers: ReadonlyArray<{ contract_id: string }> })
      .offers;
    const { status } = await server.as(
      "bob",
      "POST",
      `/v0/wallet/transfer-offers/${offer?.contract_id}/accept`,
    );
    expect(status).to.equal(200);
    await server.validator.wallet.scheduler.settle();

    const typesOf = async (user: string, direction: string) => {
      const asked = { page_size: 100, direction };
      const page = await server.as(user, "POST", "/v0/wallet/transactions", asked);
      const { items } = page.json as {
        readonly items: ReadonlyArray<{ readonly transaction_type: string }>;
      };
      const file = await server.as(
        user,
        "GET",
        `/v0/wallet/transactions/export?format=jsonl&direction=${direction}`,
      );
      const lines = file.text.split("\n").filter((line) => line !== "");
      expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(items);
      return items.map((item) => item.transaction_type);
    };
    expect(await typesOf("alice", "incoming")).to.deep.equal(["balance_change"]);
    expect(await typesOf("alice", "outgoing")).to.deep.equal(["transfer"]);
    expect(await typesOf("bob", "incoming")).to.deep.equal(["transfer"]);
    expect(await typesOf("bob", "outgoing")).to.deep.equal([]);
  });

  it("finds one item by its id, and none that is not the caller's", async () => {
    const page = await server.as("alice", "POST", "/v0/wallet/transactions", { page_size: 10 });
    const { items } = page.json as { readonly items: ReadonlyArray<{ readonly event_id: string }> };
    const [tap] = items;
    const path = `/v0/wallet/transactions/${encodeURIComponent(tap?.event_id ?? "")}`;
    const one = await server.as("alice", "GET", path);
    expect(one.json, one.text).to.deep.equal(tap);
    expect((await server.as("bob", "GET", path)).status).to.equal(404);
    const unknown = await server.as("alice", "GET", "/v0/wallet/transactions/none");
    expect(unknown.status).to.equal(404);
    expect(unknown.text).to.contain("no item with the event id none");
  });

  it("lists the rounds with their prices, the newest first, page by page", async () => {
    for (let tick = 0; tick < 4; tick++) await server.pass(10 * minute);
    const listed = async (query: string): Promise<ReadonlyArray<Round>> => {
      const reply = await server.as("alice", "GET", `/v0/wallet/rounds${query}`);
      expect(reply.status, reply.text).to.equal(200);
      return (reply.json as { readonly rounds: ReadonlyArray<Round> }).rounds;
    };
    const all = await listed("");
    expect(all.length).to.be.above(5);
    expect(all.map(({ round }) => round)).to.deep.equal(
      all.map((_each, index) => all.length - 1 - index),
    );
    expect(new Set(all.map((each) => each.amulet_price))).to.deep.equal(new Set(["0.1000000000"]));
    const [newest] = all;
    expect(await listed("?limit=2")).to.deep.equal(all.slice(0, 2));
    expect(await listed(`?before_round=${(newest?.round ?? 0) - 1}`)).to.deep.equal(all.slice(2));
    expect(await listed("?before_round=0")).to.deep.equal([]);
  });

  it("ends a preapproval for its receiver, who can give another", async () => {
    // what the operator pays with
    await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    expect((await cancel()).status).to.equal(404);
    expect((await accept()).status).to.equal(200);
    await server.validator.wallet.scheduler.settle();
    expect((await send("first")).status).to.equal(200);
    expect((await cancel()).status).to.equal(200);
    const refused = await send("second");
    expect(refused.status).to.equal(400);
    expect(refused.text).to.contain("has no TransferPreapproval");
    expect((await cancel()).status).to.equal(404);
    expect((await accept()).status).to.equal(200);
  });
});
