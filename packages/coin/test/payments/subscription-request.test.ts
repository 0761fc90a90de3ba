import { expect } from "chai";
import {
  LockedAmulet,
  Subscription,
  SubscriptionIdleState,
  SubscriptionInitialPayment,
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
  SubscriptionRequest_Reject,
} from "../../src/index.js";
import {
  SubscriptionInitialPayment_Collect,
  SubscriptionInitialPayment_Expire,
  SubscriptionInitialPayment_Reject,
} from "../../src/payments/subscription-initial-payment.js";
import type { SubscriptionPayData } from "../../src/payments/subscription-data.js";
import { SubscriptionRequest_Withdraw } from "../../src/payments/subscription-request.js";
import { TerminatedSubscription } from "../../src/payments/subscription.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  day,
  dso,
  minute,
  provider,
  validator,
} from "../coin-fixture.js";
import { int } from "../int-values.js";
import {
  accept,
  appContext,
  firstPaid,
  parties,
  payData,
  payment,
  requested,
  running,
  subscriptionData,
} from "../subscription-fixture.js";
import { hints, itEndsOnce } from "./locked-payment-endings.js";

const refusedTo = "DAML_AUTHORIZATION_ERROR";

describe("a request to subscribe", () => {
  const impossible: ReadonlyArray<readonly [string, Partial<SubscriptionPayData>]> = [
    ["an amount", { paymentAmount: { amount: cc("0"), unit: "AmuletUnit" } }],
    ["an interval", { paymentInterval: { microseconds: int(0n) } }],
    ["a duration", { paymentDuration: { microseconds: int(0n) } }],
    ["a duration that is not negative", { paymentDuration: { microseconds: int(-1n) } }],
  ];
  for (const [name, changes] of impossible) {
    it(`needs ${name}`, () => {
      const ledger = new CoinLedger();
      const create = () =>
        ledger.create(parties, SubscriptionRequest, {
          subscriptionData,
          payData: { ...payData, ...changes },
        });
      expect(ledger.reasonOf(create)).to.equal("PreconditionFailed");
    });
  }

  it("is signed by sender, receiver and provider", () => {
    const ledger = new CoinLedger();
    for (const missing of parties) {
      const others = parties.filter((party) => party !== missing);
      const create = () =>
        ledger.create(others, SubscriptionRequest, { subscriptionData, payData });
      expect(ledger.reasonOf(create)).to.equal(refusedTo);
    }
  });

  it("when accepted locks the first payment for provider and receiver", () => {
    const { ledger, request, first, senderChange } = firstPaid();
    expect(ledger.coinsOf(alice)).to.deep.equal([senderChange]);
    expect(ledger.balanceOf(alice)).to.equal("90.0000000000");
    const [locked] = ledger.active(LockedAmulet);
    expect(locked?.payload.lock).to.deep.equal({
      holders: [bob, provider].sort(),
      // the round closes in 20 minutes, a tick is 10
      expiresAt: BigInt(ledger.now + 20 * minute),
      optContext: "amulet-subscription: a paper every month",
    });
    expect(ledger.active(SubscriptionInitialPayment)).to.deep.equal([
      {
        contractId: first,
        payload: {
          subscriptionData,
          payData,
          targetAmount: cc("10"),
          lockedAmulet: locked?.contractId,
          round: { number: 0n },
          reference: request,
        },
      },
    ]);
    expect(ledger.active(SubscriptionRequest)).to.deep.equal([]);
  });

  it("locks at least for a tick when the round is about to close", () => {
    const { ledger, request } = requested();
    ledger.pass(15 * minute);
    accept(ledger, request);
    expect(ledger.active(LockedAmulet)[0]?.payload.lock.expiresAt).to.equal(
      BigInt(ledger.now + 10 * minute),
    );
  });

  it("turns USD into CC at the price of the round", () => {
    const { ledger, request } = requested(
      { paymentAmount: { amount: cc("3"), unit: "USDUnit" } },
      { price: "0.07" },
    );
    accept(ledger, request);
    expect(ledger.lockedBalanceOf(alice)).to.equal("42.8571428571");
  });

  const acceptances: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [[alice], refusedTo],
    [[validator], refusedTo],
    [[bob, validator], refusedTo],
    [[alice, validator], "accepted"],
  ];
  for (const [by, outcome] of acceptances) {
    it(`answers acceptance by ${hints(by)} with ${outcome}`, () => {
      const { ledger, request } = requested();
      const attempt = () => accept(ledger, request, by);
      expect(ledger.reasonOf(attempt)).to.be.oneOf(
        outcome === refusedTo ? [refusedTo, "CONTRACT_NOT_FOUND"] : [outcome],
      );
      expect(ledger.active(SubscriptionInitialPayment)).to.have.lengthOf(
        outcome === "accepted" ? 1 : 0,
      );
    });
  }

  it("is not accepted with too little, nor in a unit that is none", () => {
    const poor = requested({ paymentAmount: { amount: cc("100.1"), unit: "AmuletUnit" } });
    expect(poor.ledger.reasonOf(() => accept(poor.ledger, poor.request))).to.equal(
      "insufficient-funds",
    );
    const odd = requested({ paymentAmount: { amount: cc("1"), unit: "ExtUnit" } });
    expect(odd.ledger.reasonOf(() => accept(odd.ledger, odd.request))).to.equal("ExtUnit");
  });

  const ends = [
    [SubscriptionRequest_Reject, alice, "accepted"],
    [SubscriptionRequest_Reject, bob, refusedTo],
    [SubscriptionRequest_Reject, provider, refusedTo],
    [SubscriptionRequest_Withdraw, bob, "accepted"],
    [SubscriptionRequest_Withdraw, alice, refusedTo],
    [SubscriptionRequest_Withdraw, provider, refusedTo],
  ] as const;
  for (const [choice, by, outcome] of ends) {
    it(`answers ${choice.name} by ${hints([by])} with ${outcome}`, () => {
      const { ledger, request } = requested();
      expect(ledger.reasonOf(() => ledger.exercise([by], choice, request, {}))).to.equal(outcome);
      if (outcome !== "accepted") return;
      expect(ledger.active(TerminatedSubscription).map(({ payload }) => payload)).to.deep.equal([
        { subscriptionData, reference: request },
      ]);
      expect(ledger.reasonOf(() => accept(ledger, request))).to.equal("CONTRACT_NOT_FOUND");
    });
  }
});

