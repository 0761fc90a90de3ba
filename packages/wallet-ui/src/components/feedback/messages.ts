import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of errors, questions and toasts. */
export const messages = catalogue({
  en: {
    cancel: "Cancel",
    noMoneyWasMoved: "No money was moved.",
    itIsNotKnownYet: "It is not known yet whether money was moved.",
    checkThatTheNodeRuns: "Check that the node runs and that you are online.",
    logOutAndInAgain:
      "Log out and in again. If it stays, the identity provider and this node are not set up for the same tokens: tell the operator.",
    askTheOperator: "Ask the operator for the right that is missing.",
    waitAMomentAndTry: "Wait a moment and try again.",
    trace: ({ code }: { readonly code: ReactNode }) => rich`Trace ${code}`,
    tryAgain: "Try again",
    cannotRead: ({ what }: { readonly what: string }) => `Cannot read ${what}.`,
    cannotReadNow: ({ what, time }: { readonly what: string; readonly time: ReactNode }) =>
      rich`Cannot read ${what} now. This is of ${time}.`,
    close: "Close",
  },
});
