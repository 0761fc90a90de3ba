import { packageOf } from "../model/module-part.js";
import { batchMergeUtilityModule } from "./batch-merge-utility.js";
import { mergeDelegationModule } from "./merge-delegation.js";
import { mergeDelegationProposalModule } from "./merge-delegation-proposal.js";

/** What wallet providers do for their users with holdings of any instrument. */
export const tokenStandardWalletPackage = packageOf(
  {
    name: "splice-util-token-standard-wallet",
    version: "1.0.1",
    packageId: "182892381e4245c39d3126082ec0b41a089edb61e63af518f61eae1f5c9e135a",
  },
  [mergeDelegationModule, mergeDelegationProposalModule, batchMergeUtilityModule],
);
