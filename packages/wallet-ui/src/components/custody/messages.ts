import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the signing dialog. */
export const messages = catalogue({
  en: {
    dialog: {
      what: "What you sign",
      moved: "What changes owners",
      locks: "What is locked or freed",
      nowLocked: "Locked:",
      whole: "Everything that is signed",
      decline: "Do not sign",
      unlock: "Unlock the keys",
      locked: "Unlock the keys first.",
      sign: "Sign",
      changed: "It was prepared again, and is not what you read before. Read it again.",
      close: "Close",
      impossible: "Nothing can be signed",
      title: "Sign with your key",
      each: "Each that you sign",
      several: ({ count }: { readonly count: number }) => `Sign ${count} with your key`,
      signAll: ({ count }: { readonly count: number }) => `Sign ${count}`,
      reading: "Wait until all of it was read.",
      party: ({ party }: { readonly party: ReactNode }) => rich`As ${party}`,
    },
    doubts: {
      title: "Doubts",
      summary: "Words do not say all of it.",
      warning: ({ strong }: { readonly strong: ReactNode }) =>
        rich`${strong} Sign it only if you know what it is.`,
      accept: "I have read this and want to sign it all the same",
      missing: "Read the doubts and accept them first.",
    },
    outcome: {
      declined: "You did not sign it. Nothing was sent.",
      failed: ({ error }: { readonly error: string }) => `${error} Nothing was signed.`,
      noKey:
        "The key of this party is not in this browser. Restore it from its backup on the page Parties and keys. Nothing was signed.",
      already: "It took effect already. Nothing was signed.",
    },
  },
});
