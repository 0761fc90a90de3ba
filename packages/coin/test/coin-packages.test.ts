import { expect } from "chai";
import { compileCatalog } from "@tallystick/core";
import { coinPackages } from "../src/index.js";
import { rightOf, sha256 } from "./coin-values.js";

/** What existing clients name, and the choices they exercise there. */
const named: Readonly<Record<string, ReadonlyArray<string>>> = {
  "#splice-amulet:Splice.Amulet:Amulet": ["Amulet_Expire", "Archive"],
  "#splice-amulet:Splice.Amulet:LockedAmulet": [
    "LockedAmulet_Unlock",
    "LockedAmulet_UnlockV2",
    "LockedAmulet_OwnerExpireLock",
    "LockedAmulet_OwnerExpireLockV2",
    "LockedAmulet_ExpireAmulet",
  ],
  "#splice-amulet:Splice.Amulet:AppRewardCoupon": ["AppRewardCoupon_DsoExpire"],
  "#splice-amulet:Splice.Amulet:ValidatorRewardCoupon": ["ValidatorRewardCoupon_DsoExpire"],
  "#splice-amulet:Splice.Amulet:ValidatorRight": ["ValidatorRight_ArchiveAsUser"],
  "#splice-amulet:Splice.Amulet:FeaturedAppRight": ["FeaturedAppRight_Cancel"],
  "#splice-amulet:Splice.Amulet:FeaturedAppActivityMarker": [],
  "#splice-amulet:Splice.AmuletRules:AmuletRules": [
    "AmuletRules_Transfer",
    "AmuletRules_Mint",
    "AmuletRules_DevNet_Tap",
    "AmuletRules_DevNet_FeatureApp",
    "AmuletRules_CreateTransferPreapproval",
    "AmuletRules_CreateExternalPartySetupProposal",
    "AmuletRules_Bootstrap_Rounds",
    "AmuletRules_AdvanceOpenMiningRounds",
    "AmuletRules_MiningRound_StartIssuing",
    "AmuletRules_MiningRound_Close",
    "AmuletRules_MiningRound_Archive",
    "AmuletRules_ClaimExpiredRewards",
    "AmuletRules_MergeUnclaimedRewards",
    "AmuletRules_MergeUnclaimedDevelopmentFundCoupons",
    "AmuletRules_ConvertFeaturedAppActivityMarkers",
    "AmuletRules_BuyMemberTraffic",
    "AmuletRules_MergeMemberTrafficContracts",
    "AmuletRules_AllocateDevelopmentFundCoupon",
  ],
  "#splice-amulet:Splice.Amulet:SvRewardCoupon": [
    "SvRewardCoupon_DsoExpire",
    "SvRewardCoupon_ArchiveAsBeneficiary",
  ],
  "#splice-amulet:Splice.Amulet:UnclaimedReward": [],
  "#splice-amulet:Splice.Amulet:UnclaimedActivityRecord": ["UnclaimedActivityRecord_DsoExpire"],
  "#splice-amulet:Splice.Amulet:UnclaimedDevelopmentFundCoupon": [],
  "#splice-amulet:Splice.Amulet:DevelopmentFundCoupon": [
    "DevelopmentFundCoupon_Withdraw",
    "DevelopmentFundCoupon_Reject",
    "DevelopmentFundCoupon_DsoExpire",
  ],
  "#splice-amulet:Splice.ValidatorLicense:ValidatorLicense": [
    "ValidatorLicense_RecordValidatorLivenessActivity",
    "ValidatorLicense_ReceiveFaucetCoupon",
    "ValidatorLicense_UpdateMetadata",
    "ValidatorLicense_ReportActive",
    "ValidatorLicense_Withdraw",
    "ValidatorLicense_Cancel",
  ],
  "#splice-amulet:Splice.ValidatorLicense:ValidatorLivenessActivityRecord": [
    "ValidatorLivenessActivityRecord_DsoExpire",
  ],
  "#splice-amulet:Splice.ValidatorLicense:ValidatorFaucetCoupon": [
    "ValidatorFaucetCoupon_DsoExpire",
  ],
  "#splice-amulet:Splice.DecentralizedSynchronizer:MemberTraffic": [],
  "#splice-amulet:Splice.Round:SummarizingMiningRound": [],
  "#splice-amulet:Splice.Round:ClosedMiningRound": [],
  "#splice-wallet:Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest": [
    "BuyTrafficRequest_Complete",
    "BuyTrafficRequest_Cancel",
    "BuyTrafficRequest_Expire",
  ],
  "#splice-wallet:Splice.Wallet.TopUpState:ValidatorTopUpState": [],
  "#splice-amulet:Splice.AmuletRules:TransferPreapproval": [
    "TransferPreapproval_Send",
    "TransferPreapproval_SendV2",
    "TransferPreapproval_Renew",
    "TransferPreapproval_Cancel",
    "TransferPreapproval_Expire",
  ],
  "#splice-amulet:Splice.AmuletRules:ExternalPartySetupProposal": [
    "ExternalPartySetupProposal_Accept",
  ],
  "#splice-amulet:Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules": [],
  "#splice-amulet:Splice.AmuletTransferInstruction:AmuletTransferInstruction": [],
  "#splice-amulet:Splice.Round:OpenMiningRound": ["OpenMiningRound_Fetch"],
  "#splice-amulet:Splice.Round:IssuingMiningRound": [],
  "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal": [
    "TransferPreapprovalProposal_Accept",
  ],
  "#splice-wallet:Splice.Wallet.TransferOffer:TransferOffer": ["TransferOffer_Accept"],
  "#splice-wallet:Splice.Wallet.TransferOffer:AcceptedTransferOffer": [
    "AcceptedTransferOffer_Complete",
  ],
  "#splice-amulet:Splice.AmuletAllocation:AmuletAllocation": ["AmuletAllocation_DsoExpire"],
  "#splice-wallet:Splice.Wallet.Install:WalletAppInstall": ["Archive"],
  "#splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegationProposal": [
    "MintingDelegationProposal_Accept",
    "MintingDelegationProposal_Reject",
    "MintingDelegationProposal_Withdraw",
  ],
  "#splice-wallet:Splice.Wallet.MintingDelegation:MintingDelegation": [
    "MintingDelegation_Mint",
    "MintingDelegation_Reject",
    "MintingDelegation_Withdraw",
  ],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:SubscriptionRequest": [
    "SubscriptionRequest_AcceptAndMakePayment",
    "SubscriptionRequest_Reject",
    "SubscriptionRequest_Withdraw",
  ],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:SubscriptionInitialPayment": [
    "SubscriptionInitialPayment_Collect",
    "SubscriptionInitialPayment_Reject",
    "SubscriptionInitialPayment_Expire",
  ],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:Subscription": ["Subscription_Archive"],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:SubscriptionIdleState": [
    "SubscriptionIdleState_MakePayment",
    "SubscriptionIdleState_CancelSubscription",
    "SubscriptionIdleState_ExpireSubscription",
  ],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:SubscriptionPayment": [
    "SubscriptionPayment_Collect",
    "SubscriptionPayment_Reject",
    "SubscriptionPayment_Expire",
  ],
  "#splice-wallet-payments:Splice.Wallet.Subscriptions:TerminatedSubscription": ["Archive"],
  "#splice-util-token-standard-wallet:Splice.Util.Token.Wallet.MergeDelegation:MergeDelegationProposal":
    [
      "MergeDelegationProposal_Accept",
      "MergeDelegationProposal_Reject",
      "MergeDelegationProposal_Withdraw",
    ],
  "#splice-util-token-standard-wallet:Splice.Util.Token.Wallet.MergeDelegation:MergeDelegation": [
    "MergeDelegation_Merge",
    "MergeDelegation_Reject",
    "MergeDelegation_Withdraw",
  ],
  "#splice-util-token-standard-wallet:Splice.Util.Token.Wallet.MergeDelegation:BatchMergeUtility": [
    "BatchMergeUtility_BatchMerge",
    "BatchMergeUtility_MergeHoldings",
  ],
  "#splice-util-featured-app-proxies:Splice.Util.FeaturedApp.WalletUserProxy:WalletUserProxy": [
    "WalletUserProxy_PublicFetch",
    "WalletUserProxy_TransferFactory_Transfer",
    "WalletUserProxy_BatchTransfer",
  ],
  "#splice-api-token-metadata-v1:Splice.Api.Token.MetadataV1:AnyContract": [],
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding": [],
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferFactory":
    ["TransferFactory_Transfer", "TransferFactory_PublicFetch"],
  "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferInstruction":
    [
      "TransferInstruction_Accept",
      "TransferInstruction_Reject",
      "TransferInstruction_Withdraw",
      "TransferInstruction_Update",
    ],
  "#splice-api-token-allocation-v1:Splice.Api.Token.AllocationV1:Allocation": [
    "Allocation_ExecuteTransfer",
    "Allocation_Cancel",
    "Allocation_Withdraw",
  ],
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationFactory":
    ["AllocationFactory_Allocate", "AllocationFactory_PublicFetch"],
  "#splice-api-token-allocation-instruction-v1:Splice.Api.Token.AllocationInstructionV1:AllocationInstruction":
    ["AllocationInstruction_Withdraw", "AllocationInstruction_Update"],
  "#splice-api-token-allocation-request-v1:Splice.Api.Token.AllocationRequestV1:AllocationRequest":
    ["AllocationRequest_Reject", "AllocationRequest_Withdraw"],
  "#splice-api-token-holding-v2:Splice.Api.Token.HoldingV2:Holding": [],
  "#splice-api-token-transfer-events-v2:Splice.Api.Token.TransferEventsV2:EventLog": [
    "EventLog_HoldingsChange",
  ],
  "#splice-api-token-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferFactory":
    ["TransferFactory_Transfer", "TransferFactory_PublicFetch"],
  "#splice-api-token-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferInstruction":
    ["TransferInstruction_Accept", "TransferInstruction_Reject", "TransferInstruction_Withdraw"],
  "#splice-api-token-allocation-v2:Splice.Api.Token.AllocationV2:Allocation": [
    "Allocation_Settle",
    "Allocation_Cancel",
    "Allocation_Withdraw",
  ],
  "#splice-api-token-allocation-v2:Splice.Api.Token.AllocationV2:SettlementFactory": [
    "SettlementFactory_SettleBatch",
    "SettlementFactory_PublicFetch",
  ],
  "#splice-api-token-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2:AllocationInstruction":
    ["AllocationInstruction_Accept", "AllocationInstruction_Withdraw"],
  "#splice-api-token-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2:AllocationFactory":
    ["AllocationFactory_Allocate", "AllocationFactory_PublicFetch"],
  "#splice-api-token-allocation-request-v2:Splice.Api.Token.AllocationRequestV2:AllocationRequest":
    ["AllocationRequest_Accept", "AllocationRequest_Reject", "AllocationRequest_Withdraw"],
};

describe("the packages of the coin", () => {
  const catalog = rightOf(compileCatalog(coinPackages, sha256));
  for (const [reference, choices] of Object.entries(named)) {
    it(`have ${reference}`, () => {
      const found = rightOf(catalog.resolve(reference, []));
      expect([...found.choices.keys()]).to.include.members([...choices]);
    });
  }

  it("have each version once", () => {
    const names = coinPackages.map(({ name, version }) => `${name} ${version}`);
    expect(new Set(names).size).to.equal(names.length);
  });

  it("say which templates implement the token standard", () => {
    const implementing = (reference: string): ReadonlyArray<string> => {
      const [interfaceId = ""] = rightOf(catalog.interfacesMatching(reference));
      const names = catalog.implementers(interfaceId).map((id) => id.split(":")[2] ?? "");
      return [...new Set(names)];
    };
    expect(
      implementing("#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding"),
    ).to.deep.equal(["Amulet", "LockedAmulet"]);
    const transfers =
      "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1";
    expect(implementing(`${transfers}:TransferFactory`)).to.deep.equal([
      "ExternalPartyAmuletRules",
    ]);
    expect(implementing(`${transfers}:TransferInstruction`)).to.deep.equal([
      "AmuletTransferInstruction",
    ]);
  });
});
