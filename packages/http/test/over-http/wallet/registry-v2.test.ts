import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const emptyArgs = { context: { values: {} }, meta: { values: {} } };
const meta = { values: {} };

describe("the registry of the coin for the second version of the token standard", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  let dso: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    ({ dso } = server.validator.wallet.settings);
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const ask = (path: string, body: unknown) =>
    server.call("POST", `/registry/${path}`, { token: null, body });
  const account = (owner: string | null) => ({ owner, provider: null, id: "" });
  const transferOf = (more: object = {}) => ({
    transfer: {
      sender: account(alice),
      receiver: account(bob),
      amount: "1.0",
      instrumentId: { admin: dso, id: "Amulet" },
      requestedAt: "2026-01-01T00:00:00Z",
      executeBefore: "2026-01-02T00:00:00Z",
      inputHoldingCids: [],
      meta,
      ...more,
    },
    actors: [alice],
    extraArgs: emptyArgs,
  });
  const settlement = { executors: ["x::1220"], id: "s", cid: null, meta };
  const side = (id: string, otherside: string) => ({
    transferLegId: id,
    side: "SenderSide",
    otherside: account(otherside),
    amount: "1.0",
    instrumentId: "Amulet",
    meta,
  });
  const allocationOf = (sides: ReadonlyArray<object>) => ({
    settlement,
    allocation: {
      admin: dso,
      authorizer: account(alice),
      transferLegSides: sides,
      settlementDeadline: null,
      nextIterationFunding: null,
      committed: false,
      meta,
    },
    requestedAt: "2026-01-01T00:00:00Z",
    inputHoldingCids: [],
    extraArgs: emptyArgs,
    actors: [alice],
  });
  const leg = (id: string, sender: string, receiver: string) => ({
    transferLegId: id,
    sender: account(sender),
    receiver: account(receiver),
    amount: "1.0",
    instrumentId: "Amulet",
    meta,
  });
  const batchOf = (legs: ReadonlyArray<object>, ids: ReadonlyArray<string> = []) => ({
    settlement,
    transferLegs: legs,
    allocations: ids.map((allocationCid) => ({
      allocationCid,
      extraTransferLegSides: [],
      nextIterationFunding: null,
    })),
    actors: ["x::1220"],
    extraArgs: emptyArgs,
  });

  const transferFactory = "transfer-instruction/v2/transfer-factory";
  const allocationFactory = "allocation-instruction/v2/allocation-factory";
  const settlementFactory = "allocation/v2/settlement-factory";

  /** The templates of the disclosed contracts, and the keys of the context. */
  const shownOf = (context: unknown) => ({
    keys: Object.keys(Object(at(context, "choiceContextData", "values"))).sort(),
    disclosed: [...Object(at(context, "disclosedContracts"))]
      .map(({ templateId }) => String(templateId).split(":").at(-1) ?? "")
      .sort((a, b) => (a < b ? -1 : 1)),
  });
  const stateAlone = {
    keys: ["external-party-config-state"],
    disclosed: ["ExternalPartyAmuletRules", "ExternalPartyConfigState"],
  };

  it("has the factory with the newest configuration state alone", async () => {
    for (const [path, choiceArguments] of [
      [transferFactory, transferOf()],
      [allocationFactory, allocationOf([side("1", bob)])],
      [settlementFactory, batchOf([leg("1", alice, bob)])],
    ] as const) {
      const found = await ask(path, { choiceArguments });
      expect(found.status, found.text).to.equal(200);
      expect(at(found.json, "factoryId")).to.equal(
        server.validator.wallet.network()?.externalPartyRules,
      );
      expect(shownOf(at(found.json, "choiceContext")), path).to.deep.equal(stateAlone);
      expect(at(found.json, "choiceContext", "disclosedContracts", 0)).to.include.all.keys(
        "debugPackageName",
        "debugPayload",
        "debugCreatedAt",
      );
      const bare = await ask(path, { choiceArguments, excludeDebugFields: true });
      expect(at(bare.json, "choiceContext", "disclosedContracts", 0)).to.have.all.keys(
        "templateId",
        "contractId",
        "createdEventBlob",
        "synchronizerId",
      );
    }
  });

  it("says how a transfer would go", async () => {
    const kind = async (more: object = {}) =>
      at((await ask(transferFactory, { choiceArguments: transferOf(more) })).json, "transferKind");
    expect(await kind()).to.equal("offer");
    expect(await kind({ receiver: account(alice) })).to.equal("self");
    await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    const allowed = await server.as("bob", "POST", "/v0/wallet/transfer-preapproval", {});
    expect(allowed.status, allowed.text).to.equal(200);
    expect(await kind()).to.equal("direct");
    const { json } = await ask(transferFactory, { choiceArguments: transferOf() });
    expect(shownOf(at(json, "choiceContext"))).to.deep.equal({
      keys: ["external-party-config-state", "transfer-preapproval"],
      disclosed: ["ExternalPartyAmuletRules", "ExternalPartyConfigState", "TransferPreapproval"],
    });
  });

  it("names what is wrong in the arguments, and how much is too much", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    const parties = many(101).map((id) => `p${id}::1220`);
    const { extraArgs: _extraArgs, ...bare } = transferOf();
    const rows: ReadonlyArray<readonly [string, object, string]> = [
      [transferFactory, {}, "choiceArguments"],
      [transferFactory, bare, "choiceArguments.extraArgs"],
      [transferFactory, transferOf({ amount: "much" }), "choiceArguments.transfer.amount"],
      [transferFactory, transferOf({ sender: alice }), "choiceArguments.transfer.sender"],
      [
        transferFactory,
        transferOf({ sender: account(null) }),
        "choiceArguments.transfer.sender.owner",
      ],
      [
        transferFactory,
        transferOf({ receiver: account(null) }),
        "choiceArguments.transfer.receiver.owner",
      ],
      [allocationFactory, allocationOf([{}]), "choiceArguments.allocation.transferLegSides.0"],
      [
        allocationFactory,
        allocationOf(many(101).map((id) => side(id, bob))),
        "choiceArguments.allocation.transferLegSides: found 101 legs, at most 100",
      ],
      [settlementFactory, batchOf([{}]), "choiceArguments.transferLegs.0"],
      [
        settlementFactory,
        batchOf(many(101).map((id) => leg(id, alice, bob))),
        "choiceArguments.transferLegs: found 101 legs, at most 100",
      ],
      [
        settlementFactory,
        batchOf(parties.slice(0, 51).map((it, at) => leg(String(at), it, `${it}b`))),
        "choiceArguments.transferLegs: found 102 parties, at most 100",
      ],
      [
        settlementFactory,
        batchOf(
          [],
          many(201).map(() => `00${"ab".repeat(68)}`),
        ),
        "choiceArguments.allocations: found 201 allocations, at most 200",
      ],
    ];
    for (const [path, choiceArguments, says] of rows) {
      const { status, text } = await ask(path, { choiceArguments });
      expect([status, text.includes(`Invalid ${says}`)], text).to.deep.equal([400, true]);
    }
  });

  it("has the contexts of transfers and allocations of the first version too", async () => {
    const offered = await server.as("alice", "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: bob,
      amount: "1",
      description: "",
      expires_at: start + 60 * minute,
      tracking_id: "t",
    });
    const allocated = await server.as("alice", "POST", "/v0/allocations", {
      settlement: {
        executor: bob,
        settlement_ref: { id: "s" },
        requested_at: start,
        allocate_before: start + 30 * minute,
        settle_before: start + 60 * minute,
      },
      transfer_leg_id: "leg",
      transfer_leg: { receiver: bob, amount: "1" },
    });
    const transfer = String(at(offered.json, "output", "transfer_instruction_cid"));
    const allocation = String(at(allocated.json, "output", "allocation_cid"));
    const locked = {
      keys: ["expire-lock", "external-party-config-state"],
      disclosed: ["ExternalPartyConfigState", "LockedAmulet"],
    };
    for (const path of [
      `transfer-instruction/v2/${transfer}/choice-contexts/accept`,
      `transfer-instruction/v2/${transfer}/choice-contexts/reject`,
      `transfer-instruction/v2/${transfer}/choice-contexts/withdraw`,
      `allocations/v2/${allocation}/choice-contexts/withdraw`,
      `allocations/v2/${allocation}/choice-contexts/cancel`,
    ]) {
      const { status, json } = await ask(path, {});
      expect([status, shownOf(json)], path).to.deep.equal([200, locked]);
    }
    const batch = await ask(settlementFactory, { choiceArguments: batchOf([], [allocation]) });
    expect(shownOf(at(batch.json, "choiceContext")).disclosed).to.include("LockedAmulet");
    for (const path of [
      `transfer-instruction/v2/${allocation}/choice-contexts/accept`,
      `allocations/v2/${transfer}/choice-contexts/cancel`,
    ])
      expect((await ask(path, {})).status, path).to.equal(404);
  });

  it("has no pending allocations", async () => {
    for (const choice of ["accept", "withdraw"]) {
      const path = `allocation-instruction/v2/00${"ab".repeat(68)}/choice-contexts/${choice}`;
      const { status, text } = await ask(path, {});
      expect([status, text]).to.deep.equal([
        400,
        '{"error":"The coin has no allocation instructions: it allocates at once."}',
      ]);
    }
  });
});
