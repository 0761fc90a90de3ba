import {
  choice,
  contractId,
  create,
  exercise,
  fetchView,
  ledgerTime,
  list,
  numeric,
  optional,
  party,
  record,
  template,
  text,
  timestamp,
  type ChoiceProgram,
  enumeration,
} from "@tallystick/core";
import { AmuletRules_Fetch, configOf } from "../amulet/configuration/amulet-rules.js";
import { requireDso, wrongOwner } from "../model/checked-fetch.js";
import { requireThat } from "../model/coin-error.js";
import { requireReached } from "../model/deadline.js";
import { modulePart } from "../model/module-part.js";
import {
  AppRewardBeneficiary,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "../token-standard/featured-app-right-v1.js";

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

/** The DSO removes a feed. */
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
  yield* requireDso(FeaturedAppRightInterface, cid, right, dso);
  if (right.provider !== publisher)
    yield* wrongOwner(FeaturedAppRightInterface, cid, right.provider, publisher);
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
      const rules = yield* exercise(AmuletRules_Fetch, amuletRulesCid, { p: publisher });
      yield* requireDso(AmuletRules_Fetch.on, amuletRulesCid, rules, dso);
      if (nextUpdateAfter !== undefined) yield* requireReached("nextUpdateAfter", nextUpdateAfter);
      const halfTick = Number(configOf(rules).tickDuration.microseconds / 2n);
      yield* requireThat(
        (yield* ledgerTime()) <= next.newNextUpdateAfter - halfTick,
        "deadline-exceeded",
        "The next update is half a tick from now at the earliest.",
      );
      if (markerContextO !== undefined) {
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

/** What others say the coin is worth. */
export const conversionRateFeedModule = modulePart({
  templates: [AmuletConversionRateFeed],
  choices: [AmuletConversionRateFeed_ArchiveAsDso, AmuletConversionRateFeed_Update],
});
