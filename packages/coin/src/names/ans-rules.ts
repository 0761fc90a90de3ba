import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  exercise,
  fetch,
  ledgerTime,
  numeric,
  party,
  record,
  type Static,
  template,
  text,
} from "@tallystick/core";
import { Amulet, AmuletCreateSummary } from "../amulet/holding/amulet.js";
import { constantInt, one } from "../model/arithmetic.js";
import { fetchOwned } from "../model/checked-fetch.js";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { shownText } from "../model/shown.js";
import { microsPerDay } from "../model/time-span.js";
import { AppTransferContext } from "../payments/app-transfer-context.js";
import type { SubscriptionData } from "../payments/subscription-data.js";
import {
  SubscriptionInitialPayment,
  SubscriptionInitialPayment_Collect,
  SubscriptionInitialPayment_Reject,
} from "../payments/subscription-initial-payment.js";
import { SubscriptionPayment_Collect } from "../payments/subscription-payment.js";
import { SubscriptionRequest } from "../payments/subscription-request.js";
import { SubscriptionIdleState, SubscriptionPayment } from "../payments/subscription-state.js";
import { Subscription } from "../payments/subscription.js";
import { RelTime } from "../token-standard/metadata-v1.js";
import { AnsEntry, AnsEntry_Renew, ansModuleName, entryFields } from "./ans-entry.js";

const Config = record(
  {
    renewalDuration: RelTime,
    entryLifetime: RelTime,
    entryFee: numeric,
    descriptionPrefix: text,
  },
  "AnsRulesConfig",
);
/** What a name costs in USD, how long it lasts, and how long before its end it can be renewed. */
export type AnsConfig = Static<typeof Config>;

const days = (count: bigint) => ({ microseconds: constantInt(count * microsPerDay) });

/** The configuration of the public network: 1 USD for 90 days (wallet 5.2). */
export const defaultAnsConfig: AnsConfig = {
  renewalDuration: days(30n),
  entryLifetime: days(90n),
  entryFee: one,
  descriptionPrefix: "ANS entry: ",
};

export const AnsRules = template(`${ansModuleName}:AnsRules`, {
  payload: record({ dso: party, config: Config }),
  signatories: ({ dso }) => [dso],
  ensure: ({ config: { renewalDuration, entryLifetime, entryFee } }) =>
    renewalDuration.microseconds > 0n && entryLifetime.microseconds > 0n && entryFee > 0n,
});

const ContextPayload = record({ ...entryFields, reference: contractId });
type ContextPayload = Static<typeof ContextPayload>;

/** An entry that is paid for by the subscription that began with the request `reference`. */
export const AnsEntryContext = template(`${ansModuleName}:AnsEntryContext`, {
  payload: ContextPayload,
  signatories: ({ dso, user }) => [dso, user],
});

/** A user asks for a name: a request to subscribe, which its wallet accepts or rejects. */
export const AnsRules_RequestEntry = choice(AnsRules, "AnsRules_RequestEntry", {
  argument: record({ name: text, url: text, description: text, user: party }),
  result: record({ entryCid: contractId, requestCid: contractId }),
  consuming: false,
  controllers: (_rules, { user }) => [user],
  *body({ payload: { dso, config } }, { user, ...entry }) {
    const requestCid = yield* create(SubscriptionRequest, {
      subscriptionData: {
        sender: user,
        receiver: dso,
        provider: dso,
        dso,
        description: config.descriptionPrefix + shownText(entry.name),
      },
      payData: {
        paymentAmount: { amount: config.entryFee, unit: "USDUnit" },
        paymentInterval: config.entryLifetime,
        paymentDuration: config.renewalDuration,
      },
    });
    const context = { dso, user, ...entry, reference: requestCid };
    return { entryCid: yield* create(AnsEntryContext, context), requestCid };
  },
});

function* requirePaymentOf(
  { provider, sender }: SubscriptionData,
  dso: string,
  user: string,
): ChoiceProgram<void> {
  yield* requireThat(provider === dso, "matching DSO party");
  yield* requireThat(sender === user, "Sender matches");
}

/** The context of an entry. Stops the command when it is another's. */
function* contextOf(
  cid: string,
  dso: string,
  user: string,
  reference: string,
): ChoiceProgram<ContextPayload> {
  const context = yield* fetch(AnsEntryContext, cid);
  yield* requireThat(context.dso === dso, "matching DSO party");
  yield* requireThat(context.user === user, "User matches");
  yield* requireThat(context.reference === reference, "Subscription reference matches");
  return context;
}

