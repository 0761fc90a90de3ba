import { SubscriptionRequest, SubscriptionRequest_AcceptAndMakePayment } from "../src/index.js";
import { SubscriptionIdleState_MakePayment } from "../src/payments/subscription-idle-state.js";
import type { AppTransferContext } from "../src/payments/app-transfer-context.js";
import { SubscriptionInitialPayment_Collect } from "../src/payments/subscription-initial-payment.js";
import { SubscriptionPayment_Collect } from "../src/payments/subscription-payment.js";
import type { SubscriptionPayData } from "../src/payments/subscription-data.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  type CoinLedgerOptions,
  coinsAsInputs,
  day,
  dso,
  provider,
  validator,
} from "./coin-fixture.js";
import { int } from "./int-values.js";

/** Alice pays bob through an app of the provider. */
export const subscriptionData = {
  sender: alice,
  receiver: bob,
  provider,
  dso,
  description: "a paper every month",
};

/** 10 CC every 30 days, payable from a day before. */
export const payData: SubscriptionPayData = {
  paymentAmount: { amount: cc("10"), unit: "AmuletUnit" },
  paymentInterval: { microseconds: int(BigInt(30 * day)) },
  paymentDuration: { microseconds: int(BigInt(day)) },
};

/** Sender, receiver and provider. */
export const parties = [alice, bob, provider];

/** Alice, who has 100 CC, has a request to subscribe. */
export const requested = (
  changes: Partial<SubscriptionPayData> = {},
  options: CoinLedgerOptions = {},
) => {
  const ledger = new CoinLedger(options);
  ledger.tap(alice, "100");
  const request = ledger.create(parties, SubscriptionRequest, {
    subscriptionData,
    payData: { ...payData, ...changes },
  });
  return { ledger, request };
};

/** What an app passes to collect or give back. */
export const appContext = (ledger: CoinLedger): AppTransferContext => ({
  amuletRules: ledger.rules,
  openMiningRound: ledger.round,
  featuredAppRight: undefined,
});

/** What the sender's wallet passes to pay. */
export const payment = (ledger: CoinLedger) => ({
  inputs: coinsAsInputs(ledger, alice),
  context: ledger.paymentContext(),
  walletProvider: validator,
});

/** The sender accepts a request and makes the first payment. */
export const accept = (
  ledger: CoinLedger,
  request: string,
  by: ReadonlyArray<string> = [alice, validator],
) => ledger.exercise(by, SubscriptionRequest_AcceptAndMakePayment, request, payment(ledger));

/** Alice has made the first payment. */
export const firstPaid = (changes: Partial<SubscriptionPayData> = {}) => {
  const { ledger, request } = requested(changes);
  const { subscriptionPayment, senderChange } = accept(ledger, request);
  return { ledger, request, first: subscriptionPayment, senderChange };
};

/** The first payment has been collected: the subscription runs. */
export const running = (changes: Partial<SubscriptionPayData> = {}) => {
  const { ledger, request, first } = firstPaid(changes);
  const collected = ledger.exercise(parties, SubscriptionInitialPayment_Collect, first, {
    transferContext: appContext(ledger),
  });
  const { subscription, subscriptionState } = collected;
  return {
    ledger,
    request,
    subscription,
    idle: subscriptionState,
    begun: ledger.now,
    amulet: collected.amulet,
  };
};

/** The sender makes the next payment. */
export const pay = (
  ledger: CoinLedger,
  idle: string,
  by: ReadonlyArray<string> = [alice, validator],
) => ledger.exercise(by, SubscriptionIdleState_MakePayment, idle, payment(ledger));

/** A later payment is made when it is due, in a round of its own. */
export const secondPaid = () => {
  const made = running();
  made.ledger.pass(30 * day);
  made.ledger.openRound(1n);
  const { subscriptionPayment } = pay(made.ledger, made.idle);
  return { ...made, later: subscriptionPayment };
};

/** The receiver gets a later payment. */
export const collect = (ledger: CoinLedger, later: string, by: ReadonlyArray<string> = parties) =>
  ledger.exercise(by, SubscriptionPayment_Collect, later, { transferContext: appContext(ledger) });
