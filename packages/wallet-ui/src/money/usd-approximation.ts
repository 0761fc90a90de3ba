import { isLeft } from "fp-ts/lib/Either.js";
import { type Numeric, numericFromText, numericUnitsPerOne } from "@tallystick/core/numeric";
import { withoutMarks } from "../messages/without-marks.js";

const centsPerDollar = 100n;

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** The quotient of positive numbers to the nearest, ties to the even one. */
const nearest = (dividend: bigint, divisor: bigint): bigint => {
  const floor = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && floor % 2n === 1n);
  return up ? floor + 1n : floor;
};

const dollarText = (locale: string, cents: bigint): string => {
  const text = `${cents / centsPerDollar}.${String(cents % centsPerDollar).padStart(2, "0")}`;
  const writtenBy = (currencyDisplay: "symbol" | "code"): string =>
    new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay }).format(
      // border: two decimal integers around a point
      text as `${number}`,
    );
  const written = writtenBy("symbol");
  const plain = withoutMarks(written);
  // a sign would turn to the other side without its marks: "USD" does not
  return plain === written ? plain : withoutMarks(writtenBy("code"));
};

/**
 * About how many dollars an amount is, e.g. "≈ $12.35": the exact product, rounded once to cents.
 * Less than half a cent is shown as below one cent, since it is an estimate and no balance.
 *
 * @param price dollars for one coin, as the server writes it, e.g. "0.0050000000"
 * @returns undefined when the price is no number above zero
 */
export const usdApproximation = (
  value: Numeric,
  price: string,
  locale: string,
): string | undefined => {
  const perCoin = numericFromText(price);
  if (isLeft(perCoin) || perCoin.right <= 0n) return undefined;
  const exact = absolute(value) * perCoin.right * centsPerDollar;
  const cents = nearest(exact, numericUnitsPerOne * numericUnitsPerOne);
  if (exact > 0n && cents === 0n) return `< ${dollarText(locale, 1n)}`;
  return `≈ ${value < 0n ? "\u2212" : ""}${dollarText(locale, cents)}`;
};
