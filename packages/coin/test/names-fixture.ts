import {
  AnsEntry,
  AnsEntryContext,
  AnsRules,
  AnsRules_RequestEntry,
  defaultAnsConfig,
  SubscriptionRequest_AcceptAndMakePayment,
} from "../src/index.js";
import {
  AnsEntryContext_CollectEntryRenewalPayment,
  AnsEntryContext_CollectInitialEntryPayment,
} from "../src/names/ans-entry-context.js";
import { SubscriptionIdleState_MakePayment } from "../src/payments/subscription-idle-state.js";
import { alice, CoinLedger, dso, validator } from "./coin-fixture.js";
import { appContext, payment } from "./subscription-fixture.js";

/** What alice wants to be called. */
export const entry = { name: "alice.unverified.ans", url: "", description: "that is me" };

/** A ledger with the rules of names and alice, who has 1,000 CC. */
export const named = () => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "1000");
  const rules = ledger.create([dso], AnsRules, { dso, config: defaultAnsConfig });
  return { ledger, rules };
};

/** Alice has asked for a name. */
export const requested = () => {
  const { ledger, rules } = named();
  const { entryCid: context, requestCid: request } = ledger.exercise(
    [alice],
    AnsRules_RequestEntry,
    rules,
    { ...entry, user: alice },
  );
  return { ledger, rules, context, request };
};

/** Alice has paid for it. */
export const paid = () => {
  const made = requested();
  const { subscriptionPayment } = made.ledger.exercise(
    [alice, validator],
    SubscriptionRequest_AcceptAndMakePayment,
    made.request,
    payment(made.ledger),
  );
  return { ...made, first: subscriptionPayment };
};

/** The name is alice's. */
export const given = () => {
  const made = paid();
  const { ledger, rules, context, first } = made;
  const { entryCid, subscriptionStateCid } = ledger.exercise(
    [dso],
    AnsEntryContext_CollectInitialEntryPayment,
    context,
    { paymentCid: first, transferContext: appContext(ledger), ansRulesCid: rules },
  );
  return { ...made, entryCid, idle: subscriptionStateCid };
};

/** Alice pays again, and the DSO collects. */
export const renew = (made: ReturnType<typeof given>) => {
  const { ledger, rules, context, entryCid, idle } = made;
  const { subscriptionPayment } = ledger.exercise(
    [alice, validator],
    SubscriptionIdleState_MakePayment,
    idle,
    payment(ledger),
  );
  return ledger.exercise([dso], AnsEntryContext_CollectEntryRenewalPayment, context, {
    paymentCid: subscriptionPayment,
    entryCid,
    transferContext: appContext(ledger),
    ansRulesCid: rules,
  });
};

/** The entries and contexts there are. */
export const namesOf = (ledger: CoinLedger): readonly [number, number] => {
  const count = (template: { readonly name: string }): number =>
    ledger.contracts().filter(({ templateId }) => templateId.endsWith(`:${template.name}`)).length;
  return [count(AnsEntry), count(AnsEntryContext)];
};
