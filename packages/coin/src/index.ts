export * as tokenHelpers from "./for-tokens.js";
export * as allocationInstructionV1 from "./token-standard/allocation-instruction-v1.js";
export * as allocationRequestV1 from "./token-standard/allocation-request-v1.js";
export * as allocationV1 from "./token-standard/allocation-v1.js";
export * as allocationInstructionV2 from "./token-standard/allocation-instruction-v2.js";
export * as allocationRequestV2 from "./token-standard/allocation-request-v2.js";
export * as allocationV2 from "./token-standard/allocation-v2.js";
export * as holdingV2 from "./token-standard/holding-v2.js";
export * as transferEventsV2 from "./token-standard/transfer-events-v2.js";
export * as transferInstructionV2 from "./token-standard/transfer-instruction-v2.js";
export * as featuredAppRightV1 from "./token-standard/featured-app-right-v1.js";
export * as holdingV1 from "./token-standard/holding-v1.js";
export * as metadataV1 from "./token-standard/metadata-v1.js";
export * as transferInstructionV1 from "./token-standard/transfer-instruction-v1.js";
export { type ContextKey, contextKeys } from "./token-standard/choice-context.js";
export { type TxDescription, type TxKind, metadataKeys } from "./token-standard/token-metadata.js";
export type {
  AllocationAction,
  AllocationEndReason,
  AllocationState,
  AllocationTimes,
} from "./amulet/allocation/allocation-state.js";
export {
  type AllocationPayload,
  AmuletAllocation,
  AmuletAllocation_DsoExpire,
} from "./amulet/allocation/amulet-allocation.js";
export { AmuletAllocationV2 } from "./amulet/allocation/amulet-allocation-v2.js";
export {
  activityAmountOf,
  AmuletConfig,
  type SynchronizerConfig,
  transferConfigV2Of,
} from "./amulet/configuration/amulet-config.js";
export {
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
} from "./amulet/minting/amulet-rules-mint.js";
export { AmuletRules, type RulesPayload, configOf } from "./amulet/configuration/amulet-rules.js";
export {
  AmuletRules_UpdateExternalPartyConfigStates,
  ExternalPartyConfigState,
  type ExternalPartyConfigStatePayload,
} from "./amulet/rounds/external-party-config-state.js";
export * as featuredAppRightV2 from "./token-standard/featured-app-right-v2.js";
export { AmuletRules_Transfer } from "./amulet/transfer/amulet-rules-transfer.js";
export {
  AmuletTransferInstruction,
  type InstructionPayload,
} from "./amulet/instruction/amulet-transfer-instruction.js";
export {
  Amulet,
  type AmuletPayload,
  Amulet_Expire,
  Amulet_ExpireV2,
  LockedAmulet,
  type LockedAmuletPayload,
  LockedAmulet_ExpireAmuletV2,
  LockedAmulet_UnlockV2,
  coinInstrument,
  coinInstrumentName,
} from "./amulet/holding/amulet.js";
export { ExternalPartyAmuletRules } from "./amulet/instruction/external-party-amulet-rules.js";
export {
  FeaturedAppActivityMarker,
  FeaturedAppRight,
  FeaturedAppRight_Cancel,
} from "./amulet/featured/featured-app-right.js";
export { ExpiringAmount, holdingFeeAt } from "./amulet/configuration/fees.js";
export { amuletPackage } from "./amulet/package.js";
export {
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Accept,
  ExternalPartySetupProposal_Withdraw,
} from "./amulet/preapproval/external-party-setup.js";
export { preapprovalFee } from "./amulet/preapproval/preapproval-fee.js";
export {
  ClosedMiningRound,
  IssuingMiningRound,
  OpenMiningRound,
  type OpenRoundPayload,
  SummarizingMiningRound,
} from "./amulet/rounds/round.js";
export {
  type PreapprovalPayload,
  TransferPreapproval,
  TransferPreapproval_Cancel,
  TransferPreapproval_Expire,
} from "./amulet/preapproval/transfer-preapproval.js";
export {
  TransferPreapproval_Send,
  TransferPreapproval_SendV2,
} from "./amulet/preapproval/transfer-preapproval-send.js";
export {
  PaymentTransferContext,
  Transfer,
  TransferContext,
  TransferInput,
  coinInputs,
  plainContext,
} from "./amulet/transfer/transfer-types.js";
export { constantInt } from "./model/arithmetic.js";
export {
  type AppCouponPayload,
  AppRewardCoupon,
  ValidatorRewardCoupon,
} from "./amulet/rewards/usage-coupons.js";
export {
  ValidatorRight,
  ValidatorRight_ArchiveAsValidator,
} from "./amulet/rewards/validator-right.js";
export * from "./coin-packages.js";
export * from "./amulet/configuration/default-config.js";
export {
  BatchMergeUtility,
  BatchMergeUtility_BatchMerge,
  MergeDelegationCall,
} from "./delegation/batch-merge-utility.js";
export {
  MergeDelegationProposal,
  MergeDelegationProposal_Accept,
} from "./delegation/merge-delegation-proposal.js";
export {
  MergeDelegation,
  type MergeDelegationPayload,
  TransferCall,
} from "./delegation/merge-delegation.js";
export { tokenStandardWalletPackage } from "./delegation/package.js";
export type { CoinError } from "./model/coin-error.js";
export { shownDecimal } from "./model/shown.js";
export * from "./amulet/minting/tap-amount.js";
export type {
  TransferEndReason,
  TransferInstructionAction,
  TransferInstructionState,
  TransferInstructionTimes,
} from "./amulet/instruction/transfer-instruction-state.js";
export type { AmuletOperation } from "./wallet/amulet-operation.js";
export { WalletAppInstall_ExecuteBatch } from "./wallet/execute-batch.js";
export { type InstallPayload, WalletAppInstall } from "./wallet/install.js";
export {
  MintingDelegation,
  type MintingDelegationPayload,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
  MintingDelegationProposal_Reject,
  MintingDelegation_Mint,
  MintingDelegation_Reject,
} from "./wallet/minting-delegation.js";
export * from "./wallet/minting-merge.js";
export * from "./names/published.js";
export { nameServicePackage } from "./names/package.js";
export { walletPaymentsPackage } from "./payments/package.js";
export type { PaymentAmount } from "./payments/payment-amount.js";
export { isMissedAt, isPaidAutomaticallyAt } from "./payments/subscription-due.js";
export {
  SubscriptionIdleState_CancelSubscription,
  SubscriptionIdleState_ExpireSubscription,
  SubscriptionIdleState_MakePayment,
} from "./payments/subscription-idle-state.js";
export { SubscriptionInitialPayment } from "./payments/subscription-initial-payment.js";
export {
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
  SubscriptionRequest_Reject,
} from "./payments/subscription-request.js";
export { SubscriptionIdleState, SubscriptionPayment } from "./payments/subscription-state.js";
export {
  Subscription,
  type SubscriptionPayload,
  TerminatedSubscription,
} from "./payments/subscription.js";
export { walletPackage } from "./wallet/package.js";
export type {
  AcceptedOfferAction,
  OfferAction,
  OfferTimes,
  TransferOfferState,
} from "./wallet/transfer-offer-state.js";
export {
  AcceptedTransferOffer,
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Complete,
  AcceptedTransferOffer_Expire,
  AcceptedTransferOffer_Withdraw,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Expire,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
} from "./wallet/transfer-offer.js";
export { TransferPreapprovalProposal } from "./wallet/transfer-preapproval-proposal.js";
export {
  AmuletRules_ClaimExpiredRewards,
  AmuletRules_MergeUnclaimedDevelopmentFundCoupons,
  AmuletRules_MergeUnclaimedRewards,
} from "./amulet/rewards/amulet-rules-expired-rewards.js";
export {
  AmuletRules_MiningRound_Archive,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
} from "./amulet/rewards/amulet-rules-issuing.js";
export { AmuletRules_ConvertFeaturedAppActivityMarkers } from "./amulet/featured/amulet-rules-markers.js";
export {
  AmuletRules_AdvanceOpenMiningRounds,
  AmuletRules_Bootstrap_Rounds,
} from "./amulet/rounds/amulet-rules-rounds.js";
export {
  AmuletRules_BuyMemberTraffic,
  AmuletRules_MergeMemberTrafficContracts,
} from "./amulet/traffic/amulet-rules-traffic.js";
export { AmuletRules_AllocateDevelopmentFundCoupon } from "./amulet/fund/amulet-rules-development-fund.js";
export {
  DevelopmentFundCoupon,
  type DevelopmentFundCouponPayload,
  DevelopmentFundCoupon_DsoExpire,
  DevelopmentFundCoupon_Withdraw,
  UnclaimedDevelopmentFundCoupon,
} from "./amulet/fund/development-fund.js";
export {
  type IssuanceTranche,
  type IssuingRoundParameters,
  OpenMiningRoundSummary,
} from "./amulet/rounds/issuance.js";
export {
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
} from "./amulet/rewards/liveness.js";
export { MemberTraffic, type MemberTrafficPayload } from "./amulet/traffic/member-traffic.js";
export type { Schedule } from "./amulet/configuration/schedule.js";
export { SvRewardCoupon } from "./amulet/rewards/sv-reward-coupon.js";
export { type TrafficCost, trafficCost } from "./amulet/traffic/traffic-cost.js";
export {
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
  UnclaimedReward,
} from "./amulet/rewards/unclaimed.js";
export { minterOf, RewardCouponV2 } from "./amulet/rewards/reward-coupon-v2.js";
export { RewardCoupon_AssignBeneficiaries } from "./token-standard/reward-assignment-v1.js";
export {
  maxLicenseTextLength,
  type LicensePayload,
  ValidatorLicense,
  ValidatorLicense_RecordValidatorLivenessActivity,
  ValidatorLicense_ReportActive,
  ValidatorLicense_UpdateMetadata,
  newLicense,
} from "./amulet/validator/validator-license.js";
export {
  type BuyTrafficRejection,
  type BuyTrafficRequestAction,
  type BuyTrafficRequestState,
  buyTrafficRejectionText,
} from "./wallet/buy-traffic-request-state.js";
export {
  type DevelopmentFundCouponAction,
  type DevelopmentFundCouponState,
  type DevelopmentFundCouponTimes,
  developmentFundCouponEndedBy,
} from "./amulet/fund/development-fund-coupon-state.js";
export * from "./wallet/top-up.js";
export {
  BuyTrafficRequest,
  type BuyTrafficRequestPayload,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Complete,
  BuyTrafficRequest_Expire,
} from "./wallet/buy-traffic-request.js";
export {
  type TopUpLoop,
  type TopUpStatePayload,
  ValidatorTopUpState,
  neverToppedUp,
} from "./wallet/top-up-state.js";
export * from "./model/without-ledger.js";
export type {
  AppPaymentRequestAction,
  AppPaymentRequestState,
  AppPaymentTimes,
} from "./payments/app-payment-state.js";
export { AcceptedAppPayment } from "./payments/accepted-app-payment.js";
export {
  AppPaymentRequest,
  AppPaymentRequest_Accept,
  AppPaymentRequest_Expire,
  AppPaymentRequest_Reject,
} from "./payments/app-payment-request.js";
export {
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
  TransferCommandCounter,
  TransferCommand_Expire,
  TransferCommand_Send,
} from "./amulet/command/transfer-command.js";
export {
  type TransferCommandAction,
  type TransferCommandError,
  type TransferCommandState,
  type TransferCommandTerms,
  transferCommandStateOfChoice,
} from "./amulet/command/transfer-command-state.js";
export {
  type SoleSuperValidator,
  soleSuperValidatorRules,
  soleSvNodeState,
} from "./dso/default-dso-rules.js";
export { DsoRules, type DsoRulesPayload } from "./dso/dso-rules.js";
export * from "./dso/package.js";
export { SvNodeState, type SvNodeStatePayload } from "./dso/sv-node-state.js";
