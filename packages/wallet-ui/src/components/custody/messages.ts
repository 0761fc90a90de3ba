import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the signing dialog. */
export const messages = catalogue({
  en: {
    whatYouSign: "What you sign",
    coinsThatChangeOwners: "Coins that change owners",
    everythingThatIsSigned: "Everything that is signed",
    doubts: "Doubts",
    wordsDoNotSayAll: "Words do not say all of it.",
    signItOnlyIf: ({ strong }: { readonly strong: ReactNode }) =>
      rich`${strong} Sign it only if you know what it is.`,
    iHaveRead: "I have read this and want to sign it all the same",
    youDidNotSign: "You did not sign it. Nothing was sent.",
    doNotSign: "Do not sign",
    unlockTheKeys: "Unlock the keys",
    unlockTheKeysFirst: "Unlock the keys first.",
    sign: "Sign",
    itWasPreparedAgain: "It was prepared again, and is not what you read before. Read it again.",
    nothingWasSigned: ({ error }: { readonly error: string }) => `${error} Nothing was signed.`,
    readTheDoubtsAndAccept: "Read the doubts and accept them first.",
    close: "Close",
    nothingCanBeSigned: "Nothing can be signed",
    signWithYourKey: "Sign with your key",
    as: ({ party }: { readonly party: ReactNode }) => rich`As ${party}`,
    keyOfThisParty:
      "The key of this party is not in this browser. Restore it from its backup on the page Parties and keys. Nothing was signed.",
    itTookEffectAlreadyNothing: "It took effect already. Nothing was signed.",
  },
});
