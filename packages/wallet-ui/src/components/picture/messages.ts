import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

/** The texts of pictures of transactions. */
export const messages = catalogue({
  en: {
    picture: {
      title: "What it does, as a picture",
      region: "Picture of the transaction",
      eyes: "What is seen by",
      everyone: "All parties together",
      save: "Save as SVG",
      asTable: "The same as a table",
      nothing: "These eyes see nothing of it",
      nothingHint: "A party sees what it signs, observes or acts in.",
      hidden: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `${count} node is not seen.`,
          other: `${count} nodes are not seen.`,
        }),
      folded: ({ nodes }: { readonly nodes: number }) =>
        `Its ${nodes} nodes are folded: what is alike is drawn once, with its number and its sum.`,
      sum: ({ amount }: { readonly amount: string }) => `${amount} in and out.`,
      minted: ({ amount }: { readonly amount: string }) => `${amount} more made than consumed.`,
      burned: ({ amount }: { readonly amount: string }) => `${amount} more consumed than made.`,
      unsure: "What is in some of the contracts is not known to these eyes: sums are left out.",
    },
    column: {
      before: "Before",
      done: "Done",
      after: "After",
      what: "What",
      contract: "Contract",
      owner: "Owner",
      amount: "Amount",
      signed: "Signed by",
      seen: "Seen by",
    },
    word: {
      create: "Create",
      archive: "Archive",
      unknown: "not seen into",
      disclosed: "disclosed",
      locked: "locked",
      consumes: "consumes",
      uses: "uses",
      makes: "makes",
      divulged: ({ parties }: { readonly parties: string }) => `divulged to ${parties}`,
      amount: ({ amount, unit }: { readonly amount: string; readonly unit: string }) =>
        `${amount} ${unit}`,
      tooLarge: ({ unit }: { readonly unit: string }) => `too much ${unit} to be added up`,
      several: ({ count, what }: { readonly count: number; readonly what: string }) =>
        `${count} × ${what}`,
      contracts: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} contract`, other: `${count} contracts` }),
      actions: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} step`, other: `${count} steps` }),
      on: ({ entity }: { readonly entity: string }) => `on ${entity}`,
      by: ({ parties }: { readonly parties: string }) => `by ${parties}`,
      of: ({ owner }: { readonly owner: string }) => `of ${owner}`,
      signedBy: ({ parties }: { readonly parties: string }) => `signed: ${parties}`,
      seenBy: ({ parties }: { readonly parties: string }) => `seen: ${parties}`,
    },
  },
});
