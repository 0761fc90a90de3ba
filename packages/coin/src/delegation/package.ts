import { releasesOf } from "../model/module-part.js";
import { batchMergeUtilityModule } from "./batch-merge-utility.js";
import { batchingUtilityModule } from "./batching-utility.js";
import { mergeDelegationModule } from "./merge-delegation.js";
import { mergeDelegationProposalModule } from "./merge-delegation-proposal.js";

/** What wallets and their providers do with holdings of any instrument. */
export const tokenStandardWalletReleases = releasesOf(
  "splice-util-token-standard-wallet",
  {
    "0.6.1": {
      version: "1.0.1",
      packageId: "182892381e4245c39d3126082ec0b41a089edb61e63af518f61eae1f5c9e135a",
    },
    "0.6.12": {
      version: "1.1.0",
      packageId: "1215d3ee8f3cb428d062d8708c2deca33c91ff99f5edefa70616646e57f93012",
    },
  },
  [
    mergeDelegationModule,
    mergeDelegationProposalModule,
    batchMergeUtilityModule,
    batchingUtilityModule,
  ],
);

/** What wallets do with holdings of any instrument, in the latest release. */
export const tokenStandardWalletPackage = tokenStandardWalletReleases["0.6.12"];
