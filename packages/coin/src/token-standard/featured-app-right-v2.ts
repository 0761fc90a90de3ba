import {
  type ChoiceProgram,
  contractId,
  defineInterface,
  interfaceChoice,
  list,
  numeric,
  optional,
  record,
  type Static,
} from "@tallystick/core";
import {
  AppRewardBeneficiary,
  FeaturedAppActivityMarkerView,
  FeaturedAppRightView,
} from "./featured-app-right-v1.js";

const moduleName = "Splice.Api.FeaturedAppRightV2";

const MarkerArgument = record({
  beneficiaries: list(AppRewardBeneficiary),
  weight: optional(numeric),
});
const MarkerResult = record({ activityMarkerCids: list(contractId) });

/** A template's implementation of the choices of {@link FeaturedAppRightInterfaceV2}. */
export interface FeaturedAppRightMethodsV2 {
  createActivityMarker(
    argument: Static<typeof MarkerArgument>,
  ): ChoiceProgram<Static<typeof MarkerResult>>;
}

/**
 * The right of a featured app provider to be rewarded for activity, several times over in one go.
 */
export const FeaturedAppRightInterfaceV2 = defineInterface<
  Static<typeof FeaturedAppRightView>,
  FeaturedAppRightMethodsV2
>(`${moduleName}:FeaturedAppRight`, FeaturedAppRightView);

/** The provider records activity that counts as often as its weight says. */
export const FeaturedAppRight_CreateActivityMarkerV2 = interfaceChoice(
  FeaturedAppRightInterfaceV2,
  "FeaturedAppRight_CreateActivityMarker",
  {
    argument: MarkerArgument,
    result: MarkerResult,
    consuming: false,
    controllers: ({ provider }) => [provider],
    observers: ({ provider }, { beneficiaries }) => [
      provider,
      ...beneficiaries.map(({ beneficiary }) => beneficiary),
    ],
    *body({ methods }, argument) {
      return yield* methods.createActivityMarker(argument);
    },
  },
);

/** Recorded activity of a featured app that is not yet a coupon. */
export const FeaturedAppActivityMarkerInterfaceV2 = defineInterface<
  Static<typeof FeaturedAppActivityMarkerView>
>(`${moduleName}:FeaturedAppActivityMarker`, FeaturedAppActivityMarkerView);
