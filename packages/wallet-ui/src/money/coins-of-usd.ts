import { isLeft } from "fp-ts/lib/Either.js";
import { type Numeric, numericDivide, numericFromText } from "@tallystick/core/numeric";

/**
 * How many coins an amount in US dollars is at a price, rounded up: an estimate of what the ledger
 * computes when it is paid.
 *
 * @param price dollars for one coin, as the server writes it
 * @returns undefined when the price is no number above zero, or the result is too large
 */
export const coinsOfUsd = (usd: Numeric, price: string): Numeric | undefined => {
  const perCoin = numericFromText(price);
  if (isLeft(perCoin) || perCoin.right <= 0n || usd < 0n) return undefined;
  const coins = numericDivide(usd, perCoin.right, "ceiling");
  return isLeft(coins) ? undefined : coins.right;
};
