import type { ChoiceProgram, Numeric } from "@tallystick/core";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import { one } from "../../model/arithmetic.js";
import { requireShares, weightsByBeneficiary } from "./reward-beneficiaries.js";

/** Who shares the reward of a featured provider, by weights that add up to 1. */
type RewardShares = ReadonlyMap<string, Numeric>;

/**
 * The shares of a reward: the beneficiaries named, else the provider alone. Stops the command as
 * {@link requireShares} does.
 */
export function* sharesOf(
  provider: string,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary> | undefined,
): ChoiceProgram<RewardShares> {
  const named = beneficiaries ?? [{ beneficiary: provider, weight: one }];
  yield* requireShares(named);
  return yield* weightsByBeneficiary(named);
}
