import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  ledgerTime,
  type Numeric,
  optional,
  record,
} from "@tallystick/core";
import { plus } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { timeAfter } from "../../model/time-span.js";
import { AmuletRules } from "../configuration/amulet-rules.js";
import { UnclaimedDevelopmentFundCoupon } from "../fund/development-fund.js";
import {
  type IssuingRoundParameters,
  issuingRoundParameters,
  OpenMiningRoundSummary,
  requireValidSummary,
} from "../rounds/issuance.js";
import { ClosedMiningRound, IssuingMiningRound, SummarizingMiningRound } from "../rounds/round.js";
import { UnclaimedReward } from "./unclaimed.js";
import { requireThat } from "../../model/coin-error.js";

/** Keeps for the DSO what the coupons of a round leave over. */
function* keepUnclaimed(dso: string, parameters: IssuingRoundParameters): ChoiceProgram<void> {
  const { unclaimedValidatorRewards, unclaimedAppRewards, unclaimedSvRewards } = parameters;
  const ofUsers = yield* plus(unclaimedValidatorRewards, unclaimedAppRewards);
  const amount = yield* plus(ofUsers, unclaimedSvRewards);
  if (amount > 0n) yield* create(UnclaimedReward, { dso, amount });
}

function* keepForDevelopment(dso: string, amount: Numeric): ChoiceProgram<string | undefined> {
  return amount > 0n ? yield* create(UnclaimedDevelopmentFundCoupon, { dso, amount }) : undefined;
}

/**
 * The coupons of a round have been counted; from the next tick on they can be minted, for two ticks
 * (wallet 12.3). What they leave of the issuance is kept for the DSO, the development fund's part
 * apart.
 */
export const AmuletRules_MiningRound_StartIssuing = choice(
  AmuletRules,
  "AmuletRules_MiningRound_StartIssuing",
  {
    argument: record({ miningRoundCid: contractId, summary: OpenMiningRoundSummary }),
    result: record({
      issuingRoundCid: contractId,
      unclaimedDevelopmentFundCouponCid: optional(contractId),
    }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { miningRoundCid, summary }) {
      const counted = yield* fetchOfDso(SummarizingMiningRound, miningRoundCid, dso);
      yield* archive(SummarizingMiningRound, miningRoundCid);
      yield* requireValidSummary(summary);
      const { round, amuletPrice, issuanceConfig, tickDuration } = counted;
      const parameters = yield* issuingRoundParameters(
        tickDuration,
        amuletPrice,
        issuanceConfig,
        summary,
      );
      yield* keepUnclaimed(dso, parameters);
      const development = parameters.amuletsToIssueToDevelopmentFund;
      const unclaimedDevelopmentFundCouponCid = yield* keepForDevelopment(dso, development);
      const opensAt = timeAfter(yield* ledgerTime(), tickDuration);
      const issuingRoundCid = yield* create(IssuingMiningRound, {
        dso,
        round,
        issuancePerValidatorRewardCoupon: parameters.issuancePerValidatorRewardCoupon,
        issuancePerFeaturedAppRewardCoupon: parameters.issuancePerFeaturedAppRewardCoupon,
        issuancePerUnfeaturedAppRewardCoupon: parameters.issuancePerUnfeaturedAppRewardCoupon,
        issuancePerSvRewardCoupon: parameters.issuancePerSvRewardCoupon,
        opensAt,
        targetClosesAt: timeAfter(timeAfter(opensAt, tickDuration), tickDuration),
        optIssuancePerValidatorFaucetCoupon: parameters.issuancePerValidatorFaucetCoupon,
      });
      return { issuingRoundCid, unclaimedDevelopmentFundCouponCid };
    },
  },
);

/** An issuing round is over; what no one minted can be claimed by the DSO from now on. */
export const AmuletRules_MiningRound_Close = choice(AmuletRules, "AmuletRules_MiningRound_Close", {
  argument: record({ issuingRoundCid: contractId }),
  result: record({ closedRoundCid: contractId }),
  consuming: false,
  controllers: ({ dso }) => [dso],
  *body({ payload: { dso } }, { issuingRoundCid }) {
    const issuing = yield* fetchOfDso(IssuingMiningRound, issuingRoundCid, dso);
    yield* archive(IssuingMiningRound, issuingRoundCid);
    yield* requireThat(
      issuing.targetClosesAt <= (yield* ledgerTime()),
      "Mining round is past targetClosesAt",
    );
    const { opensAt: _opened, targetClosesAt: _closed, ...closed } = issuing;
    return { closedRoundCid: yield* create(ClosedMiningRound, closed) };
  },
});

/**
 * Nothing is left of a round. Coupons that are left cannot be expired any more, so the DSO claims
 * them first.
 */
export const AmuletRules_MiningRound_Archive = choice(
  AmuletRules,
  "AmuletRules_MiningRound_Archive",
  {
    argument: record({ closedRoundCid: contractId }),
    result: enumeration("AmuletRules_MiningRound_ArchiveResult"),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { closedRoundCid }) {
      yield* fetchOfDso(ClosedMiningRound, closedRoundCid, dso);
      yield* archive(ClosedMiningRound, closedRoundCid);
      return "AmuletRules_MiningRound_ArchiveResult";
    },
  },
);

export const amuletRulesIssuingModule = modulePart({
  choices: [
    AmuletRules_MiningRound_StartIssuing,
    AmuletRules_MiningRound_Close,
    AmuletRules_MiningRound_Archive,
  ],
});
