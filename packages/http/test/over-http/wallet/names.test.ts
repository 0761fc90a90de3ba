import { expect } from "chai";
import { answered } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const day = 24 * 60 * minute;

describe("Names over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    for (const user of ["alice", "bob"])
      await answered(server.as(user, "POST", "/v0/wallet/tap", { amount: "20" }));
  });
  afterEach(() => server.close());

  const entry = (name: string) => ({ name, url: "https://example.com", description: "me" });
  const asked = async (user: string, name: string): Promise<string> => {
    const made = await answered(server.as(user, "POST", "/v0/entry/create", entry(name)));
    expect(made).to.include(entry(name));
    expect(at(made, "entryContextCid")).to.match(/^00/);
    return String(at(made, "subscriptionRequestCid"));
  };
  const accept = (user: string, request: string) =>
    answered(server.as(user, "POST", `/v0/wallet/subscription-requests/${request}/accept`));
  const owned = async (user: string): Promise<ReadonlyArray<unknown>> =>
    at(
      await answered(server.as(user, "GET", "/v0/entry/all")),
      "entries",
    ) as ReadonlyArray<unknown>;
  const get = (path: string) => server.as("bob", "GET", `/v0/scan-proxy/ans-entries${path}`);
  const coins = async (user: string): Promise<unknown> =>
    at(await answered(server.as(user, "GET", "/v0/wallet/balance")), "effective_unlocked_qty");

  it("are paid for by a subscription, found by party and name, and renewed", async () => {
    const request = await asked("alice", "alice.unverified.ans");
    expect(await owned("alice")).to.deep.equal([]);
    await accept("alice", request);
    await server.pass(minute);
    const [own] = await owned("alice");
    expect(own).to.include({
      name: "alice.unverified.ans",
      amount: "1.0000000000",
      unit: "USDUnit",
      paymentInterval: String(90 * day),
      paymentDuration: String(30 * day),
    });
    expect(await coins("alice")).to.equal("190.0000000000");
    const byParty = await answered(get(`/by-party/${alice}`));
    expect(byParty).to.deep.equal(await answered(get("/by-name/alice.unverified.ans")));
    expect(at(byParty, "entry")).to.include({
      contract_id: at(own, "contractId"),
      user: alice,
      ...entry("alice.unverified.ans"),
      expires_at: at(own, "expiresAt"),
    });
    // the wallet pays again by itself, 30 days before the end
    await server.pass(61 * day);
    await server.pass(minute);
    const [renewed] = await owned("alice");
    expect(Date.parse(String(at(renewed, "expiresAt")))).to.equal(
      Date.parse(String(at(own, "expiresAt"))) + (90 * day) / 1_000,
    );
    const history = await answered(
      server.as("alice", "POST", "/v0/wallet/transactions", {
        page_size: 10,
        kind: "AnsRules_CollectEntryRenewalPayment",
      }),
    );
    expect(at(history, "items", 0, "transaction_type")).to.equal("transfer");
  });

  it("belong to whoever pays first; the other one's payment comes back", async () => {
    const [mine, theirs] = [
      await asked("alice", "gold.unverified.ans"),
      await asked("bob", "gold.unverified.ans"),
    ];
    await accept("bob", theirs);
    await accept("alice", mine);
    await server.pass(minute);
    expect([(await owned("alice")).length, (await owned("bob")).length]).to.deep.equal([0, 1]);
    expect(at(await answered(get("/by-name/gold.unverified.ans")), "entry", "user")).to.equal(bob);
    expect(await coins("alice")).to.equal("200.0000000000");
  });

  it("end when no one pays any more", async () => {
    await accept("alice", await asked("alice", "short.unverified.ans"));
    await server.pass(minute);
    const subscriptions = await answered(server.as("alice", "GET", "/v0/wallet/subscriptions"));
    const idle = at(subscriptions, "subscriptions", 0, "state", "idle", "contract_id");
    await answered(
      server.as("alice", "DELETE", `/v0/wallet/subscription-requests/${String(idle)}`),
    );
    await server.pass(91 * day);
    await server.pass(minute);
    expect((await get("/by-name/short.unverified.ans")).status).to.equal(404);
    expect((await get(`/by-party/${alice}`)).status).to.equal(404);
    expect(await owned("alice")).to.deep.equal([]);
  });

  it("are listed by their beginning, those of the network among them", async () => {
    for (const name of ["b", "a", "ab"])
      await accept("alice", await asked("alice", `${name}.unverified.ans`));
    await server.pass(minute);
    const names = async (query: string): Promise<ReadonlyArray<unknown>> => {
      const shown = at(await answered(get(query)), "entries") as ReadonlyArray<unknown>;
      return shown.map((it) => at(it, "name"));
    };
    const [a, ab, b] = ["a", "ab", "b"].map((name) => `${name}.unverified.ans`);
    expect(await names("?page_size=10")).to.deep.equal([a, ab, b, "dso.ans", "tallystick.sv.ans"]);
    expect(await names("?page_size=10&name_prefix=a")).to.deep.equal([a, ab]);
    expect(await names("?page_size=1&name_prefix=a")).to.deep.equal([a]);
    const { dso } = server.validator.wallet.settings;
    const ofDso = await answered(get(`/by-party/${dso}`));
    expect(at(ofDso, "entry")).to.deep.equal({
      user: dso,
      name: "dso.ans",
      url: "",
      description: "",
    });
  });

  it("have rules, which callers may keep", async () => {
    const rules = "/v0/scan-proxy/ans-rules";
    const first = await answered(server.as("bob", "POST", rules, {}));
    const cid = at(first, "ans_rules_update", "contract", "contract_id");
    expect(at(first, "ans_rules_update", "contract", "payload", "config", "entryFee")).to.equal(
      "1.0",
    );
    const again = await answered(
      server.as("bob", "POST", rules, { cached_ans_rules_contract_id: cid }),
    );
    expect(again).to.deep.equal({
      ans_rules_update: { domain_id: at(first, "ans_rules_update", "domain_id") },
    });
  });

  it("that cannot be had are refused", async () => {
    const good = entry("alice.unverified.ans");
    for (const bad of [
      { ...good, name: "alice" },
      { ...good, url: "no" },
      { ...good, description: "x".repeat(141) },
    ]) {
      const reply = await server.as("alice", "POST", "/v0/entry/create", bad);
      expect([reply.status, reply.text.includes("error")], reply.text).to.deep.equal([400, true]);
    }
  });
});
