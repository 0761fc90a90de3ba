import {
  Amulet,
  AmuletRules,
  AppRewardCoupon,
  ClosedMiningRound,
  IssuingMiningRound,
  OpenMiningRound,
  SummarizingMiningRound,
  UnclaimedReward,
  ValidatorLivenessActivityRecord,
} from "@tallystick/coin";
import { expect } from "chai";
import { bootstrapSteps, dsoSteps } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { tap, unlocked } from "../wallet-actions.js";
import { alice, dso, minute, operator, WalletLedger } from "../wallet-ledger.js";

describe("the network's operator party", () => {
  it("sets the network up once, however often it is called, and after a crash between any two steps", () => {
    const whole = new WalletLedger().bootstrap();
    expect(bootstrapSteps(whole.view, whole.network, 0)).to.deep.equal([]);
    const interrupted = new WalletLedger();
    for (let step = 0; step < 20; step++) {
      const [next] = bootstrapSteps(interrupted.view, interrupted.network, 0);
      if (next === undefined) break;
      interrupted.run(next);
    }
    for (const ledger of [whole, interrupted]) {
      expect(ledger.view.of(AmuletRules, dso)).to.have.lengthOf(1);
      expect(ledger.view.of(OpenMiningRound, dso)).to.have.lengthOf(3);
    }
  });

  it("keeps three rounds open over a day, and leaves no round behind", () => {
    const ledger = new WalletLedger().bootstrap();
    ledger.pass(24 * 60 * minute, 5 * minute);
    const numbers = ledger.view.of(OpenMiningRound, dso).map(({ payload }) => payload.round.number);
    expect(numbers).to.have.lengthOf(3);
    expect(Number(numbers[0])).to.be.within(130, 145);
    expect(ledger.view.of(SummarizingMiningRound, dso)).to.have.lengthOf(0);
    expect(ledger.view.of(ClosedMiningRound, dso)).to.have.lengthOf(0);
    expect(ledger.view.of(IssuingMiningRound, dso).length).to.be.within(2, 4);
    expect(ledger.view.of(UnclaimedReward, dso).length).to.be.below(12);
  });

  it("catches up by one round after a long absence, and then continues by the tick", () => {
    const ledger = new WalletLedger().bootstrap();
    ledger.now += 5 * 24 * 60 * minute;
    ledger.dsoWorks();
    expect(ledger.networkState.round.payload.round.number).to.equal(2n);
    ledger.pass(60 * minute, minute);
    expect(Number(ledger.networkState.round.payload.round.number)).to.be.within(5, 8);
  });

  it("counts what was recorded and lets it be minted", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    const liveness = automationOf("record-validator-liveness");
    for (let tick = 0; tick < 12; tick++) {
      ledger.automate(liveness, operator);
      ledger.pass(5 * minute);
    }
    expect(ledger.view.of(ValidatorLivenessActivityRecord, operator).length).to.be.above(2);
    expect(ledger.automate(automationOf("collect-rewards-and-merge"), operator)).to.be.above(0);
    expect(Number(unlocked(ledger, operator))).to.be.above(10);
  });

  it("claims what no one minted", () => {
    const ledger = new WalletLedger().bootstrap();
    ledger.automate(automationOf("record-validator-liveness"), operator);
    ledger.pass(3 * 60 * minute, 5 * minute);
    expect(ledger.view.of(ValidatorLivenessActivityRecord, operator)).to.deep.equal([]);
    expect(ledger.view.of(AppRewardCoupon, operator)).to.deep.equal([]);
  });

  it("burns dust, and only dust", () => {
    const ledger = new WalletLedger().bootstrap();
    tap(ledger, alice, "0.001");
    tap(ledger, alice, "5");
    // dust is what is dust at both configuration states, which are up to two days old
    ledger.pass(3 * 24 * 60 * minute, 10 * minute);
    expect(ledger.view.of(Amulet, alice)).to.have.lengthOf(1);
    expect(unlocked(ledger, alice)).to.equal("5.0000000000");
  });

  it("has nothing to do when nothing is due", () => {
    const ledger = new WalletLedger().bootstrap();
    ledger.dsoWorks();
    tap(ledger, alice, "5");
    const steps = dsoSteps(
      ledger.view,
      ledger.networkState,
      ledger.network.amuletPrice,
      ledger.now,
    );
    expect(steps).to.deep.equal([]);
  });
});
