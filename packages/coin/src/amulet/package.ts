import { transferPreapprovalSendModule } from "./preapproval/transfer-preapproval-send.js";
import { expireAllocationsModule } from "./allocation/expire-allocations.js";
import { expireTransferInstructionsModule } from "./instruction/expire-transfer-instructions.js";
import { externalPartyConfigStateModule } from "./rounds/external-party-config-state.js";
import { amuletRulesSetConfigModule } from "./configuration/amulet-rules-set-config.js";
import { amuletRulesTransferModule } from "./transfer/amulet-rules-transfer.js";
import { amuletRulesRewardsV2Module } from "./rewards/amulet-rules-rewards-v2.js";
import { rewardAccountingV2Module } from "./rewards/reward-accounting-v2.js";
import { rewardCouponV2Module } from "./rewards/reward-coupon-v2.js";
import { releasesOf } from "../model/module-part.js";
import { allocationFactoryModule } from "./allocation/allocation-factory.js";
import { allocationFactoryV2Module } from "./allocation/allocation-factory-v2.js";
import { amuletAllocationV2Module } from "./allocation/amulet-allocation-v2.js";
import { amuletAllocationModule } from "./allocation/amulet-allocation.js";
import { eventLogModule } from "./holding/event-log.js";
import { amuletModule } from "./holding/amulet.js";
import { amuletRulesDevelopmentFundModule } from "./fund/amulet-rules-development-fund.js";
import { amuletRulesExpiredRewardsModule } from "./rewards/amulet-rules-expired-rewards.js";
import { amuletRulesIssuingModule } from "./rewards/amulet-rules-issuing.js";
import { amuletRulesMarkersModule } from "./featured/amulet-rules-markers.js";
import { amuletRulesRoundsModule } from "./rounds/amulet-rules-rounds.js";
import { amuletRulesTrafficModule } from "./traffic/amulet-rules-traffic.js";
import { developmentFundModule } from "./fund/development-fund.js";
import { livenessModule } from "./rewards/liveness.js";
import { memberTrafficModule } from "./traffic/member-traffic.js";
import { svRewardCouponModule } from "./rewards/sv-reward-coupon.js";
import { unclaimedModule } from "./rewards/unclaimed.js";
import { validatorLicenseModule } from "./validator/validator-license.js";
import { amuletRulesMintModule } from "./minting/amulet-rules-mint.js";
import { amuletRulesPreapprovalModule } from "./preapproval/amulet-rules-preapproval.js";
import { amuletRulesModule } from "./configuration/amulet-rules.js";
import { amuletTransferInstructionModule } from "./instruction/amulet-transfer-instruction.js";
import { externalPartyAmuletRulesModule } from "./instruction/external-party-amulet-rules.js";
import { externalPartySetupModule } from "./preapproval/external-party-setup.js";
import { featuredAppRightModule } from "./featured/featured-app-right.js";
import { roundModule } from "./rounds/round.js";
import { transferCommandModule } from "./command/transfer-command.js";
import { transferPreapprovalModule } from "./preapproval/transfer-preapproval.js";
import { usageCouponsModule } from "./rewards/usage-coupons.js";
import { validatorRightModule } from "./rewards/validator-right.js";

/** The coin itself: holdings, rules, rounds, transfers, preapprovals and coupons. */
export const amuletReleases = releasesOf(
  "splice-amulet",
  {
    "0.6.1": {
      version: "0.1.18",
      packageId: "a31be0483f3175647053f28965a4e6d97e3dbc433ea2338be303fae69bbcff6a",
    },
    "0.6.12": {
      version: "0.1.22",
      packageId: "dbeda50efee6c5e53959638ef5422116723a9a6137fcdd4d2d82544291726a88",
    },
  },
  [
    amuletModule,
    eventLogModule,
    roundModule,
    amuletRulesTransferModule,
    amuletRulesModule,
    amuletRulesSetConfigModule,
    externalPartyConfigStateModule,
    expireTransferInstructionsModule,
    expireAllocationsModule,
    amuletRulesMintModule,
    amuletRulesPreapprovalModule,
    transferPreapprovalModule,
    transferPreapprovalSendModule,
    externalPartyAmuletRulesModule,
    externalPartySetupModule,
    transferCommandModule,
    amuletTransferInstructionModule,
    allocationFactoryModule,
    amuletAllocationModule,
    amuletAllocationV2Module,
    allocationFactoryV2Module,
    featuredAppRightModule,
    usageCouponsModule,
    validatorRightModule,
    amuletRulesRoundsModule,
    amuletRulesIssuingModule,
    amuletRulesExpiredRewardsModule,
    amuletRulesMarkersModule,
    svRewardCouponModule,
    livenessModule,
    validatorLicenseModule,
    unclaimedModule,
    developmentFundModule,
    amuletRulesDevelopmentFundModule,
    memberTrafficModule,
    amuletRulesTrafficModule,
    rewardCouponV2Module,
    rewardAccountingV2Module,
    amuletRulesRewardsV2Module,
  ],
);

/** The coin of the latest release. */
export const amuletPackage = amuletReleases["0.6.12"];
