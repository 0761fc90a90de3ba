// Words for the choices that made the items of a history.
import { messages } from "./messages.js";

/** The names that a network gives to its coin and its names. */
interface NetworkWords {
  readonly coin: string;
  readonly names: string;
}

type Words = string | ((network: NetworkWords) => string);

const wordsOfChoices: Readonly<Record<string, Words>> = {
  AmuletRules_Transfer: messages.transfer.made,
  TransferPreapproval_Send: messages.transfer.direct,
  TransferPreapproval_SendV2: messages.transfer.direct,
  TransferFactory_Transfer: messages.transfer.made,
  TransferInstruction_Accept: messages.transfer.accepted,
  TransferInstruction_Reject: messages.transfer.rejected,
  TransferInstruction_Withdraw: messages.transfer.withdrawn,
  AcceptedTransferOffer_Complete: messages.p2p.completed,
  AcceptedTransferOffer_Abort: messages.p2p.failed,
  AcceptedTransferOffer_Expire: messages.p2p.failed,
  AcceptedTransferOffer_Withdraw: messages.p2p.withdrawn,
  TransferOffer_Accept: messages.offer.accepted,
  TransferOffer_Reject: messages.offer.rejected,
  TransferOffer_Withdraw: messages.offer.withdrawn,
  TransferOffer_Expire: messages.offer.expired,
  AppPaymentRequest_Accept: messages.appPayment.accepted,
  AppPaymentRequest_Reject: messages.appPayment.rejected,
  AppPaymentRequest_Expire: messages.appPayment.expired,
  AcceptedAppPayment_Collect: messages.appPayment.collected,
  AcceptedAppPayment_Reject: messages.appPayment.rejected,
  AcceptedAppPayment_Expire: messages.appPayment.expired,
  SubscriptionRequest_AcceptAndMakePayment: messages.firstPayment.accepted,
  SubscriptionInitialPayment_Collect: messages.firstPayment.collected,
  SubscriptionInitialPayment_Reject: messages.firstPayment.rejected,
  SubscriptionInitialPayment_Expire: messages.firstPayment.expired,
  SubscriptionIdleState_MakePayment: messages.subscription.accepted,
  SubscriptionIdleState_ExpireSubscription: messages.subscription.ended,
  SubscriptionPayment_Collect: messages.subscription.collected,
  SubscriptionPayment_Reject: messages.subscription.rejected,
  SubscriptionPayment_Expire: messages.subscription.expired,
  AmuletRules_DevNet_Tap: messages.coin.tap,
  AmuletRules_Mint: messages.coin.mint,
  Amulet_Expire: messages.coin.expired,
  LockedAmulet_Unlock: messages.lock.unlocked,
  LockedAmulet_OwnerExpireLock: messages.lock.ended,
  LockedAmulet_ExpireAmulet: messages.lock.expired,
  AmuletRules_BuyMemberTraffic: messages.traffic.bought,
  AmuletRules_CreateTransferPreapproval: messages.preapproval.created,
  AmuletRules_CreateExternalPartySetupProposal: messages.preapproval.created,
  TransferPreapproval_Renew: messages.preapproval.renewed,
  TransferPreapproval_Cancel: messages.preapproval.cancelled,
  SvRewardCoupon_Collect: messages.reward.collected,
  WalletAppInstall_ExecuteBatch: messages.automation.run,
  AnsEntryContext_CollectInitialEntryPayment: messages.name.firstPayment,
  AnsEntryContext_CollectEntryRenewalPayment: messages.name.renewal,
};

/** Words for operations that failed. */
const wordsOfOperations: Readonly<Record<string, Words>> = {
  CO_CompleteAcceptedTransfer: messages.p2p.failed,
};

/** Words for what an interface's choice did, by the interface and the choice that did the same. */
const wordsOfInterfaces: Readonly<Record<string, Words>> = {
  "AllocationFactory AmuletRules_Transfer": messages.allocation.made,
  "Allocation AmuletRules_Transfer": messages.allocation.settled,
  "Allocation LockedAmulet_Unlock": messages.allocation.ended,
  "SettlementFactory AmuletRules_Transfer": messages.allocation.settled,
  "SettlementFactory LockedAmulet_Unlock": messages.allocation.ended,
  "EventLog EventLog_HoldingsChange": messages.coin.changed,
  "TransferInstruction LockedAmulet_Unlock": messages.transfer.expired,
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

/** What happened, by the choice that did it; undefined for a choice that is not known. */
export const knownWords = (subtype: Subtype, network: NetworkWords): string | undefined => {
  const { choice, amulet_operation: failed } = subtype;
  const current =
    words.get(failed ?? "") ??
    words.get(`${interfaceOf(subtype)} ${choice}`) ??
    words.get(choice) ??
    words.get(choice.replace(/V[0-9]+$/, ""));
  return typeof current === "function" ? current(network) : current;
};

/** What happened, by the choice that did it; a choice that is not known is spelled out. */
export const itemWords = (subtype: Subtype, network: NetworkWords): string =>
  knownWords(subtype, network) ?? spelledOut(subtype.choice);
