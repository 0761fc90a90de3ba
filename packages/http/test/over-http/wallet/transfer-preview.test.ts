import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Preview {
  readonly can_send: boolean;
  readonly problems: ReadonlyArray<Readonly<Record<string, string>>>;
  readonly route: string;
  readonly why: string;
  readonly request: { readonly method: string; readonly path: string };
  readonly receiver: Readonly<Record<string, unknown>>;
  readonly lock?: Readonly<Record<string, string>>;
  readonly inputs: ReadonlyArray<Readonly<Record<string, string>>>;
  readonly change: string;
  readonly balance_before: Balance;
  readonly balance_after?: Balance;
  readonly traffic_bytes?: number;
}
interface Balance {
  readonly unlocked: string;
  readonly locked: string;
}

const path = "/v0/wallet/transfers/preview";
const later = start + 60 * minute;

describe("the preview of a transfer over HTTP", () => {
  let server: WalletServer;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    await registered(server, "alice");
    bob = await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "2" });
  });
  afterEach(() => server.close());

  const preview = async (body: Readonly<Record<string, unknown>>): Promise<Preview> => {
    const asked = { receiver_party_id: bob, amount: "30", expires_at: later, ...body };
    const { status, json, text } = await server.as("alice", "POST", path, asked);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as Preview;
  };
  const balance = async (): Promise<Balance> => {
    const { json } = await server.as("alice", "GET", "/v0/wallet/balance");
    const shown = json as { effective_unlocked_qty: string; effective_locked_qty: string };
    return { unlocked: shown.effective_unlocked_qty, locked: shown.effective_locked_qty };
  };
  /** Sends what was previewed by the request it names. */
  const send = async ({ request }: Preview, amount = "30"): Promise<void> => {
    const body = { receiver_party_id: bob, amount, description: "x", expires_at: later };
    const ids = { tracking_id: "t", deduplication_id: "t" };
    const reply = await server.as("alice", request.method, request.path, { ...body, ...ids });
    expect(reply.status, reply.text).to.equal(200);
  };

  it("says what a transfer in two steps locks, and the balance that is there afterwards", async () => {
    await server.pass(1_000);
    const before = server.validator.ledger.ledgerEnd();
    const found = await preview({});
    expect(server.validator.ledger.ledgerEnd()).to.equal(before);
    expect(found).to.deep.include({
      can_send: true,
      problems: [],
      route: "two-step",
      why: "receiver-must-accept",
      change: "90.0000000000",
      lock: { amount: "30.0000000000", until: "2026-01-01T01:00:00Z" },
      balance_before: { unlocked: "120.0000000000", locked: "0.0000000000" },
      balance_after: { unlocked: "90.0000000000", locked: "30.0000000000" },
    });
    expect(found.inputs.map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ["coin", "100.0000000000"],
      ["coin", "20.0000000000"],
    ]);
    expect(found.receiver).to.deep.equal({
      party_id: bob,
      is_known: true,
      is_first_time: true,
      similar_to: [],
    });
    expect(found.traffic_bytes).to.be.within(1_000, 100_000);
    await send(found);
    expect(await balance()).to.deep.equal(found.balance_after);
    const again = await preview({ amount: "1" });
    expect(again.receiver).to.include({ is_first_time: false });
    expect(again.receiver).to.have.property("last_sent_at", "2026-01-01T00:00:00.001Z");
  });

  for (const way of ["token-standard", "transfer-preapproval"]) {
    it(`finds the direct route by a preapproval, ${way}`, async () => {
      // what the operator pays with
      await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
      const accepted = await server.as("bob", "POST", "/v0/wallet/transfer-preapproval");
      expect(accepted.status, accepted.text).to.equal(200);
      const found = await preview({ way });
      expect(found).to.deep.include({ can_send: true, route: "direct" });
      expect(found).not.to.have.property("lock");
      expect(found).to.have.nested.property("preapproval.contract_id");
      expect(found.balance_after).to.deep.equal({
        unlocked: "90.0000000000",
        locked: "0.0000000000",
      });
      await send(found);
      expect(await balance()).to.deep.equal(found.balance_after);
    });
  }

  it("says that an offer locks nothing", async () => {
    const found = await preview({ way: "transfer-offer" });
    expect(found).to.deep.include({ can_send: true, route: "legacy-offer", inputs: [] });
    expect(found.balance_after).to.deep.equal(found.balance_before);
    await send(found);
    expect(await balance()).to.deep.equal(found.balance_after);
  });

  const problems: ReadonlyArray<
    readonly [string, Readonly<Record<string, unknown>>, Readonly<Record<string, string>>]
  > = [
    ["the lack of funds", { amount: "120.5" }, { code: "short-of-funds", missing: "0.5000000000" }],
    [
      "a receiver that no one knows",
      { receiver_party_id: `x::1220${"ab".repeat(32)}` },
      { code: "receiver-unknown" },
    ],
    ["a missing preapproval", { way: "transfer-preapproval" }, { code: "no-preapproval" }],
    ["a missing time", { expires_at: null }, { code: "expiry-needed" }],
    ["a time that is over", { expires_at: start - 1 }, { code: "expiry-passed" }],
  ];
  for (const [what, body, problem] of problems) {
    it(`names ${what}`, async () => {
      const found = await preview(body);
      expect(found.can_send).to.equal(false);
      expect(found.problems).to.deep.equal([problem]);
    });
  }

  it("warns of a receiver that looks like one that was paid before", async () => {
    await send(await preview({}));
    const found = await preview({ receiver_party_id: bob.replace("bob", "b0b") });
    expect(found.receiver.similar_to).to.deep.equal([bob]);
  });
});
