import { usesMarkers } from "../amulet/configuration/amulet-config.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  enumeration,
  exercise,
  fetchView,
  list,
  numeric,
  optional,
  party,
  record,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { configOf, publicRules } from "../amulet/configuration/amulet-rules.js";
import { forOwner, requireGroup } from "../model/checked-fetch.js";
import { requireBefore, requireReached } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import {
  AppRewardBeneficiary,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "../token-standard/featured-app-right-v1.js";
import { constantInt, laterBy } from "../model/arithmetic.js";

/** What a publisher says one CC is worth in USD; it can change at most twice in a tick. */
export const AmuletConversionRateFeed = template(
  "Splice.Ans.AmuletConversionRateFeed:AmuletConversionRateFeed",
  {
    payload: record({
      publisher: party,
      dso: party,
      nextUpdateAfter: optional(timestamp),
      amuletConversionRate: numeric,
    }),
    signatories: ({ publisher }) => [publisher],
    observers: ({ dso }) => [dso],
  },
);

export const AmuletConversionRateFeed_ArchiveAsDso = choice(
  AmuletConversionRateFeed,
  "AmuletConversionRateFeed_ArchiveAsDso",
  {
    argument: record({ reason: text }),
    result: enumeration("AmuletConversionRateFeed_ArchiveAsDsoResult"),
    controllers: ({ dso }) => [dso],
    *body() {
      return "AmuletConversionRateFeed_ArchiveAsDsoResult";
    },
  },
);

/** Stops the command unless a featured right is that of a publisher. */
function* requireRight(cid: string, dso: string, publisher: string): ChoiceProgram<void> {
  const right = yield* fetchView(FeaturedAppRightInterface, cid);
  yield* requireGroup(forOwner(dso, publisher), forOwner(right.dso, right.provider), () =>
    FeaturedAppRightInterface.view.show(right),
  );
}

/** The publisher changes the rate; the next change is half a tick later at the earliest. */
export const AmuletConversionRateFeed_Update = choice(
  AmuletConversionRateFeed,
  "AmuletConversionRateFeed_Update",
  {
    argument: record({
      amuletConversionRate: numeric,
      amuletRulesCid: contractId,
      markerContextO: optional(
        record({ featuredAppRightCid: contractId, beneficiaries: list(AppRewardBeneficiary) }),
      ),
      newNextUpdateAfter: timestamp,
    }),
    result: record({ cid: contractId }),
    controllers: ({ publisher }) => [publisher],
    *body({ payload }, { amuletConversionRate, amuletRulesCid, markerContextO, ...next }) {
      const { publisher, dso, nextUpdateAfter } = payload;
      const rules = yield* publicRules(amuletRulesCid, dso, publisher);
      if (nextUpdateAfter !== undefined) yield* requireReached("nextUpdateAfter", nextUpdateAfter);
      const config = configOf(rules);
      const halfTick = config.tickDuration.microseconds / 2n;
      // a microsecond more, so that exactly half a tick is enough
      const least = { microseconds: constantInt(1n - halfTick) };
      yield* requireBefore(
        "newNextUpdateAfter - 0.5 tickDuration",
        yield* laterBy(next.newNextUpdateAfter, least),
      );
      if (markerContextO !== undefined && usesMarkers(config.rewardConfig?.mintingVersion)) {
        const { featuredAppRightCid, beneficiaries } = markerContextO;
        yield* requireRight(featuredAppRightCid, dso, publisher);
        yield* exercise(FeaturedAppRight_CreateActivityMarker, featuredAppRightCid, {
          beneficiaries,
        });
      }
      const cid = yield* create(AmuletConversionRateFeed, {
        ...payload,
        amuletConversionRate,
        nextUpdateAfter: next.newNextUpdateAfter,
      });
      return { cid };
    },
  },
);

export const conversionRateFeedModule = modulePart({
  templates: [AmuletConversionRateFeed],
  choices: [AmuletConversionRateFeed_ArchiveAsDso, AmuletConversionRateFeed_Update],
});
