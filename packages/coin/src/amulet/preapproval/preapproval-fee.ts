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

const defaultFreeMicros = 90n * microsPerDay;

/** The first part of a preapproval's life that the later release has for free, microseconds. */
export const freeMicros = ({ transferPreapprovalBaseDuration }: AmuletConfig): bigint =>
  transferPreapprovalBaseDuration?.microseconds ?? defaultFreeMicros;

/** The version of the coin on a network that has no free part. */
const withoutFree = "0.1.18";

/**
 * What a lifetime of a preapproval costs in CC, see {@link preapprovalFeeUsd}; without its free
 * part, where the configuration names packages of the later release.
 *
 * @param price USD per CC
 */
export function* preapprovalFee(
  lifetimeMicros: bigint,
  config: AmuletConfig,
  price: Numeric,
): ChoiceProgram<Numeric> {
  const free = config.packageConfig.amulet === withoutFree ? 0n : freeMicros(config);
  const paid = lifetimeMicros > free ? lifetimeMicros - free : 0n;
  return yield* coinOfUsd(yield* preapprovalFeeUsd(paid, config), price);
}
