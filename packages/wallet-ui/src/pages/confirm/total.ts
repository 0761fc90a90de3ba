import { type Numeric, numericAdd, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { readAmount } from "../../money/read-amount.js";
import { coinsOfUsd } from "../../money/coins-of-usd.js";

/** An amount of a request with its unit. */
export interface AskedAmount {
  readonly amount: string;
  readonly unit: string;
}

const coinsOfOne = (
  { amount, unit }: AskedAmount,
  price: string | undefined,
): Numeric | undefined => {
  const units = readAmount(amount);
  if (units === undefined || unit === "AmuletUnit") return units;
  return unit === "USDUnit" && price !== undefined ? coinsOfUsd(units, price) : undefined;
};

/** About how many coins the amounts are together; undefined while the price is not known. */
export const coinsOf = (
  amounts: ReadonlyArray<AskedAmount>,
  price: string | undefined,
): Numeric | undefined => {
  let sum: Numeric | undefined;
  for (const each of amounts) {
    const coins = coinsOfOne(each, price);
    if (coins === undefined) return undefined;
    if (sum === undefined) {
      sum = coins;
      continue;
    }
    const next = numericAdd(sum, coins);
    if (isLeft(next)) return undefined;
    sum = next.right;
  }
  return sum;
};

/** The same as the API writes amounts. */
export const coinsText = (coins: Numeric): string => numericToText(coins);
