import { Amulet, SubscriptionIdleState, WalletAppInstall } from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { automationOf } from "../automation-of.js";
import { choicesOf, exercised, heldAs, int, round, withNames } from "../held-contracts.js";
import {
  alice,
  bob,
  carol,
  cc,
  dso,
  minute,
  operator,
  start,
  WalletLedger,
} from "../wallet-ledger.js";

const pay = automationOf("pay-subscriptions");
const ledger = new WalletLedger().bootstrap().withWallets();

const idle = (
  id: string,
  dueAt: number,
  amount = "10",
  unit: "AmuletUnit" | "USDUnit" = "AmuletUnit",
): Contract =>
  heldAs(SubscriptionIdleState, id, {
    subscription: ledger.networkState.amuletRules,
    subscriptionData: { sender: alice, receiver: bob, provider: carol, dso, description: "" },
    payData: {
      paymentAmount: { amount: cc(amount), unit },
      paymentInterval: { microseconds: int(60 * minute) },
      paymentDuration: { microseconds: int(10 * minute) },
    },
    nextPaymentDueAt: BigInt(dueAt),
    reference: ledger.networkState.amuletRules,
  });
const coin = (amount: string): Contract =>
  heldAs(Amulet, "coin", {
    dso,
    owner: alice,
    amount: {
      initialAmount: cc(amount),
      createdAt: round(0),
      ratePerRound: { rate: cc("0.0001") },
    },
  });
const install = heldAs(WalletAppInstall, "install", {
  dsoParty: dso,
  validatorParty: operator,
  endUserName: "alice",
  endUserParty: alice,
});
const planned = (
  contracts: ReadonlyArray<Contract>,
  party = alice,
  isWaiting: (commandId: string) => boolean = () => false,
) =>
  ledger.plan(
    pay,
    party,
    {},
    { view: inMemoryContracts([install, ...contracts]), now: start, isWaiting },
  );
const ids = (submissions: ReturnType<typeof planned>): ReadonlyArray<string> =>
  submissions.map(({ commandId }) => withNames(commandId));

describe("the payment of subscriptions", () => {
  const rows: ReadonlyArray<
    readonly [what: string, dueAt: number, coins: string, choice?: string]
  > = [
    ["is not before its time", start + 10 * minute, "10"],
    ["is from its time on", start + 10 * minute - 1, "10", "WalletAppInstall_ExecuteBatch"],
    ["is possible when overdue", start - 1, "10", "WalletAppInstall_ExecuteBatch"],
    ["waits for funds while there is time", start, "9.9999999999"],
    ["waits for funds when it was missed too", start - 1, "9.9999999999"],
  ];
  for (const [what, dueAt, coins, choice] of rows) {
    it(`${what}: ${choice ?? "nothing"}`, () => {
      const choices = choicesOf(planned([idle("s", dueAt), coin(coins)]));
      expect(choices).to.deep.equal(choice === undefined ? [] : [choice]);
    });
  }

  it("in USD is at the price of the round in use", () => {
    // 1 USD at 0.1 USD per CC
    const paid = (coins: string) => ids(planned([idle("s", start, "1", "USDUnit"), coin(coins)]));
    expect(paid("10")).to.deep.equal(["pay-subscription/s"]);
    expect(paid("9.9999999999")).to.deep.equal([]);
  });

  it("says what it lacks of the sender's coins, and nothing of what is not due", () => {
    const lack = (dueAt: number, coins: string, party = alice) =>
      ledger.lack(
        pay,
        party,
        {},
        { view: inMemoryContracts([install, idle("s", dueAt), coin(coins)]), now: start },
      );
    expect(lack(start, "9.5")).to.deep.equal([alice, "10.0000000000", "9.5000000000"]);
    expect(lack(start, "10")).to.equal(undefined);
    expect(lack(start + 10 * minute, "9.5")).to.equal(undefined);
    expect(lack(start, "9.5", bob)).to.equal(undefined);
  });

  it("is the operator's, in the sender's wallet", () => {
    const contracts = [idle("s", start), coin("10")];
    const [submission] = planned(contracts);
    expect(submission?.actAs).to.deep.equal([operator]);
    expect(submission?.readAs).to.deep.equal([dso, alice]);
    expect(planned(contracts, bob)).to.deep.equal([]);
    expect(planned(contracts, carol)).to.deep.equal([]);
  });

  it("is of several at once, as far as the funds go, the earliest due first", () => {
    const all = [idle("late", start + 2), idle("early", start + 1), idle("last", start + 3)];
    expect(ids(planned([...all, coin("20")]))).to.deep.equal(["pay-subscription/early/last"]);
    const [submission] = planned([...all, coin("20")]);
    const [batch] = exercised(submission === undefined ? [] : [submission]);
    expect(batch?.argument).to.have.deep.property("operations", [
      { tag: "CO_SubscriptionMakePayment", value: "early" },
      { tag: "CO_SubscriptionMakePayment", value: "late" },
    ]);
    expect(ids(planned([...all, coin("10")]))).to.deep.equal(["pay-subscription/early"]);
  });

  it("is of the first alone after several failed, and of another while that waits", () => {
    const contracts = [idle("late", start + 2), idle("early", start + 1), coin("20")];
    const waiting = ["pay-subscription/early/late"];
    const isWaiting = (commandId: string) => waiting.includes(withNames(commandId));
    expect(ids(planned(contracts, alice, isWaiting))).to.deep.equal(["pay-subscription/early"]);
    waiting.push("pay-subscription/early");
    expect(ids(planned(contracts, alice, isWaiting))).to.deep.equal(["pay-subscription/late"]);
  });

  it("passes over one that costs too much", () => {
    const contracts = [idle("dear", start, "11"), idle("cheap", start + 1, "10"), coin("10")];
    expect(ids(planned(contracts))).to.deep.equal(["pay-subscription/cheap"]);
  });
});
