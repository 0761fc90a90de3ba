import { LedgerFailure } from "@tallystick/node";
import { expect } from "chai";
import { type TestCoin, testCoin } from "../../src/coin/test-coin.js";
import { testLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Transfer } from "../iou.js";

describe("A snapshot of a ledger for tests", () => {
  it("is gone back to with its contracts, parties and time, as often as wanted", async () => {
    const t = await testLedger({ packages: [iouPackage] });
    const { alice, bank } = await t.parties("alice", "bank");
    const iou = { issuer: bank, owner: alice, amount: "5" };
    const { contractId } = await t.create(Iou, iou, bank);
    const [end, now] = [t.ledger.ledgerEnd(), t.clock.now()];
    const revert = await t.snapshot();
    for (let times = 0; times < 3; times += 1) {
      const { bob } = await t.parties("bob");
      t.clock.advance("1d");
      const moved = await t.exercise(Transfer, contractId, { newOwner: bob }, alice);
      expect((await t.fetch(Iou, moved.result, { party: bob })).payload.owner).to.equal(bob);
      await revert();
      expect([t.ledger.ledgerEnd(), t.clock.now()]).to.deep.equal([end, now]);
      expect(t.ledger.party(bob)).to.equal(undefined);
      const active = await t.active(Iou, { party: alice });
      expect(active.map((each) => each.contractId)).to.deep.equal([contractId]);
    }
    await t.close();
  });

  it("lets only those after it be gone", async () => {
    const t = await testLedger({ packages: [iouPackage] });
    const { alice, bank } = await t.parties("alice", "bank");
    const create = () => t.create(Iou, { issuer: bank, owner: alice, amount: "1" }, bank);
    const count = async () => (await t.active(Iou)).length;
    const none = await t.snapshot();
    await create();
    const one = await t.snapshot();
    await create();
    await one();
    expect(await count()).to.equal(1);
    await one();
    await none();
    expect(await count()).to.equal(0);
    await none();
    let thrown: unknown;
    try {
      await one();
    } catch (failure) {
      thrown = failure;
    }
    expect(thrown).to.be.instanceOf(LedgerFailure);
    expect(Object(thrown).code).to.equal("INVALID_ARGUMENT");
    await create();
    expect(await count()).to.equal(1);
    await t.close();
  });

  it("has the wallets of the coin too: balances, history and automations", async () => {
    const t: TestCoin = await testCoin();
    const { alice, bob } = await t.users({ alice: "100", bob: "0" });
    await t.settle();
    const stateOf = async () => {
      await t.wallet.upToDate();
      return {
        end: t.ledger.ledgerEnd(),
        alice: String(await t.balance(alice)),
        bob: String(await t.balance(bob)),
        history: t.wallet.views.historyBefore(alice, undefined, 100),
        users: t.ledger.users({ after: "", limit: 100 }),
      };
    };
    const before = await stateOf();
    const revert = await t.snapshot();
    for (let times = 0; times < 2; times += 1) {
      await t.transfer(alice, bob, "12.5");
      await t.users({ carol: "7" });
      t.clock.advance("1h");
      await t.settle();
      expect(String(await t.balance(bob))).to.equal("12.5000000000");
      await revert();
      expect(await stateOf()).to.deep.equal(before);
    }
    await t.transfer(alice, bob, "1");
    expect(String(await t.balance(bob))).to.equal("1.0000000000");
    await t.close();
  });
});
