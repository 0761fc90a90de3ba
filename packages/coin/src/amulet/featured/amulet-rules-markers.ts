import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  ledgerTime,
  list,
  type Numeric,
  optional,
  party,
  record,
} from "@tallystick/core";
import { coinOfUsd, plus, times, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { usesMarkers } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { AppRewardCoupon } from "../rewards/usage-coupons.js";
import { FeaturedAppActivityMarker } from "./featured-app-right.js";
import { notMet } from "../../model/coin-error.js";
import { shownHere } from "../../model/release.js";
import { OpenMiningRound } from "../rounds/round.js";

/** What a beneficiary earned by the activity of a provider. */
interface Activity {
  readonly provider: string;
  readonly beneficiary: string;
  readonly weight: Numeric;
}

/** Uses up markers. @returns the weights by provider and beneficiary */
function* activitiesOf(
  markerCids: ReadonlyArray<string>,
  dso: string,
): ChoiceProgram<ReadonlyArray<Activity>> {
  const activities = new Map<string, Activity>();
  for (const id of markerCids) {
    const marker = yield* fetchOfDso(FeaturedAppActivityMarker, id, dso);
    yield* archive(FeaturedAppActivityMarker, id);
    const { provider, beneficiary } = marker;
    // party ids hold no blanks
    const key = `${provider} ${beneficiary}`;
    const weight = yield* plus(activities.get(key)?.weight ?? zero, marker.weight);
    activities.set(key, { provider, beneficiary, weight });
  }
  return [...activities].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, activity]) => activity);
}

/**
 * The DSO turns recorded activity of featured apps into coupons of the round in use (wallet 12.2):
 * one per provider and beneficiary, its amount the activity amount in CC times the weights. Where
 * activity is worth nothing there are no coupons; weights whose amount rounds to nothing stop the
 * command, as a coupon is over more.
 */
export const AmuletRules_ConvertFeaturedAppActivityMarkers = choice(
  AmuletRules,
  "AmuletRules_ConvertFeaturedAppActivityMarkers",
  {
    argument: record({
      markerCids: list(contractId),
      openMiningRoundCid: contractId,
      observers: optional(list(party)),
    }),
    result: record({ appRewardCouponCids: list(contractId) }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    observers: (_rules, { observers }) => observers ?? [],
    *body({ payload }, { markerCids, openMiningRoundCid }) {
      const { dso } = payload;
      const activities = yield* activitiesOf(markerCids, dso);
      const open = yield* fetchOfDso(OpenMiningRound, openMiningRoundCid, dso);
      if (open.opensAt > (yield* ledgerTime()))
        yield* notMet(`mining round is open: ${yield* shownHere(OpenMiningRound, open)}`);
      const { round, amuletPrice, rewardConfig } = open;
      const appRewardCouponCids: Array<string> = [];
      if (!usesMarkers(rewardConfig?.mintingVersion)) return { appRewardCouponCids };
      const usd = configOf(payload).featuredAppActivityMarkerAmount;
      const perWeight = usd === undefined ? zero : yield* coinOfUsd(usd, amuletPrice);
      if (perWeight <= 0n) return { appRewardCouponCids };
      for (const { provider, beneficiary, weight } of activities) {
        const amount = yield* times(perWeight, weight);
        const coupon = { dso, provider, featured: true, amount, round, beneficiary };
        appRewardCouponCids.push(yield* create(AppRewardCoupon, coupon));
      }
      return { appRewardCouponCids };
    },
  },
);

export const amuletRulesMarkersModule = modulePart({
  choices: [AmuletRules_ConvertFeaturedAppActivityMarkers],
});
