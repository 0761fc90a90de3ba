import type { Numeric } from "@tallystick/core/numeric";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { AmountError } from "./amount-error.js";
import { formatAmount } from "./format-amount.js";
import { parseAmount } from "./parse-amount.js";

/**
 * Reads an amount that is to be sent: above zero, and at most what is available.
 * @param available undefined while it is not known
 */
export const readTransferAmount = (
  text: string,
  locale: string,
  available: Numeric | undefined,
): Either<AmountError, Numeric> => {
  const amount = parseAmount(text, locale);
  if (isLeft(amount)) return amount;
  if (amount.right <= 0n) return left({ kind: "not positive" });
  return available !== undefined && amount.right > available
    ? left({ kind: "more than available", available: formatAmount(available, locale) })
    : amount;
};
