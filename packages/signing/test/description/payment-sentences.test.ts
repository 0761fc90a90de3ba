import { expect } from "chai";
import { exerciseSentence } from "../../src/description/coin-sentences.js";
import type { Value } from "../../src/messages/value.js";
import { create, exercise, numeric, party, record, text, time } from "./coin-messages.js";

const enumeration = (constructorName: string): Value => ({
  kind: "enum",
  value: { enumId: undefined, constructorName },
});
const amountOf = (amount: string, unit: string): Value =>
  record({ amount: numeric(amount), unit: enumeration(unit) });
const lengthOf = (micros: bigint): Value =>
  record({ microseconds: { kind: "int64", value: micros } });
const payments = "splice-wallet-payments";

const said = (template: string, choice: string, contract: Value): string | undefined => {
  const on = create("00aa", template, contract, payments);
  return exerciseSentence(exercise(on, choice, record({})), on);
};

describe("The sentences of payments", () => {
  const request = (description: string, ...amounts: ReadonlyArray<Value>): Value =>
    record({
      provider: party("app"),
      description: text(description),
      receiverAmounts: {
        kind: "list",
        value: amounts.map((amount) => record({ receiver: party("bob"), amount })),
      },
    });
  const paid = (contract: Value) =>
    said("Splice.Wallet.Payment:AppPaymentRequest", "AppPaymentRequest_Accept", contract);

  it("say each amount in its unit, and whose it will be", () => {
    const both = request("ticket", amountOf("2.5", "AmuletUnit"), amountOf("3.0", "USDUnit"));
    expect(paid(both)).to.equal(
      "Pays 2.5 coins to bob, coins for 3.0 USD to bob for ticket; they are locked until app collects them",
    );
    expect(paid(request("ticket", amountOf("2.5", "ExtUnit")))).to.include(
      "2.5 of the unit ExtUnit to bob",
    );
    expect(paid(request("ticket"))).to.match(/^Pays nothing for ticket;/);
  });

  it("keep what an app writes in quotes, and say what is missing", () => {
    expect(paid(request('x; "free"'))).to.include('for "x; \\"free\\"";');
    expect(paid(record({}))).to.equal(
      "Pays nothing for (not specified); they are locked until (not specified) collects them",
    );
  });

  const subscription = (interval: Value): Value =>
    record({
      subscriptionData: record({
        receiver: party("bob"),
        provider: party("app"),
        description: text("news"),
      }),
      payData: record({ paymentAmount: amountOf("1.0", "USDUnit"), paymentInterval: interval }),
      nextPaymentDueAt: time(1_767_225_600_000_000n),
    });
  const module = "Splice.Wallet.Subscriptions";
  const cancelled = (interval: Value) =>
    said(
      `${module}:SubscriptionIdleState`,
      "SubscriptionIdleState_CancelSubscription",
      subscription(interval),
    );

  for (const [micros, words] of [
    [2_592_000_000_000n, "30 days"],
    [90_000_000_000n, "25 hours"],
    [60_000_000n, "1 minute"],
    [1_500_000n, "1500000 microseconds"],
  ] as const) {
    it(`say an interval exactly: ${words}`, () => {
      expect(cancelled(lengthOf(micros))).to.equal(
        `Cancels the subscription to news of app: coins for 1.0 USD to bob every ${words}`,
      );
    });
  }

  it("say what is due, and when", () => {
    const paidOnce = said(
      `${module}:SubscriptionIdleState`,
      "SubscriptionIdleState_MakePayment",
      subscription(lengthOf(86_400_000_000n)),
    );
    expect(paidOnce).to.match(/^Pays for the subscription to news of app: .* every 1 day, /);
    expect(paidOnce).to.include("due 2026-01-01T00:00:00Z; they are locked until app");
    expect(cancelled(record({}))).to.match(/every \(not specified\)$/);
  });
});
