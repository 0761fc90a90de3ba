import {
  choice,
  type ChoiceProgram,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
  timestamp,
} from "@tallystick/core";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { RelTime } from "../../token-standard/metadata-v1.js";
import { RewardConfig, TransferConfig } from "../configuration/amulet-config.js";
import { IssuanceConfig } from "../configuration/issuance-config.js";
import { Round } from "../configuration/round-number.js";
import { constantInt, plusInt } from "../../model/arithmetic.js";

/** USD per MB of traffic when the round began, and how its rewards are worked out. */
const roundRewards = { trafficPrice: optional(numeric), rewardConfig: optional(RewardConfig) };

const OpenRoundPayload = grown(
  {
    dso: party,
    round: Round,
    amuletPrice: numeric,
    opensAt: timestamp,
    targetClosesAt: timestamp,
    issuingFor: RelTime,
    transferConfigUsd: TransferConfig,
    issuanceConfig: IssuanceConfig,
    tickDuration: RelTime,
  },
  roundRewards,
);
/** The contents of an open round; the price in USD per CC. */
export type OpenRoundPayload = Static<typeof OpenRoundPayload>;

/**
 * A round that transfers and activity refer to. Three exist at once, of which two have opened
 * (wallet 12.3).
 */
export const OpenMiningRound = template("Splice.Round:OpenMiningRound", {
  payload: OpenRoundPayload,
  signatories: ({ dso }) => [dso],
  ensure: ({ round }) => round.number >= 0n,
});

export const OpenMiningRound_Fetch = choice(OpenMiningRound, "OpenMiningRound_Fetch", {
  argument: record({ p: party }),
  result: OpenRoundPayload,
  consuming: false,
  controllers: (_round, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

/** A round whose coupons are being counted. */
export const SummarizingMiningRound = template("Splice.Round:SummarizingMiningRound", {
  payload: grown(
    {
      dso: party,
      round: Round,
      amuletPrice: numeric,
      issuanceConfig: IssuanceConfig,
      tickDuration: RelTime,
    },
    roundRewards,
  ),
  signatories: ({ dso }) => [dso],
  ensure: ({ round }) => round.number >= 0n,
});

const issuance = {
  issuancePerValidatorRewardCoupon: numeric,
  issuancePerFeaturedAppRewardCoupon: numeric,
  issuancePerUnfeaturedAppRewardCoupon: numeric,
  issuancePerSvRewardCoupon: numeric,
};

/** A round whose coupons can be minted once it has opened; amounts in CC per coupon unit. */
export const IssuingMiningRound = template("Splice.Round:IssuingMiningRound", {
  payload: record({
    dso: party,
    round: Round,
    ...issuance,
    opensAt: timestamp,
    targetClosesAt: timestamp,
    optIssuancePerValidatorFaucetCoupon: optional(numeric),
  }),
  signatories: ({ dso }) => [dso],
  ensure: ({ round }) => round.number >= 0n,
});

/** A round that is over; its left-over coupons can be expired. */
export const ClosedMiningRound = template("Splice.Round:ClosedMiningRound", {
  payload: record({
    dso: party,
    round: Round,
    ...issuance,
    optIssuancePerValidatorFaucetCoupon: optional(numeric),
  }),
  signatories: ({ dso }) => [dso],
  ensure: ({ round }) => round.number >= 0n,
});

/** True when a round comes right after another one. */
export function* isNext(before: Round, round: Round): ChoiceProgram<boolean> {
  return round.number === (yield* plusInt(before.number, constantInt(1n)));
}

export const roundModule = modulePart({
  templates: [OpenMiningRound, SummarizingMiningRound, IssuingMiningRound, ClosedMiningRound],
  choices: [OpenMiningRound_Fetch],
});
