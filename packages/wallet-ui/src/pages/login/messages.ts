import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of logging in. */
export const messages = catalogue({
  en: {
    title: "Logging in",
    loginDidNotSucceed: "The login did not succeed.",
    backToTheLogin: "Back to the login",
    userName: "User name",
    anyNameWillDo: "Any name will do: a user is made when you open its wallet.",
    logIn: "Log in",
    usersToChooseFrom: "users to choose from",
    theUsers: "the users",
    user: "User",
    chooseAUserFirst: "Choose a user first.",
    thisNodeAsksForNo: "This node asks for no login.",
    continue: "Continue",
    youLog: ({ host }: { readonly host: string }) => `You log in at ${host}, and come back here.`,
    loginProviderCannotBeReached: "The login provider cannot be reached.",
    thisNodeHasNoLogin: ({ setting }: { readonly setting: ReactNode }) =>
      rich`This node has no login for browsers. Its operator can configure one: ${setting} names the identity provider.`,
    yourLoginHasEndedLog: "Your login has ended. Log in again: what was being sent continues then.",
    youLoggedOutInAnother: "You logged out in another tab of this browser.",
    welcome: "Welcome",
    openAWalletFor: ({ user }: { readonly user: string }) => `Open a wallet for ${user}`,
    userHasNoWallet: ({ user, coin }: { readonly user: string; readonly coin: string }) =>
      `The user ${user} has no wallet on this node yet. Your wallet is a party on the ledger. It holds ${coin}, sends and receives it, and this node signs for it.`,
    walletCouldNotBeOpened: "The wallet could not be opened.",
    openMyWallet: "Open my wallet",
  },
});
