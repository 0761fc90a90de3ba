/**
 * Where the sender of a transfer is: in the argument, the result, or the payload of the choice's
 * contract.
 */
export interface SenderPath {
  readonly in: "argument" | "result" | "payload";
  readonly path: string;
}

/** The mapping of a choice to an item of the history. */
export type HistoryRow =
  | { readonly kind: "transfer"; readonly sender: SenderPath }
  | { readonly kind: "balance_change" }
  | { readonly kind: "notification"; readonly operation: string };

const transfer = (where: SenderPath["in"], path: string): HistoryRow => ({
  kind: "transfer",
  sender: { in: where, path },
});
const change: HistoryRow = { kind: "balance_change" };

/** The choices that are items of a history (wallet 9.4); everything inside of one belongs to it. */
export const historyRows: ReadonlyMap<string, HistoryRow> = new Map<string, HistoryRow>([
  ["AcceptedTransferOffer_Complete", transfer("payload", "sender")],
  ["AppPaymentRequest_Accept", transfer("payload", "sender")],
  ["AcceptedAppPayment_Collect", transfer("payload", "sender")],
  ["SubscriptionRequest_AcceptAndMakePayment", transfer("payload", "subscriptionData.sender")],
  ["SubscriptionInitialPayment_Collect", transfer("payload", "subscriptionData.sender")],
  ["SubscriptionIdleState_MakePayment", transfer("payload", "subscriptionData.sender")],
  ["SubscriptionPayment_Collect", transfer("payload", "subscriptionData.sender")],
  ["AnsRules_CollectInitialEntryPayment", transfer("argument", "user")],
  ["AnsRules_CollectEntryRenewalPayment", transfer("argument", "user")],
  ["AmuletRules_BuyMemberTraffic", transfer("argument", "provider")],
  ["AmuletRules_CreateTransferPreapproval", transfer("argument", "provider")],
  ["AmuletRules_CreateExternalPartySetupProposal", transfer("argument", "validator")],
  ["TransferPreapproval_Renew", transfer("payload", "provider")],
  ["AmuletRules_Transfer", transfer("argument", "transfer.sender")],
  ["TransferPreapproval_Send", transfer("argument", "sender")],
  ["TransferPreapproval_SendV2", transfer("argument", "sender")],
  ["TransferFactory_Transfer", transfer("argument", "transfer.sender")],
  ["TransferInstruction_Accept", transfer("payload", "transfer.sender")],
  ["MintingDelegation_Mint", transfer("payload", "beneficiary")],
  ["AllocationFactory_Allocate", transfer("argument", "allocation.transferLeg.sender")],
  ["Allocation_ExecuteTransfer", transfer("payload", "allocation.transferLeg.sender")],
  ["AmuletRules_DevNet_Tap", change],
  ["AmuletRules_Mint", change],
  ["AcceptedAppPayment_Reject", change],
  ["AcceptedAppPayment_Expire", change],
  ["SubscriptionInitialPayment_Reject", change],
  ["SubscriptionInitialPayment_Expire", change],
  ["SubscriptionPayment_Reject", change],
  ["SubscriptionPayment_Expire", change],
  ["LockedAmulet_Unlock", change],
  ["LockedAmulet_UnlockV2", change],
  ["LockedAmulet_OwnerExpireLock", change],
  ["LockedAmulet_OwnerExpireLockV2", change],
  ["LockedAmulet_ExpireAmulet", change],
  ["LockedAmulet_ExpireAmuletV2", change],
  ["Amulet_Expire", change],
  ["Amulet_ExpireV2", change],
  ["TransferInstruction_Reject", change],
  ["TransferInstruction_Withdraw", change],
  ["TransferInstruction_Update", change],
  ["Allocation_Withdraw", change],
  ["Allocation_Cancel", change],
  ["AmuletAllocation_DsoExpire", change],
  [
    "AcceptedTransferOffer_Abort",
    { kind: "notification", operation: "CO_CompleteAcceptedTransfer" },
  ],
  [
    "SubscriptionIdleState_ExpireSubscription",
    { kind: "notification", operation: "CO_SubscriptionMakePayment" },
  ],
]);

/** Choices that are more specific than the one around them. */
export const saysMore: ReadonlySet<string> = new Set(["TransferPreapproval_SendV2"]);
