import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Settings. */
export const messages = catalogue({
  en: {
    automaticMerging: "Automatic merging",
    on: "On",
    off: "Off",
    whetherCoinsAreMerged: "whether coins are merged",
    onceARoundTheWallet:
      "Once a round the wallet merges your coins into one, so that transfers stay small.",
    yourCoinsAreMergedOnly:
      "Your coins are merged only when you do it under Holdings. Rewards are still collected.",
    walletMergesNothingForIt:
      "The wallet merges nothing by itself for a party that signs outside of this node: merge its coins under Holdings.",
    operatorHasPausedAllAutomations: "The operator has paused all automations of this wallet.",
    switchMergingOff: "Switch merging off",
    switchMergingOn: "Switch merging on",
    coinsAreMergedOnRequest: "Coins are merged on request alone.",
    coinsAreMergedByThemselves: "Coins are merged by themselves.",
    nothingWasChanged: "Nothing was changed.",
    transfersToYouArrive:
      "Transfers to you arrive at once: no one has to accept them, and their senders need no expiry.",
    paysForIt: "Pays for it",
    expires: "Expires",
    since: "Since",
    renewed: "Renewed",
    operatorRenewsItBefore: "The operator renews it before it expires, at its own cost.",
    cancelDirectTransfers: "Cancel direct transfers",
    cancelDirectTransfersQuestion: "Cancel direct transfers?",
    fromThenOnYouAccept:
      "From then on you accept each transfer yourself. What the operator has paid for the rest of the time is not paid back. You can allow direct transfers again later.",
    directTransfersAreCancelled:
      "Direct transfers are cancelled. You accept transfers yourself now.",
    directTransfersCouldNot: "Direct transfers could not be cancelled.",
    withoutThemEachTransferWaits:
      "Without them each transfer waits until you accept it. With direct transfers, whatever anyone sends you arrives at once. The operator of this node pays for them and renews them; you can cancel them at any time.",
    allowDirectTransfers: "Allow direct transfers",
    allowDirectTransfersQuestion: "Allow direct transfers?",
    everyoneCanSendYouCoins:
      "Everyone can send you coins without asking. The operator of this node pays the fee; it costs you nothing.",
    setUpLetsEveryoneSend:
      "Everyone can send you coins without asking. The operator of this node pays the fee and serves your party then: minting delegations of it can be accepted, and the operator may take the rewards that validators get for what it burns.",
    directTransfersAreAllowed: "Direct transfers are allowed.",
    directTransfersAreNotAllowed: "Direct transfers are not allowed yet.",
    directTransfers: "Direct transfers",
    whetherDirectTransfersAreAllowed: "whether direct transfers are allowed",
    revoke: "Revoke",
    revokeOrigin: ({ origin }: { readonly origin: string }) => `Revoke ${origin}`,
    revokeTheConnection: "Revoke the connection?",
    canNoLongerRead: ({ origin }: { readonly origin: ReactNode }) =>
      rich`${origin} can no longer read as your party or ask you for anything, until you connect it again.`,
    isNoLongerConnected: ({ origin }: { readonly origin: string }) =>
      `${origin} is no longer connected.`,
    connectionCouldNotBeRevoked: "The connection could not be revoked.",
    actsFor: "Acts for",
    connected: "Connected",
    ends: "Ends",
    connectedWebPages: "Connected web pages",
    theConnectedWebPages: "the connected web pages",
    noWebPageIsConnected: "No web page is connected",
    webPageThatWants:
      "A web page that wants to use this wallet asks you first; it is listed here afterwards.",
    asTheBrowser: "As the browser",
    appearance: "Appearance",
    theme: "Theme",
    asTheSystem: "As the system",
    light: "Light",
    dark: "Dark",
    contrast: "Contrast",
    more: "More",
    languageOfNumbersAndDates: "Language of numbers and dates",
    theseChoicesAreKept: "These choices are kept in this browser alone.",
    title: "Settings",
  },
});
