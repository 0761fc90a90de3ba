import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { coinOfUsd, constantNumeric, dividedBy, ofInteger, times } from "../../model/arithmetic.js";
import { microsPerDay } from "../../model/time-span.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";

/** USD per day of a preapproval where the configuration names none: about 1 USD per year. */
const defaultPreapprovalFee: Numeric = constantNumeric("0.00274");

/**
 * What a lifetime of a preapproval costs, in USD (wallet 10): days, as parts of a day too, times
 * the fee per day.
 */
export function* preapprovalFeeUsd(
  lifetimeMicros: bigint,
  { transferPreapprovalFee }: AmuletConfig,
): ChoiceProgram<Numeric> {
  const micros = yield* ofInteger(lifetimeMicros);
  const days = yield* dividedBy(micros, yield* ofInteger(microsPerDay));
  return yield* times(days, transferPreapprovalFee ?? defaultPreapprovalFee);
}

/**
 * What a lifetime of a preapproval costs in CC, see {@link preapprovalFeeUsd}.
 *
 * @param price USD per CC
 */
export function* preapprovalFee(
  lifetimeMicros: bigint,
  config: AmuletConfig,
  price: Numeric,
): ChoiceProgram<Numeric> {
  return yield* coinOfUsd(yield* preapprovalFeeUsd(lifetimeMicros, config), price);
}
