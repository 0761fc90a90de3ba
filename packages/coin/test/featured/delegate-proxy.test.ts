import { expect } from "chai";
import {
  AmuletAllocation,
  AmuletRules_DevNet_FeatureApp,
  AmuletTransferInstruction,
  FeaturedAppActivityMarker,
} from "../../src/index.js";
import {
  DelegateProxy,
  DelegateProxy_Allocation_Withdraw,
  DelegateProxy_AllocationFactory_Allocate,
  DelegateProxy_TransferFactory_Transfer,
  DelegateProxy_TransferInstruction_Accept,
  DelegateProxy_TransferInstruction_Reject,
  DelegateProxy_TransferInstruction_Withdraw,
} from "../../src/featured/delegate-proxy.js";
import { coinLeg, settlementOf } from "../allocation-fixture.js";
import { alice, bob, carol, cc, CoinLedger, dso, provider } from "../coin-fixture.js";
import { callOf } from "../merge-fixture.js";

const reading = { readAs: [dso, provider, alice, bob] };
const feature = (ledger: CoinLedger, who: string): string =>
  ledger.exercise([who], AmuletRules_DevNet_FeatureApp, ledger.rules, { provider: who })
    .featuredAppRightCid;

/** The provider is featured; alice and bob are its delegates; alice has 100 CC. */
const proxied = () => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "100");
  const [ofAlice = "", ofBob = ""] = [alice, bob].map((delegate) =>
    ledger.create([provider], DelegateProxy, { provider, delegate }),
  );
  const right = feature(ledger, provider);
  const argumentOf = <A>(cid: string, choiceArg: A, featuredAppRightCid = right, weight = "1") => ({
    cid,
    proxyArg: {
      choiceArg,
      featuredAppRightCid,
      beneficiaries: [{ beneficiary: carol, weight: cc(weight) }],
    },
  });
  const offer = (by = alice, proxy = ofAlice, featuredAppRightCid = right, weight = "1") => {
    const { factoryCid, choiceArg } = callOf(ledger, ledger.transferOf(alice, bob, "30"));
    const argument = argumentOf(factoryCid, choiceArg, featuredAppRightCid, weight);
    return ledger.exercise([by], DelegateProxy_TransferFactory_Transfer, proxy, argument, reading);
  };
  return { ledger, ofAlice, ofBob, argumentOf, offer };
};

const marked = (ledger: CoinLedger) =>
  ledger
    .active(FeaturedAppActivityMarker)
    .map(({ payload: { beneficiary, weight } }) => [beneficiary, weight]);

describe("the proxy of a featured app's delegate", () => {
  it("begins a transfer and marks it for whom the delegate names", () => {
    const { ledger, offer } = proxied();
    const { choiceResult, markerResult } = offer();
    expect(choiceResult.output.tag).to.equal("TransferInstructionResult_Pending");
    expect(markerResult.activityMarkerCids).to.have.lengthOf(1);
    expect(marked(ledger)).to.deep.equal([[carol, cc("1")]]);
    expect(ledger.lockedBalanceOf(alice)).to.equal("30.0000000000");
  });

  const ends = [
    [DelegateProxy_TransferInstruction_Accept, bob, "Completed", "30.0000000000"],
    [DelegateProxy_TransferInstruction_Reject, bob, "Failed", "0.0000000000"],
    [DelegateProxy_TransferInstruction_Withdraw, alice, "Failed", "0.0000000000"],
  ] as const;
  for (const [choice, by, tag, received] of ends) {
    it(`ends a transfer: ${choice.name}`, () => {
      const { ledger, ofAlice, ofBob, argumentOf, offer } = proxied();
      offer();
      const cid = ledger.active(AmuletTransferInstruction)[0]?.contractId ?? "";
      const argument = argumentOf(cid, { extraArgs: ledger.extraArgs() });
      const end = (who: string) =>
        ledger.exercise([who], choice, who === alice ? ofAlice : ofBob, argument, reading);
      const other = by === alice ? bob : alice;
      expect(ledger.reasonOf(() => end(other))).to.equal("DAML_AUTHORIZATION_ERROR");
      expect(end(by).choiceResult.output.tag).to.equal(`TransferInstructionResult_${tag}`);
      expect(ledger.balanceOf(bob)).to.equal(received);
      expect(marked(ledger)).to.have.lengthOf(2);
      expect(ledger.reasonOf(() => end(by))).to.equal("CONTRACT_NOT_FOUND");
    });
  }

  it("reserves CC and takes it back", () => {
    const { ledger, ofAlice, argumentOf } = proxied();
    const allocation = {
      settlement: settlementOf(ledger),
      transferLegId: "leg",
      transferLeg: coinLeg(),
    };
    const allocate = argumentOf(ledger.externalRules, {
      expectedAdmin: dso,
      allocation,
      requestedAt: BigInt(ledger.now),
      inputHoldingCids: ledger.coinsOf(alice),
      extraArgs: ledger.extraArgs(),
    });
    const set = DelegateProxy_AllocationFactory_Allocate;
    ledger.exercise([alice], set, ofAlice, allocate, reading);
    const cid = ledger.active(AmuletAllocation)[0]?.contractId ?? "";
    const back = argumentOf(cid, { extraArgs: ledger.extraArgs() });
    ledger.exercise([alice], DelegateProxy_Allocation_Withdraw, ofAlice, back, reading);
    expect(ledger.balanceOf(alice)).to.equal("100.0000000000");
    expect(marked(ledger)).to.have.lengthOf(2);
  });

  it("is the delegate's, over the provider's right, for weights that add up to 1", () => {
    const { ledger, ofAlice, offer } = proxied();
    const own = feature(ledger, alice);
    const another = feature(ledger, carol);
    expect(ledger.reasonOf(() => offer(bob))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(() => offer(provider))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(() => offer(alice, ofAlice, own))).to.equal(
      "App right matches expected provider",
    );
    expect(ledger.reasonOf(() => offer(alice, ofAlice, another))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    expect(ledger.reasonOf(() => offer(alice, ofAlice, undefined, "0.9"))).to.equal(
      "Beneficiary weights add up to 1.0",
    );
  });
});
