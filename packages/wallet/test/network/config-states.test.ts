import { expect } from "chai";
import type { NetworkState } from "../../src/treasury/network-state.js";
import { renewConfigStates } from "../../src/network/config-states.js";
import { exercised } from "../held-contracts.js";
import { dso, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const [older, newer] = network.externalPartyConfigStates;
const over = Number(older?.payload.targetArchiveAfter ?? 0n);

describe("the renewal of configuration states", () => {
  it("replaces the older state once its time is over", () => {
    expect(renewConfigStates(network, over - 1)).to.deep.equal([]);
    const steps = renewConfigStates(network, over);
    const [round0Cid, round1Cid, round2Cid] = network.openRounds.map((it) => it.contractId);
    expect(exercised(steps)).to.deep.equal([
      {
        choice: "AmuletRules_UpdateExternalPartyConfigStates",
        contractId: network.amuletRules,
        argument: {
          externalPartyConfigStateCid0: older?.contractId,
          externalPartyConfigStateCid1: newer?.contractId,
          openMiningRoundTriple: { round0Cid, round1Cid, round2Cid },
        },
      },
    ]);
    expect(steps[0]?.actAs).to.deep.equal([dso]);
    expect(steps[0]?.commandId).to.equal(`renew-config-states/${older?.contractId}`);
  });

  it("needs two states and three rounds", () => {
    const states = network.externalPartyConfigStates.slice(0, 1);
    const lacking: ReadonlyArray<NetworkState> = [
      { ...network, externalPartyConfigStates: states },
      { ...network, openRounds: network.openRounds.slice(0, 2) },
    ];
    for (const state of lacking) expect(renewConfigStates(state, over)).to.deep.equal([]);
  });

  it("takes effect: the new state is the newer one, and there are two again", () => {
    const ledger = new WalletLedger().bootstrap();
    ledger.now = over;
    for (const step of renewConfigStates(ledger.networkState, over)) ledger.run(step);
    const [first, second] = ledger.networkState.externalPartyConfigStates;
    expect(first?.payload.targetArchiveAfter).to.equal(newer?.payload.targetArchiveAfter);
    expect(ledger.networkState.externalPartyConfigStates).to.have.lengthOf(2);
    expect(Number(second?.payload.targetArchiveAfter)).to.be.above(over);
    expect(renewConfigStates(ledger.networkState, over)).to.deep.equal([]);
  });
});
