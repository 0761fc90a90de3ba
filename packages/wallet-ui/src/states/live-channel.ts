/** What a page shows, by the first parts of its query keys. */
export type Resource =
  | "balance"
  | "holdings"
  | "history"
  | "inbox"
  | "subscriptions"
  | "allocations"
  | "delegations"
  | "fund"
  | "rewards"
  | "traffic"
  | "names"
  | "preapproval";

const money: ReadonlyArray<Resource> = ["balance", "holdings", "history"];

/** What changes with a contract of a template, by the name of its entity. */
const resourcesOfEntity: ReadonlyMap<string, ReadonlyArray<Resource>> = new Map([
  ["Amulet", money],
  ["LockedAmulet", money],
  ["TransferOffer", ["inbox", "history"]],
  ["AcceptedTransferOffer", ["inbox", "history"]],
  ["AmuletTransferInstruction", ["inbox", ...money]],
  ["TransferCommand", ["inbox", "history"]],
  ["AppPaymentRequest", ["inbox"]],
  ["AcceptedAppPayment", ["inbox", ...money]],
  ["SubscriptionRequest", ["inbox", "subscriptions"]],
  ["Subscription", ["subscriptions"]],
  ["SubscriptionIdleState", ["subscriptions"]],
  ["SubscriptionPayment", ["subscriptions", ...money]],
  ["SubscriptionInitialPayment", ["subscriptions", ...money]],
  ["AmuletAllocation", ["allocations", "inbox", ...money]],
  ["MintingDelegationProposal", ["delegations", "inbox"]],
  ["MintingDelegation", ["delegations"]],
  ["MergeDelegationProposal", ["delegations", "inbox"]],
  ["MergeDelegation", ["delegations"]],
  ["DevelopmentFundCoupon", ["fund"]],
  ["AppRewardCoupon", ["rewards"]],
  ["ValidatorRewardCoupon", ["rewards"]],
  ["UnclaimedActivityRecord", ["rewards"]],
  ["BuyTrafficRequest", ["traffic"]],
  ["AnsEntry", ["names"]],
  ["AnsEntryContext", ["names"]],
  ["TransferPreapproval", ["preapproval"]],
  ["TransferPreapprovalProposal", ["preapproval"]],
]);

/** What has to be queried again after events on contracts of these templates. */
export const resourcesOfTemplates = (
  templateIds: ReadonlyArray<string>,
): ReadonlyArray<Resource> => [
  ...new Set(
    templateIds.flatMap((id) => resourcesOfEntity.get(id.slice(id.lastIndexOf(":") + 1)) ?? []),
  ),
];

/** The key of a query: a switch of the party leaves the old keys behind. */
export const queryKey = (
  network: string,
  party: string,
  resource: Resource,
  params: Readonly<Record<string, string>> = {},
): ReadonlyArray<unknown> => [network, party, resource, params];

const leastBackOffMs = 500;
const mostBackOffMs = 30_000;

/**
 * How long to wait before the channel is opened again; milliseconds.
 * @param attempt how often it failed since it was open, from 0
 * @param random from 0 to below 1: many tabs do not come back at once
 */
export const backOffMs = (attempt: number, random: number): number => {
  const most = Math.min(mostBackOffMs, leastBackOffMs * 2 ** Math.min(attempt, 10));
  return Math.max(leastBackOffMs, Math.round(most / 2 + (random * most) / 2));
};

/** Where the channel is. The offset is that of the last event, from which it resumes. */
interface ChannelState {
  readonly kind: "connecting" | "open" | "waiting" | "closed";
  readonly offset: number | undefined;
  readonly attempt: number;
  /** What to do before it is opened again. */
  readonly before: "nothing" | "renew token" | "ask rights" | "load all";
}

/** What happens to the channel. */
export type ChannelEvent =
  | { readonly kind: "opened" }
  | { readonly kind: "update"; readonly offset: number }
  | { readonly kind: "lost"; readonly code?: string }
  | { readonly kind: "retry" }
  | { readonly kind: "close" };

/** The channel before it was opened. */
export const newChannel: ChannelState = {
  kind: "connecting",
  offset: undefined,
  attempt: 0,
  before: "nothing",
};

const causes: Readonly<Record<string, ChannelState["before"]>> = {
  ACCESS_TOKEN_EXPIRED: "renew token",
  STALE_STREAM_AUTHORIZATION: "ask rights",
  // what came after the last event is no longer there
  PARTICIPANT_PRUNED_DATA_ACCESSED: "load all",
};

/** The channel after an event. Offsets never go back, so nothing is missed or taken twice. */
export const channelAfter = (state: ChannelState, event: ChannelEvent): ChannelState => {
  if (state.kind === "closed") return state;
  switch (event.kind) {
    case "opened":
      return { ...state, kind: "open", attempt: 0, before: "nothing" };
    case "update": {
      const isNew = state.offset === undefined || event.offset > state.offset;
      return isNew ? { ...state, offset: event.offset } : state;
    }
    case "lost": {
      const before = causes[event.code ?? ""] ?? "nothing";
      const offset = before === "load all" ? undefined : state.offset;
      return { kind: "waiting", offset, attempt: state.attempt + 1, before };
    }
    case "retry":
      return state.kind === "waiting" ? { ...state, kind: "connecting" } : state;
    case "close":
      return { ...state, kind: "closed" };
  }
};
