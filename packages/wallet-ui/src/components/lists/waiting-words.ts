import type { WaitingItem } from "../../data/wallet-queries.js";
import { formatDecimal } from "../../money/format-amount.js";
import { messages } from "./messages.js";

/** What it is, from its receiver's and its sender's side; the other party follows. */
const waitingTitles: Readonly<Record<WaitingItem["kind"], readonly [string, string]>> = {
  "transfer-offer": [messages.offerFrom, messages.offerTo],
  "accepted-transfer-offer": [messages.acceptedOfferFrom, messages.acceptedOfferTo],
  "transfer-instruction": [messages.transferFrom, messages.transferTo],
  "transfer-command": [messages.orderedTransferFrom, messages.orderedTransferTo],
  "traffic-request": [messages.trafficFor, messages.traffic],
  "payment-request": [messages.paymentRequestedBy, messages.paymentRequestedFrom],
  "accepted-payment": [messages.paymentFrom, messages.paymentTo],
  "subscription-request": [messages.subscriptionOfferedBy, messages.subscriptionOfferedTo],
  "subscription-initial-payment": [messages.firstPaymentFrom, messages.firstPaymentTo],
  "subscription-due": [messages.subscriptionPaymentDueFrom, messages.subscriptionPaymentDueTo],
  "subscription-payment": [messages.subscriptionPaymentFrom, messages.subscriptionPaymentTo],
  "allocation-request": [messages.allocationRequestedBy, messages.allocationRequestedFrom],
  allocation: [messages.allocationFrom, messages.allocationFor],
  "minting-delegation-proposal": [messages.mintingDelegationFrom, messages.mintingDelegationTo],
  "merge-delegation-proposal": [messages.mergeDelegationFrom, messages.mergeDelegationTo],
  "preapproval-proposal": [messages.preapprovalAskedBy, messages.preapprovalAskedOf],
};

export const waitingTitle = ({ kind, direction }: WaitingItem): string =>
  waitingTitles[kind][direction === "received" ? 0 : 1];

const reasons: Readonly<Record<WaitingItem["reason"]["code"], string>> = {
  "waiting-for-you": messages.waitsForYou,
  "waiting-for-receiver": messages.waitsForTheReceiver,
  "waiting-for-sender": messages.waitsForTheSendersPayment,
  "waiting-for-app": messages.waitsForTheApp,
  "waiting-for-operator": messages.waitsForTheOperator,
  "waiting-for-automation": messages.yourWalletTakesCare,
  "short-of-funds": messages.youHaveTooLittle,
  "nonce-behind": messages.earlierCommandsComeFirst,
  "expired-not-cleared": messages.expiredAndNotClearedYet,
  "round-not-open": messages.waitsForTheNextRound,
  "operator-lacks-funds": messages.operatorOfThisNode,
};

/** Why it is not done yet. */
export const reasonText = (
  { code, missing, behind }: WaitingItem["reason"],
  coin: string,
  locale: string,
): string => {
  if (code === "short-of-funds" && missing !== undefined && missing !== null) {
    const amount = formatDecimal(missing, locale);
    return messages.areMissing({ reason: reasons[code], missing: amount, coin });
  }
  if (code === "nonce-behind" && behind !== undefined && behind !== null)
    return messages.earlierCommandsComeFirstBehind({ behind });
  return reasons[code];
};

const steps: Readonly<Record<WaitingItem["next"]["step"], string>> = {
  "accept-or-reject": messages.acceptOrRejectIt,
  "receiver-decides": messages.otherPartyAcceptsOrRejects,
  "sender-pays": messages.sendersWalletPaysAsSoon,
  "app-continues": messages.appContinues,
  "operator-accepts": messages.operatorOfThisNodeAccepts,
  "wallet-acts": messages.walletDoesItByItself,
  "add-funds": messages.getTheMissingCoins,
  "earlier-commands-first": messages.commandsBeforeItAreCarried,
  "wallet-clears": messages.walletClearsItByItself,
  "next-round": messages.itContinuesWithTheNext,
  "operator-adds-funds": messages.operatorOfThisNodeMust,
};

export const nextText = ({ step }: WaitingItem["next"]): string => steps[step];
