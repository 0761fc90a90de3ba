import { expect } from "chai";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import { answered, externalParty, operatorUser } from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const filled = (path: string): string => path.replace(/\{[^}]+\}/g, `00${"ab".repeat(68)}`);

describe("requests of the wallet that are tried", () => {
  let server: WalletServer;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    await registered(server, "alice");
    bob = await registered(server, "bob");
    await answered(server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" }));
  });
  afterEach(() => server.close());

  /** The end of the ledger when nothing is due. */
  const end = async (): Promise<number> => {
    await server.validator.wallet.scheduler.settle();
    return server.validator.ledger.ledgerEnd();
  };
  const tried = async (user: string, method: string, path: string, body?: unknown) => {
    const before = await end();
    const more = path.includes("?") ? "&" : "?";
    const { status, json, text } = await server.as(
      user,
      method,
      `${path}${more}dry_run=true`,
      body,
    );
    expect(status, text).to.equal(202);
    expect(await end()).to.equal(before);
    return json;
  };
  const changes = (outcome: unknown): Record<string, readonly [unknown, unknown]> => {
    const found = at(outcome, "holdings") as ReadonlyArray<Record<string, string>>;
    return Object.fromEntries(
      found.map((each) => [
        String(each["owner"]).split("::")[0] ?? "",
        [each["change"], each["locked_change"]] as const,
      ]),
    );
  };
  const balance = async (user: string) => {
    const found = await answered(server.as(user, "GET", "/v0/wallet/balance"));
    return [at(found, "effective_unlocked_qty"), at(found, "effective_locked_qty")];
  };
  const transfer = (amount = "2.5") => ({
    receiver_party_id: bob,
    amount,
    description: "lunch",
    expires_at: start + 60 * minute,
    tracking_id: "t-1",
  });

  it("say what a transfer, its acceptance and its withdrawal would do, and then do it", async () => {
    const path = "/v0/wallet/token-standard/transfers";
    const sending = await tried("alice", "POST", path, transfer());
    expect(at(sending, "verdict")).to.equal("accepted");
    expect(at(sending, "traffic_bytes")).to.be.above(500);
    expect(changes(sending)).to.deep.equal({ alice: ["0.0000000000", "2.5000000000"] });
    const amounts = at(at(sending, "effects"), "amounts") as ReadonlyArray<{ amount: string }>;
    expect(amounts.map(({ amount }) => amount).sort()).to.deep.equal([
      "100.0000000000",
      "2.5000000000",
      "97.5000000000",
    ]);
    expect(await balance("alice")).to.deep.equal(["100.0000000000", "0.0000000000"]);
    const sent = await answered(server.as("alice", "POST", path, transfer()));
    expect(await balance("alice")).to.deep.equal(["97.5000000000", "2.5000000000"]);
    const cid = String(at(at(sent, "output"), "transfer_instruction_cid"));
    const accepting = await tried("bob", "POST", `${path}/${cid}/accept`);
    expect(changes(accepting)).to.deep.equal({
      alice: ["-2.5000000000", "-2.5000000000"],
      bob: ["2.5000000000", "0.0000000000"],
    });
    const withdrawing = await tried("alice", "POST", `${path}/${cid}/withdraw`);
    expect(changes(withdrawing)).to.deep.equal({ alice: ["0.0000000000", "-2.5000000000"] });
    await answered(server.as("bob", "POST", `${path}/${cid}/accept`));
    expect(await balance("bob")).to.deep.equal(["2.5000000000", "0.0000000000"]);
  });

  it("are tried again with an id that was used, and say that it was", async () => {
    const path = "/v0/wallet/token-standard/transfers";
    await answered(server.as("alice", "POST", path, transfer()));
    const again = await tried("alice", "POST", path, transfer());
    expect([at(again, "verdict"), at(again, "error_code")]).to.deep.equal([
      "rejected",
      "DUPLICATE_COMMAND",
    ]);
  });

  it("allocate and reject in both versions", async () => {
    const body = {
      settlement: { executors: [bob], settlement_ref: { id: "swap" } },
      transfer_leg_sides: [
        { transfer_leg_id: "pay", side: "SENDERSIDE", otherside: bob, amount: "1.5" },
      ],
      committed: false,
    };
    const allocating = await tried("alice", "POST", "/v2/allocations", body);
    expect(changes(allocating)).to.deep.equal({ alice: ["0.0000000000", "1.5000000000"] });
    await answered(server.as("alice", "POST", "/v2/allocations", body));
  });

  it("say that nothing would change where there is nothing to submit", async () => {
    const path = "/v0/wallet/cancel-featured-app-rights";
    const nothing = { verdict: "accepted", holdings: [], traffic_bytes: 0 };
    expect(await tried("alice", "DELETE", path)).to.deep.equal(nothing);
  });

  it("reject what has other effects than a command", async () => {
    const settings = { automatic_merging: false };
    const path = "/v0/wallet/settings";
    const reply = await server.as("alice", "POST", `${path}?dry_run=true`, settings);
    expect([reply.status, at(reply.json, "error")]).to.deep.equal([
      400,
      "Invalid query parameter dry_run: this request cannot be tried",
    ]);
    const now = await answered(server.as("alice", "GET", path));
    expect(at(now, "automatic_merging")).to.equal(true);
  });

  it("are those of a user that submit; every other one is rejected", async () => {
    const others = walletRows.filter(
      ({ access, submits }) => access !== "open" && !(access === "user" && submits === true),
    );
    for (const { method, path } of others) {
      const reply = await server.as(operatorUser, method, `${filled(path)}?dry_run=true`);
      expect(reply.status, `${method} ${path} ${reply.text}`).to.be.within(400, 404);
    }
  });

  it("reject another value than true and false", async () => {
    const reply = await server.as("alice", "POST", "/v0/wallet/tap?dry_run=yes", { amount: "1" });
    expect([reply.status, at(reply.json, "error")]).to.deep.equal([
      400,
      "Invalid query parameter dry_run: expected true or false",
    ]);
    await answered(server.as("alice", "POST", "/v0/wallet/tap?dry_run=false", { amount: "1" }));
    expect(await balance("alice")).to.deep.equal(["110.0000000000", "0.0000000000"]);
  });

  it("are the same for a party that signs outside of the node, without a signature", async () => {
    const carol = await externalParty(server, "carol");
    const path = `/v0/wallet/tap?party=${encodeURIComponent(carol.partyId)}`;
    const tapping = await tried(operatorUser, "POST", path, { amount: "1" });
    expect(changes(tapping)).to.deep.equal({ carol: ["10.0000000000", "0.0000000000"] });
  });

  for (const { method, path } of walletRows.filter(
    ({ access, submits }) => access === "user" && submits === true,
  )) {
    it(`${method} ${path} changes nothing when it is tried`, async () => {
      for (const body of [undefined, { amount: "1" }, { automatic_merging: false }]) {
        const before = await end();
        const reply = await server.as("alice", method, `${filled(path)}?dry_run=true`, body);
        expect(reply.status, reply.text).to.not.equal(200);
        expect(reply.status, reply.text).to.be.below(500);
        expect(await end()).to.equal(before);
      }
    });
  }
});
