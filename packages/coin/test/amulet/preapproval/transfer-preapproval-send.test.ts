import { expect } from "chai";
import {
  AmuletRules_DevNet_FeatureApp,
  AppRewardCoupon,
  contextKeys,
  FeaturedAppActivityMarker,
  metadataKeys,
  OpenMiningRound,
  transferInstructionV1,
  TransferPreapproval,
  TransferPreapproval_Send,
  TransferPreapproval_SendV2,
} from "../../../src/index.js";
import {
  alice,
  archiveOf,
  bob,
  carol,
  cc,
  CoinLedger,
  coinsAsInputs,
  dso,
  int,
  provider,
} from "../../coin-fixture.js";
import { approved, lifetime } from "../../preapproval-fixture.js";

const feature = (ledger: CoinLedger, who: string): string =>
  ledger.exercise([who], AmuletRules_DevNet_FeatureApp, ledger.rules, { provider: who })
    .featuredAppRightCid;

describe("a one-step transfer", () => {
  const send = (ledger: CoinLedger, preapproval: string, by = alice, amount = "20") =>
    ledger.exercise([by], TransferPreapproval_Send, preapproval, {
      context: ledger.paymentContext(),
      inputs: coinsAsInputs(ledger, alice),
      amount: cc(amount),
      sender: by,
      description: "rent",
    });

  it("delivers at once, leaves the preapproval, and carries the description", () => {
    const { ledger, preapproval } = approved();
    const { result, meta } = send(ledger, preapproval);
    expect([ledger.balanceOf(alice), ledger.balanceOf(bob)]).to.deep.equal([
      "30.0000000000",
      "20.0000000000",
    ]);
    expect(result.meta).to.equal(undefined);
    expect(Object.fromEntries(meta?.values ?? [])).to.deep.equal({
      [metadataKeys.txKind]: "transfer",
      [metadataKeys.sender]: alice,
      [metadataKeys.reason]: "rent",
    });
    expect(ledger.active(TransferPreapproval)).to.have.lengthOf(1);
    expect(ledger.reasonOf(() => send(ledger, preapproval))).to.equal("accepted");
    expect(ledger.balanceOf(bob)).to.equal("40.0000000000");
  });

  const table: ReadonlyArray<readonly [string, number, string, string, string]> = [
    ["in its last moment", lifetime - 1, alice, "20", "accepted"],
    ["when it has expired", lifetime, alice, "20", "deadline-exceeded"],
    ["of nothing", 0, alice, "0", "Amount is positive"],
    ["of more than there is", 0, alice, "50.0000000001", "insufficient-funds"],
    ["of somebody else's coins", 0, carol, "20", "Contract group identifier mismatch"],
  ];
  for (const [name, after, by, amount, outcome] of table) {
    it(`over a preapproval ${name}: ${outcome}`, () => {
      const { ledger, preapproval } = approved();
      ledger.pass(after);
      expect(ledger.reasonOf(() => send(ledger, preapproval, by, amount))).to.equal(outcome);
      expect(ledger.balanceOf(bob)).to.equal(
        outcome === "accepted" ? "20.0000000000" : "0.0000000000",
      );
    });
  }

  it("does not look at when the preapproval begins", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "50");
    const later = ledger.create([dso, bob, provider], TransferPreapproval, {
      dso,
      receiver: bob,
      provider,
      validFrom: BigInt(ledger.now + 1),
      lastRenewedAt: BigInt(ledger.now + 1),
      expiresAt: BigInt(ledger.now + 2),
    });
    expect(ledger.reasonOf(() => send(ledger, later))).to.equal("accepted");
  });

  it("leaves a featured provider a marker, and no other one", () => {
    const { ledger, preapproval } = approved();
    const sendAs = (featuredAppRight: string | undefined) =>
      ledger.exercise([alice], TransferPreapproval_Send, preapproval, {
        context: ledger.paymentContext({ featuredAppRight }),
        inputs: coinsAsInputs(ledger, alice),
        amount: cc("1"),
        sender: alice,
        description: "tea",
      });
    expect(sendAs(undefined).meta?.values.get(metadataKeys.reason)).to.equal("tea");
    expect(ledger.active(FeaturedAppActivityMarker)).to.deep.equal([]);
    sendAs(feature(ledger, provider));
    expect(ledger.active(FeaturedAppActivityMarker).map(({ payload }) => payload)).to.deep.equal([
      { dso, provider, beneficiary: provider, weight: cc("1") },
    ]);
    expect(ledger.active(AppRewardCoupon)).to.deep.equal([]);
    const another = feature(ledger, carol);
    expect(ledger.reasonOf(() => sendAs(another))).to.equal("Contract mismatch");
  });

  it("leaves a featured provider a marker where the transfer outlives rounds", () => {
    const { ledger, preapproval } = approved();
    const sendAs = (featuredAppRight: string | undefined) =>
      ledger.exercise([alice], TransferPreapproval_SendV2, preapproval, {
        context: { externalPartyConfigState: ledger.configState, featuredAppRight },
        inputs: coinsAsInputs(ledger, alice),
        amount: cc("1"),
        sender: alice,
        description: "tea",
      });
    expect(sendAs(undefined).meta.values.get(metadataKeys.reason)).to.equal("tea");
    expect(ledger.active(FeaturedAppActivityMarker)).to.deep.equal([]);
    sendAs(feature(ledger, provider));
    expect(ledger.active(FeaturedAppActivityMarker).map(({ payload }) => payload)).to.deep.equal([
      { dso, provider, beneficiary: provider, weight: cc("1") },
    ]);
    expect(ledger.active(AppRewardCoupon)).to.deep.equal([]);
    const another = feature(ledger, carol);
    expect(ledger.reasonOf(() => sendAs(another))).to.equal("Contract mismatch");
  });

  it("outlives its round", () => {
    const { ledger, preapproval } = approved();
    const { configState } = ledger;
    ledger.submit([dso], [archiveOf(OpenMiningRound, ledger.round)]);
    const sent = ledger.exercise([alice], TransferPreapproval_SendV2, preapproval, {
      context: { externalPartyConfigState: configState, featuredAppRight: undefined },
      inputs: coinsAsInputs(ledger, alice),
      amount: cc("1"),
      sender: alice,
      description: undefined,
    });
    expect(sent.result.round).to.deep.equal({ number: 0n });
    expect(ledger.balanceOf(bob)).to.equal("1.0000000000");
  });

  it("mints nothing where it outlives rounds", () => {
    const { ledger, preapproval } = approved();
    const value = ledger.create([dso], AppRewardCoupon, {
      dso,
      provider: alice,
      featured: true,
      amount: cc("1"),
      round: { number: int(0) },
      beneficiary: undefined,
    });
    const attempt = () =>
      ledger.exercise([alice], TransferPreapproval_SendV2, preapproval, {
        context: { externalPartyConfigState: ledger.configState, featuredAppRight: undefined },
        inputs: [{ tag: "InputAppRewardCoupon", value }],
        amount: cc("1"),
        sender: alice,
        description: undefined,
      });
    expect(ledger.reasonOf(attempt)).to.equal(
      "TransferContext did not contain issuing mining round found for Round {number = 0}",
    );
  });

  describe("through the factory", () => {
    const { TransferFactory_Transfer } = transferInstructionV1;
    const transferTo = (
      ledger: CoinLedger,
      receiver: string,
      context: Parameters<CoinLedger["extraArgs"]>[0],
      readAs: ReadonlyArray<string> = [dso],
      disclosed: ReadonlyArray<string> = [],
    ) =>
      ledger.exercise(
        [alice],
        TransferFactory_Transfer,
        ledger.externalRules,
        {
          expectedAdmin: dso,
          transfer: ledger.transferOf(alice, receiver, "20", {
            meta: { values: new Map([[metadataKeys.reason, "rent"]]) },
          }),
          extraArgs: ledger.extraArgs(context),
        },
        { readAs, disclosed },
      );

    it("needs no acceptance when the context names the receiver's preapproval", () => {
      const { ledger, preapproval } = approved();
      const right = feature(ledger, provider);
      const { output, senderChangeCids, meta } = transferTo(ledger, bob, {
        [contextKeys.transferPreapproval]: preapproval,
        [contextKeys.featuredAppRight]: right,
      });
      expect(output).to.deep.equal({
        tag: "TransferInstructionResult_Completed",
        value: { receiverHoldingCids: ledger.coinsOf(bob) },
      });
      expect(senderChangeCids).to.deep.equal(ledger.coinsOf(alice));
      expect(Object.fromEntries(meta.values)).to.deep.equal({
        [metadataKeys.txKind]: "transfer",
        [metadataKeys.sender]: alice,
        [metadataKeys.reason]: "rent",
      });
      expect(ledger.active(FeaturedAppActivityMarker)).to.have.lengthOf(1);
    });

    it("works with what the registry discloses, without reading as the DSO", () => {
      const { ledger, preapproval } = approved();
      const context = { [contextKeys.transferPreapproval]: preapproval };
      const needed = [ledger.externalRules, ledger.configState, preapproval];
      const attempt = (disclosed: ReadonlyArray<string>) =>
        ledger.reasonOf(() => transferTo(ledger, bob, context, [], disclosed));
      for (const missing of needed)
        expect(attempt(needed.filter((each) => each !== missing))).to.equal("CONTRACT_NOT_FOUND");
      expect(attempt(needed)).to.equal("accepted");
    });

    it("refuses someone else's preapproval and one that is none", () => {
      const { ledger, preapproval } = approved();
      const context = { [contextKeys.transferPreapproval]: preapproval };
      expect(ledger.reasonOf(() => transferTo(ledger, carol, context))).to.equal(
        "Contract group identifier mismatch",
      );
      const wrong = { [contextKeys.transferPreapproval]: ledger.round };
      expect(ledger.reasonOf(() => transferTo(ledger, bob, wrong))).to.equal(
        "WRONGLY_TYPED_CONTRACT",
      );
      const flag = { [contextKeys.transferPreapproval]: true };
      expect(ledger.reasonOf(() => transferTo(ledger, bob, flag))).to.equal(
        "Failed to decode context value for 'transfer-preapproval'",
      );
    });
  });
});
