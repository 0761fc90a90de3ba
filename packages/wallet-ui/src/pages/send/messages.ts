import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of sending. */
export const messages = catalogue({
  en: {
    thisLinkCannotBePaid: "This link cannot be paid",
    sendSomethingElse: "Send something else",
    nothingWasSent: "Nothing was sent.",
    linkFilledThisInAnyone:
      "A link filled this in. Anyone can write a link: check who gets the coins.",
    title: "Pay",
    theNetwork: "the network",
    sent: "Sent.",
    sentUpdate: ({ updateId }: { readonly updateId: string }) => `Sent. Update ${updateId}`,
    progress: "Progress",
    whatToSend: "What to send",
    review: "Review",
    back: "Back",
    clearTheForm: "Clear the form",
    noKey: ({ found }: { readonly found: string }) =>
      `A party id ends in :: and 68 digits 0-9 and a-f, of which the first are 1220. Found "${found}". Copy the id as a whole.`,
    noPartyWithThisId: "No party with this id is known on this network.",
    enterThePartyId: "Enter the party id or the name of the receiver first.",
    enterAnAmountFirst: "Enter an amount first.",
    descriptionIsTooLong: "The description is too long.",
    descriptionOptional: "Description (optional)",
    everyoneInTheTransfer: ({
      memo,
      maxMemoCharacters,
    }: {
      readonly memo: number;
      readonly maxMemoCharacters: number;
    }) => `Everyone in the transfer can read it. ${memo} of ${maxMemoCharacters} characters.`,
    receiver: "Receiver",
    belongsTo: ({ name, party }: { readonly name: string; readonly party: ReactNode }) =>
      rich`${name} belongs to ${party}`,
    amount: "Amount",
    amountOf: ({ available, coin }: { readonly available: string; readonly coin: string }) =>
      `Amount (${available} ${coin} available)`,
    how: "How",
    transfer: "Transfer",
    offerOlderWallets: "Offer (older wallets)",
    receiverCanAcceptFor: "The receiver can accept for",
    send: "Send",
    hour1: "1 hour",
    day1: "1 day",
    days10: "10 days",
    days30: "30 days",
    days90: "90 days",
    youHaveTooLittle: ({ missing, coin }: { readonly missing: string; readonly coin: string }) =>
      `You have too little: ${missing} ${coin} are missing.`,
    yourCoinsAreTooMany:
      "Your coins are too many and too small for one transfer. Merge them first.",
    noPartyWithThisIdIsKnown:
      "No party with this id is known on this network. Check every character.",
    receiverAcceptsNoDirectTransfers: "The receiver accepts no direct transfers.",
    chooseUntilWhenTheReceiver: "Choose until when the receiver can accept.",
    timeToAcceptHasPassed: "The time to accept has passed already. Go back and choose another one.",
    noCauseWasGiven: "no cause was given",
    ledgerWouldRejectIt: ({ cause }: { readonly cause: string }) =>
      `The ledger would reject it: ${cause}`,
    directTheReceiverHasApproved:
      "Direct: the receiver has approved transfers in advance, and has the coins at once.",
    twoStepsTheCoins:
      "Two steps: the coins are locked until the receiver accepts. Until then you can take them back.",
    offerNothingIsLockedAfter:
      "Offer: nothing is locked. After the receiver has accepted, your wallet pays, if it has enough then.",
    toYourselfYourCoinsBecome: "To yourself: your coins become one of this amount, and the change.",
    waitingForTheReceiver: "Waiting for the receiver",
    receiverHasNotDecidedYet: "The receiver has not decided yet.",
    accepted: "Accepted",
    receiverHasAcceptedYourWallet: "The receiver has accepted; your wallet pays next.",
    completed: "Completed",
    receiverHasTheCoins: "The receiver has the coins.",
    rejected: "Rejected",
    receiverDidNotWant: "The receiver did not want it; the coins are yours again.",
    withdrawn: "Withdrawn",
    itWasTakenBack: "It was taken back; the coins are yours again.",
    expired: "Expired",
    itWasNotAccepted: "It was not accepted in time; the coins are yours again.",
    receiverDidNotWantItNothing: "The receiver did not want it; nothing was paid.",
    itWasTakenBackNothing: "It was taken back; nothing was paid.",
    itWasNotAcceptedInTime: "It was not accepted in time; nothing was paid.",
    notPaid: "Not paid",
    youHadTooLittleWhen: "You had too little when it was accepted; nothing was paid.",
    offered: "Offered",
    paid: "Paid",
    sentStep: "Sent",
    to: "To",
    description: "Description",
    update: "Update",
    updateId: "update id",
    progressOfTheTransfer: "Progress of the transfer",
    why: ({ text }: { readonly text: ReactNode }) => rich`Why: ${text}`,
    showInTheInbox: "Show in the inbox",
    sendAnother: "Send another",
    waiting: "Waiting",
    sending: "Sending",
    yourSignatureIsNeeded: "Your signature is needed.",
    nodeHasTheRequest: "The node has the request.",
    checking: "Checking",
    answerWasLostFindingOut: ({ status }: { readonly status: ReactNode }) =>
      rich`${status} The answer was lost. Finding out by the same id what became of the transfer; it is never made twice.`,
    transferFailed: "The transfer failed.",
    backToTheForm: "Back to the form",
    thisIsYourOwnParty: "This is your own party.",
    thisIsTheNetworksOwn: "This is the network's own party: what it gets does not come back.",
    yourContactReadsLike: ({ label, party }: { readonly label: string; readonly party: string }) =>
      `Your contact "${label}" reads like this one and is another: ${party}. Compare every character.`,
    youKnowAParty: ({ similar }: { readonly similar: string }) =>
      `You know a party that looks like this one and is another: ${similar}. Compare every character.`,
    youHaveNeverSentAnything: "You have never sent anything to this party.",
    noneNow: "None now",
    coinsAndChange: ({ count, change }: { readonly count: number; readonly change: ReactNode }) =>
      rich`${plural("en", count, { one: `${count} coin`, other: `${count} coins` })}, change ${change}`,
    from: "From",
    route: "Route",
    locked: "Locked",
    canBeAccepted: "Can be accepted",
    until: ({ time, left }: { readonly time: ReactNode; readonly left: ReactNode }) =>
      rich`until ${time} (${left})`,
    coinsUsed: "Coins used",
    fee: "Fee",
    traffic: "Traffic",
    aboutBytesPaid: ({ bytes }: { readonly bytes: string }) =>
      `about ${bytes} bytes, paid by the node`,
    availableAfterwards: "Available afterwards",
    linkThatAsks: "The link that asks for this has expired. Ask for a new one.",
    somethingChangedSinceYouLooked:
      "Something changed since you looked, and nothing was sent. Read it again.",
    whatTheTransferWouldDo: "what the transfer would do",
    sendCoin: ({ amount, coin }: { readonly amount: string; readonly coin: string }) =>
      `Send ${amount} ${coin}`,
    thisCannotBeSent: "This cannot be sent as it is.",
    noNameBeginsWithEnter: ({ name }: { readonly name: string }) =>
      `No name begins with "${name}". Enter a name of the name service, or a party id such as name::1220….`,
    chooseANameOrWrite: ({ label }: { readonly label: string }) =>
      `Choose a name, or write it as a whole: ${label}.`,
    lookingForTheName: "Looking for the name…",
    payByALink: "Pay by a link",
    noLinkWasOpened: "No link was opened",
    sendCoins: "Send coins",
    openAPaymentLink:
      "Open a payment link, or scan its code: this page then shows what it asks for. Links are made under Request.",
  },
});
