/**
 * Where the sender of a transfer is: in the argument, the result, or the payload of the choice's
 * contract.
 */
export interface SenderPath {
  readonly in: "argument" | "result" | "payload";
  readonly path: string;
  /** Its account, where the choice is one of the token standard's second version. */
  readonly account?: string;
}

/** A template, without its package, and a choice, as a public wallet's history names them. */
export interface NamedChoice {
  readonly template: string;
  readonly choice: string;
}

/** The mapping of a choice to an item of the history; by default the item has its own name. */
export type HistoryRow = { readonly as?: NamedChoice } & (
  | { readonly kind: "transfer"; readonly sender: SenderPath }
  | { readonly kind: "balance_change" }
  /** Legs of several senders and receivers, each an item. */
  | { readonly kind: "settlement" }
  /** What the coin itself reports of an account, where no other row explains it. */
  | { readonly kind: "reported" }
  | { readonly kind: "notification"; readonly operation?: string }
);

const named = (template: string, choice: string): NamedChoice => ({ template, choice });

/** What a transfer is that is made neither by a contract for payments nor in two steps. */
export const plainTransfer = named("Splice.AmuletRules:AmuletRules", "AmuletRules_Transfer");

/** What collects rewards and merges coins. */
export const walletBatch = "WalletAppInstall_ExecuteBatch";

const rules = (choice: string): NamedChoice => named("Splice.AmuletRules:AmuletRules", choice);
const coin = (choice: string): NamedChoice => named("Splice.Amulet:Amulet", choice);
const locked = (choice: string): NamedChoice => named("Splice.Amulet:LockedAmulet", choice);

const transfer = (
  where: SenderPath["in"],
  path: string,
  as?: NamedChoice,
  account?: string,
): HistoryRow => ({
  kind: "transfer",
  sender: { in: where, path, ...(account === undefined ? {} : { account }) },
  ...(as === undefined ? {} : { as }),
});
const change: HistoryRow = { kind: "balance_change" };
const changeAs = (as: NamedChoice): HistoryRow => ({ ...change, as });
/** What gives coins free that were locked. */
export const unlockedCoin = locked("LockedAmulet_Unlock");
const unlocked = changeAs(unlockedCoin);

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
  [
    "AmuletRules_CreateExternalPartySetupProposal",
    transfer("argument", "validator", rules("AmuletRules_CreateTransferPreapproval")),
  ],
  ["TransferPreapproval_Renew", transfer("payload", "provider")],
  ["AmuletRules_Transfer", transfer("argument", "transfer.sender")],
  ["TransferPreapproval_Send", transfer("argument", "sender")],
  [
    "TransferPreapproval_SendV2",
    transfer(
      "argument",
      "sender",
      named("Splice.AmuletRules:TransferPreapproval", "TransferPreapproval_Send"),
    ),
  ],
  [
    "TransferFactory_Transfer",
    transfer("argument", "transfer.sender", undefined, "transfer.sender"),
  ],
  ["TransferInstruction_Accept", transfer("payload", "transfer.sender")],
  ["MintingDelegation_Mint", transfer("payload", "beneficiary")],
  [
    "AllocationFactory_Allocate",
    transfer("argument", "allocation.transferLeg.sender", plainTransfer, "allocation.authorizer"),
  ],
  [
    "Allocation_ExecuteTransfer",
    transfer("payload", "allocation.transferLeg.sender", plainTransfer),
  ],
  ["SettlementFactory_SettleBatch", { kind: "settlement", as: plainTransfer }],
  ["EventLog_HoldingsChange", { kind: "reported" }],
  ["AmuletRules_DevNet_Tap", change],
  ["AmuletRules_Mint", change],
  ["AcceptedAppPayment_Reject", change],
  ["AcceptedAppPayment_Expire", change],
  ["SubscriptionInitialPayment_Reject", change],
  ["SubscriptionInitialPayment_Expire", change],
  ["SubscriptionPayment_Reject", change],
  ["SubscriptionPayment_Expire", change],
  ["LockedAmulet_Unlock", change],
  ["LockedAmulet_UnlockV2", unlocked],
  ["LockedAmulet_OwnerExpireLock", change],
  ["LockedAmulet_OwnerExpireLockV2", changeAs(locked("LockedAmulet_OwnerExpireLock"))],
  ["LockedAmulet_ExpireAmulet", change],
  ["LockedAmulet_ExpireAmuletV2", changeAs(locked("LockedAmulet_ExpireAmulet"))],
  ["Amulet_Expire", change],
  ["Amulet_ExpireV2", changeAs(coin("Amulet_Expire"))],
  ["TransferInstruction_Reject", change],
  ["TransferInstruction_Withdraw", change],
  ["TransferInstruction_Update", unlocked],
  ["Allocation_Withdraw", unlocked],
  ["Allocation_Cancel", unlocked],
  ["AmuletAllocation_DsoExpire", unlocked],
  [
    "AcceptedTransferOffer_Abort",
    {
      kind: "notification",
      operation: "CO_CompleteAcceptedTransfer",
      as: named("Splice.Wallet.Install:WalletAppInstall", walletBatch),
    },
  ],
  ["SubscriptionIdleState_ExpireSubscription", { kind: "notification" }],
]);

/** Choices that are more specific than the one around them. */
export const saysMore: ReadonlySet<string> = new Set(["TransferPreapproval_SendV2"]);
