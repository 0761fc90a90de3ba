import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of lists, of what waits and of the history. */
export const messages = catalogue({
  en: {
    table: {
      rows: ({ label }: { readonly label: string }) => `Rows of ${label}`,
      parties: ({ count }: { readonly count: number }) => `${count} parties`,
    },
    rows: {
      firstShown: ({ most, count }: { readonly most: number; readonly count: number }) =>
        `The first ${most} of ${count} are shown.`,
    },
    direction: {
      notice: "Notice",
      tap: "Tap",
      balanceChange: "Balance change",
      accepted: "Accepted",
      offered: "Offered",
      received: "Received",
      sent: "Sent",
      merged: "Coins merged",
    },
    action: {
      accept: "Accept",
      reject: "Reject",
      rejected: "Rejected",
      withdraw: "Withdraw",
      withdrawn: "Withdrawn",
      cancel: "Cancel",
      cancelled: "Cancelled",
      allocate: "Allocate",
      allocated: "Allocated",
      pay: "Pay",
      busy: "One moment",
    },
    question: {
      accept: "You agree to pay.",
      reject: "The other party sees that you do not want it. This cannot be undone.",
      withdraw:
        "You take it back, and what is locked for it is yours again. This cannot be undone.",
      cancel: "It ends, and nothing more is paid. This cannot be undone.",
      pay: "The coins are locked until the app collects them.",
    },
    outcome: {
      over: "It is over. How it ended is in the history.",
      checking: "The answer was lost. Checking what became of it.",
      failed: "That could not be done.",
      gone: ({
        title,
        party,
        sentence,
      }: {
        readonly title: string;
        readonly party: string;
        readonly sentence: string;
      }) => `${title} ${party} is over, and you did nothing. ${sentence}`,
    },
    item: {
      offerFrom: "Offer from",
      offerTo: "Offer to",
      acceptedOfferFrom: "Accepted offer from",
      acceptedOfferTo: "Accepted offer to",
      transferFrom: "Transfer from",
      transferTo: "Transfer to",
      orderedTransferFrom: "Ordered transfer from",
      orderedTransferTo: "Ordered transfer to",
      trafficFor: "Traffic for",
      traffic: "Traffic",
      paymentRequestedBy: "Payment requested by",
      paymentRequestedFrom: "Payment requested from",
      paymentFrom: "Payment from",
      paymentTo: "Payment to",
      subscriptionOfferedBy: "Subscription offered by",
      subscriptionOfferedTo: "Subscription offered to",
      firstPaymentFrom: "First payment from",
      firstPaymentTo: "First payment to",
      dueFrom: "Subscription payment due from",
      dueTo: "Subscription payment due to",
      subscriptionPaymentFrom: "Subscription payment from",
      subscriptionPaymentTo: "Subscription payment to",
      allocationRequestedBy: "Allocation requested by",
      allocationRequestedFrom: "Allocation requested from",
      allocationFrom: "Allocation from",
      allocationFor: "Allocation for",
      mintingDelegationFrom: "Minting delegation from",
      mintingDelegationTo: "Minting delegation to",
      mergeDelegationFrom: "Merge delegation from",
      mergeDelegationTo: "Merge delegation to",
      preapprovalAskedBy: "Preapproval asked by",
      preapprovalAskedOf: "Preapproval asked of",
    },
    kind: {
      offer: "Offer",
      acceptedOffer: "Accepted offer",
      transfer: "Transfer",
      orderedTransfer: "Ordered transfer",
      paymentRequest: "Payment request",
      payment: "Payment",
      subscription: "Subscription",
      firstPayment: "First payment",
      paymentDue: "Payment due",
      subscriptionPayment: "Subscription payment",
      allocationRequest: "Allocation request",
      allocation: "Allocation",
      mintingDelegation: "Minting delegation",
      mergeDelegation: "Merge delegation",
      preapproval: "Preapproval",
    },
    lines: {
      above: ({ count }: { readonly count: number }) => `${count} new`,
      keys: "Up and down go through the lines, Enter opens one, a accepts, r rejects, w withdraws, x chooses. With Shift, a, r and w ask about all that are chosen.",
    },
    reason: {
      you: "Waits for you",
      receiver: "Waits for the receiver",
      senderPayment: "Waits for the sender's payment",
      app: "Waits for the app",
      operator: "Waits for the operator of this node",
      wallet: "Your wallet takes care of it",
      shortOfFunds: "You have too little",
      queued: "Earlier commands come first",
      expired: "Expired, and not cleared yet",
      round: "Waits for the next round",
      operatorShort: "The operator of this node has too little",
      over: "Expired",
      registry: "The token's registry is elsewhere",
      missing: ({
        reason,
        missing,
        coin,
      }: {
        readonly reason: string;
        readonly missing: string;
        readonly coin: string;
      }) => `${reason}: ${missing} ${coin} are missing`,
      behind: ({ behind }: { readonly behind: number }) =>
        plural("en", behind, {
          one: `${behind} earlier command comes first`,
          other: `${behind} earlier commands come first`,
        }),
    },
    next: {
      you: "Accept or reject it.",
      pay: "Pay it: this node pays nothing by itself for a party that signs outside of it.",
      receiver: "The other party accepts or rejects it.",
      senderPayment: "The sender's wallet pays, as soon as it has enough.",
      app: "The app continues.",
      operator: "The operator of this node accepts it by itself.",
      wallet: "The wallet does it by itself within moments.",
      shortOfFunds: "Get the missing coins: your wallet pays as soon as it has them.",
      shortThenPay: "Get the missing coins, and pay it then.",
      queued: "The commands before it are carried out first.",
      expired: "The wallet clears it by itself; what was locked is free again then.",
      round: "It continues with the next round.",
      operatorShort: "The operator of this node must get coins.",
      over: "Nobody can accept it any more. The sender takes it back, or the receiver rejects it.",
      registry:
        "Decide it with an app of the token: what that needs is known to a registry that is not on this node.",
    },
    alone: {
      collected: "Collected",
      setAside: "Set aside",
      paid: "Paid",
    },
  },
});
