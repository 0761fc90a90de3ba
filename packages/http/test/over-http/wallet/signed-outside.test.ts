import { ValidatorRight } from "@tallystick/coin";
import { expect } from "chai";
import {
  answered,
  type ExternalParty,
  externalParty,
  operatorUser,
  type SigningWallet,
  signingWallet,
  submittedBy,
} from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import type { Reply } from "../../fixtures/running-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

import { walletRows } from "../../../src/wallet/wallet-rows.js";

describe("the wallet of a party that signs outside of the node", () => {
  let server: WalletServer;
  let carol: ExternalParty;
  let bob: string;
  let pathOf: SigningWallet["pathOf"];
  let ask: SigningWallet["ask"];
  let prepare: SigningWallet["prepare"];
  let execute: SigningWallet["execute"];
  let signed: SigningWallet["signed"];
  beforeEach(async () => {
    server = await walletServer();
    // the operator pays for preapprovals
    await answered(server.as(operatorUser, "POST", "/v0/wallet/tap", { amount: "100" }));
    carol = await externalParty(server, "carol");
    ({ pathOf, ask, prepare, execute, signed } = signingWallet(server, carol));
    bob = await registered(server, "bob");
  });
  afterEach(() => server.close());

  const unlocked = async (): Promise<unknown> =>
    at(await answered(ask("GET", "/v0/wallet/balance")), "effective_unlocked_qty");
  const transfer = (receiver: string, tracking_id: string, amount = "2.5") => ({
    receiver_party_id: receiver,
    amount,
    description: "lunch",
    expires_at: start + 60 * minute,
    tracking_id,
  });
  const tap = () => signed("POST", "/v0/wallet/tap", { amount: "1", command_id: "tap-1" });

  it("shows balance, coins, history and inbox to who may read it, and to no one else", async () => {
    await answered(tap());
    expect(await unlocked()).to.equal("10.0000000000");
    const { amulets } = (await answered(ask("GET", "/v0/wallet/amulets"))) as {
      amulets: ReadonlyArray<unknown>;
    };
    expect(amulets).to.have.length(1);
    const history = await answered(ask("POST", "/v0/wallet/transactions", { page_size: 5 }));
    expect(at(history, "items")).to.have.length(1);
    expect(at(await answered(ask("GET", "/v0/wallet/inbox")), "items")).to.deep.equal([]);
    for (const path of ["/v0/wallet/balance", "/v0/wallet/inbox"])
      expect((await server.as("bob", "GET", pathOf(path))).status).to.equal(403);
    await answered(
      server.as(operatorUser, "POST", "/v2/users/bob/rights", {
        userId: "bob",
        rights: [{ kind: { CanReadAs: { value: { party: carol.partyId } } } }],
      }),
    );
    expect((await server.as("bob", "GET", pathOf("/v0/wallet/balance"))).status).to.equal(200);
    const asBob = (path: string) =>
      server.as("bob", "POST", pathOf(path, "&prepare=true"), { amount: "1" });
    expect((await asBob("/v0/wallet/tap")).status).to.equal(403);
    expect((await asBob("/v0/wallet/dapp/connects/1/approve")).status).to.equal(403);
    const { parties } = (await answered(server.as("bob", "GET", "/v0/wallet/parties"))) as {
      parties: ReadonlyArray<unknown>;
    };
    expect(parties).to.deep.equal([
      { party_id: bob, kind: "wallet", can_act: true },
      { party_id: carol.partyId, kind: "external", can_act: false, is_set_up: false },
    ]);
  });

  it("is shown to a web page with the key that it signs with", async () => {
    const origin = "https://dapp.example.com";
    const page = async (method: string, token?: string): Promise<unknown> => {
      const headers = {
        "Content-Type": "application/json",
        Origin: origin,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method });
      const reply = await fetch(`${server.base}/api/v0/dapp`, { method: "POST", headers, body });
      expect(reply.headers.get("X-Content-Type-Options")).to.equal("nosniff");
      return at(await reply.json(), "result");
    };
    const { searchParams } = new URL(String(at(await page("connect"), "userUrl")));
    const path = `/v0/wallet/dapp/connects/${searchParams.get("request") ?? ""}/approve`;
    const token = String(at(await answered(ask("POST", path)), "token"));
    expect(await page("getPrimaryAccount", token)).to.include({
      partyId: carol.partyId,
      publicKey: Buffer.from(carol.publicKey, "hex").toString("base64"),
      signingProviderId: "external",
    });
  });

  describe("is set up by the operator at its user's wish", () => {
    const propose = (user = operatorUser, party = carol.partyId): Promise<Reply> =>
      server.as(user, "POST", `/v0/wallet/parties/${party}/setup-proposal`);
    const accept = async (): Promise<unknown> => {
      const cid = String(at(await answered(propose()), "contract_id"));
      return answered(signed("POST", `/v0/wallet/setup-proposals/${cid}/accept`));
    };
    const isSetUp = async (): Promise<unknown> => {
      const { parties } = (await answered(
        server.as(operatorUser, "GET", "/v0/wallet/parties"),
      )) as { parties: ReadonlyArray<unknown> };
      return at(
        parties.find((each) => at(each, "party_id") === carol.partyId),
        "is_set_up",
      );
    };
    const preapprovals = async (): Promise<ReadonlyArray<unknown>> => {
      const all = await answered(server.as(operatorUser, "GET", "/v0/admin/transfer-preapprovals"));
      return at(all, "contracts") as ReadonlyArray<unknown>;
    };
    beforeEach(() =>
      answered(
        server.as(operatorUser, "POST", `/v2/users/${operatorUser}/rights`, {
          userId: operatorUser,
          rights: [{ kind: { CanExecuteAs: { value: { party: carol.partyId } } } }],
        }),
      ),
    );

    it("once, with one preapproval, also where it had one before", async () => {
      await answered(signed("POST", "/v0/wallet/transfer-preapproval"));
      expect([await isSetUp(), (await preapprovals()).length]).to.deep.equal([false, 1]);
      const first = await answered(propose());
      expect(await preapprovals()).to.deep.equal([]);
      expect(await answered(propose())).to.deep.equal(first);
      const meanwhile = await prepare("POST", "/v0/wallet/transfer-preapproval");
      expect([meanwhile.status, meanwhile.text]).to.deep.equal([
        400,
        '{"error":"A set-up of the party waits for its signature, and makes one."}',
      ]);
      const made = at(await accept(), "transfer_preapproval_contract_id");
      expect(await isSetUp()).to.equal(true);
      const [only, ...others] = await preapprovals();
      expect(at(only, "contract", "contract_id")).to.equal(made);
      expect(others).to.deep.equal([]);
      const again = await propose();
      expect([again.status, again.text.includes("set up already")]).to.deep.equal([409, true]);
    });

    it("of parties that the user may act for, and that sign outside of the node, alone", async () => {
      expect((await propose("bob")).status).to.equal(403);
      const own = await propose("bob", bob);
      expect([own.status, own.text.includes("needs no set-up")]).to.deep.equal([400, true]);
      const none = await propose(operatorUser, "nonsense");
      expect(none.status).to.be.oneOf([400, 403]);
      expect(await preapprovals()).to.deep.equal([]);
    });

    it("five times a day at most, with what the operator pays for its preapprovals", async () => {
      const cancel = () => signed("DELETE", "/v0/wallet/transfer-preapproval");
      await accept();
      for (let turn = 2; turn <= 5; turn++) {
        expect((await cancel()).status).to.equal(200);
        await answered(signed("POST", "/v0/wallet/transfer-preapproval"));
      }
      expect((await cancel()).status).to.equal(200);
      const [right] = server.validator.wallet.views.of(ValidatorRight, carol.partyId);
      await submittedBy(server, carol, {
        ExerciseCommand: {
          templateId: `#splice-amulet:${ValidatorRight.name}`,
          contractId: right?.contractId,
          choice: "ValidatorRight_ArchiveAsUser",
          choiceArgument: {},
        },
      });
      expect(await isSetUp()).to.equal(false);
      const sixth = await propose();
      expect([sixth.status, sixth.text.includes("five preapprovals")]).to.deep.equal([429, true]);
    });
  });

  it("submits nothing by itself", async () => {
    const refused = await ask("POST", "/v0/wallet/tap", { amount: "1" });
    expect(refused.status).to.equal(400);
    expect(refused.text).to.include("prepare=true");
    const wrong = await server.as(
      operatorUser,
      "POST",
      pathOf("/v0/wallet/tap", "&prepare=yes"),
      {},
    );
    expect(wrong.status).to.equal(400);
    expect(wrong.text).to.include("Invalid query parameter prepare");
    const prepared = await prepare("POST", "/v0/wallet/tap", { amount: "1" });
    expect(prepared.status).to.equal(202);
    expect(await unlocked()).to.equal("0.0000000000");
  });

  it("sends in two steps and directly, each once however often it is repeated", async () => {
    await answered(tap());
    const path = "/v0/wallet/token-standard/transfers";
    const first = await answered(signed("POST", path, transfer(bob, "t-1")));
    const cid = String(at(at(first, "output"), "transfer_instruction_cid"));
    expect(at(first, "update_id")).to.be.a("string");
    expect(await answered(prepare("POST", path, transfer(bob, "t-1")))).to.deep.equal(first);
    const withdrawn = await answered(signed("POST", `${path}/${cid}/withdraw`));
    expect(at(withdrawn, "sender_change_cids")).to.have.length(1);
    expect(await unlocked()).to.equal("10.0000000000");
    await answered(server.as("bob", "POST", "/v0/wallet/transfer-preapproval"));
    const direct = await answered(signed("POST", path, transfer(bob, "t-2")));
    expect(at(at(direct, "output"), "receiver_holding_cids")).to.have.length(1);
    expect(await unlocked()).to.equal("7.5000000000");
    await answered(
      signed("POST", "/v0/wallet/transfer-preapproval/send", {
        receiver_party_id: bob,
        amount: "0.5",
        deduplication_id: "d-1",
      }),
    );
    expect(await unlocked()).to.equal("7.0000000000");
  });

  it("accepts and rejects what it was sent, and has its own preapproval", async () => {
    await answered(server.as("bob", "POST", "/v0/wallet/tap", { amount: "5" }));
    const path = "/v0/wallet/token-standard/transfers";
    const send = async (id: string): Promise<string> =>
      String(
        at(
          at(
            await answered(server.as("bob", "POST", path, transfer(carol.partyId, id, "3"))),
            "output",
          ),
          "transfer_instruction_cid",
        ),
      );
    await answered(signed("POST", `${path}/${await send("b-1")}/accept`));
    await answered(signed("POST", `${path}/${await send("b-2")}/reject`));
    expect(await unlocked()).to.equal("3.0000000000");
    const offer = await answered(
      server.as("bob", "POST", "/v0/wallet/transfer-offers", transfer(carol.partyId, "o-1", "1")),
    );
    const cid = String(at(offer, "offer_contract_id"));
    await answered(signed("POST", `/v0/wallet/transfer-offers/${cid}/accept`));
    await server.pass(0);
    expect(await unlocked()).to.equal("4.0000000000");
    const asked = signed("POST", "/v0/wallet/transfer-preapproval");
    const turns = setInterval(() => void server.pass(0), 50);
    const own = await answered(asked).finally(() => clearInterval(turns));
    expect(at(own, "transfer_preapproval_contract_id")).to.be.a("string");
    expect((await prepare("POST", "/v0/wallet/transfer-preapproval")).status).to.equal(409);
    expect(
      await answered(server.as("bob", "POST", path, transfer(carol.partyId, "b-3", "1"))),
    ).to.have.nested.property("output.receiver_holding_cids");
    expect((await signed("DELETE", "/v0/wallet/transfer-preapproval")).status).to.equal(200);
    expect((await prepare("DELETE", "/v0/wallet/transfer-preapproval")).status).to.equal(404);
  });

  it("prepares each operation or refuses it with its reason, and submits none", async () => {
    await answered(tap());
    await server.validator.wallet.scheduler.settle();
    const before = server.validator.ledger.ledgerEnd();
    for (const { method, path, external, access, submits } of walletRows) {
      if (access !== "user" || submits !== true) continue;
      const filled = path.replace(/\{[^}]+\}/g, `00${"ab".repeat(68)}`);
      const body = method === "POST" ? { ...transfer(bob, "any"), name: "any" } : undefined;
      const { status, text } = await prepare(method, filled, body);
      expect(status, `${method} ${path}: ${text}`).to.be.below(500);
      if (typeof external !== "object") continue;
      const refusal = [400, JSON.stringify({ error: external.refused })];
      expect([status, text]).to.deep.equal(refusal);
      const tried = await server.as(operatorUser, method, pathOf(filled, "&dry_run=true"), body);
      expect([tried.status, tried.text]).to.deep.equal(refusal);
    }
    expect(server.validator.ledger.ledgerEnd()).to.equal(before);
  });

  it("has too little for a transfer before it signs it", async () => {
    await answered(tap());
    const path = "/v0/wallet/token-standard/transfers";
    expect((await prepare("POST", path, transfer(bob, "y", "99"))).status).to.equal(400);
  });

  it("executes nothing that was changed or signed by another", async () => {
    const { json } = await prepare("POST", "/v0/wallet/tap", { amount: "1" });
    const bytes = Buffer.from(String(at(json, "prepared_transaction")), "base64");
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    const changed = { ...Object(json), prepared_transaction: bytes.toString("base64") };
    expect((await execute(changed)).status).to.be.within(400, 499);
    const other = {
      ...Object(json),
      prepared_transaction_hash: Buffer.alloc(32, 7).toString("base64"),
    };
    expect((await execute(other)).status).to.be.within(400, 499);
    expect(await unlocked()).to.equal("0.0000000000");
  });
});
