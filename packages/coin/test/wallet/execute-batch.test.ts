import { expect } from "chai";
import {
  AmuletRules_DevNet_FeatureApp,
  AppPaymentRequest,
  FeaturedAppActivityMarker,
  BuyTrafficRequest,
  MemberTraffic,
  neverToppedUp,
  SubscriptionIdleState,
  SubscriptionRequest,
  TransferOffer,
  TransferOffer_Accept,
  TransferPreapproval,
  TransferPreapprovalProposal,
  ValidatorTopUpState,
  WalletAppInstall,
} from "../../src/index.js";
import type { AmuletOperation } from "../../src/wallet/amulet-operation.js";
import { ExternalPartySetupProposal } from "../../src/amulet/preapproval/external-party-setup.js";
import { SubscriptionInitialPayment_Collect } from "../../src/payments/subscription-initial-payment.js";
import { WalletAppInstall_ExecuteBatch } from "../../src/wallet/execute-batch.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  type CoinLedgerOptions,
  coinsAsInputs,
  day,
  dso,
  int,
  minute,
  provider,
  synchronizerId,
  validator,
} from "../coin-fixture.js";

/** A ledger with the wallets of alice and of the operator itself. */
const wallets = (options?: CoinLedgerOptions) => {
  const ledger = new CoinLedger(options);
  const install = (endUserParty: string) =>
    ledger.create([endUserParty, validator], WalletAppInstall, {
      dsoParty: dso,
      validatorParty: validator,
      endUserName: endUserParty.split("::")[0] ?? "",
      endUserParty,
    });
  const installs = new Map([alice, validator].map((user) => [user, install(user)]));
  /** The operator carries out a batch with all coins of a user. */
  const batch = (
    user: string,
    operations: ReadonlyArray<AmuletOperation>,
    inputs = coinsAsInputs(ledger, user),
  ) =>
    ledger.run(
      [validator],
      WalletAppInstall_ExecuteBatch,
      installs.get(user) ?? "",
      { context: ledger.paymentContext(), inputs, operations },
      { readAs: [dso, alice, bob] },
    );
  return { ledger, batch };
};

const merge: AmuletOperation = { tag: "CO_MergeTransferInputs", value: {} };
const tap = (amount: string): AmuletOperation => ({
  tag: "CO_Tap",
  value: { tapAmount: cc(amount) },
});

const acceptedOffer = (ledger: CoinLedger, amount: string): AmuletOperation => {
  const offer = ledger.create([alice], TransferOffer, {
    sender: alice,
    receiver: bob,
    dso,
    amount: { amount: cc(amount), unit: "AmuletUnit" },
    description: "",
    expiresAt: BigInt(ledger.now + minute),
    trackingId: `offer of ${amount}`,
  });
  const { acceptedTransferOffer } = ledger.exercise([bob], TransferOffer_Accept, offer, {});
  return { tag: "CO_CompleteAcceptedTransfer", value: acceptedTransferOffer };
};

const preapproved = (ledger: CoinLedger, receiver: string): string =>
  ledger.create([dso, receiver, provider], TransferPreapproval, {
    dso,
    receiver,
    provider,
    validFrom: BigInt(ledger.now),
    lastRenewedAt: BigInt(ledger.now),
    expiresAt: BigInt(ledger.now + day),
  });

const sendTo = (transferPreapprovalCid: string, amount: string, right?: string) =>
  ({
    tag: "CO_TransferPreapprovalSend",
    value: {
      transferPreapprovalCid,
      providerFeaturedAppRightCid: right,
      amount: cc(amount),
      description: "lunch",
    },
  }) satisfies AmuletOperation;

const tagsOf = (outcomes: ReadonlyArray<{ readonly tag: string }>) =>
  outcomes.map(({ tag }) => tag);

