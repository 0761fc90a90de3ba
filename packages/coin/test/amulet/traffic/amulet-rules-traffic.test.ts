import { numericToText } from "@tallystick/core";
import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  AmuletRules_BuyMemberTraffic,
  AmuletRules_MergeMemberTrafficContracts,
  MemberTraffic,
  trafficCost,
  type TransferInput,
  ValidatorRewardCoupon,
  withoutLedger,
} from "../../../src/index.js";
import { alice, bob, cc, CoinLedger, dso, synchronizerId } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const memberId = `PAR::node::1220${"ab".repeat(32)}`;

const inputsOf = (ledger: CoinLedger, owner: string): ReadonlyArray<TransferInput> =>
  ledger.coinsOf(owner).map((value) => ({ tag: "InputAmulet", value }));

const buy = (
  ledger: CoinLedger,
  trafficAmount: number,
  changes: Partial<Parameters<typeof argumentOf>[2]> = {},
  actAs = [alice],
) =>
  ledger.exercise(
    actAs,
    AmuletRules_BuyMemberTraffic,
    ledger.rules,
    argumentOf(ledger, trafficAmount, { ...standard, ...changes }),
  );

const standard = {
  memberId,
  synchronizerId,
  migrationId: 0,
  expectedDso: dso,
  roundCid: "",
  inputs: undefined as ReadonlyArray<TransferInput> | undefined,
};

const argumentOf = (ledger: CoinLedger, trafficAmount: number, it: typeof standard) => ({
  inputs: it.inputs ?? inputsOf(ledger, alice),
  context: {
    ...ledger.context,
    openMiningRound: it.roundCid === "" ? ledger.round : it.roundCid,
  },
  provider: alice,
  memberId: it.memberId,
  synchronizerId: it.synchronizerId,
  migrationId: int(it.migrationId),
  trafficAmount: int(trafficAmount),
  expectedDso: it.expectedDso,
});

const rich = (): CoinLedger => {
  const ledger = new CoinLedger({ firstRound: 3n });
  ledger.tap(alice, "500");
  return ledger;
};

describe("the cost of traffic", () => {
  const rows: ReadonlyArray<readonly [number, string, string, string, string]> = [
    // bytes, USD per MB, USD per CC, USD, CC
    [1_200_000, "16.67", "0.1", "20.0040000000", "200.0400000000"],
    [200_000, "16.67", "0.1", "3.3340000000", "33.3400000000"],
    [1, "16.67", "0.005", "0.0000166700", "0.0033340000"],
    [1_000_000, "60", "0.07", "60.0000000000", "857.1428571429"],
    [333_333, "16.67", "0.03", "5.5566611100", "185.2220370000"],
  ];
  for (const [bytes, perMb, price, usd, amulet] of rows) {
    it(`of ${bytes} bytes at ${perMb} USD per MB and ${price} USD per CC is ${usd} USD, ${amulet} CC`, () => {
      const cost = withoutLedger(trafficCost(int(bytes), cc(perMb), cc(price)));
      expect(cost).to.deep.equal(right({ usd: cc(usd), amulet: cc(amulet) }));
    });
  }

  it("out of the range of numbers is an error", () => {
    const most = cc("9999999999999999999999999999.9999999999");
    const cost = withoutLedger(trafficCost(int(1_200_000), most, cc("0.1")));
    expect(isLeft(cost) ? cost.left.message : "").to.match(/^ArithmeticError .*MUL_NUMERIC/);
  });
});

