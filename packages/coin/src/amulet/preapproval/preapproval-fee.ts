import { type Numeric, numericFromInteger, type ChoiceProgram } from "@tallystick/core";
import { coinOfUsd, computed, constantNumeric, dividedBy, times } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import { microsPerDay } from "../../model/time-span.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";

/** USD per day of a preapproval where the configuration names none: about 1 USD per year. */
const defaultPreapprovalFee: Numeric = constantNumeric("0.00274");

/**
 * What a lifetime of a preapproval costs, in CC (wallet 10): days, as parts of a day too, times the
 * fee per day, at the round's price.
 *
 * @param lifetimeMicros above 0
 * @param price USD per CC
 */
export function* preapprovalFee(
  lifetimeMicros: number,
  { transferPreapprovalFee }: AmuletConfig,
  price: Numeric,
): ChoiceProgram<Numeric> {
  yield* requireThat(lifetimeMicros > 0, "invalid-argument", "The lifetime is above 0.");
  const micros = yield* computed(numericFromInteger(BigInt(lifetimeMicros)));
  const microsOfDay = yield* computed(numericFromInteger(microsPerDay));
  const days = yield* dividedBy(micros, microsOfDay);
  const usd = yield* times(days, transferPreapprovalFee ?? defaultPreapprovalFee);
  return yield* coinOfUsd(usd, price);
}
