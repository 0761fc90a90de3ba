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
  | "dapps"
  | "console";

const money: ReadonlyArray<Resource> = ["balance", "coins", "transactions"];

/** For each entity (template without its module) what a create or an archive of it changes. */
const changedBy: Readonly<Record<string, ReadonlyArray<Resource>>> = {
  Amulet: money,
  LockedAmulet: money,
  AmuletTransferInstruction: ["inbox", "transactions"],
  TransferOffer: ["inbox", "transactions"],
  AcceptedTransferOffer: ["inbox", "transactions"],
  TransferCommand: ["inbox", "transactions"],
  TransferCommandCounter: ["inbox"],
  BuyTrafficRequest: ["inbox", "traffic", "transactions"],
  TransferPreapproval: ["preapprovals", "transactions"],
  TransferPreapprovalProposal: ["inbox", "preapprovals"],
  SubscriptionRequest: ["inbox", "subscriptions", "transactions"],
  Subscription: ["subscriptions"],
  SubscriptionIdleState: ["subscriptions", "names", "transactions"],
  SubscriptionPayment: ["inbox", "subscriptions", "transactions"],
  SubscriptionInitialPayment: ["inbox", "subscriptions", "names", "transactions"],
  TerminatedSubscription: ["subscriptions"],
  AppPaymentRequest: ["inbox", "payments", "transactions"],
  AcceptedAppPayment: ["inbox", "payments", "transactions"],
  AmuletAllocation: ["inbox", "allocations", "transactions"],
  AmuletAllocationV2: ["inbox", "allocations", "transactions"],
  MintingDelegation: ["delegations"],
  MintingDelegationProposal: ["inbox", "delegations"],
  MergeDelegation: ["delegations"],
  MergeDelegationProposal: ["inbox", "delegations"],
  AppRewardCoupon: ["rewards"],
  ValidatorRewardCoupon: ["rewards"],
  SvRewardCoupon: ["rewards"],
  UnclaimedActivityRecord: ["rewards"],
  UnclaimedDevelopmentFundCoupon: ["fund"],
  DevelopmentFundCoupon: ["fund", "rewards"],
  AnsEntry: ["names"],
  AnsEntryContext: ["names"],
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

/** What a query depends on besides the party; a part of its key. */
export type QueryParams = Readonly<Record<string, unknown>>;

/**
 * The key of a query. All of a party, or of a resource, can be named by the first parts of it; a
 * switch of the party leaves the old keys behind.
 */
export const queryKey = (
  network: string,
  party: string,
  resource: Resource,
  params: QueryParams = {},
): readonly [string, string, Resource, QueryParams] => [network, party, resource, params];
