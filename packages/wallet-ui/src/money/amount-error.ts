import { messages } from "./messages.js";

/** Why a typed text is no amount. */
export type AmountError =
  | { readonly kind: "empty" }
  /** Only a sign or a separator so far. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "too long"; readonly maxCharacters: number }
  | { readonly kind: "unexpected character"; readonly character: string }
  /** Digits of two scripts in one number. */
  | { readonly kind: "mixed digits" }
  /** It means two amounts, depending on who reads it. */
  | { readonly kind: "ambiguous"; readonly separator: string; readonly decimal: string }
  | { readonly kind: "wrong grouping"; readonly group: string; readonly decimal: string }
  | { readonly kind: "two decimal separators"; readonly decimal: string }
  | { readonly kind: "too many decimals"; readonly found: number; readonly atMost: number }
  | { readonly kind: "too many digits"; readonly found: number; readonly atMost: number }
  | { readonly kind: "not positive" }
  | { readonly kind: "more than available"; readonly available: string };

/** A sentence for the person who types: what was found, and what to write instead. */
export const amountErrorText = (error: AmountError): string => {
  switch (error.kind) {
    case "empty":
      return messages.amount.missing;
    case "incomplete":
      return messages.amount.noDigits;
    case "too long":
      return messages.amount.tooLong({ maxCharacters: error.maxCharacters });
    case "unexpected character":
      return messages.amount.wrongCharacter({ character: error.character });
    case "mixed digits":
      return messages.amount.mixedDigits;
    case "ambiguous":
      return messages.amount.ambiguous({
        separator: error.separator,
        decimal: error.decimal,
      });
    case "wrong grouping":
      return messages.amount.wrongGroups({ group: error.group, decimal: error.decimal });
    case "two decimal separators":
      return messages.amount.manyDecimals({ decimal: error.decimal });
    case "too many decimals":
      return messages.amount.decimals({ found: error.found, atMost: error.atMost });
    case "too many digits":
      return messages.amount.digits({ found: error.found, atMost: error.atMost });
    case "not positive":
      return messages.amount.notPositive;
    case "more than available":
      return messages.amount.unavailable({ available: error.available });
  }
};
