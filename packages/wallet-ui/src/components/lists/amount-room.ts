import type { CSSProperties } from "react";

/** Digits before and after the decimal point of an amount of the API, as it is shown short. */
const digitsOf = (amount: string): readonly [whole: number, decimals: number] => {
  const [whole = "", decimals = ""] = amount.replace("-", "").split(".");
  const length = whole.replace(/^0+(?=\d)/, "").length;
  // a sign between each three
  const grouped = length + Math.floor(Math.max(0, length - 1) / 3);
  return [grouped, Math.max(2, decimals.replace(/0+$/, "").length)];
};

/**
 * The room that the amounts of a list need so that their decimal points are below one another.
 *
 * @param amounts of the API; undefined where there is none
 */
export const amountRoom = (amounts: Iterable<string | undefined>): CSSProperties => {
  let [wholes, decimals] = [1, 2];
  for (const amount of amounts) {
    if (amount === undefined) continue;
    const [whole, after] = digitsOf(amount);
    wholes = Math.max(wholes, whole);
    decimals = Math.max(decimals, after);
  }
  return { "--decimals": decimals, "--digits": wholes + decimals };
};
