import { releasesOf } from "../model/module-part.js";
import { executeBatchModule } from "./execute-batch.js";
import { walletAppInstallModule } from "./install.js";
import { installFeaturedModule } from "./install-featured.js";
import { installOffersModule } from "./install-offers.js";
import { installPaymentsModule } from "./install-payments.js";
import { installTokenStandardModule } from "./install-token-standard.js";
import { installTrafficModule } from "./install-traffic.js";
import { installTokenStandardV2Module } from "./install-token-standard-v2.js";
import { mintingDelegationModule } from "./minting-delegation.js";
import { buyTrafficRequestModule } from "./buy-traffic-request.js";
import { topUpStateModule } from "./top-up-state.js";
import { transferOfferModule } from "./transfer-offer.js";
import { transferPreapprovalProposalModule } from "./transfer-preapproval-proposal.js";

/** What a validator wallet does with the coin. */
export const walletReleases = releasesOf(
  "splice-wallet",
  {
    "0.6.1": {
      version: "0.1.19",
      packageId: "1d8317b1e476c03ea2a85bed8435e5c182abe501db58350009187fa839ab2cca",
    },
    "0.6.12": {
      version: "0.1.23",
      packageId: "10c31d3a0cdb5deea37c93f1c664866a4e3f5da88406805a7defb8b8de685bfc",
    },
  },
  [
    walletAppInstallModule,
    executeBatchModule,
    installPaymentsModule,
    installOffersModule,
    installTrafficModule,
    installFeaturedModule,
    installTokenStandardModule,
    installTokenStandardV2Module,
    mintingDelegationModule,
    transferOfferModule,
    transferPreapprovalProposalModule,
    buyTrafficRequestModule,
    topUpStateModule,
  ],
);

/** What a validator wallet does, in the latest release. */
export const walletPackage = walletReleases["0.6.12"];
