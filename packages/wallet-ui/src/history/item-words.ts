// Words for the choices that made the items of a history.
import { messages } from "./messages.js";

/** The names that a network gives to its coin and its names. */
interface NetworkWords {
  readonly coin: string;
  readonly names: string;
}

type Words = string | ((network: NetworkWords) => string);

const wordsOfChoices: Readonly<Record<string, Words>> = {
  AmuletRules_Transfer: messages.transfer,
  TransferPreapproval_Send: messages.directTransfer,
  TransferPreapproval_SendV2: messages.directTransfer,
  TransferFactory_Transfer: messages.transfer,
  TransferInstruction_Accept: messages.transferAccepted,
  TransferInstruction_Reject: messages.transferRejected,
  TransferInstruction_Withdraw: messages.transferWithdrawn,
  AcceptedTransferOffer_Complete: messages.p2PPaymentCompleted,
  AcceptedTransferOffer_Abort: messages.p2PPaymentFailed,
  AcceptedTransferOffer_Expire: messages.p2PPaymentFailed,
  AcceptedTransferOffer_Withdraw: messages.p2PPaymentWithdrawn,
  TransferOffer_Accept: messages.transferOfferAccepted,
  TransferOffer_Reject: messages.transferOfferRejected,
  TransferOffer_Withdraw: messages.transferOfferWithdrawn,
  TransferOffer_Expire: messages.transferOfferExpired,
  AppPaymentRequest_Accept: messages.appPaymentAccepted,
  AppPaymentRequest_Reject: messages.appPaymentRejected,
  AppPaymentRequest_Expire: messages.appPaymentExpired,
  AcceptedAppPayment_Collect: messages.appPaymentCollected,
  AcceptedAppPayment_Reject: messages.appPaymentRejected,
  AcceptedAppPayment_Expire: messages.appPaymentExpired,
  SubscriptionRequest_AcceptAndMakePayment: messages.subscriptionInitialPaymentAccepted,
  SubscriptionInitialPayment_Collect: messages.subscriptionInitialPaymentCollected,
  SubscriptionInitialPayment_Reject: messages.subscriptionInitialPaymentRejected,
  SubscriptionInitialPayment_Expire: messages.subscriptionInitialPaymentExpired,
  SubscriptionIdleState_MakePayment: messages.subscriptionPaymentAccepted,
  SubscriptionIdleState_ExpireSubscription: messages.subscriptionExpired,
  SubscriptionPayment_Collect: messages.subscriptionPaymentCollected,
  SubscriptionPayment_Reject: messages.subscriptionPaymentRejected,
  SubscriptionPayment_Expire: messages.subscriptionPaymentExpired,
  AmuletRules_DevNet_Tap: messages.tap,
  AmuletRules_Mint: messages.mint,
  Amulet_Expire: messages.coinExpired,
  LockedAmulet_Unlock: messages.lockedCoinUnlocked,
  LockedAmulet_OwnerExpireLock: messages.lockOfCoinEnded,
  LockedAmulet_ExpireAmulet: messages.lockedCoinExpired,
  AmuletRules_BuyMemberTraffic: messages.extraTrafficPurchase,
  AmuletRules_CreateTransferPreapproval: messages.transferPreapprovalCreated,
  AmuletRules_CreateExternalPartySetupProposal: messages.transferPreapprovalCreated,
  TransferPreapproval_Renew: messages.transferPreapprovalRenewed,
  TransferPreapproval_Cancel: messages.transferPreapprovalCancelled,
  SvRewardCoupon_Collect: messages.svRewardCollected,
  WalletAppInstall_ExecuteBatch: messages.automation,
  AnsEntryContext_CollectInitialEntryPayment: messages.namesEntryInitialPaymentCollected,
  AnsEntryContext_CollectEntryRenewalPayment: messages.namesEntryRenewalPaymentCollected,
};

/** Words for operations that failed. */
const wordsOfOperations: Readonly<Record<string, Words>> = {
  CO_CompleteAcceptedTransfer: messages.p2PPaymentFailed,
};

/** Words for what an interface's choice did, by the interface and the choice that did the same. */
const wordsOfInterfaces: Readonly<Record<string, Words>> = {
  "AllocationFactory AmuletRules_Transfer": messages.coinsAllocated,
  "Allocation AmuletRules_Transfer": messages.allocationSettled,
  "Allocation LockedAmulet_Unlock": messages.allocationEnded,
  "TransferInstruction LockedAmulet_Unlock": messages.transferExpired,
};

const words: ReadonlyMap<string, Words> = new Map([
  ...Object.entries(wordsOfChoices),
  ...Object.entries(wordsOfOperations),
  ...Object.entries(wordsOfInterfaces),
]);

/** What made an item of a history. */
interface Subtype {
  readonly choice: string;
  readonly interface_id?: string | null | undefined;
  readonly amulet_operation?: string | null | undefined;
}

/** The name of an interface without its module. */
export const interfaceOf = ({ interface_id: id }: Subtype): string =>
  (id ?? "").slice((id ?? "").lastIndexOf(":") + 1);

/** A choice name as words, e.g. "Foo bar" of "Template_FooBarV2". */
const spelledOut = (choice: string): string => {
  const name = choice.slice(choice.lastIndexOf("_") + 1).replace(/V[0-9]+$/, "");
  const spaced = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
};

/** What happened, by the choice that did it; a choice that is not known is spelled out. */
export const itemWords = (subtype: Subtype, network: NetworkWords): string => {
  const { choice, amulet_operation: failed } = subtype;
  const current =
    words.get(failed ?? "") ??
    words.get(`${interfaceOf(subtype)} ${choice}`) ??
    words.get(choice) ??
    words.get(choice.replace(/V[0-9]+$/, ""));
  if (current === undefined) return spelledOut(choice);
  return typeof current === "string" ? current : current(network);
};
