import type { WaitingItem } from "../../data/wallet-queries.js";

/** What it is, from its receiver's and its sender's side; the other party follows. */
const waitingTitles: Readonly<Record<WaitingItem["kind"], readonly [string, string]>> = {
  "transfer-offer": ["Offer from", "Offer to"],
  "accepted-transfer-offer": ["Accepted offer from", "Accepted offer to"],
  "transfer-instruction": ["Transfer from", "Transfer to"],
  "transfer-command": ["Ordered transfer from", "Ordered transfer to"],
  "traffic-request": ["Traffic for", "Traffic"],
  "payment-request": ["Payment requested by", "Payment requested from"],
  "accepted-payment": ["Payment from", "Payment to"],
  "subscription-request": ["Subscription offered by", "Subscription offered to"],
  "subscription-initial-payment": ["First payment from", "First payment to"],
  "subscription-due": ["Subscription payment due from", "Subscription payment due to"],
  "subscription-payment": ["Subscription payment from", "Subscription payment to"],
  "allocation-request": ["Allocation requested by", "Allocation requested from"],
  allocation: ["Allocation from", "Allocation for"],
  "minting-delegation-proposal": ["Minting delegation from", "Minting delegation to"],
  "merge-delegation-proposal": ["Merge delegation from", "Merge delegation to"],
  "preapproval-proposal": ["Preapproval asked by", "Preapproval asked of"],
};

/** The title of an item. */
export const waitingTitle = ({ kind, direction }: WaitingItem): string =>
  waitingTitles[kind][direction === "received" ? 0 : 1];

const reasons: Readonly<Record<WaitingItem["reason"]["code"], string>> = {
  "waiting-for-you": "Waits for you",
  "waiting-for-receiver": "Waits for the receiver",
  "waiting-for-sender": "Waits for the sender's payment",
  "waiting-for-app": "Waits for the app",
  "waiting-for-operator": "Waits for the operator of this node",
  "waiting-for-automation": "Your wallet takes care of it",
  "short-of-funds": "You have too little",
  "nonce-behind": "Earlier commands come first",
  "expired-not-cleared": "Expired, and not cleared yet",
  "round-not-open": "Waits for the next round",
  "operator-lacks-funds": "The operator of this node has too little",
};

/** Why it is not done yet. */
export const reasonText = ({ code, missing, behind }: WaitingItem["reason"], coin: string) => {
  if (code === "short-of-funds" && missing !== undefined && missing !== null)
    return `${reasons[code]}: ${missing.replace(/\.?0+$/, "")} ${coin} are missing`;
  if (code === "nonce-behind" && behind !== undefined && behind !== null)
    return `${behind} earlier ${behind === 1 ? "command comes" : "commands come"} first`;
  return reasons[code];
};

const steps: Readonly<Record<WaitingItem["next"]["step"], string>> = {
  "accept-or-reject": "Accept or reject it.",
  "receiver-decides": "The other party accepts or rejects it.",
  "sender-pays": "The sender's wallet pays, as soon as it has enough.",
  "app-continues": "The app continues.",
  "operator-accepts": "The operator of this node accepts it by itself.",
  "wallet-acts": "The wallet does it by itself within moments.",
  "add-funds": "Get the missing coins: your wallet pays as soon as it has them.",
  "earlier-commands-first": "The commands before it are carried out first.",
  "wallet-clears": "The wallet clears it by itself; what was locked is free again then.",
  "next-round": "It continues with the next round.",
  "operator-adds-funds": "The operator of this node must get coins.",
};

/** What comes next. */
export const nextText = ({ step }: WaitingItem["next"]): string => steps[step];
