import type { WaitingItem } from "../../data/wallet-queries.js";
import { formatDecimal } from "../../money/format-amount.js";
import { messages } from "./messages.js";

/** What it is, from its receiver's and its sender's side; the other party follows. */
const waitingTitles: Readonly<Record<WaitingItem["kind"], readonly [string, string]>> = {
  "transfer-offer": [messages.item.offerFrom, messages.item.offerTo],
  "accepted-transfer-offer": [messages.item.acceptedOfferFrom, messages.item.acceptedOfferTo],
  "transfer-instruction": [messages.item.transferFrom, messages.item.transferTo],
  "token-transfer": [messages.item.transferFrom, messages.item.transferTo],
  "transfer-command": [messages.item.orderedTransferFrom, messages.item.orderedTransferTo],
  "traffic-request": [messages.item.trafficFor, messages.item.traffic],
  "payment-request": [messages.item.paymentRequestedBy, messages.item.paymentRequestedFrom],
  "accepted-payment": [messages.item.paymentFrom, messages.item.paymentTo],
  "subscription-request": [
    messages.item.subscriptionOfferedBy,
    messages.item.subscriptionOfferedTo,
  ],
  "subscription-initial-payment": [messages.item.firstPaymentFrom, messages.item.firstPaymentTo],
  "subscription-due": [messages.item.dueFrom, messages.item.dueTo],
  "subscription-payment": [
    messages.item.subscriptionPaymentFrom,
    messages.item.subscriptionPaymentTo,
  ],
  "allocation-request": [
    messages.item.allocationRequestedBy,
    messages.item.allocationRequestedFrom,
  ],
  "allocation-request-v2": [
    messages.item.allocationRequestedBy,
    messages.item.allocationRequestedFrom,
  ],
  allocation: [messages.item.allocationFrom, messages.item.allocationFor],
  "allocation-v2": [messages.item.allocationFrom, messages.item.allocationFor],
  "minting-delegation-proposal": [
    messages.item.mintingDelegationFrom,
    messages.item.mintingDelegationTo,
  ],
  "merge-delegation-proposal": [messages.item.mergeDelegationFrom, messages.item.mergeDelegationTo],
  "preapproval-proposal": [messages.item.preapprovalAskedBy, messages.item.preapprovalAskedOf],
};

export const waitingTitle = ({ kind, direction }: WaitingItem): string =>
  waitingTitles[kind][direction === "received" ? 0 : 1];

const kinds: Readonly<Record<WaitingItem["kind"], string>> = {
  "transfer-offer": messages.kind.offer,
  "accepted-transfer-offer": messages.kind.acceptedOffer,
  "transfer-instruction": messages.kind.transfer,
  "token-transfer": messages.kind.transfer,
  "transfer-command": messages.kind.orderedTransfer,
  "traffic-request": messages.item.traffic,
  "payment-request": messages.kind.paymentRequest,
  "accepted-payment": messages.kind.payment,
  "subscription-request": messages.kind.subscription,
  "subscription-initial-payment": messages.kind.firstPayment,
  "subscription-due": messages.kind.paymentDue,
  "subscription-payment": messages.kind.subscriptionPayment,
  "allocation-request": messages.kind.allocationRequest,
  "allocation-request-v2": messages.kind.allocationRequest,
  allocation: messages.kind.allocation,
  "allocation-v2": messages.kind.allocation,
  "minting-delegation-proposal": messages.kind.mintingDelegation,
  "merge-delegation-proposal": messages.kind.mergeDelegation,
  "preapproval-proposal": messages.kind.preapproval,
};

/** What it is, where its party and its direction are told elsewhere. */
export const waitingKind = ({ kind }: WaitingItem): string => kinds[kind];

const reasons: Readonly<Record<WaitingItem["reason"]["code"], string>> = {
  "waiting-for-you": messages.reason.you,
  "waiting-for-receiver": messages.reason.receiver,
  "waiting-for-sender": messages.reason.senderPayment,
  "waiting-for-app": messages.reason.app,
  "waiting-for-operator": messages.reason.operator,
  "waiting-for-automation": messages.reason.wallet,
  "short-of-funds": messages.reason.shortOfFunds,
  "nonce-behind": messages.reason.queued,
  "expired-not-cleared": messages.reason.expired,
  "round-not-open": messages.reason.round,
  "operator-lacks-funds": messages.reason.operatorShort,
  expired: messages.reason.over,
  "registry-unknown": messages.reason.registry,
};

/** Why it is not done yet. */
export const reasonText = (
  { code, missing, behind }: WaitingItem["reason"],
  coin: string,
  locale: string,
): string => {
  if (code === "short-of-funds" && missing !== undefined && missing !== null) {
    const amount = formatDecimal(missing, locale);
    return messages.reason.missing({ reason: reasons[code], missing: amount, coin });
  }
  if (code === "nonce-behind" && behind !== undefined && behind !== null)
    return messages.reason.behind({ behind });
  return reasons[code];
};

const steps: Readonly<Record<WaitingItem["next"]["step"], string>> = {
  "accept-or-reject": messages.next.you,
  "you-pay": messages.next.pay,
  "receiver-decides": messages.next.receiver,
  "sender-pays": messages.next.senderPayment,
  "app-continues": messages.next.app,
  "operator-accepts": messages.next.operator,
  "wallet-acts": messages.next.wallet,
  "add-funds": messages.next.shortOfFunds,
  "add-funds-and-pay": messages.next.shortThenPay,
  "earlier-commands-first": messages.next.queued,
  "wallet-clears": messages.next.expired,
  "next-round": messages.next.round,
  "operator-adds-funds": messages.next.operatorShort,
  "take-back-or-reject": messages.next.over,
  "use-token-app": messages.next.registry,
};

export const nextText = ({ step }: WaitingItem["next"]): string => steps[step];
