import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of sending. */
export const messages = catalogue({
  en: {
    link: {
      invalid: "This link cannot be paid",
      sendElse: "Send something else",
      nothingSent: "Nothing was sent.",
      warning: "A link filled this in. Anyone can write a link: check who gets the coins.",
    },
    pay: {
      title: "Pay",
      what: "the network",
    },
    outcome: {
      sent: "Sent.",
      sentUpdate: ({ updateId }: { readonly updateId: string }) => `Sent. Update ${updateId}`,
      failed: "The transfer failed.",
      backToForm: "Back to the form",
    },
    progress: {
      title: "Progress",
      to: "To",
      memo: "Description",
      update: "Update",
      updateId: "update id",
      steps: "Progress of the transfer",
      why: ({ text }: { readonly text: ReactNode }) => rich`Why: ${text}`,
      toInbox: "Show in the inbox",
      another: "Send another",
      waiting: "Waiting",
      sending: "Sending",
      signatureNeeded: "Your signature is needed.",
      nodeHasIt: "The node has the request.",
      checking: "Checking",
      answerLost: ({ status }: { readonly status: ReactNode }) =>
        rich`${status} The answer was lost. Finding out by the same id what became of the transfer; it is never made twice.`,
    },
    form: {
      title: "What to send",
      clear: "Clear the form",
      send: "Send",
    },
    review: {
      title: "Review",
      back: "Back",
      noCoins: "None now",
      coinsAndChange: ({ count, change }: { readonly count: number; readonly change: ReactNode }) =>
        rich`${plural("en", count, { one: `${count} coin`, other: `${count} coins` })}, change ${change}`,
      from: "From",
      route: "Route",
      locked: "Locked",
      expiry: "Can be accepted",
      until: ({ time, left }: { readonly time: ReactNode; readonly left: ReactNode }) =>
        rich`until ${time} (${left})`,
      coins: "Coins used",
      fee: "Fee",
      traffic: "Traffic",
      trafficBytes: ({ bytes }: { readonly bytes: string }) =>
        `about ${bytes} bytes, paid by the node`,
      afterwards: "Available afterwards",
      linkExpired: "The link that asks for this has expired. Ask for a new one.",
      changed: "Something changed since you looked, and nothing was sent. Read it again.",
      what: "what the transfer would do",
      confirm: ({ amount, coin }: { readonly amount: string; readonly coin: string }) =>
        `Send ${amount} ${coin}`,
      blocked: "This cannot be sent as it is.",
    },
    receiver: {
      noKey: ({ found }: { readonly found: string }) =>
        `A party id ends in :: and 68 digits 0-9 and a-f, of which the first are 1220. Found "${found}". Copy the id as a whole.`,
      unknown: "No party with this id is known on this network.",
      missing: "Enter the party id or the name of the receiver first.",
      label: "Receiver",
      belongsTo: ({ name, party }: { readonly name: string; readonly party: ReactNode }) =>
        rich`${name} belongs to ${party}`,
      noName: ({ name }: { readonly name: string }) =>
        `No name begins with "${name}". Enter a name of the name service, or a party id such as name::1220….`,
      chooseName: ({ label }: { readonly label: string }) =>
        `Choose a name, or write it as a whole: ${label}.`,
      searching: "Looking for the name…",
    },
    amount: {
      missing: "Enter an amount first.",
      label: "Amount",
      labelAvailable: ({
        available,
        coin,
      }: {
        readonly available: string;
        readonly coin: string;
      }) => `Amount (${available} ${coin} available)`,
    },
    memo: {
      tooLong: "The description is too long.",
      label: "Description (optional)",
      hint: ({
        memo,
        maxMemoCharacters,
      }: {
        readonly memo: number;
        readonly maxMemoCharacters: number;
      }) => `Everyone in the transfer can read it. ${memo} of ${maxMemoCharacters} characters.`,
    },
    way: {
      label: "How",
      transfer: "Transfer",
      offer: "Offer (older wallets)",
    },
    lifetime: {
      label: "The receiver can accept for",
      hour: "1 hour",
      day: "1 day",
      days10: "10 days",
      days30: "30 days",
      days90: "90 days",
    },
    problem: {
      shortOfFunds: ({ missing, coin }: { readonly missing: string; readonly coin: string }) =>
        `You have too little: ${missing} ${coin} are missing.`,
      tooManyCoins: "Your coins are too many and too small for one transfer. Merge them first.",
      receiverUnknown: "No party with this id is known on this network. Check every character.",
      noPreapproval: "The receiver accepts no direct transfers.",
      expiryNeeded: "Choose until when the receiver can accept.",
      expiryPassed: "The time to accept has passed already. Go back and choose another one.",
      noCause: "no cause was given",
      refused: ({ cause }: { readonly cause: string }) => `The ledger would reject it: ${cause}`,
    },
    route: {
      direct: "Direct: the receiver has approved transfers in advance, and has the coins at once.",
      twoStep:
        "Two steps: the coins are locked until the receiver accepts. Until then you can take them back.",
      offer:
        "Offer: nothing is locked. After the receiver has accepted, your wallet pays, if it has enough then.",
      toYourself: "To yourself: your coins become one of this amount, and the change.",
    },
    fate: {
      waiting: "Waiting for the receiver",
      waitingHint: "The receiver has not decided yet.",
      accepted: "Accepted",
      acceptedHint: "The receiver has accepted; your wallet pays next.",
      completed: "Completed",
      completedHint: "The receiver has the coins.",
      rejected: "Rejected",
      rejectedLocked: "The receiver did not want it; the coins are yours again.",
      withdrawn: "Withdrawn",
      withdrawnLocked: "It was taken back; the coins are yours again.",
      expired: "Expired",
      expiredLocked: "It was not accepted in time; the coins are yours again.",
      rejectedOffer: "The receiver did not want it; nothing was paid.",
      withdrawnOffer: "It was taken back; nothing was paid.",
      expiredOffer: "It was not accepted in time; nothing was paid.",
      notPaid: "Not paid",
      notPaidHint: "You had too little when it was accepted; nothing was paid.",
    },
    step: {
      offered: "Offered",
      paid: "Paid",
      sent: "Sent",
    },
    warning: {
      ownParty: "This is your own party.",
      networkParty: "This is the network's own party: what it gets does not come back.",
      contactAlike: ({ label, party }: { readonly label: string; readonly party: string }) =>
        `Your contact "${label}" reads like this one and is another: ${party}. Compare every character.`,
      partyAlike: ({ similar }: { readonly similar: string }) =>
        `You know a party that looks like this one and is another: ${similar}. Compare every character.`,
      firstTime: "You have never sent anything to this party.",
    },
    noLink: {
      title: "Pay by a link",
      empty: "No link was opened",
      send: "Send coins",
      hint: "Open a payment link, or scan its code: this page then shows what it asks for. Links are made under Request.",
    },
  },
});
