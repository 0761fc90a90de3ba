import {
  AmuletRules_ClaimExpiredRewards,
  AmuletRules_MergeUnclaimedDevelopmentFundCoupons,
  AmuletRules_MergeUnclaimedRewards,
  AmuletRules_MiningRound_Archive,
  amuletPackage,
  AppRewardCoupon,
  ClosedMiningRound,
  SvRewardCoupon,
  UnclaimedDevelopmentFundCoupon,
  UnclaimedReward,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import { commandsOf, type Template } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const { exercise } = commandsOf(amuletPackage);

/** Coupons claimed by one command: a command stays well below the ledger's limits. */
const maxClaimed = 100;

/** Unclaimed contracts of the DSO from which on they are merged, and the most merged together. */
const mergeFrom = 10;
const maxMerged = 100;

interface OfRound {
  readonly round: { readonly number: bigint };
}

/**
 * The remaining coupons of a closed round, at most as many as one command claims. There may be more
 * behind those of earlier rounds.
 */
const leftOver = (view: ContractsView, dso: string, round: bigint) => {
  let room = maxClaimed;
  let mayHaveMore = false;
  const take = <P extends OfRound>(template: Template<P>): ReadonlyArray<string> => {
    const due = view.due(template, dso, Number(round), maxClaimed);
    mayHaveMore ||= due.length >= maxClaimed;
    const found = due
      .filter(({ payload }) => payload.round.number === round)
      .slice(0, room)
      .map(({ contractId }) => contractId);
    room -= found.length;
    return found;
  };
  const coupons = {
    validatorRewardCouponCids: take(ValidatorRewardCoupon),
    appCouponCids: take(AppRewardCoupon),
    svRewardCouponCids: take(SvRewardCoupon),
    optValidatorFaucetCouponCids: take(ValidatorFaucetCoupon),
    optValidatorLivenessActivityRecordCids: take(ValidatorLivenessActivityRecord),
  };
  return { coupons, first: Object.values(coupons).flat()[0], mayHaveMore };
};

/**
 * Claims unminted coupons in batches, oldest round first; archives rounds without coupons (wallet
 * 12.3). A round whose coupons are behind too many of earlier rounds waits.
 */
export const endClosedRounds = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
): ReadonlyArray<Submission> =>
  [...view.of(ClosedMiningRound, dso)]
    .sort((a, b) => (a.payload.round.number < b.payload.round.number ? -1 : 1))
    .flatMap(({ contractId: closedRoundCid, payload }): ReadonlyArray<Submission> => {
      const { coupons, first, mayHaveMore } = leftOver(view, dso, payload.round.number);
      if (first === undefined && mayHaveMore) return [];
      const command =
        first === undefined
          ? exercise(AmuletRules_MiningRound_Archive, amuletRules, { closedRoundCid })
          : exercise(AmuletRules_ClaimExpiredRewards, amuletRules, { closedRoundCid, ...coupons });
      const commandId =
        first === undefined
          ? commandIdOf("archive-round", closedRoundCid)
          : commandIdOf("claim-expired", first);
      return [{ commandId, actAs: [dso], readAs: [], commands: [command] }];
    });

/** Merges unclaimed rewards of the DSO, and coupons of the development fund. */
export const mergeUnclaimed = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
): ReadonlyArray<Submission> => {
  const rewards = view.of(UnclaimedReward, dso, maxMerged).map(({ contractId }) => contractId);
  const coupons = view
    .of(UnclaimedDevelopmentFundCoupon, dso, maxMerged)
    .map(({ contractId }) => contractId);
  const merge = (cids: ReadonlyArray<string>, command: () => Submission["commands"][number]) =>
    cids.length < mergeFrom
      ? []
      : [
          {
            commandId: commandIdOf("merge-unclaimed", cids[0] ?? ""),
            actAs: [dso],
            readAs: [],
            commands: [command()],
          },
        ];
  return [
    ...merge(rewards, () =>
      exercise(AmuletRules_MergeUnclaimedRewards, amuletRules, { unclaimedRewardCids: rewards }),
    ),
    ...merge(coupons, () =>
      exercise(AmuletRules_MergeUnclaimedDevelopmentFundCoupons, amuletRules, {
        unclaimedDevelopmentFundCouponCids: coupons,
      }),
    ),
  ];
};
