import type { Numeric, ChoiceProgram } from "@tallystick/core";
import { computed } from "../../model/arithmetic.js";
import { type ExpiringAmount, rateAtPrice } from "../configuration/fees.js";
import type { OpenRoundPayload } from "../rounds/round.js";

/** An amount of CC as a coin made in a round holds it. */
export function* amountInRound(
  initialAmount: Numeric,
  { round, amuletPrice, transferConfigUsd }: OpenRoundPayload,
): ChoiceProgram<ExpiringAmount> {
  const ratePerRound = yield* computed(rateAtPrice(transferConfigUsd.holdingFee, amuletPrice));
  return { initialAmount, createdAt: round, ratePerRound };
}
