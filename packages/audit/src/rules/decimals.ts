/** Units of 10^-10 in one. */
export const unitsPerCoin = 10n ** 10n;

/** The quotient of whole numbers above or at 0, rounded half to even. */
const halfEven = (dividend: bigint, divisor: bigint): bigint => {
  const whole = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const isUp = twice > divisor || (twice === divisor && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
};

/** Units times a rate in units, rounded half to even. */
export const times = (units: bigint, rate: bigint): bigint => halfEven(units * rate, unitsPerCoin);

/** Units divided by units, rounded half to even; the divisor is above 0. */
export const dividedBy = (units: bigint, by: bigint): bigint => halfEven(units * unitsPerCoin, by);
