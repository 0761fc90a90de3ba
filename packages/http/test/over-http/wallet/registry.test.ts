import { AmuletTransferInstruction, LockedAmulet } from "@tallystick/coin";
import { expect } from "chai";
import { rightOf } from "../../fixtures/outcomes.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const instructions = "/registry/transfer-instruction/v1";

describe("the registry of the coin over HTTP", () => {
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

  const anybody = (method: string, path: string, body?: unknown) =>
    server.call(method, path, body === undefined ? { token: null } : { token: null, body });
  const transfer = () => ({
    sender: alice,
    receiver: bob,
    amount: "1.0",
    instrumentId: { admin: server.validator.wallet.settings.dso, id: "Amulet" },
    requestedAt: "2026-01-01T00:00:00Z",
    executeBefore: "2026-01-02T00:00:00Z",
    inputHoldingCids: [],
    meta: { values: {} },
  });
  const asked = (changes: object = {}) => ({
    expectedAdmin: server.validator.wallet.settings.dso,
    transfer: transfer(),
    extraArgs: { context: { values: {} }, meta: { values: {} } },
    ...changes,
  });

  it("is for everyone, and behind the scan proxy for whoever has a token", async () => {
    const info = "/registry/metadata/v1/info";
    expect((await anybody("GET", info)).status).to.equal(200);
    expect((await anybody("GET", `/v0/scan-proxy${info}`)).status).to.equal(401);
    expect((await server.as("somebody", "GET", `/v0/scan-proxy${info}`)).status).to.equal(200);
    const factory = `/v0/scan-proxy${instructions}/transfer-factory`;
    expect((await anybody("POST", factory, { choiceArguments: asked() })).status).to.equal(401);
  });

  it("finds the factory for a whole transfer, and for nothing less", async () => {
    const factory = (choiceArguments: object) =>
      anybody("POST", `${instructions}/transfer-factory`, { choiceArguments });
    const found = await factory(asked());
    expect([found.status, at(found.json, "transferKind")]).to.deep.equal([200, "offer"]);
    const { amount: _amount, ...without } = transfer();
    const { extraArgs: _extraArgs, ...bare } = asked();
    const table: ReadonlyArray<readonly [object, string]> = [
      [{}, "choiceArguments"],
      [bare, "choiceArguments"],
      [asked({ transfer: without }), "choiceArguments.transfer"],
      [asked({ transfer: { ...transfer(), amount: "much" } }), "choiceArguments.transfer.amount"],
      [asked({ transfer: { ...transfer(), receiver: "" } }), "choiceArguments.transfer.receiver"],
    ];
    for (const [choiceArguments, place] of table) {
      const reply = await factory(choiceArguments);
      expect(reply.status, reply.text).to.equal(400);
      expect(reply.text).to.include(`Invalid ${place}`);
    }
  });

  it("has no context to deliver a coin that is locked no more, and one to clear up", async () => {
    const made = await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "30",
      description: "",
      expires_at: start + 60 * minute,
      tracking_id: "t-1",
    });
    const cid = String(at(made.json, "output", "transfer_instruction_cid"));
    const context = (choice: string) =>
      anybody("POST", `${instructions}/${cid}/choice-contexts/${choice}`, {});
    for (const choice of ["accept", "reject", "withdraw"])
      expect((await context(choice)).status, choice).to.equal(200);
    const { wallet } = server.validator;
    const locked = wallet.views.byId(AmuletTransferInstruction, cid)?.payload.lockedAmulet ?? "";
    wallet.scheduler.pause();
    wallet.manualClock?.advance(61 * minute);
    const unlock = {
      kind: "ExerciseCommand" as const,
      templateId: `#splice-amulet:${LockedAmulet.name}`,
      contractId: locked,
      choice: "LockedAmulet_OwnerExpireLockV2",
      choiceArgument: {},
    };
    const { dso } = wallet.settings;
    rightOf(
      await wallet.submit({ commandId: "u", actAs: [alice], readAs: [dso], commands: [unlock] }),
    );
    expect((await context("accept")).status).to.equal(404);
    const cleared = await context("withdraw");
    expect(at(cleared.json, "choiceContextData")).to.deep.equal({
      values: { "expire-lock": { tag: "AV_Bool", value: false } },
    });
    expect(at(cleared.json, "disclosedContracts")).to.deep.equal([]);
    const path = `/v0/wallet/token-standard/transfers/${cid}`;
    expect((await server.as("bob", "POST", `${path}/accept`)).status).to.equal(404);
    expect((await server.as("alice", "POST", `${path}/withdraw`)).status).to.equal(200);
  });

  it("says how much there is of the coin, locked coins too, and when", async () => {
    const supply = async () => {
      const { json } = await anybody("GET", "/registry/metadata/v1/instruments/Amulet");
      return [at(json, "totalSupply"), at(json, "totalSupplyAsOf")];
    };
    expect((await supply())[0]).to.equal("100.0000000000");
    await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "30",
      description: "",
      expires_at: start + 60 * minute,
      tracking_id: "t-1",
    });
    expect((await supply())[0]).to.equal("100.0000000000");
    server.validator.wallet.manualClock?.advance(minute);
    await server.as("bob", "POST", "/v0/wallet/tap", { amount: "0.5" });
    const [amount, time] = await supply();
    expect(amount).to.equal("105.0000000000");
    expect(String(time)).to.match(/^2026-01-01T00:01:00/);
  });
});
