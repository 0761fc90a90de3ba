import { type Numeric, numericFromUnits, type ChoiceProgram } from "@tallystick/core";
import { computed } from "../../model/arithmetic.js";

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

const nothing: Readonly<Record<keyof InputTotals, bigint>> = {
  coins: 0n,
  appRewards: 0n,
  validatorRewards: 0n,
  validatorFaucets: 0n,
  svRewards: 0n,
  unclaimedActivityRecords: 0n,
  developmentFund: 0n,
};

/**
 * The totals of a transfer's inputs while they are being added up, in place; none may go beyond the
 * range of numbers.
 */
export class InputSum {
  private readonly units = { ...nothing };

  /** One input more. */
  add({ to, amount }: InputValue): void {
    this.units[to] += amount;
  }

  /** All totals. Stops the command with `arithmetic` when one is out of range. */
  *totals(): ChoiceProgram<InputTotals> {
    const { units } = this;
    return {
      coins: yield* numeric(units.coins),
      appRewards: yield* numeric(units.appRewards),
      validatorRewards: yield* numeric(units.validatorRewards),
      validatorFaucets: yield* numeric(units.validatorFaucets),
      svRewards: yield* numeric(units.svRewards),
      unclaimedActivityRecords: yield* numeric(units.unclaimedActivityRecords),
      developmentFund: yield* numeric(units.developmentFund),
    };
  }
}

/** All that the inputs are worth together, in units. */
export const unitsOfInputs = (totals: InputTotals): bigint =>
  totals.coins +
  totals.appRewards +
  totals.validatorRewards +
  totals.validatorFaucets +
  totals.svRewards +
  totals.unclaimedActivityRecords +
  totals.developmentFund;

const numeric = (units: bigint): ChoiceProgram<Numeric> => computed(numericFromUnits(units));
