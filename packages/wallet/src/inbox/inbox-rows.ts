import {
  AcceptedAppPayment,
  AcceptedTransferOffer,
  AmuletAllocation,
  AmuletTransferInstruction,
  AppPaymentRequest,
  BuyTrafficRequest,
  isPaidAutomaticallyAt,
  MergeDelegationProposal,
  metadataKeys,
  MintingDelegationProposal,
  type PaymentAmount,
  SubscriptionIdleState,
  SubscriptionInitialPayment,
  SubscriptionPayment,
  SubscriptionRequest,
  TransferCommand,
  TransferOffer,
  TransferPreapprovalProposal,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { Numeric, PartyId, Template } from "@tallystick/core";
import { fundingOf } from "../contracts/allocation-v2.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import type { InboxAction, InboxItem, InboxKind, InboxNext, InboxReason } from "./inbox-item.js";
import {
  funded,
  type InboxContext,
  operatorsTurn,
  trafficFunded,
  turnOfCommand,
} from "./inbox-reasons.js";

/** What a contract says of itself; who waits for whom follows from the roles. */
interface Said {
  /** Who began it. */
  readonly from: PartyId;
  /** Who it is for; the others in it. */
  readonly to: ReadonlyArray<PartyId>;
  readonly amount?: PaymentAmount | undefined;
  readonly trafficBytes?: bigint;
  readonly description?: string | undefined;
  readonly trackingId?: string;
  readonly expiresAt?: bigint;
}

/** What it waits for, and what can be done, once a side of it is known. */
interface Side {
  readonly reason: InboxReason;
  readonly next?: InboxNext;
  readonly actions?: ReadonlyArray<InboxAction>;
}

/** A template whose contracts wait for something. */
interface InboxRow {
  readonly kind: InboxKind;
  readonly itemsOf: (context: InboxContext, party: PartyId, most: number) => InboxItem[];
}

interface RowOf<P> {
  readonly said: (payload: P, context: InboxContext) => Said;
  /** Of who began it. */
  readonly sent: (payload: P, context: InboxContext) => Side;
  /** Of the others; absent: only who began it sees it here. */
  readonly received?: (payload: P, context: InboxContext, party: PartyId) => Side;
  /** Contracts that do not wait; default: all wait. */
  readonly waits?: (payload: P, context: InboxContext) => boolean;
}

const expired: InboxReason = { code: "expired-not-cleared" };

/** After its time nothing can be accepted any more; who may end it still may. */
const ofSide = (
  { expiresAt }: Said,
  { now }: InboxContext,
  { actions = [], ...side }: Side,
): Side & Required<Pick<Side, "actions">> =>
  expiresAt !== undefined && now >= expiresAt
    ? { reason: expired, actions: actions.filter((it) => it !== "accept" && it !== "allocate") }
    : { ...side, actions };

const itemOf = <P>(
  kind: InboxKind,
  row: RowOf<P>,
  context: InboxContext,
  party: PartyId,
  { contractId, createdAt, payload }: ActiveContract<P>,
): InboxItem[] => {
  if (row.waits?.(payload, context) === false) return [];
  const said = row.said(payload, context);
  const { from, to, amount, trafficBytes, description, trackingId, expiresAt } = said;
  const isSent = from === party;
  if (!isSent && (row.received === undefined || !to.includes(party))) return [];
  const side = isSent ? row.sent(payload, context) : row.received?.(payload, context, party);
  if (side === undefined) return [];
  return [
    {
      kind,
      contractId,
      createdAt,
      direction: isSent ? "sent" : "received",
      counterparties: [...new Set([from, ...to])].filter((it) => it !== party).sort(),
      ...(amount === undefined ? {} : { amount }),
      ...(trafficBytes === undefined ? {} : { trafficBytes }),
      ...(description === undefined ? {} : { description }),
      ...(trackingId === undefined ? {} : { trackingId }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...ofSide(said, context, side),
    },
  ];
};

const row = <P>(kind: InboxKind, template: Template<P>, of: RowOf<P>): InboxRow => ({
  kind,
  itemsOf: (context, party, most) =>
    context.view
      .of(template, party, most, (found) => itemOf(kind, of, context, party, found).length > 0)
      .flatMap((found) => itemOf(kind, of, context, party, found)),
});

const side =
  (
    code: "waiting-for-you" | "waiting-for-receiver" | "waiting-for-sender",
    ...actions: InboxAction[]
  ) =>
  (): Side => ({ reason: { code }, actions });
/**
 * What a wallet of the node pays by itself: a party that signs outside of it pays it itself.
 *
 * @param pays the action by which it does; none where it is done over the ledger's own interface
 */
const toPay = (
  { signsOutside }: InboxContext,
  { reason, actions = [] }: Side,
  ...pays: ReadonlyArray<InboxAction>
): Side => {
  if (!signsOutside) return { reason, actions };
  switch (reason.code) {
    case "waiting-for-automation":
      return {
        reason: { code: "waiting-for-you" },
        next: { step: "you-pay", actor: "you" },
        actions: [...pays, ...actions],
      };
    case "short-of-funds":
      return { reason, next: { step: "add-funds-and-pay", actor: "you" }, actions };
    default:
      return { reason, actions };
  }
};
const forApp = (): Side => ({ reason: { code: "waiting-for-app" } });
const inCc = (amount: Numeric): PaymentAmount => ({ amount, unit: "AmuletUnit" });

const subscriptionSaid = ({
  subscriptionData: { sender, receiver, provider, description },
  payData,
}: {
  readonly subscriptionData: {
    readonly sender: string;
    readonly receiver: string;
    readonly provider: string;
    readonly description: string;
  };
  readonly payData: { readonly paymentAmount: PaymentAmount };
}) => ({
  // the app asks: the payer has it as something received until it has paid
  parties: { sender, others: [receiver, provider] },
  amount: payData.paymentAmount,
  description,
});

const transfers: ReadonlyArray<InboxRow> = [
  row("transfer-offer", TransferOffer, {
    said: ({ sender, receiver, ...rest }) => ({ from: sender, to: [receiver], ...rest }),
    sent: side("waiting-for-receiver", "withdraw"),
    received: side("waiting-for-you", "accept", "reject"),
  }),
  row("accepted-transfer-offer", AcceptedTransferOffer, {
    said: ({ sender, receiver, ...rest }) => ({ from: sender, to: [receiver], ...rest }),
    sent: ({ sender, amount }, context) =>
      toPay(context, { reason: funded(context, sender, [amount]) }),
    // what the sender has is not for the receiver to know
    received: side("waiting-for-sender"),
  }),
  row("transfer-instruction", AmuletTransferInstruction, {
    said: ({ transfer: { sender, receiver, amount, executeBefore, meta } }) => ({
      from: sender,
      to: [receiver],
      amount: inCc(amount),
      description: meta.values.get(metadataKeys.reason),
      expiresAt: executeBefore,
    }),
    sent: side("waiting-for-receiver", "withdraw"),
    received: side("waiting-for-you", "accept", "reject"),
  }),
  row("transfer-command", TransferCommand, {
    said: ({ sender, receiver, delegate, amount, expiresAt, description }) => ({
      from: sender,
      to: [receiver, delegate],
      amount: inCc(amount),
      description,
      expiresAt,
    }),
    sent: (payload, context) => ({ reason: turnOfCommand(context, payload) }),
    received: (payload, context) => ({ reason: turnOfCommand(context, payload) }),
  }),
  row("traffic-request", BuyTrafficRequest, {
    said: ({ endUserParty, trafficAmount, trackingId, expiresAt }) => ({
      from: endUserParty,
      to: [],
      trafficBytes: trafficAmount,
      trackingId,
      expiresAt,
    }),
    sent: ({ endUserParty, trafficAmount }, context) =>
      toPay(context, { reason: trafficFunded(context, endUserParty, trafficAmount) }),
  }),
];

const sumOf = (
  amounts: ReadonlyArray<{ readonly amount: PaymentAmount }>,
): PaymentAmount | undefined => (amounts.length === 1 ? amounts[0]?.amount : undefined);

const payments: ReadonlyArray<InboxRow> = [
  row("payment-request", AppPaymentRequest, {
    said: ({ sender, provider, receiverAmounts, description, expiresAt }) => ({
      from: provider,
      to: [sender, ...receiverAmounts.map(({ receiver }) => receiver)],
      amount: sumOf(receiverAmounts),
      description,
      expiresAt,
    }),
    sent: side("waiting-for-receiver"),
    received: ({ sender }, _context, party) =>
      party === sender
        ? side("waiting-for-you", "accept", "reject")()
        : side("waiting-for-sender")(),
  }),
  row("accepted-payment", AcceptedAppPayment, {
    said: ({ sender, provider, amuletReceiverAmounts }) => ({
      from: sender,
      to: [provider, ...amuletReceiverAmounts.map(({ receiver }) => receiver)],
    }),
    sent: forApp,
    received: forApp,
  }),
  row("subscription-request", SubscriptionRequest, {
    said: (payload) => {
      const { parties, ...rest } = subscriptionSaid(payload);
      const [receiver = "", provider = ""] = parties.others;
      return { from: provider, to: [parties.sender, receiver], ...rest };
    },
    sent: side("waiting-for-receiver"),
    received: ({ subscriptionData: { sender } }, _context, party) =>
      party === sender
        ? side("waiting-for-you", "accept", "reject")()
        : side("waiting-for-sender")(),
  }),
  row("subscription-initial-payment", SubscriptionInitialPayment, {
    said: (payload) => {
      const { parties, ...rest } = subscriptionSaid(payload);
      return { from: parties.sender, to: parties.others, ...rest };
    },
    sent: forApp,
    received: forApp,
  }),
  row("subscription-due", SubscriptionIdleState, {
    waits: ({ nextPaymentDueAt, payData }, { now }) =>
      isPaidAutomaticallyAt(BigInt(now), nextPaymentDueAt, payData.paymentDuration),
    said: (payload) => {
      const { parties, ...rest } = subscriptionSaid(payload);
      return { from: parties.sender, to: parties.others, ...rest };
    },
    sent: ({ subscriptionData: { sender }, payData }, context) => {
      const reason = funded(context, sender, [payData.paymentAmount]);
      return toPay(context, { reason, actions: ["cancel"] }, "pay");
    },
    received: side("waiting-for-sender"),
  }),
  row("subscription-payment", SubscriptionPayment, {
    said: (payload) => {
      const { parties, ...rest } = subscriptionSaid(payload);
      return { from: parties.sender, to: parties.others, ...rest };
    },
    sent: forApp,
    received: forApp,
  }),
];

const others: ReadonlyArray<InboxRow> = [
  row("allocation", AmuletAllocation, {
    said: ({ allocation: { settlement, transferLeg }, expiresAt }) => ({
      from: transferLeg.sender,
      to: [settlement.executor, transferLeg.receiver],
      amount: inCc(transferLeg.amount),
      description: transferLeg.meta.values.get(metadataKeys.reason),
      expiresAt: expiresAt ?? settlement.settleBefore,
    }),
    sent: () => ({ reason: { code: "waiting-for-app" }, actions: ["withdraw"] }),
    received: forApp,
  }),
  row("allocation-v2", AmuletAllocationV2, {
    said: ({ settlement, allocation, expiresAt }) => {
      const amount = fundingOf(allocation);
      return {
        from: allocation.authorizer.owner ?? allocation.admin,
        to: [
          ...settlement.executors,
          ...allocation.transferLegSides.flatMap(({ otherside }) => otherside.owner ?? []),
        ],
        amount: amount === undefined ? undefined : inCc(amount),
        description: allocation.meta.values.get(metadataKeys.reason),
        expiresAt,
      };
    },
    sent: ({ allocation: { committed, settlementDeadline: deadline } }, { now }) => ({
      reason: { code: "waiting-for-app" },
      // a committed one binds until its deadline, and without one as long as it lasts
      actions: committed && !(deadline !== undefined && now >= deadline) ? [] : ["withdraw"],
    }),
    received: forApp,
  }),
  row("minting-delegation-proposal", MintingDelegationProposal, {
    said: ({ delegation: { beneficiary, delegate, expiresAt } }) => ({
      from: beneficiary,
      to: [delegate],
      expiresAt,
    }),
    sent: side("waiting-for-receiver"),
    received: side("waiting-for-you", "accept", "reject"),
  }),
  row("merge-delegation-proposal", MergeDelegationProposal, {
    said: ({ delegation: { owner, operator } }) => ({ from: owner, to: [operator] }),
    sent: () => ({ reason: { code: "waiting-for-operator" } }),
    received: () => ({ reason: { code: "waiting-for-automation" } }),
  }),
  row("preapproval-proposal", TransferPreapprovalProposal, {
    said: ({ receiver, provider }) => ({ from: receiver, to: [provider] }),
    sent: ({ provider }, context) => ({ reason: operatorsTurn(context, provider) }),
    received: ({ provider }, context) => ({ reason: operatorsTurn(context, provider) }),
  }),
];

/** The contracts that wait, by template. */
export const inboxRows: ReadonlyArray<InboxRow> = [...transfers, ...payments, ...others];
