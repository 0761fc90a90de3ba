import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of logging in. */
export const messages = catalogue({
  en: {
    callback: {
      title: "Logging in",
      back: "Back to the login",
    },
    login: {
      failed: "The login did not succeed.",
      title: "Log in",
      none: ({ setting }: { readonly setting: ReactNode }) =>
        rich`This node has no login for browsers. Its operator can configure one: ${setting} names the identity provider.`,
    },
    user: {
      label: "User name",
      hint: "Any name will do: a user is made when you open its wallet.",
    },
    known: {
      title: "Or continue as",
    },
    users: {
      what: "the users",
      label: "User",
      missing: "Choose a user first.",
      hint: "This node asks for no login.",
      submit: "Continue",
    },
    provider: {
      note: ({ host }: { readonly host: string }) => `You log in at ${host}, and come back here.`,
      unreachable: "The login provider cannot be reached.",
    },
    end: {
      notRenewed: "Your login has ended. Log in again: what was being sent continues then.",
      elsewhere: "You logged out in another tab of this browser.",
    },
    welcome: {
      title: "Welcome",
      card: ({ user }: { readonly user: string }) => `Open a wallet for ${user}`,
      note: ({ user, coin }: { readonly user: string; readonly coin: string }) =>
        `The user ${user} has no wallet on this node yet. Your wallet is a party on the ledger. It holds ${coin}, sends and receives it, and this node signs for it.`,
      failed: "The wallet could not be opened.",
      submit: "Open my wallet",
    },
  },
});
