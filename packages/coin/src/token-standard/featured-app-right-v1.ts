import {
  contractId,
  defineInterface,
  interfaceChoice,
  list,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
} from "@tallystick/core";

const moduleName = "Splice.Api.FeaturedAppRightV1";

/** Who mints which part of an app's reward; weights add up to 1. */
export const AppRewardBeneficiary = record(
  { beneficiary: party, weight: numeric },
  "AppRewardBeneficiary",
);
export type AppRewardBeneficiary = Static<typeof AppRewardBeneficiary>;

/** What is shown of the right of a featured app provider. */
export const FeaturedAppRightView = record({ dso: party, provider: party }, "FeaturedAppRightView");

const MarkerArgument = record({ beneficiaries: list(AppRewardBeneficiary) });
const MarkerResult = record({ activityMarkerCids: list(contractId) });

/** A template's implementation of the choices of {@link FeaturedAppRightInterface}. */
export interface FeaturedAppRightMethods {
  createActivityMarker(
    argument: Static<typeof MarkerArgument>,
  ): ChoiceProgram<Static<typeof MarkerResult>>;
}

/** The right of a featured app provider to be rewarded for activity. */
export const FeaturedAppRightInterface = defineInterface<
  Static<typeof FeaturedAppRightView>,
  FeaturedAppRightMethods
>(`${moduleName}:FeaturedAppRight`, FeaturedAppRightView);

/** The provider records activity, to be turned into reward coupons. */
export const FeaturedAppRight_CreateActivityMarker = interfaceChoice(
  FeaturedAppRightInterface,
  "FeaturedAppRight_CreateActivityMarker",
  {
    argument: MarkerArgument,
    result: MarkerResult,
    consuming: false,
    controllers: ({ provider }) => [provider],
    *body({ methods }, argument) {
      return yield* methods.createActivityMarker(argument);
    },
  },
);

/** What is shown of recorded activity. */
export const FeaturedAppActivityMarkerView = record(
  {
    dso: party,
    provider: party,
    beneficiary: party,
    weight: numeric,
  },
  "FeaturedAppActivityMarkerView",
);

/** Recorded activity of a featured app that is not yet a coupon. */
export const FeaturedAppActivityMarkerInterface = defineInterface<
  Static<typeof FeaturedAppActivityMarkerView>
>(`${moduleName}:FeaturedAppActivityMarker`, FeaturedAppActivityMarkerView);