function* burn(amulet: string, dso: string): ChoiceProgram<void> {
  yield* fetchOwnedByDso(amulet, dso);
  yield* archive(Amulet, amulet);
}

const fetchOwnedByDso = (amulet: string, dso: string) =>
  fetchOwned(Amulet, amulet, dso, dso, ({ owner }) => owner);

const Collected = record({ entryCid: contractId, subscriptionStateCid: contractId });

/** The first payment is burned, and the user gets the name. */
export const AnsRules_CollectInitialEntryPayment = choice(
  AnsRules,
  "AnsRules_CollectInitialEntryPayment",
  {
    argument: record({
      user: party,
      entryContext: contractId,
      paymentCid: contractId,
      transferContext: AppTransferContext,
    }),
    result: Collected,
    consuming: false,
    controllers: ({ dso }, { user }) => [dso, user],
    *body({ payload: { dso } }, { user, entryContext, paymentCid, transferContext }) {
      const payment = yield* fetch(SubscriptionInitialPayment, paymentCid);
      yield* requirePaymentOf(payment.subscriptionData, dso, user);
      const context = yield* contextOf(entryContext, dso, user, payment.reference);
      const { subscriptionState, amulet } = yield* exercise(
        SubscriptionInitialPayment_Collect,
        paymentCid,
        { transferContext },
      );
      yield* burn(amulet, dso);
      const { nextPaymentDueAt } = yield* fetch(SubscriptionIdleState, subscriptionState);
      const { reference: _reference, ...entry } = context;
      const entryCid = yield* create(AnsEntry, { ...entry, expiresAt: nextPaymentDueAt });
      return { entryCid, subscriptionStateCid: subscriptionState };
    },
  },
);

/** Stops the command unless an entry is the one that a context and a payment are about. */
function* requireRenewable(
  entryCid: string,
  { reference: _reference, ...expected }: ContextPayload,
  dueAt: bigint,
): ChoiceProgram<void> {
  const { expiresAt, ...entry } = yield* fetch(AnsEntry, entryCid);
  yield* requireThat(
    entry.user === expected.user &&
      entry.name === expected.name &&
      entry.url === expected.url &&
      entry.description === expected.description,
    "Current entry matches subscription context",
  );
  yield* requireThat(expiresAt === dueAt, "Subscription entry renewal times are in sync");
  yield* requireThat((yield* ledgerTime()) < expiresAt, "Current entry is not expired");
}

/** A later payment is burned, and the name is renewed. */
export const AnsRules_CollectEntryRenewalPayment = choice(
  AnsRules,
  "AnsRules_CollectEntryRenewalPayment",
  {
    argument: record({
      user: party,
      entryContext: contractId,
      paymentCid: contractId,
      entryCid: contractId,
      transferContext: AppTransferContext,
    }),
    result: Collected,
    consuming: false,
    controllers: ({ dso }, { user }) => [dso, user],
    *body({ payload: { dso } }, { user, entryContext, paymentCid, entryCid, transferContext }) {
      const payment = yield* fetch(SubscriptionPayment, paymentCid);
      yield* requirePaymentOf(payment.subscriptionData, dso, user);
      const { reference } = yield* fetch(Subscription, payment.subscription);
      const context = yield* contextOf(entryContext, dso, user, reference);
      yield* requireRenewable(entryCid, context, payment.thisPaymentDueAt);
      const { subscriptionState, amulet } = yield* exercise(
        SubscriptionPayment_Collect,
        paymentCid,
        { transferContext },
      );
      yield* burn(amulet, dso);
      const extension = payment.payData.paymentInterval;
      const renewed = yield* exercise(AnsEntry_Renew, entryCid, { extension });
      return { entryCid: renewed.entryCid, subscriptionStateCid: subscriptionState };
    },
  },
);

/** The DSO does not give the name, and the first payment goes back. */
export const AnsRules_RejectEntryInitialPayment = choice(
  AnsRules,
  "AnsRules_RejectEntryInitialPayment",
  {
    argument: record({ paymentCid: contractId, transferContext: AppTransferContext }),
    result: record({ amuletSum: AmuletCreateSummary }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body(_rules, { paymentCid, transferContext }) {
      return yield* exercise(SubscriptionInitialPayment_Reject, paymentCid, { transferContext });
    },
  },
);

export const ansRulesModule = modulePart({
  templates: [AnsRules, AnsEntryContext],
  choices: [
    AnsRules_RequestEntry,
    AnsRules_CollectInitialEntryPayment,
    AnsRules_CollectEntryRenewalPayment,
    AnsRules_RejectEntryInitialPayment,
  ],
});
