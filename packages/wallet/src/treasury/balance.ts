import { type AmuletPayload, holdingFeeAt } from "@tallystick/coin";
import { type Numeric, type NumericError, numericFromUnits } from "@tallystick/core";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { Applicative, type Either } from "fp-ts/lib/Either.js";

/** A round number. */
export type RoundNumber = Parameters<typeof holdingFeeAt>[1];

/** A coin as far as it counts for a balance. */
export type HeldAmount = Pick<AmuletPayload, "amount">;

/** A coin in lists of coins (wallet 3.1). */
export interface CoinPosition {
  /** Accrued holding fee in CC; shown, but not charged. */
  readonly accruedHoldingFee: Numeric;
  /** The initial amount, nothing subtracted. */
  readonly effectiveAmount: Numeric;
}

/** The sums of a party's coins at a round (wallet 8.3). */
export interface Balance {
  readonly unlocked: Numeric;
  readonly locked: Numeric;
  /** Fees accrued by the unlocked coins. */
  readonly holdingFees: Numeric;
  /** Fees accrued by the locked coins. */
  readonly lockedHoldingFees: Numeric;
}

/** The values of a coin at a round. */
export const positionOf = ({ amount }: HeldAmount, round: RoundNumber): CoinPosition => ({
  accruedHoldingFee: holdingFeeAt(amount, round),
  effectiveAmount: amount.initialAmount,
});

const sumsAt = (coins: Iterable<HeldAmount>, round: RoundNumber) => {
  let [units, fees] = [0n, 0n];
  for (const { amount } of coins) {
    units += amount.initialAmount;
    fees += holdingFeeAt(amount, round);
  }
  return { amount: numericFromUnits(units), fees: numericFromUnits(fees) };
};

/** The balance of coins at a round. Left: a sum is too large for a Numeric. */
export const balanceOf = (
  unlocked: Iterable<HeldAmount>,
  locked: Iterable<HeldAmount>,
  round: RoundNumber,
): Either<NumericError, Balance> => {
  const free = sumsAt(unlocked, round);
  const held = sumsAt(locked, round);
  return sequenceS(Applicative)({
    unlocked: free.amount,
    locked: held.amount,
    holdingFees: free.fees,
    lockedHoldingFees: held.fees,
  });
};
