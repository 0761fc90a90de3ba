import { packageOf } from "../model/module-part.js";
import { batchMergeUtilityModule } from "./batch-merge-utility.js";
import { mergeDelegationModule } from "./merge-delegation.js";
import { mergeDelegationProposalModule } from "./merge-delegation-proposal.js";

/** What wallet providers do for their users with holdings of any instrument. */
export const tokenStandardWalletPackage = packageOf("splice-util-token-standard-wallet", "0.1.0", [
  mergeDelegationModule,
  mergeDelegationProposalModule,
  batchMergeUtilityModule,
]);
