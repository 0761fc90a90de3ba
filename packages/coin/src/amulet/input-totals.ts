import type { Numeric } from "@tallystick/core";
import { plus, zero } from "../arithmetic.js";
import type { Steps } from "@tallystick/core";

/** What a transfer's inputs are worth, in CC, by where it comes from. Everything but `coins` is minted by the transfer. */
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

/** The totals of no inputs. */
export const noInputs: InputTotals = {
  coins: zero,
  appRewards: zero,
  validatorRewards: zero,
  validatorFaucets: zero,
  svRewards: zero,
  unclaimedActivityRecords: zero,
  developmentFund: zero,
};

/** The totals with one input more. */
export function* withInput(totals: InputTotals, { to, amount }: InputValue): Steps<InputTotals> {
  return { ...totals, [to]: yield* plus(totals[to], amount) };
}

/** All that the inputs are worth together. */
export function* sumOfInputs(totals: InputTotals): Steps<Numeric> {
  let sum = zero;
  for (const amount of Object.values<Numeric>({ ...totals })) sum = yield* plus(sum, amount);
  return sum;
}
