import { pair } from "../../model/pair.js";
import {
  type ChoiceProgram,
  isNumericUnits,
  list,
  numeric,
  type Numeric,
  record,
  type Static,
} from "@tallystick/core";
import { constantNumeric, dividedBy, one, times } from "../../model/arithmetic.js";
import { Round } from "./round-number.js";
import { generalError } from "../../model/coin-error.js";
import { shownDecimal } from "../../model/shown.js";

/** A fee that does not depend on an amount. */
export const FixedFee = record({ fee: numeric }, "FixedFee");

export const RatePerRound = record({ rate: numeric }, "RatePerRound");
export type RatePerRound = Static<typeof RatePerRound>;

/** A rate that falls in steps: `_1` is the amount a step begins at, `_2` the rate from there. */
export const SteppedRate = record(
  { initialRate: numeric, steps: list(pair(numeric, numeric)) },
  "SteppedRate",
);

/** An amount of CC that loses a little value with every round. */
export const ExpiringAmount = record(
  {
    initialAmount: numeric,
    createdAt: Round,
    ratePerRound: RatePerRound,
  },
  "ExpiringAmount",
);
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
export function* rateAtPrice(
  holdingFee: RatePerRound,
  price: Numeric,
): ChoiceProgram<RatePerRound> {
  const perUsd = yield* dividedBy(one, price);
  return { rate: yield* times(perUsd, holdingFee.rate) };
}

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

// beyond it a coin is taken to live forever, as its time could not be counted
const longestLived = constantNumeric("999999999999999999999999999.9999999999");
const lastRound = 2n ** 63n - 1n;

/**
 * The round a coin expires at: when it has accrued its whole amount. Undefined for one that never
 * does because its round cannot be counted.
 */
export function* roundOfExpiry({
  initialAmount,
  createdAt,
  ratePerRound: { rate },
}: ExpiringAmount): ChoiceProgram<bigint | undefined> {
  for (const [which, operand] of [
    ["first", initialAmount],
    ["second", rate],
  ] as const) {
    if (operand <= 0n)
      yield* generalError(`boundedDivDecimal: negative ${which} operand ${shownDecimal(operand)}`);
  }
  if (rate < one && initialAmount > (yield* times(longestLived, rate))) return undefined;
  const rounds = numericCeiling(yield* dividedBy(initialAmount, rate));
  if (createdAt.number < 0n)
    yield* generalError(`addBoundedInt: negative first operand ${createdAt.number}`);
  const expiresAt = createdAt.number + rounds;
  return expiresAt > lastRound ? undefined : expiresAt;
}

const numericCeiling = (value: Numeric): bigint => (value + one - 1n) / one;
