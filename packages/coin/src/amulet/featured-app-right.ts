import {
  choice,
  create,
  instance,
  numeric,
  party,
  record,
  type Static,
  type Steps,
  template,
  text,
} from "@tallystick/core";
import {
  type AppRewardBeneficiary,
  FeaturedAppActivityMarkerInterface,
  FeaturedAppRightInterface,
} from "../api/featured-app-right-v1.js";
import { one, plus, zero } from "../arithmetic.js";
import { demand } from "../failure.js";
import { modulePart } from "../module-part.js";

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
  // biome-ignore lint/correctness/useYield: archiving takes no further step
  *body() {
    return {};
  },
});

/** The provider gives the right up. */
export const FeaturedAppRight_Cancel = choice(FeaturedAppRight, "FeaturedAppRight_Cancel", {
  argument: record({}),
  result: record({}),
  controllers: ({ provider }) => [provider],
  // biome-ignore lint/correctness/useYield: archiving takes no further step
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

/** Most beneficiaries that may share one reward. */
export const maxBeneficiaries = 20;

/** Stops the command with `invalid-argument` unless there are 1 to 20 beneficiaries with weights above 0 that add up to 1. */
export function* demandShares(beneficiaries: ReadonlyArray<AppRewardBeneficiary>): Steps<void> {
  yield* demand(
    beneficiaries.length <= maxBeneficiaries,
    "invalid-argument",
    `A reward has at most ${maxBeneficiaries} beneficiaries, found ${beneficiaries.length}.`,
  );
  let sum = zero;
  for (const { weight } of beneficiaries) {
    yield* demand(weight > 0n, "invalid-argument", "The weight of a beneficiary is above 0.");
    sum = yield* plus(sum, weight);
  }
  yield* demand(sum === one, "invalid-argument", "The weights of the beneficiaries add up to 1.");
}

function* createMarkers(
  { dso, provider }: Static<typeof RightPayload>,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
): Steps<ReadonlyArray<string>> {
  yield* demandShares(beneficiaries);
  const weights = new Map<string, AppRewardBeneficiary["weight"]>();
  for (const { beneficiary, weight } of beneficiaries)
    weights.set(beneficiary, yield* plus(weights.get(beneficiary) ?? zero, weight));
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
