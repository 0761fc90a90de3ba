import type { messages as english } from "../../../links/messages.js";
import { listOf } from "../../../messages/list.js";

export const messages: typeof english = {
  expected: {
    amount: "eine Dezimalzahl über null wie 12.5",
    time: "eine Zeit wie 2026-01-31T12:00:00.000Z",
    party: "eine Partei-ID der Form name::fingerabdruck",
    network: ({ maxNetworkLength }) => `1 bis ${maxNetworkLength} Zeichen`,
    memo: "1 bis 279 Zeichen",
    milliseconds: "Millisekunden seit 1970, vor dem Jahr 10000",
    field: ({ fields }) => `eines von ${listOf("de", fields)}`,
    once: "jedes Feld einmal",
  },
  link: {
    tooLong: ({ found, atMost }) => `Der Link hat ${found} Zeichen, höchstens ${atMost} erwartet.`,
    none: "Dies ist kein Zahlungslink dieser Wallet.",
    broken: ({ field, found, expected }) =>
      `Der Link ist beschädigt: ${field} ist „${found}“, erwartet wird ${expected}.`,
    damaged:
      "Der Link wurde beschädigt oder verändert, nachdem er gemacht wurde. Bitten Sie um einen neuen.",
    expired: ({ at }) => `Der Link ist am ${at} abgelaufen. Bitten Sie um einen neuen.`,
    otherNetwork: ({ found, expected }) =>
      `Der Link ist für das Netz ${found}; diese Wallet ist in ${expected}.`,
  },
};
