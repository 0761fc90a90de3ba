import { amuletPackage, DsoRules, SvRewardCoupon } from "@tallystick/coin";
import { commandsOf, type Micros } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const { create } = commandsOf(amuletPackage);

/**
 * Records the share of each super validator in every open round, once (wallet 12.2): by its weight,
 * for itself.
 */
export const rewardSuperValidators = (
  view: ContractsView,
  { dso, openRounds }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => {
  const [rules] = view.of(DsoRules, dso, 1);
  if (rules === undefined) return [];
  const known = new Set(
    view.of(SvRewardCoupon, dso).map(({ payload: { sv, round } }) => `${sv} ${round.number}`),
  );
  return openRounds
    .filter(({ payload }) => payload.opensAt <= now)
    .flatMap(({ contractId, payload: { round } }) =>
      rules.payload.svs
        .filter(([sv]) => !known.has(`${sv} ${round.number}`))
        .map(([sv, { svRewardWeight: weight }]) => ({
          commandId: commandIdOf("sv-reward", sv, contractId),
          actAs: [dso],
          readAs: [],
          commands: [create(SvRewardCoupon, { dso, sv, beneficiary: sv, round, weight })],
        })),
    );
};
