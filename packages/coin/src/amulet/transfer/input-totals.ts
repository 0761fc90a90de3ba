import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { plus, zero } from "../../model/arithmetic.js";

/**
 * What a transfer's inputs are worth, in CC, by where it comes from. Everything but `coins` is
 * minted by the transfer.
 */
export interface InputTotals {
  readonly coins: Numeric;
  readonly appRewards: Numeric;
  /** From coupons for burns. */
  readonly validatorRewards: Numeric;
  /** From liveness records. */
  readonly validatorFaucets: Numeric;
  readonly svRewards: Numeric;
  readonly unclaimedActivityRecords: Numeric;
  readonly developmentFund: Numeric;
}

/** One input: how much it is worth, and which total it counts to. */
export interface InputValue {
  readonly to: keyof InputTotals;
  readonly amount: Numeric;
}

const nothing: InputTotals = {
  coins: zero,
  appRewards: zero,
  validatorRewards: zero,
  validatorFaucets: zero,
  svRewards: zero,
  unclaimedActivityRecords: zero,
  developmentFund: zero,
};

/** The totals of a transfer's inputs while they are being added up, in place. */
export class InputSum {
  readonly totals: InputTotals = { ...nothing };

  /** One input more. */
  *add({ to, amount }: InputValue): ChoiceProgram<void> {
    const totals: { -readonly [Total in keyof InputTotals]: Numeric } = this.totals;
    totals[to] = yield* plus(totals[to], amount);
  }
}

/** All that the inputs are worth together. */
export function* sumOfInputs(totals: InputTotals): ChoiceProgram<Numeric> {
  let sum = yield* plus(totals.coins, totals.appRewards);
  sum = yield* plus(sum, totals.validatorRewards);
  sum = yield* plus(sum, totals.unclaimedActivityRecords);
  sum = yield* plus(sum, totals.validatorFaucets);
  sum = yield* plus(sum, totals.svRewards);
  return yield* plus(sum, totals.developmentFund);
}
