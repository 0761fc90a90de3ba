import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import {
  AmuletRules_Transfer,
  coinInputs,
  Amulet,
  OpenMiningRound,
  plainContext,
  TransferOffer,
  TransferOffer_Accept,
} from "@tallystick/coin";
import {
  choice,
  contractId,
  definePackage,
  exercise,
  list,
  numeric,
  party,
  record,
  template,
} from "@tallystick/core";
import { step } from "@tallystick/node";
import { expect } from "chai";
import { testCoin, type TestCoin } from "../../src/coin/test-coin.js";
import { expectRefused } from "../../src/ledger/expect-refused.js";
import { thrownBy } from "../thrown-by.js";

/** What a seller sells for CC. */
const Ware = template("Shop:Ware", {
  payload: record({ dso: party, seller: party, buyer: party, price: numeric }),
  signatories: ({ seller }) => [seller],
  observers: ({ buyer }) => [buyer],
});

const Buy = choice(Ware, "Buy", {
  argument: record({ rules: contractId, round: contractId, coins: list(contractId) }),
  result: numeric,
  controllers: ({ buyer }) => [buyer],
  *body({ payload: { dso, seller, buyer, price } }, { rules, round, coins }) {
    const { summary } = yield* exercise(AmuletRules_Transfer, rules, {
      transfer: {
        sender: buyer,
        provider: seller,
        inputs: coinInputs(coins),
        outputs: [
          {
            receiver: seller,
            receiverFeeRatio: numeric("0").units,
            amount: price,
            lock: undefined,
          },
        ],
        beneficiaries: undefined,
      },
      context: plainContext(round),
      expectedDso: dso,
    });
    return summary.senderChangeAmount;
  },
});

const shop = definePackage({ name: "shop", version: "1.0.0", templates: [Ware], choices: [Buy] });

describe("a ledger with the coin for tests", () => {
  let t: TestCoin;
  let alice: string;
  let bob: string;
  beforeEach(async () => {
    t = await testCoin({ packages: [shop] });
    ({ alice, bob } = await t.users({ alice: "100", bob: "0" }));
  });
  afterEach(() => t.close());

  const balances = async () =>
    [await t.balance(alice), await t.balance(bob)].map((each) => each.toString());

  it("has users who hold CC, tap it and transfer it", async () => {
    expect(await balances()).to.deep.equal(["100.0000000000", "0.0000000000"]);
    await t.tap(alice, "0.5");
    await t.transfer(alice, bob, "30.25");
    expect(await balances()).to.deep.equal(["70.2500000000", "30.2500000000"]);
    expect(await t.active(Amulet, { party: alice })).to.have.length(1);
    expect(t.wallet.users.partyOf("alice")).to.equal(alice);
    const again = await t.users({ alice: "1" });
    expect([again.alice, (await balances())[0]]).to.deep.equal([alice, "71.2500000000"]);
  });

  it("refuses what the coin's rules refuse", async () => {
    const { context } = await expectRefused(
      "DAML_FAILURE",
      t.transfer(bob, alice, "1"),
      /Insufficient funds|inputs/,
    );
    expect(context).to.have.property("error_id");
    await expectRefused("DAML_FAILURE", t.tap(bob, "-1"));
    // @ts-expect-error -- an amount is text
    await expectRefused("INVALID_ARGUMENT", t.transfer(alice, bob, 1), /decimal/);
    expect(await balances()).to.deep.equal(["100.0000000000", "0.0000000000"]);
  });

  it("runs templates that are built on the coin", async () => {
    const { amuletRules, round } = await t.network();
    const [coin] = await t.active(Amulet, { party: alice });
    const call = { rules: amuletRules, round: round.contractId, coins: [coin?.contractId ?? ""] };
    const { result } = await t
      .given(bob, step.create(Ware, { dso: t.dso, seller: bob, buyer: alice, price: "40" }))
      .when({ actAs: alice, readAs: [t.dso] }, (ware) => step.exercise(Buy, ware.contractId, call))
      .thenAnswers();
    expect(result.toString()).to.equal("60.0000000000");
    expect(await balances()).to.deep.equal(["60.0000000000", "40.0000000000"]);
  });

  it("runs the network and the wallets when it settles, and not before", async () => {
    const offer = {
      sender: alice,
      receiver: bob,
      dso: t.dso,
      amount: { amount: "10", unit: "AmuletUnit" as const },
      description: "",
      expiresAt: t.clock.in("1h"),
      trackingId: "one",
    };
    const { contractId } = await t.create(TransferOffer, offer, alice);
    await t.exercise(TransferOffer_Accept, contractId, {}, bob);
    expect(await balances()).to.deep.equal(["100.0000000000", "0.0000000000"]);
    await t.settle();
    expect(await balances()).to.deep.equal(["90.0000000000", "10.0000000000"]);
    const before = await t.network();
    t.clock.advance("1h");
    await t.settle();
    const after = await t.network();
    expect(after.round.payload.round.number > before.round.payload.round.number).to.equal(true);
    expect(await t.active(OpenMiningRound, { party: t.dso })).to.have.length(3);
    await t.transfer(bob, alice, "10");
  });

  it("has the same ids for the same seed", async () => {
    const history = async (seed: number) => {
      const own = await testCoin({ seed });
      const users = await own.users({ alice: "100", bob: "0" });
      own.clock.advance("30m");
      await own.settle();
      await own.transfer(users.alice, users.bob, "1");
      const held = await own.active(Amulet);
      const end = own.ledger.ledgerEnd();
      await own.close();
      return inspect([end, held], { depth: 9 });
    };
    const one = await history(1);
    expect(await history(1)).to.equal(one);
    expect(await history(2)).to.not.equal(one);
  });

  it("takes the network's settings, and refuses what is no option", async () => {
    const main = await testCoin({ wallet: { network: "main" } });
    const { carol } = await main.parties("carol");
    await expectRefused("DAML_FAILURE", main.tap(carol, "1"), /isDevNet/);
    await main.close();
    // @ts-expect-error -- the clock is moved by hand
    expect((await thrownBy(() => testCoin({ clock: () => 0 }))).message).to.match(/^clock: /);
  });

  it("does not keep the process alive when it stays open", () => {
    const index = new URL("../../src/index.js", import.meta.url).href;
    const script = `import { testCoin } from ${JSON.stringify(index)};
      const t = await testCoin(); await t.users({ alice: "1" }); await t.settle(); console.log("left open");`;
    const args = ["--input-type=module", "-e", script];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).to.equal("left open\n");
  });
});
