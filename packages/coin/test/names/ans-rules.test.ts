import { expect } from "chai";
import { AnsEntry, AnsEntryContext, AnsRules, defaultAnsConfig } from "../../src/index.js";
import {
  AnsRules_CollectEntryRenewalPayment,
  AnsRules_CollectInitialEntryPayment,
  AnsRules_RejectEntryInitialPayment,
  AnsRules_RequestEntry,
} from "../../src/names/ans-rules.js";
import { SubscriptionIdleState_MakePayment } from "../../src/payments/subscription-idle-state.js";
import { SubscriptionRequest } from "../../src/payments/subscription-request.js";
import { alice, bob, cc, day, dso, validator } from "../coin-fixture.js";
import { int } from "../int-values.js";
import { entry, given, named, namesOf, paid, renew, requested } from "../names-fixture.js";
import { appContext, payment } from "../subscription-fixture.js";

describe("the rules of names", () => {
  it("make of a wish a request to subscribe to the DSO, and the context of the entry", () => {
    const { ledger, context, request } = requested();
    const [asked] = ledger.active(SubscriptionRequest);
    expect(asked?.contractId).to.equal(request);
    expect(asked?.payload).to.deep.equal({
      subscriptionData: {
        sender: alice,
        receiver: dso,
        provider: dso,
        dso,
        description: 'ANS entry: "alice.unverified.ans"',
      },
      payData: {
        paymentAmount: { amount: cc("1"), unit: "USDUnit" },
        paymentInterval: { microseconds: int(BigInt(90 * day)) },
        paymentDuration: { microseconds: int(BigInt(30 * day)) },
      },
    });
    expect(ledger.active(AnsEntryContext)).to.deep.equal([
      { contractId: context, payload: { dso, user: alice, ...entry, reference: request } },
    ]);
  });

  it("take a wish from the user alone", () => {
    const { ledger, rules } = named();
    const ask = () =>
      ledger.exercise([bob], AnsRules_RequestEntry, rules, { ...entry, user: alice });
    expect(ledger.reasonOf(ask)).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("want times and a fee above 0", () => {
    const { ledger } = named();
    const wrong = [
      { entryFee: cc("0") },
      { entryLifetime: { microseconds: int(0n) } },
      { renewalDuration: { microseconds: int(0n) } },
    ];
    for (const change of wrong) {
      const config = { ...defaultAnsConfig, ...change };
      const make = () => ledger.create([dso], AnsRules, { dso, config });
      expect(ledger.reasonOf(make)).to.equal("PreconditionFailed");
    }
  });

  it("burn the first payment and give the name until the next one is due", () => {
    const before = paid();
    const coins = before.ledger.balanceOf(alice);
    const { ledger, entryCid } = given();
    expect(ledger.active(AnsEntry)).to.deep.equal([
      {
        contractId: entryCid,
        payload: { dso, user: alice, ...entry, expiresAt: BigInt(ledger.now + 90 * day) },
      },
    ]);
    expect(ledger.balanceOf(dso)).to.equal("0.0000000000");
    expect(ledger.balanceOf(alice)).to.equal(coins);
    expect(ledger.lockedBalanceOf(alice)).to.equal("0.0000000000");
  });

  it("collect nothing that is another's", () => {
    const made = paid();
    const { ledger, rules, context, first } = made;
    const argument = {
      user: alice,
      entryContext: context,
      paymentCid: first,
      transferContext: appContext(ledger),
    };
    const collect = (user: string, entryContext: string) => () =>
      ledger.exercise([dso, alice, bob], AnsRules_CollectInitialEntryPayment, rules, {
        ...argument,
        user,
        entryContext,
      });
    const { entryCid: other } = ledger.exercise([alice], AnsRules_RequestEntry, rules, {
      ...entry,
      user: alice,
    });
    expect(ledger.reasonOf(collect(bob, context))).to.equal("Sender matches");
    expect(ledger.reasonOf(collect(alice, other))).to.equal("Subscription reference matches");
    const alone = () =>
      ledger.exercise([dso], AnsRules_CollectInitialEntryPayment, rules, argument);
    expect(ledger.reasonOf(alone)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(namesOf(ledger)).to.deep.equal([0, 2]);
  });

  it("renew a name before it expires, from its end on", () => {
    const made = given();
    const { ledger } = made;
    const until = ledger.now + 90 * day;
    ledger.pass(61 * day);
    ledger.openRound(1n);
    const { entryCid } = renew(made);
    expect(ledger.active(AnsEntry)).to.deep.equal([
      {
        contractId: entryCid,
        payload: { dso, user: alice, ...entry, expiresAt: BigInt(until + 90 * day) },
      },
    ]);
    expect(ledger.balanceOf(dso)).to.equal("0.0000000000");
  });

  it("do not renew a name that has expired, or with another entry", () => {
    const made = given();
    const { ledger, rules, context, idle } = made;
    ledger.pass(61 * day);
    ledger.openRound(1n);
    const { subscriptionPayment } = ledger.exercise(
      [alice, validator],
      SubscriptionIdleState_MakePayment,
      idle,
      payment(ledger),
    );
    const collect = (entryCid: string) => () =>
      ledger.exercise([dso, alice], AnsRules_CollectEntryRenewalPayment, rules, {
        user: alice,
        entryContext: context,
        paymentCid: subscriptionPayment,
        entryCid,
        transferContext: appContext(ledger),
      });
    const [known] = ledger.active(AnsEntry);
    if (known === undefined) throw new Error("no entry");
    const similar = (change: object) =>
      ledger.create([dso, alice], AnsEntry, { ...known.payload, ...change });
    for (const change of [{ name: "b" }, { url: "https://b" }]) {
      expect(ledger.reasonOf(collect(similar(change)))).to.equal(
        "Current entry matches subscription context",
      );
    }
    expect(ledger.reasonOf(collect(similar({ expiresAt: BigInt(ledger.now + day) })))).to.equal(
      "Subscription entry renewal times are in sync",
    );
    ledger.pass(29 * day);
    expect(ledger.reasonOf(collect(made.entryCid))).to.equal("Current entry is not expired");
  });

  it("give a first payment back when the DSO does not give the name", () => {
    const { ledger, rules, first } = paid();
    ledger.exercise([dso], AnsRules_RejectEntryInitialPayment, rules, {
      paymentCid: first,
      transferContext: appContext(ledger),
    });
    expect(ledger.balanceOf(alice)).to.equal("1000.0000000000");
    expect(namesOf(ledger)).to.deep.equal([0, 1]);
  });
});
