import type { Value } from "../messages/value.js";
import { timeText } from "./printable.js";
import { type Sentence, shown } from "./sentence.js";
import { fieldAt, itemsAt, textAt, timeAt } from "./value-fields.js";

/** An amount of coins, or of dollars that the price turns into coins. */
const amountWords = (amount: Value | undefined): string => {
  const unit = fieldAt(amount, "unit");
  const name = unit?.kind === "enum" ? unit.value.constructorName : undefined;
  const number = shown(textAt(amount, "amount"));
  switch (name) {
    case "AmuletUnit":
      return `${number} coins`;
    case "USDUnit":
      return `coins for ${number} USD`;
    default:
      return `${number} of the unit ${shown(name)}`;
  }
};

const units: ReadonlyArray<readonly [micros: bigint, name: string]> = [
  [86_400_000_000n, "day"],
  [3_600_000_000n, "hour"],
  [60_000_000n, "minute"],
  [1_000_000n, "second"],
  [1n, "microsecond"],
];

/** A length of time in the largest unit in which it is a whole number. */
const lengthWords = (length: Value | undefined): string => {
  const found = fieldAt(length, "microseconds");
  if (found?.kind !== "int64") return "(not specified)";
  const micros = BigInt(found.value);
  const [size, name] = units.find(([unit]) => micros % unit === 0n) ?? [1n, "microsecond"];
  const count = micros / size;
  return `${count} ${name}${count === 1n ? "" : "s"}`;
};

const lockedFor = (provider: string | undefined): string =>
  `they are locked until ${shown(provider)} collects them`;

/** What an app asks for, with who gets how much. */
const requestWords = (request: Value | undefined): string => {
  const parts = itemsAt(request, "receiverAmounts").map(
    (each) => `${amountWords(fieldAt(each, "amount"))} to ${shown(textAt(each, "receiver"))}`,
  );
  return `${parts.join(", ") || "nothing"} for ${shown(textAt(request, "description"))}`;
};

/** What a subscription is, to whom it pays, and how often. */
const subscriptionWords = (subscription: Value | undefined): string => {
  const data = (label: string) => shown(textAt(subscription, "subscriptionData", label));
  const pay = fieldAt(subscription, "payData");
  const every = lengthWords(fieldAt(pay, "paymentInterval"));
  return `${data("description")} of ${data("provider")}: ${amountWords(fieldAt(pay, "paymentAmount"))} to ${data("receiver")} every ${every}`;
};

const providerOf = (subscription: Value | undefined): string | undefined =>
  textAt(subscription, "subscriptionData", "provider");

const payment = "splice-wallet-payments:Splice.Wallet.Payment";
const subscriptions = "splice-wallet-payments:Splice.Wallet.Subscriptions";

/** The choices of payers, by the names that `coin-sentences.ts` explains. */
export const paymentSentences: Readonly<Record<string, Sentence>> = {
  [`${payment}:AppPaymentRequest/AppPaymentRequest_Accept`]: ({ contract }) =>
    `Pays ${requestWords(contract)}; ${lockedFor(textAt(contract, "provider"))}`,
  [`${payment}:AppPaymentRequest/AppPaymentRequest_Reject`]: ({ contract }) =>
    `Declines to pay ${requestWords(contract)}`,
  [`${subscriptions}:SubscriptionRequest/SubscriptionRequest_AcceptAndMakePayment`]: ({
    contract,
  }) =>
    `Subscribes to ${subscriptionWords(contract)}, and pays the first time; ${lockedFor(providerOf(contract))}`,
  [`${subscriptions}:SubscriptionRequest/SubscriptionRequest_Reject`]: ({ contract }) =>
    `Declines to subscribe to ${subscriptionWords(contract)}`,
  [`${subscriptions}:SubscriptionIdleState/SubscriptionIdleState_MakePayment`]: ({ contract }) => {
    const due = timeAt(contract, "nextPaymentDueAt");
    return `Pays for the subscription to ${subscriptionWords(contract)}, due ${due === undefined ? "(not specified)" : timeText(due)}; ${lockedFor(providerOf(contract))}`;
  },
  [`${subscriptions}:SubscriptionIdleState/SubscriptionIdleState_CancelSubscription`]: ({
    contract,
  }) => `Cancels the subscription to ${subscriptionWords(contract)}`,
};

/** What belongs to them below the root, by the name of the root's choice. */
export const insidePayments: Readonly<Record<string, ReadonlyArray<string>>> = {
  AppPaymentRequest_Accept: [`${payment}:AcceptedAppPayment`],
  AppPaymentRequest_Reject: [`${payment}:TerminatedAppPayment`],
  SubscriptionRequest_AcceptAndMakePayment: [`${subscriptions}:SubscriptionInitialPayment`],
  SubscriptionRequest_Reject: [`${subscriptions}:TerminatedSubscription`],
  SubscriptionIdleState_MakePayment: [`${subscriptions}:SubscriptionPayment`],
  SubscriptionIdleState_CancelSubscription: [
    `${subscriptions}:Subscription/Subscription_Archive`,
    `${subscriptions}:TerminatedSubscription`,
  ],
};