describe("the first payment of a subscription", () => {
  const { reject, expire, collect } = {
    collect: (ledger: CoinLedger, first: string, by: ReadonlyArray<string> = parties) =>
      ledger.exercise(by, SubscriptionInitialPayment_Collect, first, {
        transferContext: appContext(ledger),
      }),
    reject: (ledger: CoinLedger, first: string, by = bob) =>
      ledger.exercise([by], SubscriptionInitialPayment_Reject, first, {
        transferContext: appContext(ledger),
      }),
    expire: (ledger: CoinLedger, first: string, actor = alice, by = actor) =>
      ledger.exercise(
        [by],
        SubscriptionInitialPayment_Expire,
        first,
        { actor, transferContext: appContext(ledger) },
        { readAs: [dso, alice] },
      ),
  };

  it("when collected begins the subscription, the next one due in an interval", () => {
    const { ledger, request, subscription, idle, begun, amulet } = running();
    expect(ledger.coinsOf(bob)).to.deep.equal([amulet]);
    expect(ledger.balanceOf(bob)).to.equal("10.0000000000");
    expect(ledger.lockedBalanceOf(alice)).to.equal("0.0000000000");
    expect(ledger.active(Subscription)).to.deep.equal([
      { contractId: subscription, payload: { subscriptionData, reference: request } },
    ]);
    expect(ledger.active(SubscriptionIdleState)).to.deep.equal([
      {
        contractId: idle,
        payload: {
          subscription,
          subscriptionData,
          payData,
          nextPaymentDueAt: BigInt(begun + 30 * day),
          reference: request,
        },
      },
    ]);
  });

  it("is due from when it was collected, not from when it was made", () => {
    const { ledger, first } = firstPaid();
    ledger.pass(19 * minute);
    collect(ledger, first);
    expect(ledger.active(SubscriptionIdleState)[0]?.payload.nextPaymentDueAt).to.equal(
      BigInt(ledger.now + 30 * day),
    );
  });

  itEndsOnce({
    made: () => {
      const { ledger, first } = firstPaid();
      const expectGivenBack = (isBack: boolean): void => {
        expect(ledger.balanceOf(alice)).to.equal(isBack ? "100.0000000000" : "90.0000000000");
        expect(ledger.active(TerminatedSubscription)).to.have.lengthOf(isBack ? 1 : 0);
      };
      return { ledger, payment: first, expectGivenBack };
    },
    collect,
    reject,
    expire,
  });

  it("is collected in its own round only", () => {
    const { ledger, first } = firstPaid();
    ledger.openRound(1n);
    expect(ledger.reasonOf(() => collect(ledger, first))).to.equal(
      "Round at subscription request 0 matches round at collection 1",
    );
    expect(ledger.active(SubscriptionInitialPayment)).to.have.lengthOf(1);
  });

  it("is not collected when the next one would be due after the end of time", () => {
    const paymentInterval = { microseconds: int(2n ** 63n - 1n) };
    const { ledger, first } = firstPaid({ paymentInterval });
    expect(ledger.reasonOf(() => collect(ledger, first))).to.equal(
      "ArithmeticError while evaluating (ADD_INT64 1767225600000000 9223372036854775807).",
    );
  });

  it("may go through a wallet that the sender provides for itself", () => {
    const { ledger, request } = requested();
    const argument = { ...payment(ledger), walletProvider: alice };
    ledger.exercise([alice], SubscriptionRequest_AcceptAndMakePayment, request, argument);
    expect(ledger.active(SubscriptionInitialPayment)).to.have.lengthOf(1);
  });
});
