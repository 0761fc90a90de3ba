import { type Numeric, numericFromUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import type { Reward } from "../../src/treasury/rewards.js";
import {
  type Coin,
  selectInputs,
  selectInputsFor,
  type Selection,
} from "../../src/treasury/select-inputs.js";
import { rightOf } from "../wallet-ledger.js";

const numeric = (units: bigint): Numeric => rightOf(numericFromUnits(units));
/** Few different ones, so that many are equal. */
const amount = fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 10n ** 12n)).map(numeric);

const coinsOf = fc
  .array(amount, { maxLength: 25 })
  .map((all) => all.map((it, at): Coin => ({ contractId: `coin-${at}`, amount: it })));

const kinds: ReadonlyArray<Reward["kind"]> = ["coupon", "activity-record", "development-fund"];
const rewardsOf = fc
  .array(fc.tuple(amount, fc.bigInt(1n, 4n), fc.constantFrom(...kinds)), { maxLength: 25 })
  .map((all) =>
    all.map(
      ([value, round, kind], at): Reward => ({
        contractId: `reward-${at}`,
        value,
        round: kind === "coupon" ? round : undefined,
        kind,
        input: { tag: "InputAppRewardCoupon", value: `reward-${at}` },
      }),
    ),
  );
const room = fc.integer({ min: 1, max: 60 });

const idsOf = ({ coins, rewards }: Selection): ReadonlyArray<string> =>
  [...coins, ...rewards].map(({ contractId }) => contractId);

const leftOut = <A extends { readonly contractId: string }>(
  all: ReadonlyArray<A>,
  taken: ReadonlyArray<A>,
): ReadonlyArray<A> => {
  const ids = new Set(taken.map(({ contractId }) => contractId));
  return all.filter(({ contractId }) => !ids.has(contractId));
};

const ofKind = (rewards: ReadonlyArray<Reward>, isCoupon: boolean): ReadonlyArray<Reward> =>
  rewards.filter(({ kind }) => (kind === "coupon") === isCoupon);

describe("laws of input selection", () => {
  it("no coin that is left out is larger than one that is taken", () => {
    fc.assert(
      fc.property(coinsOf, rewardsOf, room, (coins, rewards, most) => {
        const { coins: taken } = selectInputs(coins, rewards, most);
        const least = taken.reduce((low, it) => (it.amount < low ? it.amount : low), 10n ** 30n);
        for (const coin of leftOut(coins, taken)) expect(coin.amount <= least).to.equal(true);
      }),
    );
  });

  it("a tenth of the inputs, and two at least, are coins where there are so many", () => {
    fc.assert(
      fc.property(coinsOf, rewardsOf, room, (coins, rewards, most) => {
        const kept = Math.min(most, coins.length, Math.max(2, Math.floor(most / 10)));
        const selection = selectInputs(coins, rewards, most);
        expect(selection.coins.length).to.be.at.least(kept);
        // others are only taken when every coupon is
        if (selection.coins.length > kept)
          expect(leftOut(ofKind(rewards, true), selection.rewards)).to.deep.equal([]);
      }),
    );
  });

  it("no coupon that is left out is of an older round than one taken, or of more value in it", () => {
    fc.assert(
      fc.property(coinsOf, rewardsOf, room, (coins, rewards, most) => {
        const taken = ofKind(selectInputs(coins, rewards, most).rewards, true);
        for (const out of leftOut(ofKind(rewards, true), taken)) {
          for (const coupon of taken) {
            const [a, b] = [coupon.round ?? 0n, out.round ?? 0n];
            expect(a < b || (a === b && coupon.value >= out.value)).to.equal(true);
          }
        }
      }),
    );
  });

  it("records and fund coupons are taken when every coupon and coin is, and only then", () => {
    fc.assert(
      fc.property(coinsOf, rewardsOf, room, (coins, rewards, most) => {
        const selection = selectInputs(coins, rewards, most);
        const records = ofKind(selection.rewards, false);
        if (records.length > 0) {
          expect(leftOut(coins, selection.coins)).to.deep.equal([]);
          expect(leftOut(ofKind(rewards, true), selection.rewards)).to.deep.equal([]);
        }
        const isFull = idsOf(selection).length === most;
        if (!isFull) expect(idsOf(selection)).to.have.lengthOf(coins.length + rewards.length);
        const funds = records.filter(({ kind }) => kind === "development-fund");
        const outside = leftOut(rewards, selection.rewards);
        if (funds.length > 0)
          expect(outside.filter(({ kind }) => kind === "activity-record")).to.deep.equal([]);
      }),
    );
  });

  it("the same is selected in whatever order contracts are listed", () => {
    const shuffled = <A>(all: ReadonlyArray<A>) =>
      fc.shuffledSubarray([...all], { minLength: all.length });
    const both = fc
      .tuple(coinsOf, rewardsOf)
      .chain(([coins, rewards]) =>
        fc.tuple(fc.constant(coins), fc.constant(rewards), shuffled(coins), shuffled(rewards)),
      );
    fc.assert(
      fc.property(both, room, amount, ([coins, rewards, otherCoins, otherRewards], most, cost) => {
        const [one, other] = [
          selectInputsFor(cost, coins, rewards, most),
          selectInputsFor(cost, otherCoins, otherRewards, most),
        ];
        expect(idsOf(other)).to.deep.equal(idsOf(one));
        expect(other.total).to.equal(one.total);
      }),
    );
  });

  it("a payment that the usual inputs or the largest coins cover is covered", () => {
    fc.assert(
      fc.property(coinsOf, rewardsOf, room, amount, (coins, rewards, most, cost) => {
        const usual = selectInputs(coins, rewards, most);
        const largest = [...coins]
          .sort((a, b) => (a.amount > b.amount ? -1 : 1))
          .slice(0, most)
          .reduce((sum, it) => sum + it.amount, 0n);
        const total = selectInputsFor(cost, coins, rewards, most).total ?? -1n;
        if ((usual.total ?? -1n) >= cost) expect(total).to.equal(usual.total);
        else expect(total).to.equal(largest > (usual.total ?? 0n) ? largest : usual.total);
        expect(total >= cost).to.equal((usual.total ?? -1n) >= cost || largest >= cost);
      }),
    );
  });

  it("another coin never makes a payment out of coins uncovered that was covered", () => {
    fc.assert(
      fc.property(coinsOf, room, amount, amount, (coins, most, cost, extra) => {
        const covers = (all: ReadonlyArray<Coin>): boolean =>
          (selectInputsFor(cost, all, [], most).total ?? -1n) >= cost;
        const more = [...coins, { contractId: "more", amount: extra }];
        if (covers(coins)) expect(covers(more)).to.equal(true);
      }),
    );
  });
});
