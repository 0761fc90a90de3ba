import { DsoRules, IssuingMiningRound, SvNodeState, SvRewardCoupon } from "@tallystick/coin";
import { expect } from "chai";
import { rewardSuperValidators } from "../../src/network/sv-rewards.js";
import { automationOf } from "../automation-of.js";
import { onboard, unlocked } from "../wallet-actions.js";
import { cc, dso, minute, settings, sv, synchronizerId, WalletLedger } from "../wallet-ledger.js";

const rounds = (ledger: WalletLedger): ReadonlyArray<bigint> =>
  ledger.view.of(SvRewardCoupon, sv).map(({ payload }) => payload.round.number);

const planned = (ledger: WalletLedger) =>
  rewardSuperValidators(ledger.view, ledger.networkState, ledger.now);

describe("the rewards of super validators", () => {
  it("are one coupon for each round that has opened, by the weight in the rules", () => {
    const ledger = new WalletLedger().bootstrap();
    expect(planned(ledger)).to.have.lengthOf(2);
    ledger.dsoWorks();
    expect(rounds(ledger)).to.deep.equal([0n, 1n]);
    expect(planned(ledger)).to.deep.equal([]);
    const [coupon] = ledger.view.of(SvRewardCoupon, sv);
    expect(coupon?.payload).to.deep.equal({
      dso,
      sv,
      beneficiary: sv,
      round: { number: 0n },
      weight: 10_000n,
    });
    const seen = new Set<bigint>();
    for (let tick = 0; tick < 20; tick++) {
      ledger.pass(5 * minute);
      for (const number of rounds(ledger)) seen.add(number);
      expect(new Set(rounds(ledger)).size).to.equal(rounds(ledger).length);
    }
    expect([...seen]).to.deep.equal([...seen].map((_, index) => BigInt(index)));
    expect(seen.size).to.be.above(6);
  });

  it("have command ids of their round, so that a crash in between does not make two", () => {
    const ledger = new WalletLedger().bootstrap();
    const [first] = planned(ledger);
    const [again] = planned(ledger);
    expect(first?.commandId).to.equal(again?.commandId);
    expect(new Set(planned(ledger).map(({ commandId }) => commandId)).size).to.equal(2);
  });

  it("are minted by their beneficiary: the whole of what a round issues to super validators", () => {
    const ledger = new WalletLedger().bootstrap();
    onboard(ledger, "sv", sv);
    let issued = 0n;
    for (let tick = 0; tick < 12; tick++) {
      ledger.pass(5 * minute);
      ledger.automate(automationOf("collect-rewards-and-merge"), sv);
      const [issuing] = ledger.view.of(IssuingMiningRound, dso);
      issued ||= issuing?.payload.issuancePerSvRewardCoupon ?? 0n;
    }
    expect(issued > 0n).to.equal(true);
    // 10,000 basis points of weight in each round
    expect(cc(unlocked(ledger, sv)) >= issued * 10_000n).to.equal(true);
    expect(cc(unlocked(ledger, sv)) % (issued * 10_000n)).to.equal(0n);
  });

  it("are none before the rules are there", () => {
    const ledger = new WalletLedger().bootstrap();
    const { view } = ledger;
    const without: typeof view = {
      ...view,
      of: (template, party, limit) =>
        template.name === DsoRules.name ? [] : view.of(template, party, limit),
    };
    expect(rewardSuperValidators(without, ledger.networkState, ledger.now)).to.deep.equal([]);
  });
});

describe("the rules of the network's operator party", () => {
  it("name one super validator and its node", () => {
    const ledger = new WalletLedger().bootstrap();
    const [rules] = ledger.view.of(DsoRules, dso);
    const [node] = ledger.view.of(SvNodeState, dso);
    expect(rules?.payload.svs.map(([party]) => party)).to.deep.equal([sv]);
    expect(rules?.payload.svs[0]?.[1].participantId).to.equal(settings.participantId);
    expect(rules?.payload.dsoDelegate).to.equal(sv);
    expect(rules?.payload.isDevNet).to.equal(true);
    expect([node?.payload.sv, node?.payload.svName]).to.deep.equal([
      sv,
      rules?.payload.svs[0]?.[1].name,
    ]);
    expect(node?.payload.state.synchronizerNodes.map(([id]) => id)).to.deep.equal([synchronizerId]);
  });
});