describe("a batch of the operator for a user", () => {
  it("says whose wallet it was, and what each operation came to, in their order", () => {
    const { ledger, batch } = wallets();
    const { result } = batch(alice, [tap("10"), acceptedOffer(ledger, "3"), merge]);
    expect(result.endUserName).to.equal("alice");
    expect(result.optEndUserParty).to.equal(alice);
    expect(tagsOf(result.outcomes)).to.deep.equal([
      "COO_Tap",
      "COO_CompleteAcceptedTransfer",
      "COO_MergeTransferInputs",
    ]);
    expect([ledger.balanceOf(alice), ledger.balanceOf(bob)]).to.deep.equal([
      "7.0000000000",
      "3.0000000000",
    ]);
  });

  it("does nothing without operations", () => {
    const { ledger, batch } = wallets();
    ledger.tap(alice, "5");
    expect(batch(alice, []).result.outcomes).to.deep.equal([]);
    expect(ledger.balanceOf(alice)).to.equal("5.0000000000");
  });

  it("spends what was tapped in the same transaction in addition to the inputs", () => {
    const { ledger, batch } = wallets();
    ledger.tap(alice, "2");
    const { result } = batch(alice, [tap("1"), tap("1"), acceptedOffer(ledger, "4")]);
    expect(result.outcomes).to.have.lengthOf(3);
    expect(ledger.coinsOf(alice)).to.deep.equal([]);
    expect(ledger.balanceOf(bob)).to.equal("4.0000000000");
  });

  it("gives the change of one operation to the next, and the inputs to the first alone", () => {
    const { ledger, batch } = wallets();
    ledger.tap(alice, "6");
    ledger.tap(alice, "4");
    const payments = [acceptedOffer(ledger, "5"), acceptedOffer(ledger, "2")];
    const { result, event } = batch(alice, payments);
    const changes = result.outcomes.map((outcome) =>
      outcome.tag === "COO_CompleteAcceptedTransfer"
        ? outcome.value._1.senderChangeAmulet
        : undefined,
    );
    expect(ledger.coinsOf(alice)).to.deep.equal([changes[1]]);
    const archived = event.nodes.flatMap((node) =>
      node.kind === "exercise" && node.choice === "Archive" ? [node.contractId] : [],
    );
    expect(archived).to.include(changes[0]);
    expect(ledger.balanceOf(alice)).to.equal("3.0000000000");
  });

  it("leaves nothing for a second payment when the first takes all", () => {
    const { ledger, batch } = wallets();
    ledger.tap(alice, "5");
    const payments = [acceptedOffer(ledger, "5"), acceptedOffer(ledger, "1")];
    expect(ledger.reasonOf(() => batch(alice, payments))).to.equal("insufficient-funds");
    expect(ledger.balanceOf(alice)).to.equal("5.0000000000");
  });

  it("fails as a whole when one operation fails", () => {
    const { ledger, batch } = wallets();
    const payments = [tap("1"), acceptedOffer(ledger, "2"), merge];
    expect(ledger.reasonOf(() => batch(alice, payments))).to.equal("insufficient-funds");
    expect(ledger.coinsOf(alice)).to.deep.equal([]);
  });

  it("is the operator's alone", () => {
    const ledger = new CoinLedger();
    const payload = { dsoParty: dso, validatorParty: validator, endUserName: "a" };
    const cid = ledger.create([alice, validator], WalletAppInstall, {
      ...payload,
      endUserParty: alice,
    });
    const attempt = () =>
      ledger.exercise([alice], WalletAppInstall_ExecuteBatch, cid, {
        context: ledger.paymentContext(),
        inputs: [],
        operations: [tap("1")],
      });
    expect(ledger.reasonOf(attempt)).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("refuses unknown operations", () => {
    const { ledger, batch } = wallets();
    const none: AmuletOperation = { tag: "ExtAmuletOperation", value: { dummyUnitField: {} } };
    expect(ledger.reasonOf(() => batch(alice, [none]))).to.equal("ExtAmuletOperation");
  });

  it("taps on development networks only", () => {
    const { ledger, batch } = wallets({ isDevNet: false });
    expect(ledger.reasonOf(() => batch(alice, [tap("1")]))).to.equal("isDevNet flag is true");
  });
});

describe("payments in a batch", () => {
  it("pay what an app requests into a lock", () => {
    const { ledger, batch } = wallets();
    const request = ledger.create([alice, bob, provider], AppPaymentRequest, {
      sender: alice,
      receiverAmounts: [{ receiver: bob, amount: { amount: cc("4"), unit: "AmuletUnit" } }],
      provider,
      dso,
      expiresAt: BigInt(ledger.now + minute),
      description: "",
    });
    const { result } = batch(alice, [tap("10"), { tag: "CO_AppPayment", value: request }, merge]);
    expect(tagsOf(result.outcomes)[1]).to.equal("COO_AcceptedAppPayment");
    expect([ledger.balanceOf(alice), ledger.lockedBalanceOf(alice)]).to.deep.equal([
      "6.0000000000",
      "4.0000000000",
    ]);
  });

  it("make the first and the next payment of a subscription", () => {
    const { ledger, batch } = wallets();
    const request = ledger.create([alice, bob, provider], SubscriptionRequest, {
      subscriptionData: { sender: alice, receiver: bob, provider, dso, description: "" },
      payData: {
        paymentAmount: { amount: cc("1"), unit: "AmuletUnit" },
        paymentInterval: { microseconds: int(minute) },
        paymentDuration: { microseconds: int(minute) },
      },
    });
    const first = batch(alice, [
      tap("5"),
      { tag: "CO_SubscriptionAcceptAndMakeInitialPayment", value: request },
    ]).result.outcomes[1];
    if (first?.tag !== "COO_SubscriptionInitialPayment") throw new Error("no payment");
    ledger.exercise([alice, bob, provider], SubscriptionInitialPayment_Collect, first.value, {
      transferContext: {
        amuletRules: ledger.rules,
        openMiningRound: ledger.round,
        featuredAppRight: undefined,
      },
    });
    const [idle] = ledger.active(SubscriptionIdleState);
    const next = batch(alice, [
      { tag: "CO_SubscriptionMakePayment", value: idle?.contractId ?? "" },
      merge,
    ]).result;
    expect(tagsOf(next.outcomes)[0]).to.equal("COO_SubscriptionPayment");
    expect([ledger.balanceOf(alice), ledger.balanceOf(bob)]).to.deep.equal([
      "3.0000000000",
      "1.0000000000",
    ]);
  });

  it("buy the traffic a user has requested", () => {
    const { ledger, batch } = wallets();
    const trafficRequestCid = ledger.create([alice], BuyTrafficRequest, {
      dso,
      endUserParty: alice,
      expiresAt: BigInt(ledger.now + minute),
      trackingId: "t",
      trafficAmount: int(200_000),
      memberId: "PAR::node",
      synchronizerId,
      migrationId: int(0),
    });
    const { result } = batch(alice, [
      tap("40"),
      { tag: "CO_CompleteBuyTrafficRequest", value: { trafficRequestCid } },
    ]);
    const outcome = result.outcomes[1];
    if (outcome?.tag !== "COO_CompleteBuyTrafficRequest") throw new Error("nothing bought");
    expect(ledger.active(MemberTraffic).map(({ contractId }) => contractId)).to.deep.equal([
      outcome.value._1,
    ]);
    expect(outcome.value._2).to.deep.equal({ trackingId: "t", endUserParty: alice });
    expect(ledger.balanceOf(alice)).to.equal("6.6600000000");
  });
});

describe("preapprovals in a batch", () => {
  it("carry what a user sends, and reward the receiver's provider alone", () => {
    const { ledger, batch } = wallets();
    const { featuredAppRightCid } = ledger.exercise(
      [provider],
      AmuletRules_DevNet_FeatureApp,
      ledger.rules,
      { provider },
    );
    const preapproval = preapproved(ledger, bob);
    const { result } = batch(alice, [
      tap("5"),
      sendTo(preapproval, "2", featuredAppRightCid),
      sendTo(preapproval, "3"),
    ]);
    expect(tagsOf(result.outcomes).slice(1)).to.deep.equal([
      "COO_TransferPreapprovalSend",
      "COO_TransferPreapprovalSend",
    ]);
    expect(result.outcomes[2]?.value).to.equal(undefined);
    expect(ledger.balanceOf(bob)).to.equal("5.0000000000");
    const rewarded = ledger
      .active(FeaturedAppActivityMarker)
      .map(({ payload }) => payload.beneficiary);
    expect(rewarded).to.deep.equal([provider]);
  });

  it("are proposed, accepted and renewed by the operator's own wallet", () => {
    const { ledger, batch } = wallets();
    const proposal = ledger.create([carol], TransferPreapprovalProposal, {
      receiver: carol,
      provider: validator,
      expectedDso: dso,
    });
    const expiresAt = ledger.now + 90 * day;
    const { result } = batch(validator, [
      tap("10"),
      {
        tag: "CO_AcceptTransferPreapprovalProposal",
        value: { preapprovalProposalCid: proposal, expiresAt: BigInt(expiresAt) },
      },
      {
        tag: "CO_CreateExternalPartySetupProposal",
        value: { externalParty: bob, preapprovalExpiresAt: BigInt(expiresAt) },
      },
    ]);
    expect(ledger.active(ExternalPartySetupProposal)).to.have.lengthOf(1);
    expect(ledger.balanceOf(validator)).to.equal("5.0680000000");
    const made = result.outcomes[1];
    if (made?.tag !== "COO_AcceptTransferPreapprovalProposal") throw new Error("not accepted");
    const renewal: AmuletOperation = {
      tag: "CO_RenewTransferPreapproval",
      value: { previousApprovalCid: made.value, newExpiresAt: BigInt(expiresAt + day) },
    };
    expect(tagsOf(batch(validator, [renewal]).result.outcomes)).to.deep.equal([
      "COO_RenewTransferPreapproval",
    ]);
    expect(ledger.active(TransferPreapproval)[0]?.payload.expiresAt).to.equal(
      BigInt(expiresAt + day),
    );
  });

  it("are not paid for from a user's wallet", () => {
    const { ledger, batch } = wallets();
    const value = { externalParty: bob, preapprovalExpiresAt: BigInt(ledger.now + day) };
    const proposal: AmuletOperation = { tag: "CO_CreateExternalPartySetupProposal", value };
    const acceptance: AmuletOperation = {
      tag: "CO_AcceptTransferPreapprovalProposal",
      value: {
        preapprovalProposalCid: ledger.create([carol], TransferPreapprovalProposal, {
          receiver: carol,
          provider: validator,
          expectedDso: dso,
        }),
        expiresAt: BigInt(ledger.now + day),
      },
    };
    const reasons = [proposal, acceptance].map((operation) =>
      ledger.reasonOf(() => batch(alice, [tap("5"), operation])),
    );
    expect(reasons).to.deep.equal([
      "Only a validator can create a proposal to host an external party",
      "Only a validator can accept a proposal to create a transfer preapproval",
    ]);
  });
});

describe("a top-up in a batch", () => {
  const loop = {
    dso,
    validator,
    memberId: "PAR::node",
    synchronizerId,
    migrationId: int(0),
  };
  const buy = (topupStateCid: string | undefined, memberId = loop.memberId): AmuletOperation => ({
    tag: "CO_BuyMemberTraffic",
    value: {
      trafficAmount: int(200_000),
      memberId,
      synchronizerId,
      migrationId: int(0),
      minTopupInterval: { microseconds: int(minute) },
      topupStateCid,
    },
  });
  const set = (options?: CoinLedgerOptions) => {
    const { ledger, batch } = wallets(options);
    const state = ledger.create([validator], ValidatorTopUpState, neverToppedUp(loop));
    const stateNow = () => ledger.active(ValidatorTopUpState)[0];
    return { ledger, batch, state, stateNow };
  };

  it("taps exactly the cost on a development network, and leaves the coins alone", () => {
    const { ledger, batch, state, stateNow } = set();
    ledger.tap(validator, "100");
    const { result } = batch(validator, [buy(state)]);
    expect(tagsOf(result.outcomes)).to.deep.equal(["COO_BuyMemberTraffic"]);
    expect(ledger.balanceOf(validator)).to.equal("100.0000000000");
    expect(ledger.active(MemberTraffic)[0]?.payload.totalPurchased).to.equal(200_000n);
    expect(stateNow()?.payload).to.deep.equal({ ...loop, lastPurchasedAt: BigInt(ledger.now) });
  });

  it("pays from the inputs without a state, and elsewhere always", () => {
    const dev = set();
    dev.ledger.tap(validator, "100");
    dev.batch(validator, [buy(undefined)]);
    expect(dev.ledger.balanceOf(validator)).to.equal("66.6600000000");
    const main = set({ isDevNet: false });
    const attempt = () => main.batch(validator, [buy(main.state)]);
    expect(main.ledger.reasonOf(attempt)).to.equal("insufficient-funds");
  });

  it("is not done twice within the interval, nor twice from one state", () => {
    const { ledger, batch, state, stateNow } = set();
    batch(validator, [buy(state)]);
    expect(ledger.reasonOf(() => batch(validator, [buy(state)]))).to.equal("CONTRACT_NOT_FOUND");
    const again = () => batch(validator, [buy(stateNow()?.contractId)]);
    ledger.pass(minute - 1);
    expect(ledger.reasonOf(again)).to.equal("enough time has elapsed since the last topup");
    ledger.pass(1);
    again();
    expect(ledger.active(MemberTraffic)).to.have.lengthOf(2);
  });

  it("is not done on the state of another member, validator or network", () => {
    const { ledger, batch, state } = set();
    const stateOf = (other: typeof loop) =>
      ledger.create([other.validator], ValidatorTopUpState, neverToppedUp(other));
    const reasonOf = (operation: AmuletOperation) =>
      ledger.reasonOf(() => batch(validator, [operation]));
    expect(reasonOf(buy(state, "PAR::other"))).to.equal("Contract group identifier mismatch");
    expect(reasonOf(buy(stateOf({ ...loop, dso: bob })))).to.equal(
      "Contract group identifier mismatch",
    );
    expect(reasonOf(buy(stateOf({ ...loop, validator: alice })))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
  });
});
