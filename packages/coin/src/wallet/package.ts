import { packageOf } from "../model/module-part.js";
import { walletAppInstallModule } from "./install.js";
import { mintingDelegationModule } from "./minting-delegation.js";
import { buyTrafficRequestModule } from "./buy-traffic-request.js";
import { topUpStateModule } from "./top-up-state.js";
import { transferOfferModule } from "./transfer-offer.js";
import { transferPreapprovalProposalModule } from "./transfer-preapproval-proposal.js";

/** What a validator wallet does with the coin. */
export const walletPackage = packageOf("splice-wallet", "0.1.0", [
  walletAppInstallModule,
  mintingDelegationModule,
  transferOfferModule,
  transferPreapprovalProposalModule,
  buyTrafficRequestModule,
  topUpStateModule,
]);
