import { Numeric } from "../values/value.js";

const maxDigits = 38;
const limit = 10n ** BigInt(maxDigits);
const powers = Array.from({ length: 2 * maxDigits + 1 }, (_, exponent) => 10n ** BigInt(exponent));

const power = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** The Numeric of so many units of 10^-scale; undefined when it has more than 38 digits. */
const numericOf = (unscaled: bigint, scale: number): Numeric | undefined =>
  unscaled < limit && unscaled > -limit ? new Numeric(unscaled, scale) : undefined;

/** The quotient, to the nearest, ties to the even one. */
const divideHalfEven = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  const rest = dividend % divisor;
  if (rest === 0n) return quotient;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const size = divisor < 0n ? -divisor : divisor;
  if (twice < size || (twice === size && quotient % 2n === 0n)) return quotient;
  return dividend < 0n === divisor < 0n ? quotient + 1n : quotient - 1n;
};

/** The sum of two of one scale; undefined on overflow, as everywhere here. */
export const addNumeric = (a: Numeric, b: Numeric): Numeric | undefined =>
  numericOf(a.unscaled + b.unscaled, a.scale);

/** The difference of two of one scale. */
export const subtractNumeric = (a: Numeric, b: Numeric): Numeric | undefined =>
  numericOf(a.unscaled - b.unscaled, a.scale);

/** The product at the scale of the witness, rounded half-even. */
export const multiplyNumeric = (witness: Numeric, a: Numeric, b: Numeric): Numeric | undefined => {
  const product = a.unscaled * b.unscaled;
  const surplus = a.scale + b.scale - witness.scale;
  return numericOf(
    surplus >= 0 ? divideHalfEven(product, power(surplus)) : product * power(-surplus),
    witness.scale,
  );
};

/** The quotient at the scale of the witness, rounded half-even; undefined for division by 0. */
export const divideNumeric = (witness: Numeric, a: Numeric, b: Numeric): Numeric | undefined => {
  if (b.unscaled === 0n) return undefined;
  const shift = witness.scale + b.scale - a.scale;
  return numericOf(
    shift >= 0
      ? divideHalfEven(a.unscaled * power(shift), b.unscaled)
      : divideHalfEven(a.unscaled, b.unscaled * power(-shift)),
    witness.scale,
  );
};

/** Rounded half-even to so many digits after the point, which may be negative. */
export const roundNumeric = (digits: bigint, value: Numeric): Numeric | undefined => {
  const dropped = BigInt(value.scale) - digits;
  if (dropped < 0n || dropped >= BigInt(maxDigits)) return undefined;
  const unit = power(Number(dropped));
  return numericOf(divideHalfEven(value.unscaled, unit) * unit, value.scale);
};

/** The number at the scale of the witness; undefined also where digits would be lost. */
export const castNumeric = (witness: Numeric, value: Numeric): Numeric | undefined => {
  const shift = witness.scale - value.scale;
  if (shift >= 0) return numericOf(value.unscaled * power(shift), witness.scale);
  const unit = power(-shift);
  return value.unscaled % unit === 0n ? numericOf(value.unscaled / unit, witness.scale) : undefined;
};

/** The digits at the scale of the witness: another number. */
export const shiftNumeric = (witness: Numeric, value: Numeric): Numeric =>
  new Numeric(value.unscaled, witness.scale);

/** The whole number at the scale of the witness. */
export const numericFromInt64 = (witness: Numeric, value: bigint): Numeric | undefined =>
  numericOf(value * power(witness.scale), witness.scale);

/** The part before the point. */
export const wholePart = (value: Numeric): bigint => value.unscaled / power(value.scale);

/** Without zeros at its end, but with a digit after the point. */
export const numericText = ({ unscaled, scale }: Numeric): string => {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zero) end--;
  const fraction = end === point ? "0" : digits.slice(point, end);
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, point)}.${fraction}`;
};

const zero = 48;

const numericForm = /^([+-]?)0*([0-9]+)(?:\.([0-9]+))?$/;

/** Reads a decimal at the scale of the witness; undefined where its digits do not fit. */
export const numericFromLfText = (witness: Numeric, text: string): Numeric | undefined => {
  const [, sign = "", whole, fraction = ""] = numericForm.exec(text) ?? [];
  const { scale } = witness;
  if (whole === undefined || whole.length > maxDigits) return undefined;
  if (/[^0]/.test(fraction.slice(scale))) return undefined;
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  return numericOf(sign === "-" ? -units : units, scale);
};
