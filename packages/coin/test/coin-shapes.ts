/**
 * What existing clients rely on: packages, modules, entities, choices, and the names, order and types of their fields.
 * `?` stands for an optional value, `[ ]` for a list, `->` for a map or a result, `< >` for a variant.
 */
export const coinShapes = `
type RelTime | microseconds:Int64
type AnyValue | Recursive:[AnyValue,{Variant:[[AV_Text,Text],[AV_Int,Int64],[AV_Decimal,Numeric 10],[AV_Bool,Bool],[AV_Date,Date],[AV_Time,Timestamp],[AV_RelTime,{Record:[[microseconds,Int64]]}],[AV_Party,Party],[AV_ContractId,ContractId],[AV_List,{List:{Self:AnyValue}}],[AV_Map,{TextMap:{Self:AnyValue}}]]}]
type Metadata | values:(Text -> Text)
type ChoiceContext | values:(Text -> AnyValue)
type ExtraArgs | context:ChoiceContext meta:Metadata
type InstrumentId | admin:Party id:Text
type Lock | holders:[Party] expiresAt:Timestamp? expiresAfter:RelTime? context:Text?
type TokenTransfer | sender:Party receiver:Party amount:Numeric 10 instrumentId:InstrumentId requestedAt:Timestamp executeBefore:Timestamp inputHoldingCids:[ContractId] meta:Metadata
type TransferInstructionStatus | TransferPendingReceiverAcceptance:Unit TransferPendingInternalWorkflow:{pendingActions:(Party -> Text)}
type TransferInstructionResult | output:<TransferInstructionResult_Pending:{transferInstructionCid:ContractId} TransferInstructionResult_Completed:{receiverHoldingCids:[ContractId]} TransferInstructionResult_Failed:Unit> senderChangeCids:[ContractId] meta:Metadata
type AllocationSpecification | settlement:{executor:Party settlementRef:{id:Text cid:ContractId?} requestedAt:Timestamp allocateBefore:Timestamp settleBefore:Timestamp meta:Metadata} transferLegId:Text transferLeg:{sender:Party receiver:Party amount:Numeric 10 instrumentId:InstrumentId meta:Metadata}
type AllocationInstructionResult | output:<AllocationInstructionResult_Pending:{allocationInstructionCid:ContractId} AllocationInstructionResult_Completed:{allocationCid:ContractId} AllocationInstructionResult_Failed:Unit> senderChangeCids:[ContractId] meta:Metadata
type AppRewardBeneficiary | beneficiary:Party weight:Numeric 10
type Round | number:Int64
type ExpiringAmount | initialAmount:Numeric 10 createdAt:Round ratePerRound:{rate:Numeric 10}
type Amulet | dso:Party owner:Party amount:ExpiringAmount
type TimeLock | holders:[Party] expiresAt:Timestamp optContext:Text?
type AmuletCreateSummary | amulet:ContractId amuletPrice:Numeric 10 round:Round
type IssuanceConfig | amuletToIssuePerYear:Numeric 10 validatorRewardPercentage:Numeric 10 appRewardPercentage:Numeric 10 validatorRewardCap:Numeric 10 featuredAppRewardCap:Numeric 10 unfeaturedAppRewardCap:Numeric 10 optValidatorFaucetCap:Numeric 10? optDevelopmentFundPercentage:Numeric 10?
type TransferConfig | createFee:{fee:Numeric 10} holdingFee:{rate:Numeric 10} transferFee:{initialRate:Numeric 10 steps:[{_1:Numeric 10 _2:Numeric 10}]} lockHolderFee:{fee:Numeric 10} extraFeaturedAppRewardAmount:Numeric 10 maxNumInputs:Int64 maxNumOutputs:Int64 maxNumLockHolders:Int64 tokenStandardMaxTTL:RelTime?
type AmuletConfig | transferConfig:TransferConfig issuanceCurve:{initialValue:IssuanceConfig futureValues:[{_1:RelTime _2:IssuanceConfig}]} decentralizedSynchronizer:{requiredSynchronizers:{map:(Text -> Unit)} activeSynchronizer:Text fees:{baseRateTrafficLimits:{burstAmount:Int64 burstWindow:RelTime} extraTrafficPrice:Numeric 10 readVsWriteScalingFactor:Int64 minTopupAmount:Int64}} tickDuration:RelTime packageConfig:{amulet:Text amuletNameService:Text dsoGovernance:Text validatorLifecycle:Text wallet:Text walletPayments:Text} transferPreapprovalFee:Numeric 10? featuredAppActivityMarkerAmount:Numeric 10? optDevelopmentFundManager:Party? minDevelopmentFundMintingDelay:RelTime?
type TransferInput | InputAppRewardCoupon:ContractId InputValidatorRewardCoupon:ContractId InputSvRewardCoupon:ContractId InputAmulet:ContractId ExtTransferInput:{dummyUnitField:Unit optInputValidatorFaucetCoupon:ContractId?} InputValidatorLivenessActivityRecord:ContractId InputUnclaimedActivityRecord:ContractId InputDevelopmentFundCoupon:ContractId
type TransferOutput | receiver:Party receiverFeeRatio:Numeric 10 amount:Numeric 10 lock:TimeLock?
type Transfer | sender:Party provider:Party inputs:[TransferInput] outputs:[TransferOutput] beneficiaries:[AppRewardBeneficiary]?
type TransferContext | openMiningRound:ContractId issuingMiningRounds:(Round -> ContractId) validatorRights:(Party -> ContractId) featuredAppRight:ContractId?
type PaymentTransferContext | amuletRules:ContractId context:TransferContext
type AppTransferContext | amuletRules:ContractId openMiningRound:ContractId featuredAppRight:ContractId?
type BalanceChange | changeToInitialAmountAsOfRoundZero:Numeric 10 changeToHoldingFeesRate:Numeric 10
type TransferSummary | inputAppRewardAmount:Numeric 10 inputValidatorRewardAmount:Numeric 10 inputSvRewardAmount:Numeric 10 inputAmuletAmount:Numeric 10 balanceChanges:(Party -> BalanceChange) holdingFees:Numeric 10 outputFees:[Numeric 10] senderChangeFee:Numeric 10 senderChangeAmount:Numeric 10 amuletPrice:Numeric 10 inputValidatorFaucetAmount:Numeric 10? inputUnclaimedActivityRecordAmount:Numeric 10? inputDevelopmentFundAmount:Numeric 10?
type CreatedAmulet | TransferResultAmulet:ContractId TransferResultLockedAmulet:ContractId ExtCreatedAmulet:{dummyUnitField:Unit}
type TransferResult | round:Round summary:TransferSummary createdAmulets:[CreatedAmulet] senderChangeAmulet:ContractId? meta:Metadata?
type InvalidTransferReason | ITR_InsufficientFunds:{missingAmount:Numeric 10} ITR_UnknownSynchronizer:{synchronizerId:Text} ITR_InsufficientTopupAmount:{requestedTopupAmount:Int64 minTopupAmount:Int64} ITR_Other:{description:Text} ExtInvalidTransferReason:{dummyUnitField:Unit}
type TransferCommandResult | TransferCommandResultFailure:{reason:InvalidTransferReason} TransferCommandResultSuccess:{result:TransferResult}
type PaymentAmount | amount:Numeric 10 unit:{Enum:[USDUnit,AmuletUnit,ExtUnit]}
type ReceiverAmount | receiver:Party amount:PaymentAmount
type ReceiverAmuletAmount | receiver:Party amuletAmount:Numeric 10
type SubscriptionData | sender:Party receiver:Party provider:Party dso:Party description:Text
type SubscriptionPayData | paymentAmount:PaymentAmount paymentInterval:RelTime paymentDuration:RelTime
type TransferOfferTrackingInfo | trackingId:Text sender:Party receiver:Party
type MintingDelegation | beneficiary:Party delegate:Party dso:Party expiresAt:Timestamp amuletMergeLimit:Int64
type MergeDelegation | operator:Party owner:Party meta:Metadata
package splice-api-token-metadata-v1
interface Splice.Api.Token.MetadataV1:AnyContract |
package splice-api-token-holding-v1
interface Splice.Api.Token.HoldingV1:Holding | owner:Party instrumentId:InstrumentId amount:Numeric 10 lock:Lock? meta:Metadata
package splice-api-token-transfer-instruction-v1
interface Splice.Api.Token.TransferInstructionV1:TransferInstruction | originalInstructionCid:ContractId? transfer:TokenTransfer status:TransferInstructionStatus meta:Metadata
interface Splice.Api.Token.TransferInstructionV1:TransferFactory | admin:Party meta:Metadata
choice TransferInstruction.TransferInstruction_Accept | extraArgs:ExtraArgs -> TransferInstructionResult
choice TransferInstruction.TransferInstruction_Reject | extraArgs:ExtraArgs -> TransferInstructionResult
choice TransferInstruction.TransferInstruction_Withdraw | extraArgs:ExtraArgs -> TransferInstructionResult
choice TransferInstruction.TransferInstruction_Update | extraActors:[Party] extraArgs:ExtraArgs -> TransferInstructionResult
nonconsuming choice TransferFactory.TransferFactory_Transfer | expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs -> TransferInstructionResult
nonconsuming choice TransferFactory.TransferFactory_PublicFetch | expectedAdmin:Party actor:Party -> admin:Party meta:Metadata
package splice-api-token-allocation-v1
interface Splice.Api.Token.AllocationV1:Allocation | allocation:AllocationSpecification holdingCids:[ContractId] meta:Metadata
choice Allocation.Allocation_ExecuteTransfer | extraArgs:ExtraArgs -> senderHoldingCids:[ContractId] receiverHoldingCids:[ContractId] meta:Metadata
choice Allocation.Allocation_Cancel | extraArgs:ExtraArgs -> senderHoldingCids:[ContractId] meta:Metadata
choice Allocation.Allocation_Withdraw | extraArgs:ExtraArgs -> senderHoldingCids:[ContractId] meta:Metadata
package splice-api-token-allocation-instruction-v1
interface Splice.Api.Token.AllocationInstructionV1:AllocationInstruction | originalInstructionCid:ContractId? allocation:AllocationSpecification pendingActions:(Party -> Text) requestedAt:Timestamp inputHoldingCids:[ContractId] meta:Metadata
interface Splice.Api.Token.AllocationInstructionV1:AllocationFactory | admin:Party meta:Metadata
choice AllocationInstruction.AllocationInstruction_Withdraw | extraArgs:ExtraArgs -> AllocationInstructionResult
choice AllocationInstruction.AllocationInstruction_Update | extraActors:[Party] extraArgs:ExtraArgs -> AllocationInstructionResult
nonconsuming choice AllocationFactory.AllocationFactory_Allocate | expectedAdmin:Party allocation:AllocationSpecification requestedAt:Timestamp inputHoldingCids:[ContractId] extraArgs:ExtraArgs -> AllocationInstructionResult
nonconsuming choice AllocationFactory.AllocationFactory_PublicFetch | expectedAdmin:Party actor:Party -> admin:Party meta:Metadata
package splice-api-token-allocation-request-v1
interface Splice.Api.Token.AllocationRequestV1:AllocationRequest | settlement:{executor:Party settlementRef:{id:Text cid:ContractId?} requestedAt:Timestamp allocateBefore:Timestamp settleBefore:Timestamp meta:Metadata} transferLegs:(Text -> {sender:Party receiver:Party amount:Numeric 10 instrumentId:InstrumentId meta:Metadata}) meta:Metadata
choice AllocationRequest.AllocationRequest_Reject | actor:Party extraArgs:ExtraArgs -> meta:Metadata
choice AllocationRequest.AllocationRequest_Withdraw | extraArgs:ExtraArgs -> meta:Metadata
package splice-api-featured-app-v1
interface Splice.Api.FeaturedAppRightV1:FeaturedAppRight | dso:Party provider:Party
interface Splice.Api.FeaturedAppRightV1:FeaturedAppActivityMarker | dso:Party provider:Party beneficiary:Party weight:Numeric 10
nonconsuming choice FeaturedAppRight.FeaturedAppRight_CreateActivityMarker | beneficiaries:[AppRewardBeneficiary] -> activityMarkerCids:[ContractId]
package splice-amulet
template Splice.Amulet:Amulet | dso:Party owner:Party amount:ExpiringAmount
template Splice.Amulet:LockedAmulet | amulet:Amulet lock:TimeLock
template Splice.Round:OpenMiningRound | dso:Party round:Round amuletPrice:Numeric 10 opensAt:Timestamp targetClosesAt:Timestamp issuingFor:RelTime transferConfigUsd:TransferConfig issuanceConfig:IssuanceConfig tickDuration:RelTime
template Splice.Round:SummarizingMiningRound | dso:Party round:Round amuletPrice:Numeric 10 issuanceConfig:IssuanceConfig tickDuration:RelTime
template Splice.Round:IssuingMiningRound | dso:Party round:Round issuancePerValidatorRewardCoupon:Numeric 10 issuancePerFeaturedAppRewardCoupon:Numeric 10 issuancePerUnfeaturedAppRewardCoupon:Numeric 10 issuancePerSvRewardCoupon:Numeric 10 opensAt:Timestamp targetClosesAt:Timestamp optIssuancePerValidatorFaucetCoupon:Numeric 10?
template Splice.Round:ClosedMiningRound | dso:Party round:Round issuancePerValidatorRewardCoupon:Numeric 10 issuancePerFeaturedAppRewardCoupon:Numeric 10 issuancePerUnfeaturedAppRewardCoupon:Numeric 10 issuancePerSvRewardCoupon:Numeric 10 optIssuancePerValidatorFaucetCoupon:Numeric 10?
template Splice.AmuletRules:AmuletRules | dso:Party configSchedule:{initialValue:AmuletConfig futureValues:[{_1:Timestamp _2:AmuletConfig}]} isDevNet:Bool
template Splice.AmuletRules:TransferPreapproval | dso:Party receiver:Party provider:Party validFrom:Timestamp lastRenewedAt:Timestamp expiresAt:Timestamp
template Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules | dso:Party
template Splice.AmuletRules:ExternalPartySetupProposal | validator:Party user:Party dso:Party createdAt:Timestamp preapprovalExpiresAt:Timestamp
template Splice.ExternalPartyAmuletRules:TransferCommandCounter | dso:Party sender:Party nextNonce:Int64
template Splice.ExternalPartyAmuletRules:TransferCommand | dso:Party sender:Party receiver:Party delegate:Party amount:Numeric 10 expiresAt:Timestamp nonce:Int64 description:Text?
template Splice.AmuletTransferInstruction:AmuletTransferInstruction | lockedAmulet:ContractId transfer:TokenTransfer
template Splice.AmuletAllocation:AmuletAllocation | lockedAmulet:ContractId allocation:AllocationSpecification
template Splice.Amulet:FeaturedAppRight | dso:Party provider:Party
template Splice.Amulet:FeaturedAppActivityMarker | dso:Party provider:Party beneficiary:Party weight:Numeric 10
template Splice.Amulet:AppRewardCoupon | dso:Party provider:Party featured:Bool amount:Numeric 10 round:Round beneficiary:Party?
template Splice.Amulet:ValidatorRewardCoupon | dso:Party user:Party amount:Numeric 10 round:Round
template Splice.Amulet:ValidatorRight | dso:Party user:Party validator:Party
template Splice.Amulet:SvRewardCoupon | dso:Party sv:Party beneficiary:Party round:Round weight:Int64
template Splice.ValidatorLicense:ValidatorFaucetCoupon | dso:Party validator:Party round:Round
template Splice.ValidatorLicense:ValidatorLivenessActivityRecord | dso:Party validator:Party round:Round weight:Numeric 10?
template Splice.ValidatorLicense:ValidatorLicense | validator:Party sponsor:Party dso:Party faucetState:{firstReceivedFor:Round lastReceivedFor:Round numCouponsMissed:Int64}? metadata:{lastUpdatedAt:Timestamp version:Text contactPoint:Text}? lastActiveAt:Timestamp? weight:Numeric 10? kind:{Enum:[OperatorLicense,NonOperatorLicense]}?
template Splice.Amulet:UnclaimedReward | dso:Party amount:Numeric 10
template Splice.Amulet:UnclaimedActivityRecord | dso:Party beneficiary:Party amount:Numeric 10 reason:Text expiresAt:Timestamp
template Splice.Amulet:UnclaimedDevelopmentFundCoupon | dso:Party amount:Numeric 10
template Splice.Amulet:DevelopmentFundCoupon | dso:Party beneficiary:Party fundManager:Party amount:Numeric 10 expiresAt:Timestamp reason:Text mintAfter:Timestamp?
template Splice.DecentralizedSynchronizer:MemberTraffic | dso:Party memberId:Text synchronizerId:Text migrationId:Int64 totalPurchased:Int64 numPurchases:Int64 amuletSpent:Numeric 10 usdSpent:Numeric 10
choice Amulet.Amulet_Expire | roundCid:ContractId -> expireSum:{owner:Party round:Round changeToInitialAmountAsOfRoundZero:Numeric 10 changeToHoldingFeesRate:Numeric 10} meta:Metadata?
choice LockedAmulet.LockedAmulet_ExpireAmulet | roundCid:ContractId -> expireSum:{owner:Party round:Round changeToInitialAmountAsOfRoundZero:Numeric 10 changeToHoldingFeesRate:Numeric 10} meta:Metadata?
choice LockedAmulet.LockedAmulet_Unlock | openRoundCid:ContractId -> amuletSum:AmuletCreateSummary meta:Metadata?
choice LockedAmulet.LockedAmulet_UnlockV2 |  -> amuletCid:ContractId meta:Metadata
choice LockedAmulet.LockedAmulet_OwnerExpireLock | openRoundCid:ContractId -> amuletSum:AmuletCreateSummary meta:Metadata?
choice LockedAmulet.LockedAmulet_OwnerExpireLockV2 |  -> amuletCid:ContractId meta:Metadata
nonconsuming choice OpenMiningRound.OpenMiningRound_Fetch | p:Party -> dso:Party round:Round amuletPrice:Numeric 10 opensAt:Timestamp targetClosesAt:Timestamp issuingFor:RelTime transferConfigUsd:TransferConfig issuanceConfig:IssuanceConfig tickDuration:RelTime
nonconsuming choice AmuletRules.AmuletRules_Transfer | transfer:Transfer context:TransferContext expectedDso:Party? -> TransferResult
nonconsuming choice AmuletRules.AmuletRules_Fetch | p:Party -> dso:Party configSchedule:{initialValue:AmuletConfig futureValues:[{_1:Timestamp _2:AmuletConfig}]} isDevNet:Bool
nonconsuming choice AmuletRules.AmuletRules_Mint | receiver:Party amount:Numeric 10 openRound:ContractId -> amuletSum:AmuletCreateSummary
nonconsuming choice AmuletRules.AmuletRules_DevNet_Tap | receiver:Party amount:Numeric 10 openRound:ContractId -> amuletSum:AmuletCreateSummary meta:Metadata?
nonconsuming choice AmuletRules.AmuletRules_DevNet_FeatureApp | provider:Party -> featuredAppRightCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_CreateTransferPreapproval | context:PaymentTransferContext inputs:[TransferInput] receiver:Party provider:Party expiresAt:Timestamp expectedDso:Party? -> transferPreapprovalCid:ContractId transferResult:TransferResult amuletPaid:Numeric 10 meta:Metadata?
nonconsuming choice TransferPreapproval.TransferPreapproval_Fetch | p:Party -> dso:Party receiver:Party provider:Party validFrom:Timestamp lastRenewedAt:Timestamp expiresAt:Timestamp
nonconsuming choice TransferPreapproval.TransferPreapproval_Send | context:PaymentTransferContext inputs:[TransferInput] amount:Numeric 10 sender:Party description:Text? -> result:TransferResult meta:Metadata?
nonconsuming choice TransferPreapproval.TransferPreapproval_SendV2 | context:PaymentTransferContext inputs:[TransferInput] amount:Numeric 10 sender:Party description:Text? meta:Metadata? -> result:TransferResult meta:Metadata
choice TransferPreapproval.TransferPreapproval_Renew | context:PaymentTransferContext inputs:[TransferInput] newExpiresAt:Timestamp -> transferPreapprovalCid:ContractId transferResult:TransferResult receiver:Party provider:Party amuletPaid:Numeric 10 meta:Metadata?
choice TransferPreapproval.TransferPreapproval_Cancel | p:Party ->
choice TransferPreapproval.TransferPreapproval_Expire |  ->
nonconsuming choice AmuletRules.AmuletRules_CreateExternalPartySetupProposal | context:PaymentTransferContext inputs:[TransferInput] user:Party validator:Party preapprovalExpiresAt:Timestamp expectedDso:Party? -> proposalCid:ContractId user:Party validator:Party transferResult:TransferResult amuletPaid:Numeric 10 meta:Metadata?
choice ExternalPartySetupProposal.ExternalPartySetupProposal_Accept |  -> validatorRightCid:ContractId transferPreapprovalCid:ContractId
choice ExternalPartySetupProposal.ExternalPartySetupProposal_Reject | reason:Text -> dummyArg:Unit
choice ExternalPartySetupProposal.ExternalPartySetupProposal_Withdraw | reason:Text -> dummyArg:Unit
nonconsuming choice ExternalPartyAmuletRules.ExternalPartyAmuletRules_CreateTransferCommand | sender:Party receiver:Party delegate:Party amount:Numeric 10 expiresAt:Timestamp nonce:Int64 description:Text? expectedDso:Party? -> transferCommandCid:ContractId
choice TransferCommand.TransferCommand_Send | context:PaymentTransferContext inputs:[TransferInput] transferPreapprovalCidO:ContractId? transferCounterCid:ContractId -> result:TransferCommandResult sender:Party nonce:Int64
choice TransferCommand.TransferCommand_Withdraw |  -> sender:Party nonce:Int64
choice TransferCommand.TransferCommand_Expire | p:Party -> sender:Party nonce:Int64
choice AmuletAllocation.AmuletAllocation_DsoExpire | expireLock:Bool -> senderHoldingCids:[ContractId] meta:Metadata
choice FeaturedAppRight.FeaturedAppRight_Withdraw | reason:Text ->
choice FeaturedAppRight.FeaturedAppRight_Cancel |  ->
choice AppRewardCoupon.AppRewardCoupon_DsoExpire | closedRoundCid:ContractId -> featured:Bool amount:Numeric 10
choice ValidatorRewardCoupon.ValidatorRewardCoupon_DsoExpire | closedRoundCid:ContractId -> amount:Numeric 10
choice ValidatorRewardCoupon.ValidatorRewardCoupon_ArchiveAsValidator | validator:Party rightCid:ContractId ->
choice ValidatorRight.ValidatorRight_ArchiveAsValidator |  ->
choice ValidatorRight.ValidatorRight_ArchiveAsUser |  ->
nonconsuming choice AmuletRules.AmuletRules_Bootstrap_Rounds | amuletPrice:Numeric 10 round0Duration:RelTime initialRound:Int64? -> openMiningRoundCid:ContractId initialRound:Round?
nonconsuming choice AmuletRules.AmuletRules_AdvanceOpenMiningRounds | amuletPrice:Numeric 10 roundToArchiveCid:ContractId middleRoundCid:ContractId latestRoundCid:ContractId -> summarizingRoundCid:ContractId openRoundCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_MiningRound_StartIssuing | miningRoundCid:ContractId summary:{totalValidatorRewardCoupons:Numeric 10 totalFeaturedAppRewardCoupons:Numeric 10 totalUnfeaturedAppRewardCoupons:Numeric 10 totalSvRewardWeight:Int64 optTotalValidatorFaucetCoupons:Int64?} -> issuingRoundCid:ContractId unclaimedDevelopmentFundCouponCid:ContractId?
nonconsuming choice AmuletRules.AmuletRules_MiningRound_Close | issuingRoundCid:ContractId -> closedRoundCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_MiningRound_Archive | closedRoundCid:ContractId ->
nonconsuming choice AmuletRules.AmuletRules_ClaimExpiredRewards | closedRoundCid:ContractId validatorRewardCouponCids:[ContractId] appCouponCids:[ContractId] svRewardCouponCids:[ContractId] optValidatorFaucetCouponCids:[ContractId]? optValidatorLivenessActivityRecordCids:[ContractId]? -> unclaimedRewardCid:ContractId?
nonconsuming choice AmuletRules.AmuletRules_MergeUnclaimedRewards | unclaimedRewardCids:[ContractId] -> unclaimedRewardCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_MergeUnclaimedDevelopmentFundCoupons | unclaimedDevelopmentFundCouponCids:[ContractId] -> unclaimedDevelopmentFundCouponCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_ConvertFeaturedAppActivityMarkers | markerCids:[ContractId] openMiningRoundCid:ContractId observers:[Party]? -> appRewardCouponCids:[ContractId]
choice SvRewardCoupon.SvRewardCoupon_DsoExpire | closedRoundCid:ContractId -> weight:Int64
choice SvRewardCoupon.SvRewardCoupon_ArchiveAsBeneficiary |  ->
choice ValidatorFaucetCoupon.ValidatorFaucetCoupon_DsoExpire | closedRoundCid:ContractId ->
choice ValidatorLivenessActivityRecord.ValidatorLivenessActivityRecord_DsoExpire | closedRoundCid:ContractId ->
choice ValidatorLicense.ValidatorLicense_RecordValidatorLivenessActivity | openRoundCid:ContractId -> licenseCid:ContractId couponCid:ContractId
choice ValidatorLicense.ValidatorLicense_ReceiveFaucetCoupon | openRoundCid:ContractId -> licenseCid:ContractId couponCid:ContractId
choice ValidatorLicense.ValidatorLicense_UpdateMetadata | version:Text contactPoint:Text -> licenseCid:ContractId
choice ValidatorLicense.ValidatorLicense_ReportActive |  -> licenseCid:ContractId
choice ValidatorLicense.ValidatorLicense_Withdraw | reason:Text ->
choice ValidatorLicense.ValidatorLicense_Cancel | reason:Text ->
choice UnclaimedActivityRecord.UnclaimedActivityRecord_DsoExpire |  -> unclaimedRewardCid:ContractId
choice DevelopmentFundCoupon.DevelopmentFundCoupon_Withdraw | reason:Text -> unclaimedDevelopmentFundCouponCid:ContractId
choice DevelopmentFundCoupon.DevelopmentFundCoupon_Reject | reason:Text -> unclaimedDevelopmentFundCouponCid:ContractId
choice DevelopmentFundCoupon.DevelopmentFundCoupon_DsoExpire |  -> unclaimedDevelopmentFundCouponCid:ContractId
nonconsuming choice AmuletRules.AmuletRules_AllocateDevelopmentFundCoupon | unclaimedDevelopmentFundCouponCids:[ContractId] beneficiary:Party amount:Numeric 10 expiresAt:Timestamp reason:Text fundManager:Party mintAfter:Timestamp? -> developmentFundCouponCid:ContractId optUnclaimedDevelopmentFundCouponCid:ContractId?
nonconsuming choice AmuletRules.AmuletRules_BuyMemberTraffic | inputs:[TransferInput] context:TransferContext provider:Party memberId:Text synchronizerId:Text migrationId:Int64 trafficAmount:Int64 expectedDso:Party? -> round:Round summary:TransferSummary amuletPaid:Numeric 10 purchasedTraffic:ContractId senderChangeAmulet:ContractId? meta:Metadata?
nonconsuming choice AmuletRules.AmuletRules_MergeMemberTrafficContracts | trafficCids:[ContractId] -> mergedTrafficCid:ContractId
package splice-wallet-payments
template Splice.Wallet.Payment:AppPaymentRequest | sender:Party receiverAmounts:[ReceiverAmount] provider:Party dso:Party expiresAt:Timestamp description:Text
template Splice.Wallet.Payment:AcceptedAppPayment | sender:Party amuletReceiverAmounts:[ReceiverAmuletAmount] provider:Party dso:Party lockedAmulet:ContractId round:Round reference:ContractId
template Splice.Wallet.Payment:TerminatedAppPayment | sender:Party provider:Party receivers:[Party] reference:ContractId
template Splice.Wallet.Subscriptions:Subscription | subscriptionData:SubscriptionData reference:ContractId
template Splice.Wallet.Subscriptions:TerminatedSubscription | subscriptionData:SubscriptionData reference:ContractId
template Splice.Wallet.Subscriptions:SubscriptionRequest | subscriptionData:SubscriptionData payData:SubscriptionPayData
template Splice.Wallet.Subscriptions:SubscriptionInitialPayment | subscriptionData:SubscriptionData payData:SubscriptionPayData targetAmount:Numeric 10 lockedAmulet:ContractId round:Round reference:ContractId
template Splice.Wallet.Subscriptions:SubscriptionIdleState | subscription:ContractId subscriptionData:SubscriptionData payData:SubscriptionPayData nextPaymentDueAt:Timestamp reference:ContractId
template Splice.Wallet.Subscriptions:SubscriptionPayment | subscription:ContractId subscriptionData:SubscriptionData payData:SubscriptionPayData thisPaymentDueAt:Timestamp targetAmount:Numeric 10 lockedAmulet:ContractId round:Round reference:ContractId
choice AppPaymentRequest.AppPaymentRequest_Accept | inputs:[TransferInput] context:PaymentTransferContext walletProvider:Party -> acceptedPayment:ContractId senderChangeAmulet:ContractId?
choice AppPaymentRequest.AppPaymentRequest_Reject |  -> terminatedAppPayment:ContractId
choice AppPaymentRequest.AppPaymentRequest_Withdraw |  -> terminatedAppPayment:ContractId
choice AppPaymentRequest.AppPaymentRequest_Expire | actor:Party -> terminatedAppPayment:ContractId
choice AcceptedAppPayment.AcceptedAppPayment_Collect | context:AppTransferContext -> receiverAmulets:[{_1:Party _2:ContractId}]
choice AcceptedAppPayment.AcceptedAppPayment_Reject | context:AppTransferContext -> amulet:AmuletCreateSummary
choice AcceptedAppPayment.AcceptedAppPayment_Expire | context:AppTransferContext -> amulet:AmuletCreateSummary
choice Subscription.Subscription_Archive |  -> terminatedSubscription:ContractId
choice SubscriptionRequest.SubscriptionRequest_AcceptAndMakePayment | inputs:[TransferInput] context:PaymentTransferContext walletProvider:Party -> subscriptionPayment:ContractId senderChange:ContractId?
choice SubscriptionRequest.SubscriptionRequest_Withdraw |  -> terminatedSubscription:ContractId
choice SubscriptionRequest.SubscriptionRequest_Reject |  -> terminatedSubscription:ContractId
choice SubscriptionInitialPayment.SubscriptionInitialPayment_Collect | transferContext:AppTransferContext -> subscription:ContractId subscriptionState:ContractId amulet:ContractId
choice SubscriptionInitialPayment.SubscriptionInitialPayment_Reject | transferContext:AppTransferContext -> amuletSum:AmuletCreateSummary
choice SubscriptionInitialPayment.SubscriptionInitialPayment_Expire | actor:Party transferContext:AppTransferContext -> amuletSum:AmuletCreateSummary
choice SubscriptionIdleState.SubscriptionIdleState_MakePayment | inputs:[TransferInput] context:PaymentTransferContext walletProvider:Party -> subscriptionPayment:ContractId senderChange:ContractId?
choice SubscriptionIdleState.SubscriptionIdleState_ExpireSubscription | actor:Party -> terminatedSubscription:ContractId
choice SubscriptionIdleState.SubscriptionIdleState_CancelSubscription |  -> terminatedSubscription:ContractId
choice SubscriptionPayment.SubscriptionPayment_Collect | transferContext:AppTransferContext -> subscriptionState:ContractId amulet:ContractId
choice SubscriptionPayment.SubscriptionPayment_Reject | transferContext:AppTransferContext -> subscriptionState:ContractId amuletSum:AmuletCreateSummary
choice SubscriptionPayment.SubscriptionPayment_Expire | actor:Party transferContext:AppTransferContext -> subscriptionState:ContractId amuletSum:AmuletCreateSummary
package splice-wallet
template Splice.Wallet.Install:WalletAppInstall | dsoParty:Party validatorParty:Party endUserName:Text endUserParty:Party
template Splice.Wallet.MintingDelegation:MintingDelegationProposal | delegation:MintingDelegation
template Splice.Wallet.MintingDelegation:MintingDelegation | beneficiary:Party delegate:Party dso:Party expiresAt:Timestamp amuletMergeLimit:Int64
template Splice.Wallet.TransferOffer:TransferOffer | sender:Party receiver:Party dso:Party amount:PaymentAmount description:Text expiresAt:Timestamp trackingId:Text
template Splice.Wallet.TransferOffer:AcceptedTransferOffer | sender:Party receiver:Party dso:Party amount:PaymentAmount expiresAt:Timestamp trackingId:Text
template Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal | receiver:Party provider:Party expectedDso:Party?
template Splice.Wallet.BuyTrafficRequest:BuyTrafficRequest | dso:Party endUserParty:Party expiresAt:Timestamp trackingId:Text trafficAmount:Int64 memberId:Text synchronizerId:Text migrationId:Int64
template Splice.Wallet.TopUpState:ValidatorTopUpState | dso:Party validator:Party memberId:Text synchronizerId:Text migrationId:Int64 lastPurchasedAt:Timestamp
choice MintingDelegationProposal.MintingDelegationProposal_Accept | existingDelegationCid:ContractId? -> mintingDelegationCid:ContractId
choice MintingDelegationProposal.MintingDelegationProposal_Reject |  ->
choice MintingDelegationProposal.MintingDelegationProposal_Withdraw |  ->
nonconsuming choice MintingDelegation.MintingDelegation_Mint | inputs:[TransferInput] context:PaymentTransferContext -> transferResult:TransferResult
choice MintingDelegation.MintingDelegation_Reject |  ->
choice MintingDelegation.MintingDelegation_Withdraw |  ->
choice TransferOffer.TransferOffer_Accept |  -> acceptedTransferOffer:ContractId
choice TransferOffer.TransferOffer_Reject |  -> trackingInfo:TransferOfferTrackingInfo
choice TransferOffer.TransferOffer_Withdraw | reason:Text -> trackingInfo:TransferOfferTrackingInfo
choice TransferOffer.TransferOffer_Expire | actor:Party -> trackingInfo:TransferOfferTrackingInfo
choice AcceptedTransferOffer.AcceptedTransferOffer_Complete | inputs:[TransferInput] transferContext:PaymentTransferContext walletProvider:Party -> transferResult:TransferResult trackingInfo:TransferOfferTrackingInfo senderChangeAmulet:ContractId?
choice AcceptedTransferOffer.AcceptedTransferOffer_Abort | reason:Text -> trackingInfo:TransferOfferTrackingInfo
choice AcceptedTransferOffer.AcceptedTransferOffer_Withdraw | reason:Text -> trackingInfo:TransferOfferTrackingInfo
choice AcceptedTransferOffer.AcceptedTransferOffer_Expire | actor:Party -> trackingInfo:TransferOfferTrackingInfo
choice TransferPreapprovalProposal.TransferPreapprovalProposal_Accept | context:PaymentTransferContext inputs:[TransferInput] expiresAt:Timestamp -> transferPreapprovalCid:ContractId transferResult:TransferResult amuletPaid:Numeric 10
choice BuyTrafficRequest.BuyTrafficRequest_Complete | inputs:[TransferInput] context:PaymentTransferContext walletProvider:Party -> purchasedTraffic:ContractId trackingInfo:{trackingId:Text endUserParty:Party} senderChangeAmulet:ContractId?
choice BuyTrafficRequest.BuyTrafficRequest_Cancel | reason:Text -> trackingInfo:{trackingId:Text endUserParty:Party}
choice BuyTrafficRequest.BuyTrafficRequest_Expire |  -> trackingInfo:{trackingId:Text endUserParty:Party}
package splice-util-token-standard-wallet
template Splice.Util.Token.Wallet.MergeDelegation:MergeDelegation | operator:Party owner:Party meta:Metadata
template Splice.Util.Token.Wallet.MergeDelegation:MergeDelegationProposal | delegation:MergeDelegation
template Splice.Util.Token.Wallet.MergeDelegation:BatchMergeUtility | operator:Party
nonconsuming choice MergeDelegation.MergeDelegation_Merge | optMergeTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optExtraTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optFeaturedAppRight:{appRightCid:ContractId beneficiaries:[AppRewardBeneficiary]}? -> optMergeTransferResult:TransferInstructionResult? optExtraTransferResult:TransferInstructionResult?
choice MergeDelegation.MergeDelegation_Reject |  -> result:Unit
choice MergeDelegation.MergeDelegation_Withdraw |  -> result:Unit
choice MergeDelegationProposal.MergeDelegationProposal_Accept |  -> mergeDelegationCid:ContractId
choice MergeDelegationProposal.MergeDelegationProposal_Reject |  -> result:Unit
choice MergeDelegationProposal.MergeDelegationProposal_Withdraw |  -> result:Unit
nonconsuming choice BatchMergeUtility.BatchMergeUtility_BatchMerge | mergeCalls:[{delegationCid:ContractId choiceArg:{optMergeTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optExtraTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optFeaturedAppRight:{appRightCid:ContractId beneficiaries:[AppRewardBeneficiary]}?}}] -> results:[{optMergeTransferResult:TransferInstructionResult? optExtraTransferResult:TransferInstructionResult?}] operatorChangeMap:(InstrumentId -> [ContractId])
nonconsuming choice BatchMergeUtility.BatchMergeUtility_MergeHoldings | mergeCalls:[{delegationCid:ContractId choiceArg:{optMergeTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optExtraTransfer:{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}? optFeaturedAppRight:{appRightCid:ContractId beneficiaries:[AppRewardBeneficiary]}?}}] -> results:[{optMergeTransferResult:TransferInstructionResult? optExtraTransferResult:TransferInstructionResult?}] operatorChangeMap:(InstrumentId -> [ContractId])
package splice-util-featured-app-proxies
template Splice.Util.FeaturedApp.WalletUserProxy:WalletUserProxy | provider:Party providerWeight:Numeric 10 userWeight:Numeric 10 extraBeneficiaries:[AppRewardBeneficiary] optAllowList:[Party]?
template Splice.Util.FeaturedApp.DelegateProxy:DelegateProxy | provider:Party delegate:Party
nonconsuming choice WalletUserProxy.WalletUserProxy_PublicFetch | actor:Party -> provider:Party providerWeight:Numeric 10 userWeight:Numeric 10 extraBeneficiaries:[AppRewardBeneficiary] optAllowList:[Party]?
nonconsuming choice WalletUserProxy.WalletUserProxy_TransferFactory_Transfer | cid:ContractId proxyArg:{user:Party choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice WalletUserProxy.WalletUserProxy_TransferInstruction_Accept | cid:ContractId proxyArg:{user:Party choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice WalletUserProxy.WalletUserProxy_TransferInstruction_Reject | cid:ContractId proxyArg:{user:Party choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice WalletUserProxy.WalletUserProxy_TransferInstruction_Withdraw | cid:ContractId proxyArg:{user:Party choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice WalletUserProxy.WalletUserProxy_AllocationFactory_Allocate | cid:ContractId proxyArg:{user:Party choiceArg:{expectedAdmin:Party allocation:AllocationSpecification requestedAt:Timestamp inputHoldingCids:[ContractId] extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:AllocationInstructionResult
nonconsuming choice WalletUserProxy.WalletUserProxy_Allocation_Withdraw | cid:ContractId proxyArg:{user:Party choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:{senderHoldingCids:[ContractId] meta:Metadata}
nonconsuming choice WalletUserProxy.WalletUserProxy_BatchTransfer | transferCalls:[{factoryCid:ContractId choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs}}] optFeaturedAppRightCid:ContractId? -> transferResults:[TransferInstructionResult] senderChangeMap:(InstrumentId -> [ContractId])
nonconsuming choice DelegateProxy.DelegateProxy_TransferFactory_Transfer | cid:ContractId proxyArg:{choiceArg:{expectedAdmin:Party transfer:TokenTransfer extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice DelegateProxy.DelegateProxy_TransferInstruction_Accept | cid:ContractId proxyArg:{choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice DelegateProxy.DelegateProxy_TransferInstruction_Reject | cid:ContractId proxyArg:{choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice DelegateProxy.DelegateProxy_TransferInstruction_Withdraw | cid:ContractId proxyArg:{choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:TransferInstructionResult
nonconsuming choice DelegateProxy.DelegateProxy_AllocationFactory_Allocate | cid:ContractId proxyArg:{choiceArg:{expectedAdmin:Party allocation:AllocationSpecification requestedAt:Timestamp inputHoldingCids:[ContractId] extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:AllocationInstructionResult
nonconsuming choice DelegateProxy.DelegateProxy_Allocation_Withdraw | cid:ContractId proxyArg:{choiceArg:{extraArgs:ExtraArgs} featuredAppRightCid:ContractId beneficiaries:[AppRewardBeneficiary]} -> markerResult:{activityMarkerCids:[ContractId]} choiceResult:{senderHoldingCids:[ContractId] meta:Metadata}
`;
