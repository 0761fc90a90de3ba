import {
  AnsEntry,
  AnsEntry_Expire,
  AnsEntryContext,
  AnsEntryContext_CollectEntryRenewalPayment,
  AnsEntryContext_CollectInitialEntryPayment,
  AnsEntryContext_RejectEntryInitialPayment,
  AnsEntryContext_Terminate,
  AnsRules,
  isMissedAt,
  nameServicePackage,
  SubscriptionIdleState,
  SubscriptionIdleState_ExpireSubscription,
  SubscriptionInitialPayment,
  SubscriptionPayment,
  TerminatedSubscription,
  walletPaymentsPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  type ContractId,
  type Micros,
  type Static,
} from "@tallystick/core";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";
import { firstDue, firstOf } from "../contracts/first-found.js";
import { entryErrorOf } from "../names/entry-name.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const { exercise } = commandsOf(nameServicePackage);
const payments = commandsOf(walletPaymentsPackage);

/** Payments and ended subscriptions read in one run, and entries expired in one run. */
const maxPayments = 100;
const maxExpired = 50;

type Context = ActiveContract<Static<(typeof AnsEntryContext)["payload"]>>;
type Entry = ActiveContract<Static<(typeof AnsEntry)["payload"]>>;

interface Payment {
  readonly contractId: ContractId;
  readonly payload: {
    readonly subscriptionData: { readonly receiver: string; readonly provider: string };
    readonly reference: string;
    readonly round: { readonly number: bigint };
  };
}

const isOurs =
  (dso: string) =>
  ({ payload: { subscriptionData } }: Payment): boolean =>
    subscriptionData.receiver === dso && subscriptionData.provider === dso;

/** Lookups for pending payments. */
interface Names {
  /** What a subscription pays for. */
  readonly context: (reference: string) => Context | undefined;
  readonly entry: (name: string) => Entry | undefined;
  /** Names with a pending payment. */
  readonly taken: Set<string>;
}

const namesOf = (view: ContractsView, dso: string): Names => ({
  context: (reference) => view.named(AnsEntryContext, dso, reference, 1)[0],
  entry: (name) => view.named(AnsEntry, dso, name, 1)[0],
  taken: new Set(),
});

const transferContextFor = ({ amuletRules, openRounds }: NetworkState, payment: Payment) => {
  const round = openRounds.find(
    ({ payload }) => payload.round.number === payment.payload.round.number,
  );
  // without its round a payment can only be withdrawn by its sender
  return round && { amuletRules, openMiningRound: round.contractId, featuredAppRight: undefined };
};

const submission = (name: string, id: string, dso: string, command: Command): Submission => ({
  commandId: commandIdOf(name, id),
  actAs: [dso],
  readAs: [],
  commands: [command],
});

/** The first payment: grants the name if it is valid and free; else rejects the payment. */
const initial = (
  network: NetworkState,
  ansRulesCid: string,
  names: Names,
  payment: Payment,
): Submission | undefined => {
  const context = names.context(payment.payload.reference);
  const transferContext = transferContextFor(network, payment);
  if (context === undefined || transferContext === undefined) return undefined;
  const { name } = context.payload;
  const argument = { paymentCid: payment.contractId, transferContext, ansRulesCid };
  const isGiven =
    names.taken.has(name) ||
    names.entry(name) !== undefined ||
    entryErrorOf(context.payload) !== undefined;
  // of two concurrent payments for one name, the first one gets it
  names.taken.add(name);
  return isGiven
    ? submission(
        "reject-name",
        payment.contractId,
        network.dso,
        exercise(AnsEntryContext_RejectEntryInitialPayment, context.contractId, argument),
      )
    : submission(
        "give-name",
        payment.contractId,
        network.dso,
        exercise(AnsEntryContext_CollectInitialEntryPayment, context.contractId, argument),
      );
};

/** A later payment, while the name exists. */
const renewal = (
  network: NetworkState,
  ansRulesCid: string,
  names: Names,
  payment: Payment,
): Submission | undefined => {
  const context = names.context(payment.payload.reference);
  const entry = context && names.entry(context.payload.name);
  const transferContext = transferContextFor(network, payment);
  if (context === undefined || transferContext === undefined) return undefined;
  if (entry === undefined || entry.payload.user !== context.payload.user) return undefined;
  return submission(
    "renew-name",
    payment.contractId,
    network.dso,
    exercise(AnsEntryContext_CollectEntryRenewalPayment, context.contractId, {
      paymentCid: payment.contractId,
      entryCid: entry.contractId,
      transferContext,
      ansRulesCid,
    }),
  );
};

/** Work of the DSO: payments for names, and ended subscriptions to names. */
const waiting = (view: ContractsView, network: NetworkState): ReadonlyArray<Submission> => {
  const { dso } = network;
  const ours = { party: dso, keep: isOurs(dso), wanted: maxPayments };
  const first = firstOf(view, { template: SubscriptionInitialPayment, ...ours });
  const later = firstOf(view, { template: SubscriptionPayment, ...ours });
  const over = view.of(TerminatedSubscription, dso, maxPayments);
  const [rules] = view.of(AnsRules, dso, 1);
  if (rules === undefined || first.length + later.length + over.length === 0) return [];
  const names = namesOf(view, dso);
  return [
    ...later.flatMap((payment) => renewal(network, rules.contractId, names, payment) ?? []),
    ...first.flatMap((payment) => initial(network, rules.contractId, names, payment) ?? []),
    ...over.flatMap(({ contractId, payload }) => {
      const context = names.context(payload.reference);
      if (context === undefined) return [];
      const argument = { actor: dso, terminatedSubscriptionCid: contractId };
      const command = exercise(AnsEntryContext_Terminate, context.contractId, argument);
      return [submission("end-name", contractId, dso, command)];
    }),
  ];
};

/** Ends subscriptions to names with a missed payment: wallets pay until the DSO ends them. */
const missed = (
  view: ContractsView,
  { dso }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> =>
  firstDue(view, now, {
    template: SubscriptionIdleState,
    party: dso,
    keep: ({ payload: { subscriptionData, reference, nextPaymentDueAt } }) =>
      subscriptionData.receiver === dso &&
      subscriptionData.provider === dso &&
      isMissedAt(BigInt(now), nextPaymentDueAt) &&
      view.named(AnsEntryContext, dso, reference, 1).length > 0,
    wanted: maxPayments,
  }).map(({ contractId }) => {
    const argument = { actor: dso };
    const command = payments.exercise(
      SubscriptionIdleState_ExpireSubscription,
      contractId,
      argument,
    );
    return submission("end-name-subscription", contractId, dso, command);
  });

const expired = (
  view: ContractsView,
  { dso }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> =>
  view.due(AnsEntry, dso, now - 1, maxExpired).map(({ contractId }) => {
    const command = exercise(AnsEntry_Expire, contractId, { actor: dso });
    return submission("expire-name", contractId, dso, command);
  });

/**
 * The name service (wallet 5.2): payments grant or extend names, and expired ones end. A name
 * belongs to the first payer.
 */
export const serveNames = (
  view: ContractsView,
  network: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> => [
  ...waiting(view, network),
  ...missed(view, network, now),
  ...expired(view, network, now),
];
