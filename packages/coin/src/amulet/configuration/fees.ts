import { pair } from "../../model/pair.js";
import {
  isNumericUnits,
  list,
  type Numeric,
  numeric,
  numericDivide,
  numericMultiply,
  type NumericError,
  record,
  type Static,
} from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { one } from "../../model/arithmetic.js";
import { Round } from "./round-number.js";

/** A fee that does not depend on an amount. */
export const FixedFee = record({ fee: numeric });

/** A fee per mining round. */
export const RatePerRound = record({ rate: numeric });
/** A fee per mining round. */
export type RatePerRound = Static<typeof RatePerRound>;

/** A rate that falls in steps: `_1` is the amount a step begins at, `_2` the rate from there. */
export const SteppedRate = record({ initialRate: numeric, steps: list(pair(numeric, numeric)) });

/** An amount of CC that loses a little value with every round. */
export const ExpiringAmount = record({
  initialAmount: numeric,
  createdAt: Round,
  ratePerRound: RatePerRound,
});
/** An amount of CC that loses a little value with every round. */
export type ExpiringAmount = Static<typeof ExpiringAmount>;

/** True for an amount above zero, created in a round that exists, at a rate not below zero. */
export const isValidExpiringAmount = (amount: ExpiringAmount): boolean =>
  amount.initialAmount > 0n && amount.createdAt.number >= 0n && amount.ratePerRound.rate >= 0n;

/**
 * The rate of coins created at a price, which stays with the coin for life: what 1 USD is in CC,
 * times the fee, each rounded half-even.
 *
 * @param holdingFee USD per round
 * @param price USD per CC
 */
export const rateAtPrice = (
  holdingFee: RatePerRound,
  price: Numeric,
): Either<NumericError, RatePerRound> => {
  const perUsd = numericDivide(one, price, "half-even");
  if (isLeft(perUsd)) return perUsd;
  const rate = numericMultiply(perUsd.right, holdingFee.rate, "half-even");
  return isLeft(rate) ? rate : right({ rate: rate.right });
};

/**
 * The holding fee a coin has accrued, in units and without any upper bound; 0 before its own round.
 */
const accruedUnits = ({ createdAt, ratePerRound }: ExpiringAmount, round: Round): bigint => {
  const rounds = round.number - createdAt.number;
  return rounds > 0n ? rounds * ratePerRound.rate : 0n;
};

/**
 * The holding fee a coin has accrued at a round: by round number, linearly, never more than its
 * amount. It is shown and never charged.
 */
export const holdingFeeAt = (amount: ExpiringAmount, round: Round): Numeric => {
  const units = accruedUnits(amount, round);
  return units < amount.initialAmount && isNumericUnits(units) ? units : amount.initialAmount;
};

/**
 * True when a coin is dust at a round: its initial amount is smaller than the holding fee it has
 * accrued (specification 8). The public system lets it expire one moment earlier, when both are
 * equal.
 */
export const isDustAt = (amount: ExpiringAmount, round: Round): boolean =>
  amount.initialAmount < accruedUnits(amount, round);
