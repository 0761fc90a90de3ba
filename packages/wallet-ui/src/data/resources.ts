// What pages read, and which contracts change it.

/** Something that pages read; the name of queries, so that a change can invalidate them. */
export type Resource =
  | "user"
  | "balance"
  | "coins"
  | "transactions"
  | "inbox"
  | "preapprovals"
  | "subscriptions"
  | "payments"
  | "allocations"
  | "delegations"
  | "fund"
  | "rewards"
  | "traffic"
  | "names"
  | "rounds"
  | "contracts"
  | "updates"
  | "console";

const money: ReadonlyArray<Resource> = ["balance", "coins", "transactions"];

/** For each entity (template without its module) what a create or an archive of it changes. */
const changedBy: Readonly<Record<string, ReadonlyArray<Resource>>> = {
  Amulet: money,
  LockedAmulet: money,
  AmuletTransferInstruction: ["inbox", "transactions"],
  TransferOffer: ["inbox", "transactions"],
  AcceptedTransferOffer: ["inbox", "transactions"],
  BuyTrafficRequest: ["inbox", "traffic", "transactions"],
  TransferPreapproval: ["preapprovals", "transactions"],
  TransferPreapprovalProposal: ["inbox", "preapprovals"],
  SubscriptionRequest: ["inbox", "subscriptions", "transactions"],
  Subscription: ["subscriptions"],
  SubscriptionIdleState: ["subscriptions", "names", "transactions"],
  SubscriptionPayment: ["inbox", "subscriptions", "transactions"],
  SubscriptionInitialPayment: ["subscriptions", "names", "transactions"],
  AppPaymentRequest: ["inbox", "payments", "transactions"],
  AcceptedAppPayment: ["inbox", "payments", "transactions"],
  AmuletAllocation: ["inbox", "allocations", "transactions"],
  AmuletAllocationV2: ["inbox", "allocations", "transactions"],
  MintingDelegation: ["delegations"],
  MintingDelegationProposal: ["inbox", "delegations"],
  AppRewardCoupon: ["rewards"],
  ValidatorRewardCoupon: ["rewards"],
  SvRewardCoupon: ["rewards"],
  UnclaimedDevelopmentFundCoupon: ["fund"],
  DevelopmentFundCoupon: ["fund", "rewards"],
  AnsEntry: ["names"],
  WalletAppInstall: ["user"],
};

/** What every transaction changes for the pages that list contracts and updates. */
const always: ReadonlyArray<Resource> = ["contracts", "updates"];

/**
 * What to read again after a transaction.
 *
 * @param entities the entities of its events
 * @returns undefined when one of them is not known: then everything may have changed
 */
export const changedResources = (entities: Iterable<string>): ReadonlySet<Resource> | undefined => {
  const changed = new Set<Resource>(always);
  for (const entity of entities) {
    const resources = changedBy[entity];
    if (resources === undefined) return undefined;
    for (const resource of resources) changed.add(resource);
  }
  return changed;
};
