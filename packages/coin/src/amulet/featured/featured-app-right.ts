import { requireThat } from "../../model/coin-error.js";
import {
  choice,
  contractId,
  type ChoiceProgram,
  create,
  enumeration,
  instance,
  numeric,
  type Numeric,
  optional,
  party,
  record,
  type Static,
  template,
  text,
} from "@tallystick/core";
import {
  type AppRewardBeneficiary,
  FeaturedAppActivityMarkerInterface,
  FeaturedAppRightInterface,
} from "../../token-standard/featured-app-right-v1.js";
import {
  FeaturedAppActivityMarkerInterfaceV2,
  FeaturedAppRightInterfaceV2,
} from "../../token-standard/featured-app-right-v2.js";
import { one, times } from "../../model/arithmetic.js";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { requireShares, weightsByBeneficiary } from "./reward-beneficiaries.js";

const RightPayload = grown({ dso: party, provider: party }, { activityWeight: optional(numeric) });

/** The right of a provider to earn app rewards as featured. */
export const FeaturedAppRight = template("Splice.Amulet:FeaturedAppRight", {
  payload: RightPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ provider }) => [provider],
  ensure: ({ activityWeight }) => (activityWeight ?? one) >= 0n,
});

/** The DSO says how much the activity of a provider weighs; 1 where a right does not say. */
const FeaturedAppRight_Update = choice(FeaturedAppRight, "FeaturedAppRight_Update", {
  argument: record({ reason: text, newActivityWeight: numeric }),
  result: record({ featuredAppRightCid: contractId }),
  controllers: ({ dso }) => [dso],
  *body({ payload }, { newActivityWeight }) {
    const activityWeight = newActivityWeight === one ? undefined : newActivityWeight;
    return { featuredAppRightCid: yield* create(FeaturedAppRight, { ...payload, activityWeight }) };
  },
});

export const FeaturedAppRight_Withdraw = choice(FeaturedAppRight, "FeaturedAppRight_Withdraw", {
  argument: record({ reason: text }),
  result: enumeration("FeaturedAppRight_WithdrawResult"),
  controllers: ({ dso }) => [dso],
  *body() {
    return "FeaturedAppRight_WithdrawResult";
  },
});

/** The provider gives the right up. */
export const FeaturedAppRight_Cancel = choice(FeaturedAppRight, "FeaturedAppRight_Cancel", {
  argument: record({}),
  result: enumeration("FeaturedAppRight_CancelResult"),
  controllers: ({ provider }) => [provider],
  *body() {
    return "FeaturedAppRight_CancelResult";
  },
});

const maxMarkerWeight = one * 10_000n;

/** Activity of a featured app that the DSO will turn into a coupon of the beneficiary. */
export const FeaturedAppActivityMarker = template("Splice.Amulet:FeaturedAppActivityMarker", {
  payload: record({ dso: party, provider: party, beneficiary: party, weight: numeric }),
  signatories: ({ dso }) => [dso],
  observers: ({ provider, beneficiary }) => [provider, beneficiary],
  ensure: ({ weight }) => weight > 0n && weight <= maxMarkerWeight,
});

/**
 * Records activity of a featured provider as markers, one for each beneficiary.
 *
 * @param factor how much activity it is; a marker's weight is its share times the factor, half-even
 */
export function* createMarkers(
  { dso, provider }: Static<typeof RightPayload>,
  shares: ReadonlyMap<string, Numeric>,
  factor: Numeric = one,
): ChoiceProgram<ReadonlyArray<string>> {
  const markers: Array<string> = [];
  for (const [beneficiary, share] of shares) {
    const weight = yield* times(share, factor);
    markers.push(yield* create(FeaturedAppActivityMarker, { dso, provider, beneficiary, weight }));
  }
  return markers;
}

function* recordActivity(
  right: Static<typeof RightPayload>,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
  factor: Numeric = one,
): ChoiceProgram<{ readonly activityMarkerCids: ReadonlyArray<string> }> {
  yield* requireShares(beneficiaries);
  yield* requireThat(factor >= one, "Weight >= 1.0");
  yield* requireThat(factor <= maxMarkerWeight, "Weight <= 10000.0");
  const shares = yield* weightsByBeneficiary(beneficiaries);
  return { activityMarkerCids: yield* createMarkers(right, shares, factor) };
}

export const featuredAppRightModule = modulePart({
  templates: [FeaturedAppRight, FeaturedAppActivityMarker],
  choices: [FeaturedAppRight_Withdraw, FeaturedAppRight_Cancel],
  later: { choices: [FeaturedAppRight_Update] },
  instances: [
    instance(FeaturedAppRight, FeaturedAppRightInterface, {
      view: (payload) => payload,
      methods: (payload) => ({
        createActivityMarker: ({ beneficiaries }) => recordActivity(payload, beneficiaries),
      }),
    }),
    instance(FeaturedAppRight, FeaturedAppRightInterfaceV2, {
      view: (payload) => payload,
      methods: (payload) => ({
        createActivityMarker: ({ beneficiaries, weight }) =>
          recordActivity(payload, beneficiaries, weight),
      }),
    }),
    instance(FeaturedAppActivityMarker, FeaturedAppActivityMarkerInterface, {
      view: (payload) => payload,
      methods: () => ({}),
    }),
    instance(FeaturedAppActivityMarker, FeaturedAppActivityMarkerInterfaceV2, {
      view: (payload) => payload,
      methods: () => ({}),
    }),
  ],
});
