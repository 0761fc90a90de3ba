import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of connected web pages. */
export const messages = catalogue({
  en: {
    update: ({ updateId }: { readonly updateId: string }) => `Update ${updateId}`,
    pageHasTheSignature: "The page has the signature.",
    textToBeSigned: "Text to be signed",
    ledgerWouldRefuseIt: ({ text }: { readonly text: ReactNode }) =>
      rich`The ledger would refuse it: ${text}`,
    doNotApproveIt: "It cannot be put into words. Do not approve it.",
    whatItWouldDo: "What it would do",
    wouldBeRefused: "The ledger would refuse it.",
    hasNoWords: "It cannot be put into words.",
    nothingWasDone: "Nothing was done",
    signed: "Signed",
    executed: "Executed",
    pageWantsASignature: "A page wants a signature",
    pageWantsATransaction: "A page wants a transaction",
    asTheParty: "As the party",
    commandId: "Command id",
    waits: "Waits",
    itWasNotDone: "It was not done.",
    checkingWhatBecameOfIt: "Checking what became of it.",
    unlockTheKeys: "Unlock the keys",
    sign: "Sign",
    approve: "Approve",
    unlockTheKeysFirst: "Unlock the keys first.",
    readTheDoubtsFirst: "Read the doubts and accept them first.",
    whatThePageWants: "what the page wants",
    connectItWith: "Connect it with",
    partyThatSignsOutside:
      "A party that signs outside of the node signs each transaction with its key in this browser.",
    pageIsNotConnected: "The page is not connected",
    pageIsConnected: "The page is connected",
    pageWantsToUse: "A page wants to use your wallet",
    withTheParty: "With the party",
    itSeesWhatThisParty:
      "It sees what this party sees on the ledger, for a day or until you disconnect it.",
    itCanAskForTransactions:
      "It can ask for transactions. You approve each one here; it cannot do any by itself.",
    itDoesNotGet: "It does not get your login.",
    connectItOnlyIf: "Connect it only if this is the address of the page that you came from.",
    pageWasNotConnected: "The page was not connected.",
    connect: "Connect",
    connectAPage: "Connect a page",
    whatWantsToBeConnected: "what wants to be connected",
    reject: "Reject",
    done: "Done",
    rejected: "Rejected",
    closeThisWindow: "Close this window",
    nothingWaitsHere: "Nothing waits here",
    thisRequestIsOver: "This request is over",
    itWasDecidedAlready:
      "It was decided already, or it took longer than five minutes. Begin again on the page that sent you here.",
    thisBrowserHasNoKey:
      "This browser has no key of the party; only parties with a key of their own sign.",
  },
});
