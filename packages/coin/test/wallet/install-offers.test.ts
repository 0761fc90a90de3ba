import { expect } from "chai";
import {
  AcceptedTransferOffer,
  AppPaymentRequest,
  BuyTrafficRequest,
  FeaturedAppRight,
  SubscriptionRequest,
  TransferOffer,
  WalletAppInstall,
} from "../../src/index.js";
import { TerminatedAppPayment } from "../../src/payments/app-payment.js";
import { TerminatedSubscription } from "../../src/payments/subscription.js";
import {
  WalletAppInstall_AcceptedTransferOffer_Abort,
  WalletAppInstall_AcceptedTransferOffer_Expire,
  WalletAppInstall_AcceptedTransferOffer_Withdraw,
  WalletAppInstall_CreateTransferOffer,
  WalletAppInstall_TransferOffer_Accept,
  WalletAppInstall_TransferOffer_Expire,
  WalletAppInstall_TransferOffer_Reject,
  WalletAppInstall_TransferOffer_Withdraw,
} from "../../src/wallet/install-offers.js";
import {
  WalletAppInstall_AppPaymentRequest_Expire,
  WalletAppInstall_AppPaymentRequest_Reject,
  WalletAppInstall_SubscriptionRequest_Reject,
} from "../../src/wallet/install-payments.js";
import {
  WalletAppInstall_BuyTrafficRequest_Cancel,
  WalletAppInstall_BuyTrafficRequest_Expire,
  WalletAppInstall_CreateBuyTrafficRequest,
} from "../../src/wallet/install-traffic.js";
import {
  WalletAppInstall_FeaturedAppRights_Cancel,
  WalletAppInstall_FeaturedAppRights_SelfGrant,
} from "../../src/wallet/install-featured.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  dso,
  int,
  minute,
  provider,
  synchronizerId,
  validator,
} from "../coin-fixture.js";

const set = () => {
  const ledger = new CoinLedger();
  const [alices, bobs] = [alice, bob].map((endUserParty) =>
    ledger.create([endUserParty, validator], WalletAppInstall, {
      dsoParty: dso,
      validatorParty: validator,
      endUserName: endUserParty,
      endUserParty,
    }),
  );
  return { ledger, alices: alices ?? "", bobs: bobs ?? "" };
};

const by = [validator];
const seen = { readAs: [dso, alice, bob] };
const tracking = { trackingId: "t", sender: alice, receiver: bob };

/** An offer of alice to bob for a minute. */
const offered = () => {
  const both = set();
  const { ledger, alices } = both;
  const { transferOffer } = ledger.exercise(by, WalletAppInstall_CreateTransferOffer, alices, {
    receiver: bob,
    amount: { amount: cc("1"), unit: "AmuletUnit" },
    description: "lunch",
    expiresAt: BigInt(ledger.now + minute),
    trackingId: "t",
  });
  return { ...both, cid: transferOffer };
};

const accepted = () => {
  const { ledger, alices, bobs, cid } = offered();
  const { acceptedTransferOffer } = ledger.exercise(
    by,
    WalletAppInstall_TransferOffer_Accept,
    bobs,
    { cid },
    seen,
  );
  return { ledger, alices, bobs, cid: acceptedTransferOffer };
};

describe("an offer through the wallets", () => {
  it("is the user's, of the network of its wallet", () => {
    const { ledger } = offered();
    const [{ payload } = { payload: undefined }] = ledger.active(TransferOffer);
    expect(payload).to.deep.include({ ...tracking, dso, description: "lunch" });
  });

  it("is accepted, and then aborted, withdrawn or expired", () => {
    const first = accepted();
    expect(first.ledger.active(AcceptedTransferOffer)).to.have.lengthOf(1);
    const argument = { cid: first.cid, reason: "out of funds" };
    expect(
      first.ledger.exercise(
        by,
        WalletAppInstall_AcceptedTransferOffer_Abort,
        first.alices,
        argument,
        seen,
      ),
    ).to.deep.equal({ trackingInfo: tracking });
    const second = accepted();
    expect(
      second.ledger.exercise(
        by,
        WalletAppInstall_AcceptedTransferOffer_Withdraw,
        second.bobs,
        { cid: second.cid, reason: "no longer" },
        seen,
      ),
    ).to.deep.equal({ trackingInfo: tracking });
    const third = accepted();
    third.ledger.pass(minute);
    expect(
      third.ledger.exercise(
        by,
        WalletAppInstall_AcceptedTransferOffer_Expire,
        third.bobs,
        { cid: third.cid },
        seen,
      ),
    ).to.deep.equal({ trackingInfo: tracking });
  });

  it("is rejected, withdrawn or expired", () => {
    const first = offered();
    const rejection = [by, WalletAppInstall_TransferOffer_Reject] as const;
    first.ledger.exercise(...rejection, first.bobs, { cid: first.cid }, seen);
    const second = offered();
    second.ledger.exercise(
      by,
      WalletAppInstall_TransferOffer_Withdraw,
      second.alices,
      { cid: second.cid, reason: "changed my mind" },
      seen,
    );
    const third = offered();
    const expire = () =>
      third.ledger.exercise(
        by,
        WalletAppInstall_TransferOffer_Expire,
        third.bobs,
        { cid: third.cid },
        seen,
      );
    expect(third.ledger.reasonOf(expire)).to.equal("Contract has expired");
    third.ledger.pass(minute);
    expire();
    for (const { ledger } of [first, second, third])
      expect(ledger.active(TransferOffer)).to.deep.equal([]);
  });
});

