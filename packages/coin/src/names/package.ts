import { packageOf } from "../model/module-part.js";
import { ansEntryContextModule } from "./ans-entry-context.js";
import { ansEntryModule } from "./ans-entry.js";
import { ansRulesModule } from "./ans-rules.js";
import { conversionRateFeedModule } from "./conversion-rate-feed.js";

/** Names of parties, which are paid for by subscriptions, and what others say the coin is worth. */
export const nameServicePackage = packageOf(
  {
    name: "splice-amulet-name-service",
    version: "0.1.19",
    packageId: "7b784f7f03d3e035ea5d828ab64a476e7e0cbfffaec393619598f13e54d18013",
  },
  [ansEntryModule, ansRulesModule, ansEntryContextModule, conversionRateFeedModule],
);
