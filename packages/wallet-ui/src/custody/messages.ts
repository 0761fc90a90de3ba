import { catalogue } from "../messages/catalogue.js";
import { plural } from "../messages/plural.js";

/** The texts of keys of this browser, of their backups, and of what they sign. */
export const messages = catalogue({
  en: {
    backup: {
      wholeNumber: "a whole number",
      range: ({ least, most }: { readonly least: number; readonly most: number }) =>
        `${least} to ${most}`,
      base64: ({ count }: { readonly count: number }) =>
        plural("en", count, { one: `${count} byte in Base64`, other: `${count} bytes in Base64` }),
      none: ({ expected, field }: { readonly expected: string; readonly field: string }) =>
        `This is no key backup: expected ${expected} in "${field}".`,
      wrongPassphrase: "The passphrase is wrong, or the file was changed.",
      otherKey: "The file holds another key than it says.",
    },
    topology: {
      base64: ({ field }: { readonly field: string }) => `${field}: expected Base64`,
      transactions: ({ field, most }: { readonly field: string; readonly most: number }) =>
        `${field}: expected 1 to ${most} in Base64`,
    },
    prepared: {
      noBase64: "what is no Base64",
      unreadable: ({ reason }: { readonly reason: string }) =>
        `The transaction cannot be read: ${reason}. Nothing was signed.`,
      otherHash: ({ found, computed }: { readonly found: string; readonly computed: string }) =>
        `The server asks to sign ${found}, and its transaction has the hash ${computed}. Nothing was signed.`,
      otherParty: ({ found, expected }: { readonly found: string; readonly expected: string }) =>
        `The transaction acts as ${found}, expected ${expected} alone. Nothing was signed.`,
      otherNetwork: ({ found, expected }: { readonly found: string; readonly expected: string }) =>
        `The transaction is for the network ${found}, expected ${expected}. Nothing was signed.`,
      otherRequest: ({ why }: { readonly why: string }) =>
        `The node answered another transaction than you requested: ${why}. Nothing was signed.`,
      expired: ({ at }: { readonly at: string }) =>
        `The transaction could be executed until ${at}. Prepare it again.`,
    },
    wanted: {
      other: ({ found, wanted }: { readonly found: string; readonly wanted: string }) =>
        `it does ${found}, you requested ${wanted}`,
      otherContract: ({ found, wanted }: { readonly found: string; readonly wanted: string }) =>
        `it is about the contract ${found}, you requested ${wanted}`,
      missing: ({ field, wanted }: { readonly field: string; readonly wanted: string }) =>
        `${field} is missing, you requested ${wanted}`,
      otherField: ({
        field,
        found,
        wanted,
      }: {
        readonly field: string;
        readonly found: string;
        readonly wanted: string;
      }) => `${field} is ${found}, you requested ${wanted}`,
      loss: ({ amount, asset }: { readonly amount: string; readonly asset: string }) =>
        `you would lose ${amount} (${asset})`,
      notOne: "it is not of one command",
    },
  },
});
