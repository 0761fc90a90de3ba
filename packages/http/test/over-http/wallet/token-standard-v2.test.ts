import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import { askAsApp, askAsAppV1, legOf, serverV2, settle, sideOf } from "../../fixtures/token-v2.js";
import { minute, registered, start, type WalletServer } from "../../fixtures/wallet-server.js";

const later = start + 60 * minute;

describe("the second version of the token standard in the wallet", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  let venue: string;
  beforeEach(async () => {
    server = await serverV2();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    venue = await registered(server, "venue");
    for (const user of ["alice", "bob"])
      await server.as(user, "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(async () => {
    await server.close();
    expect(server.errors).to.deep.equal([]);
  });

  const balance = async (user: string): Promise<readonly [unlocked: number, locked: number]> => {
    const { json } = await server.as(user, "GET", "/v0/wallet/balance");
    return [Number(at(json, "effective_unlocked_qty")), Number(at(json, "effective_locked_qty"))];
  };

  interface Share {
    readonly party: string;
    readonly amount: string;
  }
  interface Item {
    readonly transaction_subtype: { readonly choice: string };
    readonly sender?: Share;
    readonly receivers?: ReadonlyArray<Share>;
    readonly settlement?: { readonly leg_id: string; readonly amount: string };
    readonly description?: string;
  }
  const historyOf = async (user: string): Promise<ReadonlyArray<Item>> => {
    const body = { page_size: 1_000 };
    const { json } = await server.as(user, "POST", "/v0/wallet/transactions", body);
    return at(json, "items") as ReadonlyArray<Item>;
  };
  /** The history adds up to the balance, to the last unit. */
  const expectExplained = async (user: string, party: string): Promise<void> => {
    const shares = (await historyOf(user)).flatMap(({ sender, receivers = [] }) => [
      ...(sender === undefined ? [] : [sender]),
      ...receivers,
    ]);
    const units = shares
      .filter((share) => share.party === party)
      .reduce((sum, { amount }) => sum + BigInt(amount.replace(".", "")), 0n);
    const { json } = await server.as(user, "GET", "/v0/wallet/balance");
    const unlocked = String(at(json, "effective_unlocked_qty")).replace(".", "");
    expect(units, user).to.equal(BigInt(unlocked));
  };

  it("is what the registry says that the coin has", async () => {
    const { json } = await server.call("GET", "/registry/metadata/v1/instruments/Amulet");
    expect(Object.keys(Object(at(json, "supportedApis")))).to.include.members([
      "splice-api-token-transfer-instruction-v1",
      "splice-api-token-holding-v2",
      "splice-api-token-transfer-instruction-v2",
      "splice-api-token-allocation-v2",
      "splice-api-token-allocation-instruction-v2",
      "splice-api-token-transfer-events-v2",
    ]);
  });

  describe("transfers", () => {
    const path = "/v2/wallet/token-standard/transfers";
    const asked = (id: string, more: object = {}) => ({
      receiver_party_id: bob,
      amount: "3",
      description: `lunch ${id}`,
      expires_at: later,
      tracking_id: id,
      ...more,
    });
    const offered = async (id: string): Promise<string> => {
      const { json, text } = await server.as("alice", "POST", path, asked(id));
      const cid = at(json, "output", "transfer_instruction_cid");
      expect(cid, text).to.be.a("string");
      return String(cid);
    };

    it("are made once by their tracking id, accepted, rejected and withdrawn", async () => {
      const cid = await offered("a");
      const [again, other] = [
        await server.as("alice", "POST", path, asked("a")),
        await server.as("alice", "POST", path, asked("a", { amount: "4" })),
      ];
      expect(at(again.json, "output", "transfer_instruction_cid")).to.equal(cid);
      expect([other.status, other.text]).to.deep.equal([
        409,
        '{"error":"Invalid amount: found \\"4.0000000000\\", expected \\"3.0000000000\\" as in the first request with tracking_id \\"a\\""}',
      ]);
      expect(await balance("alice")).to.deep.equal([97, 3]);
      const listed = await server.as("bob", "GET", "/v0/wallet/token-standard/transfers");
      expect(at(listed.json, "transfers", 0, "contract_id")).to.equal(cid);
      expect((await server.as("alice", "POST", `${path}/${cid}/accept`)).status).to.equal(400);
      const accepted = await server.as("bob", "POST", `${path}/${cid}/accept`);
      expect(at(accepted.json, "output", "receiver_holding_cids"), accepted.text).to.have.length(1);
      expect((await server.as("bob", "POST", `${path}/${cid}/accept`)).status).to.equal(404);
      const rejected = await server.as("bob", "POST", `${path}/${await offered("b")}/reject`);
      expect(at(rejected.json, "sender_change_cids"), rejected.text).to.have.length(1);
      const withdrawn = await server.as("alice", "POST", `${path}/${await offered("c")}/withdraw`);
      expect(at(withdrawn.json, "sender_change_cids"), withdrawn.text).to.have.length(1);
      expect([await balance("alice"), await balance("bob")]).to.deep.equal([
        [97, 0],
        [103, 0],
      ]);
      expect((await historyOf("bob")).map((item) => item.description)).to.include.members([
        "lunch a",
        "lunch b",
        "lunch c",
      ]);
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
    });

    it("can be ended by the choices of the first version, and the other way round", async () => {
      const v1 = "/v0/wallet/token-standard/transfers";
      const cid = await offered("a");
      expect((await server.as("bob", "POST", `${v1}/${cid}/accept`)).status).to.equal(200);
      const made = await server.as("alice", "POST", v1, asked("b"));
      const old = String(at(made.json, "output", "transfer_instruction_cid"));
      expect((await server.as("bob", "POST", `${path}/${old}/accept`)).status).to.equal(200);
      expect(await balance("bob")).to.deep.equal([106, 0]);
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
    });

    it("go directly to whoever allows it", async () => {
      await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
      await server.as("bob", "POST", "/v0/wallet/transfer-preapproval", {});
      const { json, text } = await server.as("alice", "POST", path, asked("a"));
      expect(at(json, "output", "receiver_holding_cids"), text).to.have.length(1);
      expect(at(json, "update_id")).to.be.a("string");
      expect(await balance("bob")).to.deep.equal([103, 0]);
      await expectExplained("bob", bob);
    });

    it("are refused for too little, the past and unknown receivers", async () => {
      const unknown = bob.replace("bob", "nobody");
      for (const more of [{ amount: "101" }, { expires_at: start - 1 }]) {
        const { status, text } = await server.as("alice", "POST", path, asked("x", more));
        expect(status, text).to.equal(400);
      }
      const { status } = await server.as(
        "alice",
        "POST",
        path,
        asked("y", { receiver_party_id: unknown }),
      );
      expect(status).to.equal(404);
    });
  });

  describe("allocations", () => {
    const allocate = (user: string, id: string, sides: ReadonlyArray<object>, more: object = {}) =>
      server.as(user, "POST", "/v2/allocations", {
        settlement: { executors: [venue], settlement_ref: { id } },
        transfer_leg_sides: sides,
        committed: false,
        ...more,
      });
    const allocated = async (...given: Parameters<typeof allocate>): Promise<string> => {
      const { json, text } = await allocate(...given);
      const cid = at(json, "output", "allocation_cid");
      expect(cid, text).to.be.a("string");
      return String(cid);
    };
    const withdraw = (user: string, cid: string) =>
      server.as(user, "POST", `/v2/allocations/${cid}/withdraw`);
    const whole = (allocationCid: string, funding?: string) => ({
      allocationCid,
      extraTransferLegSides: [],
      nextIterationFunding: funding === undefined ? null : { Amulet: funding },
    });

    it("lock what is sent less what is received, are listed, and withdrawn", async () => {
      const sides = [sideOf("1", "SENDERSIDE", bob, "5"), sideOf("2", "RECEIVERSIDE", bob, "2")];
      const cid = await allocated("alice", "trade", sides);
      expect(await balance("alice")).to.deep.equal([97, 3]);
      const { json } = await server.as("alice", "GET", "/v0/allocations");
      expect(at(json, "allocations", 0, "contract", "contract_id")).to.equal(cid);
      expect(at(json, "allocations", 0, "contract", "template_id")).to.match(
        /:Splice\.AmuletAllocationV2:AmuletAllocationV2$/,
      );
      const received = await allocated("bob", "trade", [sideOf("1", "RECEIVERSIDE", alice, "5")]);
      expect(await balance("bob")).to.deep.equal([100, 0]);
      for (const [user, id, ids] of [
        ["alice", cid, { Amulet: 1 }],
        ["bob", received, {}],
      ] as const) {
        expect((await withdraw("venue", id)).status).to.equal(404);
        const { json: ended, text } = await withdraw(user, id);
        const held = Object.entries(Object(at(ended, "authorizer_holding_cids")));
        expect(
          Object.fromEntries(held.map(([it, cids]) => [it, Object(cids).length])),
          text,
        ).to.deep.equal(ids);
        expect((await withdraw(user, id)).status).to.equal(404);
      }
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
    });

    it("are made once for each settlement, and again once they are over", async () => {
      const sides = [sideOf("1", "SENDERSIDE", bob, "5")];
      const cid = await allocated("alice", "trade", sides);
      expect(await allocated("alice", "trade", sides)).to.equal(cid);
      const other = await allocate("alice", "trade", sides, { committed: true });
      expect([other.status, other.text.includes("Invalid committed")]).to.deep.equal([409, true]);
      expect((await withdraw("alice", cid)).status).to.equal(200);
      // a repeat that was on its way
      expect(await allocated("alice", "trade", sides)).to.equal(cid);
      await server.pass(6 * minute);
      const next = await allocated("alice", "trade", sides);
      expect(next).to.not.equal(cid);
      expect(await allocated("alice", "trade", sides)).to.equal(next);
      expect(await balance("alice")).to.deep.equal([95, 5]);
    });

    it("are settled leg by leg, each with an item of its own", async () => {
      const own = await allocated("alice", "trade", [
        sideOf("1", "SENDERSIDE", bob, "5"),
        sideOf("2", "RECEIVERSIDE", bob, "2"),
      ]);
      const others = await allocated("bob", "trade", [
        sideOf("1", "RECEIVERSIDE", alice, "5"),
        sideOf("2", "SENDERSIDE", alice, "2"),
      ]);
      const settled = await settle(server, "venue", {
        id: "trade",
        executor: venue,
        legs: [legOf("1", alice, bob, "5.0"), legOf("2", bob, alice, "2.0")],
        allocations: [whole(own), whole(others)],
      });
      expect(settled.status, settled.text).to.equal(200);
      expect([await balance("alice"), await balance("bob")]).to.deep.equal([
        [97, 0],
        [103, 0],
      ]);
      const legs = (await historyOf("bob")).flatMap(({ settlement }) =>
        settlement === undefined ? [] : [[settlement.leg_id, settlement.amount]],
      );
      expect(legs).to.deep.equal([
        ["2", "2.0000000000"],
        ["1", "5.0000000000"],
      ]);
      expect(await historyOf("venue")).to.deep.equal([]);
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
      const csv = await server.as("bob", "GET", "/v0/wallet/transactions/export");
      const changes = csv.text
        .split("\n")
        .slice(1, -1)
        .map((line) => Number(line.split(",")[6]));
      expect(changes.reduce((sum, change) => sum + change, 0)).to.equal(103);
    });

    it("go on in iterations, and end when their time is over", async () => {
      const own = await allocated("alice", "trade", [sideOf("1", "SENDERSIDE", bob, "3")], {
        next_iteration_funding: { Amulet: "7" },
        committed: true,
      });
      const others = await allocated("bob", "trade", [sideOf("1", "RECEIVERSIDE", alice, "3")], {
        next_iteration_funding: {},
        committed: true,
      });
      expect(await balance("alice")).to.deep.equal([90, 10]);
      const bound = await withdraw("alice", own);
      expect([bound.status, bound.text.includes("committed")], bound.text).to.deep.equal([
        400,
        true,
      ]);
      const settled = await settle(server, "venue", {
        id: "trade",
        executor: venue,
        legs: [legOf("1", alice, bob, "3.0")],
        allocations: [whole(own, "5.0"), whole(others, "2.0")],
      });
      expect(settled.status, settled.text).to.equal(200);
      expect([await balance("alice"), await balance("bob")]).to.deep.equal([
        [92, 5],
        [101, 2],
      ]);
      const { json } = await server.as("alice", "GET", "/v0/wallet/inbox?kind=allocation-v2");
      expect(at(json, "items", 0)).to.deep.include({ direction: "sent", actions: [] });
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
      // the network ends what no one settles or cancels
      await server.pass(400 * 24 * 60 * minute);
      const { json: left } = await server.as("alice", "GET", "/v0/allocations");
      expect(at(left, "allocations")).to.deep.equal([]);
      const [alices, bobs] = [await balance("alice"), await balance("bob")];
      expect([alices[1], bobs[1]]).to.deep.equal([0, 0]);
      await expectExplained("alice", alice);
      await expectExplained("bob", bob);
    });

    it("of the first version are withdrawn by the second's choice", async () => {
      const { json } = await server.as("alice", "POST", "/v0/allocations", {
        settlement: {
          executor: venue,
          settlement_ref: { id: "s" },
          requested_at: start,
          allocate_before: later,
          settle_before: later,
        },
        transfer_leg_id: "leg",
        transfer_leg: { receiver: bob, amount: "1" },
      });
      const cid = String(at(json, "output", "allocation_cid"));
      const { status, text } = await withdraw("alice", cid);
      expect(status, text).to.equal(200);
      await expectExplained("alice", alice);
    });

    it("are refused for what they cannot be, naming the field", async () => {
      const one = sideOf("1", "SENDERSIDE", bob, "1");
      const rows: ReadonlyArray<readonly [ReadonlyArray<object>, object, string]> = [
        [[], {}, "transfer_leg_sides: found none"],
        [[one, one], {}, "transfer_leg_sides: one side of a leg is there twice"],
        [
          Array.from({ length: 101 }, (_, at) => ({ ...one, transfer_leg_id: String(at) })),
          {},
          "transfer_leg_sides: found 101, at most 100",
        ],
        [
          [one],
          { settlement: { executors: [], settlement_ref: { id: "s" } } },
          "settlement.executors: found none",
        ],
        [
          [one],
          {
            settlement: {
              executors: [venue],
              settlement_ref: { id: "s" },
              settlement_deadline: start - 1,
            },
          },
          "settlement.settlement_deadline",
        ],
        [[one], { next_iteration_funding: { gold: "1" } }, 'next_iteration_funding: found "gold"'],
      ];
      for (const [sides, more, says] of rows) {
        const { status, text } = await allocate("alice", "x", sides, more);
        const { error } = JSON.parse(text);
        expect([status, String(error).includes(says)], text).to.deep.equal([400, true]);
      }
      expect((await allocate("alice", "y", [{ ...one, amount: "101" }])).status).to.equal(400);
    });
  });

  describe("requests of apps", () => {
    const list = "/v0/wallet/token-standard/allocation-requests";
    const reject = (user: string, version: 0 | 2, cid: string) =>
      server.as(
        user,
        "POST",
        `/v${version}/wallet/token-standard/allocation-requests/${cid}/reject`,
      );
    const asked = (admin: string) => ({
      admin,
      from: alice,
      to: bob,
      amount: "5",
      deadline: start + 60 * minute,
    });
    const ask = () =>
      askAsApp(server, venue, [
        asked(server.validator.wallet.settings.dso),
        { ...asked(venue), from: bob, to: alice, amount: "7" },
      ]);
    const inbox = async (user: string) =>
      at(
        (await server.as(user, "GET", "/v0/wallet/inbox?kind=allocation-request-v2")).json,
        "items",
      );

    it("are listed by their interface, and are in the inbox of who is asked", async () => {
      const cid = await ask();
      const { json } = await server.as("alice", "GET", list);
      expect(at(json, "allocation_requests", 0, "contract")).to.include({ contract_id: cid });
      const contract = at(json, "allocation_requests", 0, "contract");
      expect(at(contract, "template_id")).to.match(
        /:Splice\.Api\.Token\.AllocationRequestV2:AllocationRequest$/,
      );
      expect(at(contract, "payload", "allocations", 0, "transferLegSides", 0)).to.include({
        transferLegId: "pay",
        side: "SenderSide",
        amount: "5.0000000000",
      });
      expect(at(await inbox("alice"), 0)).to.deep.include({
        contract_id: cid,
        amount: { amount: "5.0000000000", unit: "AmuletUnit" },
        counterparties: [bob, venue].sort(),
        reason: { code: "waiting-for-you" },
      });
      // of bob, coins are received only; his own part is of another token
      expect(at(await inbox("bob"), 0)).to.deep.include({
        reason: { code: "waiting-for-sender" },
        actions: [],
      });
      expect(await inbox("venue")).to.deep.equal([]);
    });

    it("are rejected by the second version's choice alone, by who sees them", async () => {
      const cid = await ask();
      expect((await reject("alice", 0, cid)).status).to.equal(404);
      expect((await reject("venue", 2, cid)).status).to.equal(404);
      const rejected = await reject("alice", 2, cid);
      expect([rejected.status, rejected.json]).to.deep.equal([200, { meta: { ended: "yes" } }]);
      expect((await reject("alice", 2, cid)).status).to.equal(404);
      expect(await inbox("alice")).to.deep.equal([]);
    });

    it("are rejected by the first version's choice where an app asked by it", async () => {
      const cid = await askAsAppV1(server, venue, asked(server.validator.wallet.settings.dso));
      expect((await reject("alice", 2, cid)).status).to.equal(404);
      expect((await reject("alice", 0, cid)).status).to.equal(200);
      const { json } = await server.as("alice", "GET", list);
      expect(at(json, "allocation_requests")).to.deep.equal([]);
    });

    it("wait for the app once their time is over, and can be rejected", async () => {
      await ask();
      await server.pass(61 * minute);
      const item = at(await inbox("alice"), 0);
      expect(at(item, "reason")).to.deep.equal({ code: "waiting-for-app" });
      const actions = [...Object(at(item, "actions"))].map(({ action }) => action);
      expect(actions).to.deep.equal(["reject"]);
    });

    it("are rejected once they have lapsed, where the operator trusts the app", async () => {
      const config = { rejectLapsedRequestsOf: ["test-trades-v2"] };
      const trusting = await serverV2(undefined, { config });
      try {
        const { settings, scheduler } = trusting.validator.wallet;
        const [payer, payee, app] = [
          await registered(trusting, "alice"),
          await registered(trusting, "bob"),
          await registered(trusting, "venue"),
        ];
        const of = { ...asked(settings.dso), from: payer, to: payee };
        const listed = async () =>
          at((await trusting.as("alice", "GET", list)).json, "allocation_requests");
        await askAsApp(trusting, app, [of]);
        await trusting.pass(1_000);
        await askAsAppV1(trusting, app, of);
        await trusting.pass(59 * minute);
        await scheduler.settle();
        expect(await listed(), "before their deadline").to.have.lengthOf(2);
        await trusting.pass(2 * minute);
        await scheduler.settle();
        expect(await listed()).to.deep.equal([]);
        expect(trusting.errors).to.deep.equal([]);
      } finally {
        await trusting.close();
      }
    });
  });
});
