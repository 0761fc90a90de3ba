// Words for the choices that made the items of a history; `{coin}` and `{names}` are the network's.
const wordsOfChoices: Readonly<Record<string, string>> = {
  AmuletRules_Transfer: "Transfer",
  TransferPreapproval_Send: "Direct transfer",
  TransferPreapproval_SendV2: "Direct transfer",
  TransferFactory_Transfer: "Transfer",
  TransferInstruction_Accept: "Transfer accepted",
  TransferInstruction_Reject: "Transfer rejected",
  TransferInstruction_Withdraw: "Transfer withdrawn",
  TransferInstruction_Update: "Transfer expired",
  AllocationFactory_Allocate: "Coins allocated",
  Allocation_ExecuteTransfer: "Allocation settled",
  Allocation_Withdraw: "Allocation withdrawn",
  Allocation_Cancel: "Allocation cancelled",
  AmuletAllocation_DsoExpire: "Allocation expired",
  AcceptedTransferOffer_Complete: "P2P payment completed",
  AcceptedTransferOffer_Abort: "P2P payment failed",
  AcceptedTransferOffer_Expire: "P2P payment failed",
  AcceptedTransferOffer_Withdraw: "P2P payment withdrawn",
  TransferOffer_Accept: "Transfer offer accepted",
  TransferOffer_Reject: "Transfer offer rejected",
  TransferOffer_Withdraw: "Transfer offer withdrawn",
  TransferOffer_Expire: "Transfer offer expired",
  AppPaymentRequest_Accept: "App payment accepted",
  AppPaymentRequest_Reject: "App payment rejected",
  AppPaymentRequest_Expire: "App payment expired",
  AcceptedAppPayment_Collect: "App payment collected",
  AcceptedAppPayment_Reject: "App payment rejected",
  AcceptedAppPayment_Expire: "App payment expired",
  SubscriptionRequest_AcceptAndMakePayment: "Subscription initial payment accepted",
  SubscriptionInitialPayment_Collect: "Subscription initial payment collected",
  SubscriptionInitialPayment_Reject: "Subscription initial payment rejected",
  SubscriptionInitialPayment_Expire: "Subscription initial payment expired",
  SubscriptionIdleState_MakePayment: "Subscription payment accepted",
  SubscriptionIdleState_ExpireSubscription: "Subscription expired",
  SubscriptionPayment_Collect: "Subscription payment collected",
  SubscriptionPayment_Reject: "Subscription payment rejected",
  SubscriptionPayment_Expire: "Subscription payment expired",
  AmuletRules_DevNet_Tap: "Tap",
  AmuletRules_Mint: "Mint",
  Amulet_Expire: "{coin} expired",
  LockedAmulet_Unlock: "Locked {coin} unlocked",
  LockedAmulet_OwnerExpireLock: "Lock of {coin} ended by its owner",
  LockedAmulet_ExpireAmulet: "Locked {coin} expired",
  AmuletRules_BuyMemberTraffic: "Extra traffic purchase",
  AmuletRules_CreateTransferPreapproval: "Transfer preapproval created",
  AmuletRules_CreateExternalPartySetupProposal: "Transfer preapproval created",
  TransferPreapproval_Renew: "Transfer preapproval renewed",
  TransferPreapproval_Cancel: "Transfer preapproval cancelled",
  SvRewardCoupon_Collect: "SV reward collected",
  WalletAppInstall_ExecuteBatch: "Automation",
  AnsEntryContext_CollectInitialEntryPayment: "{names} entry: initial payment collected",
  AnsEntryContext_CollectEntryRenewalPayment: "{names} entry: renewal payment collected",
};

const words: ReadonlyMap<string, string> = new Map(Object.entries(wordsOfChoices));

/** The names that a network gives to its coin and its names. */
interface NetworkWords {
  readonly coin: string;
  readonly names: string;
}

/** A choice name as words, e.g. "Foo bar" of "Template_FooBarV2". */
const spelledOut = (choice: string): string => {
  const name = choice.slice(choice.lastIndexOf("_") + 1).replace(/V[0-9]+$/, "");
  const spaced = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

/** What happened, by the choice that did it; a choice that is not known is spelled out. */
export const itemWords = (choice: string, { coin, names }: NetworkWords): string => {
  const current = words.get(choice) ?? words.get(choice.replace(/V[0-9]+$/, ""));
  return (current ?? spelledOut(choice)).replaceAll("{coin}", coin).replaceAll("{names}", names);
};
