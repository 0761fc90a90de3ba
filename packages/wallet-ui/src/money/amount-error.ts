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
  /** More than there is. */
  | { readonly kind: "more than available"; readonly available: string };

/** A sentence for the person who types: what was found, and what to write instead. */
export const amountErrorText = (error: AmountError): string => {
  switch (error.kind) {
    case "empty":
      return "Enter an amount.";
    case "incomplete":
      return "Enter the digits of the amount.";
    case "too long":
      return `Enter at most ${error.maxCharacters} characters.`;
    case "unexpected character":
      return `"${error.character}" is not part of a number. Enter digits only.`;
    case "mixed digits":
      return "Enter all digits in one script.";
    case "ambiguous":
      return `"${error.separator}" could separate thousands or decimals here. Leave it out, or write decimals with "${error.decimal}" and not exactly three digits after it.`;
    case "wrong grouping":
      return `"${error.group}" separates groups of digits here, and these groups are incomplete. Write decimals with "${error.decimal}".`;
    case "two decimal separators":
      return `Enter "${error.decimal}" once at most.`;
    case "too many decimals":
      return `Found ${error.found} decimals, expected at most ${error.atMost}.`;
    case "too many digits":
      return `Found ${error.found} digits before the decimals, expected at most ${error.atMost}.`;
    case "not positive":
      return "Enter an amount above zero.";
    case "more than available":
      return `Only ${error.available} is available.`;
  }
};
