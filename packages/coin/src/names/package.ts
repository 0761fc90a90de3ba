import { releasesOf } from "../model/module-part.js";
import { ansEntryContextModule } from "./ans-entry-context.js";
import { ansEntryModule } from "./ans-entry.js";
import { ansRulesModule } from "./ans-rules.js";
import { conversionRateFeedModule } from "./conversion-rate-feed.js";

/** Names of parties, which are paid for by subscriptions, and what others say the coin is worth. */
export const nameServiceReleases = releasesOf(
  "splice-amulet-name-service",
  {
    "0.6.1": {
      version: "0.1.19",
      packageId: "7b784f7f03d3e035ea5d828ab64a476e7e0cbfffaec393619598f13e54d18013",
    },
    "0.6.12": {
      version: "0.1.23",
      packageId: "6159bb3accbf71406a8749f5e687a650e9c5422228b56d8cc0e9b174233f80c8",
    },
  },
  [ansEntryModule, ansRulesModule, ansEntryContextModule, conversionRateFeedModule],
);

/** Names of parties, in the latest release. */
export const nameServicePackage = nameServiceReleases["0.6.12"];
