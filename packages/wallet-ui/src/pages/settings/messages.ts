import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Settings. */
export const messages = catalogue({
  en: {
    merging: {
      title: "Automatic merging",
      what: "whether coins are merged",
      onNote: "Once a round the wallet merges your coins into one, so that transfers stay small.",
      offNote:
        "Your coins are merged only when you do it under Holdings. Rewards are still collected.",
      externalNote:
        "The wallet merges nothing by itself for a party that signs outside of this node: merge its coins under Holdings.",
      paused: "The operator has paused all automations of this wallet.",
      switchOff: "Switch merging off",
      switchOn: "Switch merging on",
      switchedOff: "Coins are merged on request alone.",
      switchedOn: "Coins are merged by themselves.",
      failed: "Nothing was changed.",
    },
    state: {
      on: "On",
      off: "Off",
    },
    direct: {
      onNote:
        "Transfers to you arrive at once: no one has to accept them, and their senders need no expiry.",
      payer: "Pays for it",
      expires: "Expires",
      since: "Since",
      renewed: "Renewed",
      renewal: "The operator renews it before it expires, at its own cost.",
      cancel: "Cancel direct transfers",
      cancelQuestion: "Cancel direct transfers?",
      cancelEffect:
        "From then on you accept each transfer yourself. What the operator has paid for the rest of the time is not paid back. You can allow direct transfers again later.",
      cancelled: "Direct transfers are cancelled. You accept transfers yourself now.",
      cancelFailed: "Direct transfers could not be cancelled.",
      offNote:
        "Without them each transfer waits until you accept it. With direct transfers, whatever anyone sends you arrives at once. The operator of this node pays for them and renews them; you can cancel them at any time.",
      allow: "Allow direct transfers",
      allowQuestion: "Allow direct transfers?",
      allowEffect:
        "Everyone can send you coins without asking. The operator of this node pays the fee; it costs you nothing.",
      setUpEffect:
        "Everyone can send you coins without asking. The operator of this node pays the fee and serves your party then: minting delegations of it can be accepted, and the operator may take the rewards that validators get for what it burns.",
      allowed: "Direct transfers are allowed.",
      allowFailed: "Direct transfers are not allowed yet.",
      title: "Direct transfers",
      what: "whether direct transfers are allowed",
    },
    session: {
      revoke: "Revoke",
      revokeNamed: ({ origin }: { readonly origin: string }) => `Revoke ${origin}`,
      question: "Revoke the connection?",
      effect: ({ origin }: { readonly origin: ReactNode }) =>
        rich`${origin} can no longer read as your party or ask you for anything, until you connect it again.`,
      revoked: ({ origin }: { readonly origin: string }) => `${origin} is no longer connected.`,
      failed: "The connection could not be revoked.",
      party: "Acts for",
      since: "Connected",
      ends: "Ends",
    },
    sessions: {
      title: "Connected web pages",
      what: "the connected web pages",
      empty: "No web page is connected",
      emptyHint:
        "A web page that wants to use this wallet asks you first; it is listed here afterwards.",
    },
    appearance: {
      asBrowser: "As the browser",
      title: "Appearance",
      theme: "Theme",
      asSystem: "As the system",
      light: "Light",
      dark: "Dark",
      contrast: "Contrast",
      moreContrast: "More",
      locale: "Language of numbers and dates",
      note: "These choices are kept in this browser alone.",
    },
    page: {
      title: "Settings",
    },
  },
});
