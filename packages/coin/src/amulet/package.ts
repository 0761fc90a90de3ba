import { packageOf } from "../module-part.js";
import { allocationFactoryModule } from "./allocation-factory.js";
import { amuletAllocationModule } from "./amulet-allocation.js";
import { amuletModule } from "./amulet.js";
import { amuletRulesDevelopmentFundModule } from "./amulet-rules-development-fund.js";
import { amuletRulesExpiredRewardsModule } from "./amulet-rules-expired-rewards.js";
import { amuletRulesIssuingModule } from "./amulet-rules-issuing.js";
import { amuletRulesMarkersModule } from "./amulet-rules-markers.js";
import { amuletRulesRoundsModule } from "./amulet-rules-rounds.js";
import { amuletRulesTrafficModule } from "./amulet-rules-traffic.js";
import { developmentFundModule } from "./development-fund.js";
import { livenessModule } from "./liveness.js";
import { memberTrafficModule } from "./member-traffic.js";
import { svRewardCouponModule } from "./sv-reward-coupon.js";
import { unclaimedModule } from "./unclaimed.js";
import { validatorLicenseModule } from "./validator-license.js";
import { amuletRulesMintModule } from "./amulet-rules-mint.js";
import { amuletRulesPreapprovalModule } from "./amulet-rules-preapproval.js";
import { amuletRulesModule } from "./amulet-rules.js";
import { amuletTransferInstructionModule } from "./amulet-transfer-instruction.js";
import { externalPartyAmuletRulesModule } from "./external-party-amulet-rules.js";
import { externalPartySetupModule } from "./external-party-setup.js";
import { featuredAppRightModule } from "./featured-app-right.js";
import { roundModule } from "./round.js";
import { transferCommandModule } from "./transfer-command.js";
import { transferPreapprovalModule } from "./transfer-preapproval.js";
import { usageCouponsModule } from "./usage-coupons.js";
import { validatorRightModule } from "./validator-right.js";

/** The coin itself: holdings, rules, rounds, transfers, preapprovals and coupons. */
export const amuletPackage = packageOf("splice-amulet", "0.1.0", [
  amuletModule,
  roundModule,
  amuletRulesModule,
  amuletRulesMintModule,
  amuletRulesPreapprovalModule,
  transferPreapprovalModule,
  externalPartyAmuletRulesModule,
  externalPartySetupModule,
  transferCommandModule,
  amuletTransferInstructionModule,
  allocationFactoryModule,
  amuletAllocationModule,
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
]);
