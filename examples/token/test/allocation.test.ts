import { allocationV2, Amulet, coinRelease, contextKeys, tokenHelpers } from "@tallystick/coin";
import { expectRefused, testCoin, type TestLedger, testLedger } from "@tallystick/testing";
import { expect } from "chai";
import { TokenAllocation } from "../src/allocation.js";
import { goldPackage } from "../src/gold-package.js";
import { expectExplained } from "./explained.js";
import { GoldWorld, leg } from "./gold-world.js";

const { burnAccount, mintAccount } = tokenHelpers;

describe("a settlement of gold", () => {
  let t: TestLedger;
  let world: GoldWorld;
  let [alice, bob, carol] = ["", "", ""];
  let revert: () => Promise<void>;
  const refused = (says: string, tried: () => Promise<unknown>) =>
    expectRefused("DAML_FAILURE", tried, says);
  const all = async () => Promise.all([alice, bob, carol].map((each) => world.has(each)));

  before(async () => {
    t = await testLedger({ packages: [...coinRelease["0.6.12"], goldPackage] });
    ({ alice, bob, carol } = await t.parties("alice", "bob", "carol"));
    world = await GoldWorld.on(t);
    for (const each of [alice, bob, carol]) await world.mint(each, "100");
    revert = await t.snapshot();
  });
  afterEach(async () => {
    await expectExplained(t.ledger, world.gold.admin);
    await revert();
  });
  after(() => t.close());

  it("nets what an account sends and receives, and locks only what is missing", async () => {
    const legs = [
      leg("0", alice, bob, "100"),
      leg("1", bob, alice, "70"),
      leg("2", bob, carol, "5"),
    ];
    const cids: Array<string> = [];
    for (const each of [alice, bob, carol]) cids.push(await world.allocate(each, legs));
    expect(await all()).to.deep.equal(["100 (30)", "100 (0)", "100 (0)"]);
    await world.settle(world.batch(legs, cids));
    expect(await all()).to.deep.equal(["70 (0)", "125 (0)", "105 (0)"]);
  });

  it("takes 25 legs with 50 allocations of 50 accounts", async () => {
    const names = Array.from({ length: 25 }, (_, n) => `party${n}`);
    const senders = Object.values(await t.parties(...names));
    const receivers = Object.values(await t.parties(...names.map((name) => `to-${name}`)));
    const legs = senders.map((sender, n) => leg(String(n), sender, receivers[n] ?? "", "1"));
    const cids: Array<string> = [];
    for (const sender of senders) await world.mint(sender, "2");
    for (const each of [...senders, ...receivers]) cids.push(await world.allocate(each, legs));
    await world.settle(world.batch(legs, cids));
    expect(await world.has(senders[24] ?? "")).to.equal("1 (0)");
    expect(await world.has(receivers[24] ?? "")).to.equal("1 (0)");
  });

  it("mints and burns by legs of the administrator's accounts", async () => {
    const legs = [leg("in", mintAccount, alice, "7"), leg("out", bob, burnAccount, "9")];
    const cids: Array<string> = [];
    for (const each of [alice, bob, mintAccount, burnAccount])
      cids.push(await world.allocate(each, legs));
    await world.settle(world.batch(legs, cids));
    expect(await all()).to.deep.equal(["107 (0)", "91 (0)", "100 (0)"]);
    const back = [leg("back", bob, mintAccount, "1")];
    await refused("The accounts are basic", () => world.allocate(bob, back));
  });

  it("goes on in iterations with what is set aside", async () => {
    const legs = [leg("0", alice, bob, "10")];
    const cids = [
      await world.allocate(alice, legs, { funding: "50" }),
      await world.allocate(bob, legs, { funding: "1" }),
    ];
    expect(await world.has(alice)).to.equal("100 (60)");
    const funding = new Map(cids.map((cid, n) => [cid, n === 0 ? "50" : "1"]));
    await world.settle(world.batch(legs, cids, { funding }));
    expect(await world.has(alice)).to.equal("90 (50)");
    const next = await t.active(TokenAllocation);
    const last = [leg("1", alice, bob, "20")];
    const nextCids = next.map(({ contractId }) => contractId);
    const owners = new Map<string, string>(
      next.map(
        ({ contractId, payload }) =>
          [contractId, payload.allocation.authorizer.owner ?? ""] as const,
      ),
    );
    await world.settle(world.batch(last, nextCids, { owners }));
    expect(await all()).to.deep.equal(["70 (0)", "130 (0)", "100 (0)"]);
  });

  it("does not begin without every authorisation, nor for others than its executors", async () => {
    const legs = [leg("0", alice, bob, "10"), leg("1", bob, carol, "10")];
    const cids: Array<string> = [];
    for (const each of [alice, bob, carol]) cids.push(await world.allocate(each, legs));
    await refused("missing authorizations", () => world.settle(world.batch(legs, cids.slice(1))));
    await refused("superfluous authorizations", () =>
      world.settle(world.batch(legs.slice(1), cids)),
    );
    await refused("The holdings are enough", () =>
      world.allocate(alice, [leg("0", alice, bob, "91")]),
    );
  });

  it("binds who is committed until the deadline; the executor cancels before", async () => {
    const legs = [leg("0", alice, bob, "10")];
    const terms = { committed: true, settlementDeadline: t.clock.in("1h") };
    const withdraw = (cid: string) =>
      t.exercise(
        allocationV2.Allocation_Withdraw,
        cid,
        { actors: [alice], extraArgs: world.extraArgs(world.gold) },
        { actAs: alice, readAs: world.readAs },
      );
    const [bound, other] = [
      await world.allocate(alice, legs, terms),
      await world.allocate(alice, legs, terms),
    ];
    await refused("Cannot withdraw a committed allocation", () => withdraw(bound));
    const argument = { actors: [world.venue], extraArgs: world.extraArgs(world.gold) };
    const as = { actAs: world.venue, readAs: world.readAs };
    await t.exercise(allocationV2.Allocation_Cancel, other, argument, as);
    expect(await world.has(alice)).to.equal("100 (10)");
    const receipt = await world.allocate(bob, legs);
    t.clock.advance("61m");
    await refused("deadline", () => world.settle(world.batch(legs, [bound, receipt])));
    await withdraw(bound);
    expect(await world.has(alice)).to.equal("100 (0)");
  });
});

