import { type Numeric, numericFromInteger, numericFromText, type Steps } from "@tallystick/core";
import { coinOfUsd, dividedBy, sure, times } from "../../model/arithmetic.js";
import { demand } from "../../model/coin-error.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { microsPerDay } from "../configuration/types.js";

const constant = (text: string): Numeric => {
  const read = numericFromText(text);
  if (read._tag === "Right") return read.right;
  throw new RangeError(read.left);
};

/** USD per day of a preapproval where the configuration names none: about 1 USD per year. */
export const defaultPreapprovalFee: Numeric = constant("0.00274");

/**
 * What a lifetime of a preapproval costs, in CC (wallet 10): days, as parts of a day too, times the fee per day, at the
 * round's price.
 *
 * @param lifetimeMicros above 0
 * @param price USD per CC
 */
export function* preapprovalFee(
  lifetimeMicros: number,
  { transferPreapprovalFee }: AmuletConfig,
  price: Numeric,
): Steps<Numeric> {
  yield* demand(lifetimeMicros > 0, "invalid-argument", "The lifetime is above 0.");
  const micros = yield* sure(numericFromInteger(BigInt(lifetimeMicros)));
  const microsOfDay = yield* sure(numericFromInteger(microsPerDay));
  const days = yield* dividedBy(micros, microsOfDay);
  const usd = yield* times(days, transferPreapprovalFee ?? defaultPreapprovalFee);
  return yield* coinOfUsd(usd, price);
}
