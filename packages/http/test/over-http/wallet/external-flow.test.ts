import {
  MintingDelegationProposal,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, int64From } from "@tallystick/core";
import { expect } from "chai";
import {
  acceptedBy,
  answered,
  asOperator,
  type ExternalParty,
  externalParty,
  operatorUser,
  order,
  ordered,
  proposed,
  setUp,
  signed,
  submittedBy,
} from "../../fixtures/external-party.js";
import { jsCommand } from "../../fixtures/js-command.js";
import { at } from "../../fixtures/ping-server.js";
import { rightOf } from "../../fixtures/outcomes.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const setup = "/v0/admin/external-party/setup-proposal";
const preapprovalId = ["transfer_preapproval", "contract", "contract_id"] as const;
const sending = "/v0/admin/external-party/transfer-preapproval";

describe("External parties of the validator", () => {
  let server: WalletServer;
  let alice: ExternalParty;
  beforeEach(async () => {
    server = await walletServer();
    await answered(asOperator(server, "POST", "/v0/wallet/tap", { amount: "100" }));
    alice = await externalParty(server, "alice");
  });
  afterEach(() => server.close());

  const admin = (method: string, path: string, body?: unknown) =>
    asOperator(server, method, path, body);
  const balance = async (party: string): Promise<unknown> =>
    answered(
      admin("GET", `/v0/admin/external-party/balance?party_id=${encodeURIComponent(party)}`),
    );
  const coins = async (party: string): Promise<unknown> =>
    at(await balance(party), "total_unlocked_coin");
  const unlocked = async (user: string): Promise<unknown> =>
    at(await answered(server.as(user, "GET", "/v0/wallet/balance")), "effective_unlocked_qty");
  const statusOf = (sender: string, nonce: number) =>
    admin(
      "GET",
      `/v0/scan-proxy/transfer-command/status?sender=${encodeURIComponent(sender)}&nonce=${nonce}`,
    );
  const statuses = async (sender: string, nonce: number): Promise<ReadonlyArray<unknown>> => {
    const found = at(await answered(statusOf(sender, nonce)), "transfer_commands_by_contract_id");
    return Object.values(found as object).map((it: unknown) => at(it, "status"));
  };
  /** Alice with a preapproval, and coins that the operator has sent to her. */
  const funded = async (amount = "30"): Promise<void> => {
    await setUp(server, alice);
    await answered(
      admin("POST", "/v0/wallet/transfer-preapproval/send", {
        receiver_party_id: alice.partyId,
        amount,
        deduplication_id: `fund-${amount}`,
      }),
    );
  };
  /** A receiver with a wallet and a preapproval. */
  const receiver = async (): Promise<string> => {
    const bob = await registered(server, "bob");
    await answered(server.as("bob", "POST", "/v0/wallet/transfer-preapproval"));
    return bob;
  };

  it("are taken on: proposal, acceptance by signature, preapproval", async () => {
    const contract_id = await proposed(server, alice);
    const again = await admin("POST", setup, { user_party_id: alice.partyId });
    expect([again.status, again.text.includes(contract_id)]).to.deep.equal([409, true]);
    const listed = await answered(admin("GET", setup));
    expect(at(listed, "contracts", 0, "contract", "contract_id")).to.equal(contract_id);
    expect(at(listed, "contracts", 0, "contract", "payload", "user")).to.equal(alice.partyId);

    const prepared = await answered(
      admin("POST", `${setup}/prepare-accept`, {
        contract_id,
        user_party_id: alice.partyId,
        verbose_hashing: true,
      }),
    );
    expect(at(prepared, "hashing_details")).to.include("are accepted without its signature");
    expect(at(prepared, "tx_hash")).to.match(/^[0-9a-f]{64}$/);
    const accepted = await answered(
      admin("POST", `${setup}/submit-accept`, signed(alice, prepared)),
    );
    expect(at(accepted, "update_id")).to.match(/^1220[0-9a-f]{64}$/);
    const found = await answered(
      admin("GET", `/v0/scan-proxy/transfer-preapprovals/by-party/${alice.partyId}`),
    );
    expect(at(found, "transfer_preapproval", "contract", "contract_id")).to.equal(
      at(accepted, "transfer_preapproval_contract_id"),
    );
    expect(at(await answered(admin("GET", setup)), "contracts")).to.deep.equal([]);
    const third = await admin("POST", setup, { user_party_id: alice.partyId });
    expect([third.status, third.text.includes("TransferPreapproval")]).to.deep.equal([409, true]);
    const twice = await admin("POST", `${setup}/submit-accept`, signed(alice, prepared));
    expect(twice.status, twice.text).to.be.within(400, 499);
  });

  it("are taken on also when they got a preapproval by themselves before", async () => {
    const { dso, operator } = server.validator.wallet.settings;
    const admins = [{ kind: "CanActAs", party: alice.partyId }] as const;
    rightOf(await server.validator.ledger.grantUserRights(operatorUser, admins));
    const { create } = commandsOf(walletPackage);
    const proposal = { receiver: alice.partyId, provider: operator, expectedDso: dso };
    await submittedBy(server, alice, jsCommand(create(TransferPreapprovalProposal, proposal)));
    await server.validator.wallet.scheduler.settle();
    const path = `/v0/scan-proxy/transfer-preapprovals/by-party/${alice.partyId}`;
    const first = at(await answered(admin("GET", path)), ...preapprovalId);
    await proposed(server, alice);
    // never two: the first ends with the proposal, and no other one comes before the signature
    expect((await admin("GET", path)).status).to.equal(404);
    await submittedBy(server, alice, jsCommand(create(TransferPreapprovalProposal, proposal)));
    await server.validator.wallet.scheduler.settle();
    expect((await admin("GET", path)).status).to.equal(404);
    await acceptedBy(server, alice);
    await server.validator.wallet.scheduler.settle();
    expect(at(await answered(admin("GET", path)), ...preapprovalId)).not.to.equal(first);
    const all = await answered(admin("GET", "/v0/admin/transfer-preapprovals"));
    expect(at(all, "contracts")).to.have.length(1);
    const own = `/v0/admin/transfer-preapprovals/by-party/${alice.partyId}`;
    const second = at(await answered(admin("GET", own)), ...preapprovalId);
    expect(second).to.be.a("string");
    expect(at(await balance(alice.partyId), "party_id")).to.equal(alice.partyId);
    const again = await admin("POST", setup, { user_party_id: alice.partyId });
    expect(again.status, again.text).to.equal(409);
    expect((await admin("DELETE", own)).status).to.equal(200);
    // the proposal that could not be accepted before the signature still waits
    await server.validator.wallet.scheduler.settle();
    expect(at(await answered(admin("GET", own)), ...preapprovalId)).not.to.equal(second);
  });

  it("have a balance, and are hosted for minting, once they are set up and not before", async () => {
    const bob = await registered(server, "bob");
    const command = commandsOf(walletPackage).create(MintingDelegationProposal, {
      delegation: {
        beneficiary: alice.partyId,
        delegate: bob,
        dso: server.validator.wallet.settings.dso,
        expiresAt: BigInt(start + 600 * minute),
        amuletMergeLimit: rightOf(int64From(5)),
      },
    });
    const admins = [{ kind: "CanActAs", party: alice.partyId }] as const;
    rightOf(await server.validator.ledger.grantUserRights(operatorUser, admins));
    await submittedBy(server, alice, jsCommand(command));
    const hosted = async (): Promise<unknown> => {
      const listed = server.as("bob", "GET", "/v0/wallet/minting-delegation-proposals");
      return at(await answered(listed), "proposals", 0, "beneficiary_hosted");
    };
    const status = async (party: string): Promise<number> =>
      (await admin("GET", `/v0/admin/external-party/balance?party_id=${party}`)).status;
    expect([await hosted(), await status(alice.partyId)]).to.deep.equal([false, 404]);
    await setUp(server, alice);
    expect([await hosted(), await status(alice.partyId)]).to.deep.equal([true, 200]);
    expect(await status(bob)).to.equal(404);
  });

  it("cost the operator the fee, which it must have", async () => {
    const poor = await walletServer({ latestPackagesFrom: "never" });
    const carol = await externalParty(poor, "carol");
    const refused = await asOperator(poor, "POST", setup, { user_party_id: carol.partyId });
    expect([refused.status, refused.text.includes("Insufficient funds")]).to.deep.equal([
      400,
      true,
    ]);
    await poor.close();
  });

  it("two proposals at once are one", async () => {
    const both = await Promise.all(
      [1, 2].map(() => admin("POST", setup, { user_party_id: alice.partyId })),
    );
    expect(new Set(both.map(({ status }) => status))).to.deep.equal(new Set([200, 409]));
  });

  it("an acceptance is prepared only for whom it is, and only of what there is", async () => {
    const contract_id = await proposed(server, alice);
    const bob = await externalParty(server, "bob");
    const table: ReadonlyArray<readonly [object, number]> = [
      [{ contract_id, user_party_id: bob.partyId }, 404],
      [{ contract_id: `00${"ab".repeat(68)}`, user_party_id: alice.partyId }, 400],
    ];
    for (const [body, status] of table)
      expect((await admin("POST", `${setup}/prepare-accept`, body)).status).to.equal(status);
  });

  it("a proposal that no one accepts is withdrawn when its time is over", async () => {
    await proposed(server, alice);
    await server.pass(91 * 24 * 60 * minute);
    expect(at(await answered(admin("GET", setup)), "contracts")).to.deep.equal([]);
  });

  it("send by orders, which the operator carries out in the order of their nonces", async () => {
    await funded();
    const bob = await receiver();
    const second = await ordered(server, alice, order(alice, bob, 1, 2.5));
    await server.pass(minute);
    expect(await unlocked("bob")).to.equal("0.0000000000");
    expect(await statuses(alice.partyId, 1)).to.deep.equal([{ status: "created" }]);
    await ordered(server, alice, order(alice, bob, 0));
    await server.pass(minute);
    expect(await unlocked("bob")).to.equal("12.5000000000");
    expect(await statuses(alice.partyId, 0)).to.deep.equal([{ status: "sent" }]);
    expect(await statuses(alice.partyId, 1)).to.deep.equal([{ status: "sent" }]);
    const shown = await answered(statusOf(alice.partyId, 1));
    const [id] = Object.keys(at(shown, "transfer_commands_by_contract_id") as object);
    expect(id?.startsWith(second)).to.equal(true);
    const counter = await answered(
      admin("GET", `/v0/scan-proxy/transfer-command-counter/${alice.partyId}`),
    );
    expect(at(counter, "transfer_command_counter", "contract", "payload", "nextNonce")).to.equal(
      "2",
    );
    expect((await statusOf(alice.partyId, 7)).status).to.equal(404);
    expect(await coins(alice.partyId)).to.equal("17.5000000000");
  });

  it("a used nonce fails the order, one without funds waits and expires", async () => {
    await funded("5");
    const bob = await receiver();
    await ordered(server, alice, order(alice, bob, 0, 1));
    await server.pass(minute);
    await ordered(server, alice, order(alice, bob, 0, 1));
    await ordered(server, alice, order(alice, bob, 1, 400));
    await server.pass(minute);
    expect(await statuses(alice.partyId, 0)).to.have.deep.members([
      { status: "sent" },
      {
        status: "failed",
        failure_kind: "failed",
        reason: "ITR_Other: Expected nonce 0 is smaller than current counter 1",
      },
    ]);
    expect(await statuses(alice.partyId, 1)).to.deep.equal([{ status: "created" }]);
    await server.pass(60 * minute);
    expect(await statuses(alice.partyId, 1)).to.deep.equal([
      { status: "failed", failure_kind: "expired", reason: "The command has expired." },
    ]);
    expect(await unlocked("bob")).to.equal("1.0000000000");
  });

  it("bad orders and signatures are refused, and nothing moves", async () => {
    await funded();
    const bob = await receiver();
    const good = order(alice, bob, 0);
    const carol = await externalParty(server, "carol");
    const orders: ReadonlyArray<readonly [object, number]> = [
      [{ ...good, expires_at: "2020-01-01T00:00:00Z" }, 400],
      [{ ...good, receiver_party_id: carol.partyId }, 400],
      [{ ...good, sender_party_id: `nobody::1220${"0".repeat(64)}` }, 404],
    ];
    for (const [body, status] of orders) {
      const reply = await admin("POST", `${sending}/prepare-send`, body);
      expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).to.equal(status);
    }
    const prepared = await answered(admin("POST", `${sending}/prepare-send`, good));
    const { submission } = signed(alice, prepared);
    const forged: ReadonlyArray<object> = [
      { ...submission, signed_tx_hash: carol.sign(String(at(prepared, "tx_hash"))) },
      { ...submission, signed_tx_hash: alice.sign("00".repeat(32)) },
      { ...submission, public_key: carol.publicKey },
      { ...submission, party_id: carol.partyId },
      { ...submission, transaction: "AAAA" },
    ];
    for (const body of forged) {
      const reply = await admin("POST", `${sending}/submit-send`, { submission: body });
      expect(reply.status, `${JSON.stringify(body)} ${reply.text}`).to.be.within(400, 499);
      expect(reply.json).to.have.all.keys("error");
    }
    // what was signed for one endpoint is not taken by the other
    const other = await admin("POST", `${setup}/submit-accept`, { submission });
    expect(other.status).to.equal(400);
    expect((await statusOf(alice.partyId, 0)).status).to.equal(404);
    expect(await coins(alice.partyId)).to.equal("30.0000000000");
  });

  it("have a balance as of the earliest open round", async () => {
    await funded();
    expect(await balance(alice.partyId)).to.deep.equal({
      party_id: alice.partyId,
      total_unlocked_coin: "30.0000000000",
      total_locked_coin: "0.0000000000",
      total_coin_holdings: "30.0000000000",
      accumulated_holding_fees_unlocked: "0.0000000000",
      accumulated_holding_fees_locked: "0.0000000000",
      accumulated_holding_fees_total: "0.0000000000",
      total_available_coin: "30.0000000000",
      computed_as_of_round: 0,
    });
    const unknown = `nobody::1220${"0".repeat(64)}`;
    const path = "/v0/admin/external-party/balance";
    expect((await admin("GET", `${path}?party_id=${unknown}`)).status).to.equal(404);
  });
});
