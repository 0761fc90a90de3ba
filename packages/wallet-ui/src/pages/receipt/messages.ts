import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { rich } from "../../texts/rich.js";

/** The texts of a receipt. */
export const messages = catalogue({
  en: {
    page: {
      title: "Receipt",
      what: "the receipt",
      print: "Print or save as PDF",
      back: "The transaction",
    },
    none: {
      title: "No one paid by this update",
      hint: "There are receipts of updates by which your party paid or was paid.",
      update: "Show the update",
    },
    payment: {
      paid: "Paid",
      offered: "Offered, not paid",
      offerNote:
        "By this update the amount was locked and offered. It is paid once the receiver accepts, by another update.",
      from: "From",
      to: "To",
      fee: "Fee",
      noFee: "None besides the amount",
      memo: "Memo",
    },
    update: {
      at: "Time",
      utc: ({ time }: { readonly time: ReactNode }) => rich`UTC: ${time}`,
      id: "Update",
      offset: "Offset",
      node: "Node",
      participant: "Participant",
      network: "Network",
    },
    proof: {
      title: "Proof",
      none: "This node keeps no log for audits: this receipt says what the node says, and has no proof.",
      making: "The proof is made.",
      failed: "There is no proof now.",
      save: "Save the proof",
      digest: "SHA-256 of the proof",
      log: "Log",
      check:
        "Whoever has the saved file checks that the log has this update, and what it says, by:",
      keyNote:
        "A key that comes from this node proves what this node signed: who does not trust it gets the key elsewhere.",
      code: "The update, its offset, the node, and the digest and log of its proof",
      codeOfUpdate: "The update, its offset and the node",
    },
    names: {
      note: "Names are those that this wallet has for the ids below them.",
    },
  },
});
