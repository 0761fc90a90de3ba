import {
  choice,
  create,
  instance,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
} from "@tallystick/core";
import {
  type AppRewardBeneficiary,
  FeaturedAppActivityMarkerInterface,
  FeaturedAppRightInterface,
} from "../../token-standard/featured-app-right-v1.js";
import { one } from "../../model/arithmetic.js";
import { modulePart } from "../../model/module-part.js";
import { requireShares, weightsByBeneficiary } from "./reward-beneficiaries.js";

const RightPayload = record({ dso: party, provider: party });

/** The right of a provider to earn app rewards as featured. */
export const FeaturedAppRight = template("Splice.Amulet:FeaturedAppRight", {
  payload: RightPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ provider }) => [provider],
});

/** The DSO takes the right away. */
export const FeaturedAppRight_Withdraw = choice(FeaturedAppRight, "FeaturedAppRight_Withdraw", {
  argument: record({ reason: text }),
  result: record({}),
  controllers: ({ dso }) => [dso],
  *body() {
    return {};
  },
});

/** The provider gives the right up. */
export const FeaturedAppRight_Cancel = choice(FeaturedAppRight, "FeaturedAppRight_Cancel", {
  argument: record({}),
  result: record({}),
  controllers: ({ provider }) => [provider],
  *body() {
    return {};
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

function* createMarkers(
  { dso, provider }: Static<typeof RightPayload>,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
): ChoiceProgram<ReadonlyArray<string>> {
  yield* requireShares(beneficiaries);
  const weights = yield* weightsByBeneficiary(beneficiaries);
  const markers: Array<string> = [];
  for (const [beneficiary, weight] of weights)
    markers.push(yield* create(FeaturedAppActivityMarker, { dso, provider, beneficiary, weight }));
  return markers;
}

/** Featured providers and what they do. */
export const featuredAppRightModule = modulePart({
  templates: [FeaturedAppRight, FeaturedAppActivityMarker],
  choices: [FeaturedAppRight_Withdraw, FeaturedAppRight_Cancel],
  instances: [
    instance(FeaturedAppRight, FeaturedAppRightInterface, {
      view: (payload) => payload,
      methods: (payload) => ({
        *createActivityMarker({ beneficiaries }) {
          return { activityMarkerCids: yield* createMarkers(payload, beneficiaries) };
        },
      }),
    }),
    instance(FeaturedAppActivityMarker, FeaturedAppActivityMarkerInterface, {
      view: (payload) => payload,
      methods: () => ({}),
    }),
  ],
});
