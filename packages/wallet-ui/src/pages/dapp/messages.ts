import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of connected web pages. */
export const messages = catalogue({
  en: {
    approval: {
      update: ({ updateId }: { readonly updateId: string }) => `Update ${updateId}`,
      signatureGiven: "The page has the signature.",
      rejected: "Nothing was done",
      signed: "Signed",
      executed: "Executed",
      failed: "It was not done.",
      checking: "Checking what became of it.",
      unlock: "Unlock the keys",
      sign: "Sign",
      title: "Approve",
    },
    request: {
      text: "Text to be signed",
      wouldFail: ({ text }: { readonly text: ReactNode }) =>
        rich`The ledger would refuse it: ${text}`,
      noWordsWarning: "It cannot be put into words. Do not approve it.",
      description: "What it would do",
      signature: "A page wants a signature",
      transaction: "A page wants a transaction",
      party: "As the party",
      commandId: "Command id",
      waits: "Waits",
      what: "what the page wants",
    },
    obstacle: {
      wouldFail: "The ledger would refuse it.",
      noWords: "It cannot be put into words.",
      locked: "Unlock the keys first.",
      doubts: "Read the doubts and accept them first.",
    },
    connect: {
      party: "Connect it with",
      externalNote:
        "A party that signs outside of the node signs each transaction with its key in this browser.",
      rejected: "The page is not connected",
      done: "The page is connected",
      question: "A page wants to use your wallet",
      withParty: "With the party",
      seesHint: "It sees what this party sees on the ledger, for a day or until you disconnect it.",
      asksHint:
        "It can ask for transactions. You approve each one here; it cannot do any by itself.",
      loginHint: "It does not get your login.",
      warning: "Connect it only if this is the address of the page that you came from.",
      failed: "The page was not connected.",
      submit: "Connect",
      title: "Connect a page",
      what: "what wants to be connected",
    },
    decision: {
      reject: "Reject",
      done: "Done",
      rejected: "Rejected",
      close: "Close this window",
    },
    gone: {
      title: "Nothing waits here",
      card: "This request is over",
      hint: "It was decided already, or it took longer than five minutes. Begin again on the page that sent you here.",
    },
    signature: {
      noKey: "This browser has no key of the party; only parties with a key of their own sign.",
    },
  },
});