describe("requests through the wallet", () => {
  const appPayment = (ledger: CoinLedger) =>
    ledger.create([alice, bob, provider], AppPaymentRequest, {
      sender: alice,
      receiverAmounts: [{ receiver: bob, amount: { amount: cc("4"), unit: "AmuletUnit" } }],
      provider,
      dso,
      expiresAt: BigInt(ledger.now + minute),
      description: "",
    });

  it("of apps are rejected, or removed after their time", () => {
    const { ledger, alices } = set();
    const rejected = { cid: appPayment(ledger) };
    ledger.exercise(by, WalletAppInstall_AppPaymentRequest_Reject, alices, rejected, seen);
    const expired = { cid: appPayment(ledger) };
    ledger.pass(minute);
    ledger.exercise(by, WalletAppInstall_AppPaymentRequest_Expire, alices, expired, seen);
    expect(ledger.active(TerminatedAppPayment)).to.have.lengthOf(2);
  });

  it("to subscribe are rejected", () => {
    const { ledger, alices } = set();
    const cid = ledger.create([alice, bob, provider], SubscriptionRequest, {
      subscriptionData: { sender: alice, receiver: bob, provider, dso, description: "" },
      payData: {
        paymentAmount: { amount: cc("1"), unit: "AmuletUnit" },
        paymentInterval: { microseconds: int(minute) },
        paymentDuration: { microseconds: int(minute) },
      },
    });
    ledger.exercise(by, WalletAppInstall_SubscriptionRequest_Reject, alices, { cid }, seen);
    expect(ledger.active(TerminatedSubscription)).to.have.lengthOf(1);
  });

  it("to buy traffic are created, cancelled, or expired", () => {
    const { ledger, alices } = set();
    const request = () =>
      ledger.exercise(by, WalletAppInstall_CreateBuyTrafficRequest, alices, {
        memberId: "PAR::node",
        synchronizerId,
        migrationId: int(0),
        trafficAmount: int(200_000),
        expiresAt: BigInt(ledger.now + minute),
        trackingId: "t",
      }).buyTrafficRequest;
    const first = request();
    expect(ledger.active(BuyTrafficRequest)[0]?.payload).to.include({ dso, endUserParty: alice });
    const ended = { trackingInfo: { trackingId: "t", endUserParty: alice } };
    expect(
      ledger.exercise(
        by,
        WalletAppInstall_BuyTrafficRequest_Cancel,
        alices,
        { requestCid: first, reason: "out of funds" },
        seen,
      ),
    ).to.deep.equal(ended);
    const second = { requestCid: request() };
    ledger.pass(minute);
    expect(
      ledger.exercise(by, WalletAppInstall_BuyTrafficRequest_Expire, alices, second, seen),
    ).to.deep.equal(ended);
  });

  it("to be featured are granted on development networks, and the right is cancelled", () => {
    const { ledger, alices } = set();
    const { featuredAppRight } = ledger.exercise(
      by,
      WalletAppInstall_FeaturedAppRights_SelfGrant,
      alices,
      { amuletRulesCid: ledger.rules },
    );
    expect(ledger.active(FeaturedAppRight)[0]?.payload).to.deep.equal({ dso, provider: alice });
    const cancelled = { cid: featuredAppRight };
    ledger.exercise(by, WalletAppInstall_FeaturedAppRights_Cancel, alices, cancelled, seen);
    expect(ledger.active(FeaturedAppRight)).to.deep.equal([]);
  });
});
