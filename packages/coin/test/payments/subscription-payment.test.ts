import { expect } from "chai";
import {
  Subscription,
  SubscriptionIdleState,
  SubscriptionIdleState_CancelSubscription,
  SubscriptionIdleState_ExpireSubscription,
  SubscriptionPayment,
} from "../../src/index.js";
import { Subscription_Archive, TerminatedSubscription } from "../../src/payments/subscription.js";
import {
  SubscriptionPayment_Expire,
  SubscriptionPayment_Reject,
} from "../../src/payments/subscription-payment.js";
import {
  alice,
  bob,
  carol,
  cc,
  type CoinLedger,
  day,
  dso,
  provider,
  validator,
} from "../coin-fixture.js";
import {
  appContext,
  collect,
  parties,
  pay,
  payData,
  running,
  secondPaid,
  subscriptionData,
} from "../subscription-fixture.js";
import { hints, itEndsOnce } from "./locked-payment-endings.js";

const refusedTo = "DAML_AUTHORIZATION_ERROR";
const due = (ledger: CoinLedger) =>
  ledger.active(SubscriptionIdleState)[0]?.payload.nextPaymentDueAt;

describe("a subscription between two payments", () => {
  const times: ReadonlyArray<readonly [string, number, string]> = [
    ["at once", 0, "The next due date is close enough to make the next payment."],
    [
      "a microsecond before it may be paid",
      29 * day - 1,
      "The next due date is close enough to make the next payment.",
    ],
    ["a day before it is due", 29 * day, "accepted"],
    ["when it is due", 30 * day, "accepted"],
    ["years later, as long as nobody has ended it", 3_000 * day, "accepted"],
  ];
  for (const [name, after, outcome] of times) {
    it(`answers a payment ${name} with ${outcome}`, () => {
      const { ledger, idle } = running();
      ledger.pass(after);
      ledger.openRound(1n);
      expect(ledger.reasonOf(() => pay(ledger, idle))).to.equal(outcome);
      expect(ledger.active(SubscriptionPayment)).to.have.lengthOf(outcome === "accepted" ? 1 : 0);
    });
  }

  for (const by of [[alice], [validator], [bob, validator], [provider, validator]]) {
    it(`is not paid by ${hints(by)}`, () => {
      const { ledger, idle } = running();
      ledger.pass(30 * day);
      expect(ledger.reasonOf(() => pay(ledger, idle, by))).to.be.oneOf([
        refusedTo,
        "CONTRACT_NOT_FOUND",
      ]);
    });
  }

  it("is not paid with too little", () => {
    const { ledger, idle } = running({ paymentAmount: { amount: cc("60"), unit: "AmuletUnit" } });
    ledger.pass(30 * day);
    ledger.openRound(1n);
    expect(ledger.reasonOf(() => pay(ledger, idle))).to.equal("insufficient-funds");
  });

  const cancel = (ledger: CoinLedger, idle: string, by = alice) =>
    ledger.exercise([by], SubscriptionIdleState_CancelSubscription, idle, {});
  for (const [by, outcome] of [
    [alice, "accepted"],
    [bob, refusedTo],
    [provider, refusedTo],
  ] as const) {
    it(`answers cancelling by ${hints([by])} with ${outcome}`, () => {
      const { ledger, idle, request } = running();
      expect(ledger.reasonOf(() => cancel(ledger, idle, by))).to.equal(outcome);
      const isOver = outcome === "accepted";
      expect(ledger.active(Subscription)).to.have.lengthOf(isOver ? 0 : 1);
      expect(ledger.active(TerminatedSubscription).map(({ payload }) => payload)).to.deep.equal(
        isOver ? [{ subscriptionData, reference: request }] : [],
      );
    });
  }

  const lapse = (ledger: CoinLedger, idle: string, actor: string, by = actor) =>
    ledger.exercise(
      [by],
      SubscriptionIdleState_ExpireSubscription,
      idle,
      { actor },
      { readAs: [alice] },
    );
  const lapses: ReadonlyArray<
    readonly [actor: string, by: string, after: number, outcome: string]
  > = [
    [alice, alice, 30 * day + 1, "accepted"],
    [bob, bob, 30 * day + 1, "accepted"],
    [provider, provider, 30 * day + 1, "accepted"],
    [provider, provider, 30 * day, "Last subscription payment was missed"],
    [provider, provider, 0, "Last subscription payment was missed"],
    [carol, carol, 30 * day + 1, "Actor 'carol' is a signatory"],
    [dso, dso, 30 * day + 1, "Actor 'DSO' is a signatory"],
    [bob, carol, 30 * day + 1, refusedTo],
  ];
  for (const [actor, by, after, outcome] of lapses) {
    it(`answers its end for a missed payment, for ${hints([actor])} by ${hints([by])} after ${after} us, with ${outcome}`, () => {
      const { ledger, idle } = running();
      ledger.pass(after);
      expect(ledger.reasonOf(() => lapse(ledger, idle, actor, by))).to.equal(outcome);
      expect(ledger.active(TerminatedSubscription)).to.have.lengthOf(
        outcome === "accepted" ? 1 : 0,
      );
    });
  }

  const endings: ReadonlyArray<readonly [string, (ledger: CoinLedger, idle: string) => unknown]> = [
    ["paid", (ledger, idle) => pay(ledger, idle)],
    ["cancelled", (ledger, idle) => cancel(ledger, idle)],
    ["ended for a missed payment", (ledger, idle) => lapse(ledger, idle, bob)],
  ];
  for (const [name, end] of endings) {
    for (const [second, again] of endings) {
      it(`that was ${name} cannot be ${second} from the same state`, () => {
        const { ledger, idle } = running();
        ledger.pass(31 * day);
        ledger.openRound(1n);
        end(ledger, idle);
        expect(ledger.reasonOf(() => again(ledger, idle))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("ends with the will of all three, and then no payment can be made", () => {
    const { ledger, subscription, idle } = running();
    const archive = (by: ReadonlyArray<string>) =>
      ledger.exercise(by, Subscription_Archive, subscription, {});
    expect(ledger.reasonOf(() => archive([alice, bob]))).to.equal(refusedTo);
    archive(parties);
    ledger.pass(30 * day);
    ledger.openRound(1n);
    expect(ledger.reasonOf(() => pay(ledger, idle))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("belongs to the subscription it names and to no other", () => {
    const { ledger, request } = running();
    const other = ledger.create(parties, Subscription, {
      subscriptionData: { ...subscriptionData, description: "another paper" },
      reference: request,
    });
    const idle = ledger.create(parties, SubscriptionIdleState, {
      subscription: other,
      subscriptionData,
      payData,
      nextPaymentDueAt: BigInt(ledger.now),
      reference: request,
    });
    for (const attempt of [() => pay(ledger, idle), () => cancel(ledger, idle)])
      expect(ledger.reasonOf(attempt)).to.equal("Contract mismatch");
    ledger.pass(1);
    expect(ledger.reasonOf(() => lapse(ledger, idle, alice))).to.equal("Contract mismatch");
  });
});

describe("a later payment of a subscription", () => {
  const reject = (ledger: CoinLedger, later: string, by = bob) =>
    ledger.exercise([by], SubscriptionPayment_Reject, later, {
      transferContext: appContext(ledger),
    });
  const expire = (ledger: CoinLedger, later: string, actor = alice, by = actor) =>
    ledger.exercise(
      [by],
      SubscriptionPayment_Expire,
      later,
      { actor, transferContext: appContext(ledger) },
      { readAs: [dso, alice] },
    );

  it("remembers when it was due, and its round", () => {
    const { ledger, later, begun, subscription, request } = secondPaid();
    const [found] = ledger.active(SubscriptionPayment);
    expect(found?.contractId).to.equal(later);
    expect(found?.payload).to.deep.include({
      subscription,
      thisPaymentDueAt: BigInt(begun + 30 * day),
      targetAmount: cc("10"),
      round: { number: 1n },
      reference: request,
    });
    expect(ledger.active(SubscriptionIdleState)).to.deep.equal([]);
  });

  it("when collected is followed by one that is due an interval after it was, however late it was", () => {
    const { ledger, idle, begun } = running();
    ledger.pass(45 * day);
    ledger.openRound(1n);
    const { subscriptionPayment } = pay(ledger, idle);
    const { amulet } = collect(ledger, subscriptionPayment);
    expect(ledger.coinsOf(bob)).to.include(amulet);
    expect(ledger.balanceOf(bob)).to.equal("20.0000000000");
    expect(due(ledger)).to.equal(BigInt(begun + 60 * day));
  });

  it("is paid and collected as long as the sender has CC: 100 CC are ten payments", () => {
    const { ledger, begun } = running();
    for (let n = 2n; n <= 10n; n++) {
      ledger.pass(30 * day);
      ledger.openRound(n);
      const idle = ledger.active(SubscriptionIdleState)[0]?.contractId ?? "";
      collect(ledger, pay(ledger, idle).subscriptionPayment);
    }
    expect([ledger.balanceOf(alice), ledger.balanceOf(bob)]).to.deep.equal([
      "0.0000000000",
      "100.0000000000",
    ]);
    expect(due(ledger)).to.equal(BigInt(begun + 300 * day));
  });

  itEndsOnce({
    made: () => {
      const { ledger, later, begun } = secondPaid();
      const expectGivenBack = (isBack: boolean): void => {
        expect(due(ledger)).to.equal(isBack ? BigInt(begun + 30 * day) : undefined);
        expect(ledger.balanceOf(alice)).to.equal(isBack ? "90.0000000000" : "80.0000000000");
      };
      return { ledger, payment: later, expectGivenBack };
    },
    collect,
    reject,
    expire,
  });

  it("is collected in its own round only", () => {
    const { ledger, later } = secondPaid();
    ledger.openRound(2n);
    expect(ledger.reasonOf(() => collect(ledger, later))).to.equal(
      "Round at subscription payment 1 matches round at collection 2",
    );
  });

  it("is not made, collected or given back once the subscription is gone", () => {
    const { ledger, later, subscription } = secondPaid();
    ledger.exercise(parties, Subscription_Archive, subscription, {});
    for (const attempt of [() => collect(ledger, later), () => reject(ledger, later)])
      expect(ledger.reasonOf(attempt)).to.equal("CONTRACT_NOT_FOUND");
  });
});
