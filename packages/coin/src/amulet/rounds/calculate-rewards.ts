import { bool, party, record, template, timestamp } from "@tallystick/core";
import { RelTime } from "../../token-standard/metadata-v1.js";
import { Round } from "../configuration/round-number.js";

/** A round whose rewards by traffic the super validators are to work out. */
export const CalculateRewardsV2 = template("Splice.Amulet.RewardAccountingV2:CalculateRewardsV2", {
  payload: record({
    dso: party,
    round: Round,
    roundClosedAt: timestamp,
    rewardCouponTimeToLive: RelTime,
    dryRun: bool,
  }),
  signatories: ({ dso }) => [dso],
});
