import type { Int64, Numeric, ChoiceProgram } from "@tallystick/core";
import { coinOfUsd, dividedBy, ofInteger, times } from "../../model/arithmetic.js";

/** Bytes in the MB that traffic is priced by. */
const bytesPerMb = 1_000_000n;

/**
 * The cost of extra traffic in USD (wallet 13.1): bytes to MB, times the price, each step rounded
 * half-even at the tenth digit.
 *
 * @param trafficBytes bytes
 * @param extraTrafficPrice USD per MB
 */
export function* trafficCostUsd(
  trafficBytes: Int64,
  extraTrafficPrice: Numeric,
): ChoiceProgram<Numeric> {
  const bytes = yield* ofInteger(trafficBytes);
  const megabytes = yield* dividedBy(bytes, yield* ofInteger(bytesPerMb));
  return yield* times(megabytes, extraTrafficPrice);
}

/** What traffic costs. */
export interface TrafficCost {
  readonly usd: Numeric;
  /** In CC. */
  readonly amulet: Numeric;
}

/**
 * The cost of extra traffic, see {@link trafficCostUsd}, over the price of the coin.
 *
 * @param amuletPrice USD per CC
 */
export function* trafficCost(
  trafficBytes: Int64,
  extraTrafficPrice: Numeric,
  amuletPrice: Numeric,
): ChoiceProgram<TrafficCost> {
  const usd = yield* trafficCostUsd(trafficBytes, extraTrafficPrice);
  return { usd, amulet: yield* coinOfUsd(usd, amuletPrice) };
}