describe("buying traffic", () => {
  it("burns its cost, gives the change back, and counts for the member", () => {
    const ledger = rich();
    const { amuletPaid, purchasedTraffic, senderChangeAmulet, summary, round } = buy(
      ledger,
      1_200_000,
    );
    expect(numericToText(amuletPaid)).to.equal("200.0400000000");
    expect(ledger.balanceOf(alice)).to.equal("299.9600000000");
    expect(ledger.coinsOf(alice)).to.deep.equal([senderChangeAmulet]);
    expect(summary.inputAmuletAmount).to.equal(cc("500"));
    expect(round.number).to.equal(3n);
    expect(ledger.active(MemberTraffic)).to.deep.equal([
      {
        contractId: purchasedTraffic,
        payload: {
          dso,
          memberId,
          synchronizerId,
          migrationId: 0n,
          totalPurchased: 1_200_000n,
          numPurchases: 1n,
          amuletSpent: cc("200.04"),
          usdSpent: cc("20.004"),
        },
      },
    ]);
  });

  it("changes the summary's balances by what was burned", () => {
    const ledger = rich();
    const { summary } = buy(ledger, 1_200_000);
    const [entry] = summary.balanceChanges;
    expect(entry?.[0]).to.equal(alice);
    expect(entry?.[1].changeToInitialAmountAsOfRoundZero).to.equal(cc("-200.04"));
  });

  it("earns the buyer's validator a coupon over the burn", () => {
    const ledger = rich();
    buy(ledger, 200_000);
    expect(ledger.active(ValidatorRewardCoupon).map(({ payload }) => payload)).to.deep.equal([
      { dso, user: alice, amount: cc("33.34"), round: { number: 3n } },
    ]);
  });

  it("needs no party of the member", () => {
    const ledger = rich();
    const elsewhere = `PAR::elsewhere::1220${"cd".repeat(32)}`;
    buy(ledger, 200_000, { memberId: elsewhere });
    expect(ledger.active(MemberTraffic)[0]?.payload.memberId).to.equal(elsewhere);
  });

  const refused: ReadonlyArray<
    readonly [string, number, Parameters<typeof buy>[2], string, string?]
  > = [
    ["below the minimum", 199_999, {}, "insufficient-topup-amount"],
    ["of nothing", 0, {}, "insufficient-topup-amount"],
    ["of less than nothing", -1_000_000, {}, "insufficient-topup-amount"],
    [
      "on an unknown synchronizer",
      200_000,
      { synchronizerId: "other::1220" },
      "unknown-synchronizer",
    ],
    ["for nobody", 200_000, { memberId: "" }, "PreconditionFailed"],
    ["of a migration below 0", 200_000, { migrationId: -1 }, "PreconditionFailed"],
    [
      "under rules of another DSO",
      200_000,
      { expectedDso: bob },
      "DSO party expected by caller 'bob' does not match actual DSO party 'DSO'",
    ],
    ["beyond one's funds", 6_000_000, {}, "insufficient-funds"],
    ["from nothing", 200_000, { inputs: [] }, "insufficient-funds"],
    ["by somebody else", 200_000, {}, "DAML_AUTHORIZATION_ERROR", bob],
  ];
  for (const [name, bytes, changes, reason, by = alice] of refused) {
    it(`${name} is refused`, () => {
      const ledger = rich();
      expect(ledger.reasonOf(() => buy(ledger, bytes, changes, [by]))).to.equal(reason);
    });
  }

  it("is possible for a member of a long name", () => {
    const ledger = rich();
    const { purchasedTraffic } = buy(ledger, 200_000, { memberId: "m".repeat(301) });
    expect(ledger.active(MemberTraffic)[0]?.contractId).to.equal(purchasedTraffic);
  });

  it("in a round that has not opened is refused", () => {
    const ledger = rich();
    const roundCid = ledger.openRound(4n, { opensAt: BigInt(ledger.now + 1) });
    expect(ledger.reasonOf(() => buy(ledger, 200_000, { roundCid }))).to.equal(
      "deadline-not-exceeded",
    );
  });

  it("of nothing is refused even where the configuration has no minimum", () => {
    const ledger = new CoinLedger({
      config: (it) => {
        const { decentralizedSynchronizer: of } = it;
        const fees = { ...of.fees, minTopupAmount: int(0) };
        return { ...it, decentralizedSynchronizer: { ...of, fees } };
      },
    });
    ledger.tap(alice, "1");
    expect(ledger.reasonOf(() => buy(ledger, 0))).to.equal("Amount is positive");
    expect(ledger.reasonOf(() => buy(ledger, 1))).to.equal("accepted");
  });

  it("of exactly one's funds leaves no coin", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "33.34");
    expect(buy(ledger, 200_000).senderChangeAmulet).to.equal(undefined);
    expect(ledger.coinsOf(alice)).to.have.length(0);
  });
});

describe("a member's traffic", () => {
  const merge = (ledger: CoinLedger, trafficCids: ReadonlyArray<string>, actAs = [dso]) =>
    ledger.exercise(actAs, AmuletRules_MergeMemberTrafficContracts, ledger.rules, { trafficCids });
  const payloadOf = (ledger: CoinLedger, contractId: string) => {
    const found = ledger.active(MemberTraffic).find((each) => each.contractId === contractId);
    if (found === undefined) throw new Error("no such traffic");
    return found.payload;
  };
  const bought = (ledger: CoinLedger, changes: Parameters<typeof buy>[2] = {}) =>
    buy(ledger, 200_000, changes).purchasedTraffic;

  it("is merged to the same totals", () => {
    const ledger = rich();
    const cids = [bought(ledger), bought(ledger), bought(ledger)];
    const { mergedTrafficCid } = merge(ledger, cids);
    const [merged] = ledger.active(MemberTraffic);
    expect(merged?.contractId).to.equal(mergedTrafficCid);
    expect(merged?.payload).to.deep.include({
      memberId,
      totalPurchased: 600_000n,
      numPurchases: 3n,
      amuletSpent: cc("100.02"),
      usdSpent: cc("10.002"),
    });
    expect(ledger.reasonOf(() => merge(ledger, cids))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("is not merged with others', with itself, with nothing, or by a user", () => {
    const ledger = rich();
    const own = bought(ledger);
    const others = bought(ledger, { memberId: "PAR::other" });
    const migrated = bought(ledger, { migrationId: 1 });
    expect(ledger.reasonOf(() => merge(ledger, [own, others]))).to.equal(
      "Contract group identifier mismatch",
    );
    expect(ledger.reasonOf(() => merge(ledger, [own, migrated]))).to.equal(
      "Contract group identifier mismatch",
    );
    const elsewhere = ledger.create([dso], MemberTraffic, {
      ...payloadOf(ledger, own),
      synchronizerId: "another::1220",
    });
    expect(ledger.reasonOf(() => merge(ledger, [own, elsewhere]))).to.equal(
      "Contract group identifier mismatch",
    );
    expect(ledger.reasonOf(() => merge(ledger, [own, own]))).to.equal("CONTRACT_NOT_ACTIVE");
    expect(ledger.reasonOf(() => merge(ledger, []))).to.match(/AmuletRules.daml/);
    expect(ledger.reasonOf(() => merge(ledger, [own], [alice]))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });
});
