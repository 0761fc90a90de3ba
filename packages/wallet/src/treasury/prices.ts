import { type AmuletConfig, preapprovalFee, trafficCost, withoutLedger } from "@tallystick/coin";
import {
  type Int64,
  type Numeric,
  numericDivide,
  numericFromUnits,
  numericMultiply,
} from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

const orUndefined = <A>(result: Either<unknown, A>): A | undefined =>
  isLeft(result) ? undefined : result.right;

/** The value of an amount of CC in USD, half-even; undefined when it is out of range. */
export const usdOf = (cc: Numeric, price: Numeric): Numeric | undefined =>
  orUndefined(numericMultiply(cc, price, "half-even"));

/** The amount of CC for an amount of USD, half-even; undefined when it is out of range. */
export const ccOf = (usd: Numeric, price: Numeric): Numeric | undefined =>
  orUndefined(numericDivide(usd, price, "half-even"));

/** The cost of traffic in CC at a price (wallet 13.1); undefined when it is out of range. */
export const trafficCostInCc = (
  bytes: Int64,
  { decentralizedSynchronizer: { fees } }: AmuletConfig,
  price: Numeric,
): Numeric | undefined =>
  orUndefined(withoutLedger(trafficCost(bytes, fees.extraTrafficPrice, price)))?.amulet;

/**
 * The cost of a preapproval in CC for a lifetime in microseconds (wallet 10); undefined when it is
 * out of range.
 */
export const preapprovalFeeInCc = (
  lifetimeMicros: number,
  config: AmuletConfig,
  price: Numeric,
): Numeric | undefined =>
  orUndefined(withoutLedger(preapprovalFee(BigInt(lifetimeMicros), config, price)));

/** The sum of amounts; undefined when it is out of range. */
export const sumOf = (amounts: Iterable<Numeric>): Numeric | undefined => {
  let units = 0n;
  for (const amount of amounts) units += amount;
  return orUndefined(numericFromUnits(units));
};
