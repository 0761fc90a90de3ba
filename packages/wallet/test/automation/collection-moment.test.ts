import { expect } from "chai";
import fc from "fast-check";
import { collectionMoments } from "../../src/automation/collection-moment.js";
import type { NetworkState } from "../../src/treasury/network-state.js";
import type { Reward } from "../../src/treasury/rewards.js";
import { cc, minute, partyOf, start, WalletLedger } from "../wallet-ledger.js";
import { round } from "../held-contracts.js";

const { networkState } = new WalletLedger().bootstrap();
const [open] = networkState.openRounds;
const issuing = { dso: networkState.dso, zero: cc("0") };

/** A network with one open and one issuing round of this length from `start` on. */
const networkOf = (length: number): NetworkState => {
  if (open === undefined) throw new Error("no round is open");
  const times = { opensAt: BigInt(start), targetClosesAt: BigInt(start + length) };
  return {
    ...networkState,
    openRounds: [{ ...open, payload: { ...open.payload, ...times } }],
    issuingRounds: [
      {
        contractId: "issuing",
        createdAt: start,
        payload: {
          dso: issuing.dso,
          round: round(5),
          issuancePerValidatorRewardCoupon: issuing.zero,
          issuancePerFeaturedAppRewardCoupon: issuing.zero,
          issuancePerUnfeaturedAppRewardCoupon: issuing.zero,
          issuancePerSvRewardCoupon: issuing.zero,
          optIssuancePerValidatorFaucetCoupon: undefined,
          ...times,
        },
      },
    ],
  };
};

const rewardOf = (number: bigint | undefined): Reward => ({
  input: { tag: "InputAppRewardCoupon", value: "c" },
  contractId: "c",
  value: cc("1"),
  round: number,
  kind: "coupon",
});

/** How long after the beginning of the round a party collects. */
const delayOf = (party: string, length: number): number => {
  const { latest } = collectionMoments(networkOf(length), party, start + length, true);
  return latest - start;
};

const parties = fc.string({ minLength: 1, maxLength: 30 }).map(partyOf);

describe("the moment at which a party collects", () => {
  it("is in the first tick of a round, and two minutes before its end at the latest", () => {
    fc.assert(
      fc.property(parties, fc.integer({ min: 1, max: 60 * minute }), (party, length) => {
        const delay = delayOf(party, length);
        expect(delay).to.be.at.least(0);
        expect(delay).to.be.at.most(Math.max(0, Math.min(length / 2, length - 2 * minute)));
      }),
    );
  });

  it("is the beginning of short rounds, and wherever moments are not spread", () => {
    expect(delayOf(partyOf("alice"), 2 * minute)).to.equal(0);
    const { latest } = collectionMoments(networkOf(20 * minute), partyOf("alice"), start, false);
    expect(latest).to.equal(start);
  });

  it("is anywhere in the tick, about as often", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let n = 0; n < 2_000; n++) {
      const tenth = Math.floor(delayOf(partyOf(`user-${n}`), 20 * minute) / minute);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(count).to.be.within(140, 260);
  });

  it("is the same for what is minted; what has no round waits for none", () => {
    fc.assert(
      fc.property(parties, fc.integer({ min: 0, max: 20 * minute }), (party, passed) => {
        const length = 20 * minute;
        const { hasCome } = collectionMoments(networkOf(length), party, start + passed, true);
        expect(hasCome(rewardOf(5n))).to.equal(passed >= delayOf(party, length));
        expect(hasCome(rewardOf(6n))).to.equal(false);
        expect(hasCome(rewardOf(undefined))).to.equal(true);
      }),
    );
  });
});