describe("gold against the coin", () => {
  it("changes hands in one transaction, or not at all", async () => {
    const t = await testCoin({ packages: [goldPackage] });
    const { alice, bob } = await t.users({ alice: "100", bob: "0" });
    const world = await GoldWorld.on(t, t.dso);
    await world.mint(bob, "10");
    const { externalPartyRules, externalPartyConfigStates } = await t.network();
    const [, newest] = externalPartyConfigStates;
    const coin = {
      admin: t.dso,
      id: "Amulet",
      rules: externalPartyRules ?? "",
      context: { [contextKeys.externalPartyConfigState]: newest?.contractId ?? "" },
    };
    const payment = [leg("payment", alice, bob, "60")];
    const delivery = [leg("delivery", bob, alice, "10")];
    const coins = (await t.active(Amulet, { party: alice })).map(({ contractId }) => contractId);
    const paid = [
      await world.allocate(alice, payment, {}, coin, coins),
      await world.allocate(bob, payment, {}, coin, []),
    ];
    const delivered = [await world.allocate(alice, delivery), await world.allocate(bob, delivery)];
    await expectRefused(
      "DAML_FAILURE",
      () =>
        world.settle(
          world.batch(delivery, delivered),
          world.batch(payment, paid.slice(1), {}, coin),
        ),
      "missing authorizations",
    );
    expect(await world.has(bob)).to.equal("10 (10)");
    await world.settle(world.batch(delivery, delivered), world.batch(payment, paid, {}, coin));
    expect([await world.has(alice), await world.has(bob)]).to.deep.equal(["10 (0)", "0 (0)"]);
    expect(String(await t.balance(bob))).to.equal("60.0000000000");
    await t.close();
  });
});
