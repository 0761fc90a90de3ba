import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of errors, questions and toasts. */
export const messages = catalogue({
  en: {
    dialog: {
      cancel: "Cancel",
    },
    effect: {
      none: "No money was moved.",
      unknown: "It is not known yet whether money was moved.",
    },
    advice: {
      unreachable: "Check that the node runs and that you are online.",
      unauthorized:
        "Log out and in again. If it stays, the identity provider and this node are not set up for the same tokens: tell the operator.",
      forbidden: "Ask the operator for the right that is missing.",
      tooMany: "Wait a moment and try again.",
    },
    error: {
      trace: ({ code }: { readonly code: ReactNode }) => rich`Trace ${code}`,
      retry: "Try again",
    },
    query: {
      failed: ({ what }: { readonly what: string }) => `Cannot read ${what}.`,
      stale: ({ what, time }: { readonly what: string; readonly time: ReactNode }) =>
        rich`Cannot read ${what} now. This is of ${time}.`,
    },
    toast: {
      close: "Close",
    },
  },
});
