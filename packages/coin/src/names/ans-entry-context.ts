import { archive, choice, contractId, exercise, fetch, party, record } from "@tallystick/core";
import { requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { AppTransferContext } from "../payments/app-transfer-context.js";
import { TerminatedSubscription } from "../payments/subscription.js";
import {
  AnsEntryContext,
  AnsRules_CollectEntryRenewalPayment,
  AnsRules_CollectInitialEntryPayment,
  AnsRules_RejectEntryInitialPayment,
} from "./ans-rules.js";

/** Its subscription has ended, so no one pays for the entry any more. */
export const AnsEntryContext_Terminate = choice(AnsEntryContext, "AnsEntryContext_Terminate", {
  argument: record({ actor: party, terminatedSubscriptionCid: contractId }),
  result: record({}),
  controllers: (_context, { actor }) => [actor],
  *body({ payload: { dso, user, reference } }, { actor, terminatedSubscriptionCid }) {
    yield* requireThat(actor === dso || actor === user, "Actor is signatory");
    const terminated = yield* fetch(TerminatedSubscription, terminatedSubscriptionCid);
    yield* archive(TerminatedSubscription, terminatedSubscriptionCid);
    yield* requireThat(terminated.reference === reference, "Reference matches");
    return {};
  },
});

/** The DSO takes the first payment, by the rules. */
export const AnsEntryContext_CollectInitialEntryPayment = choice(
  AnsEntryContext,
  "AnsEntryContext_CollectInitialEntryPayment",
  {
    argument: record({
      paymentCid: contractId,
      transferContext: AppTransferContext,
      ansRulesCid: contractId,
    }),
    result: AnsRules_CollectInitialEntryPayment.result,
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ self, payload: { user } }, { paymentCid, transferContext, ansRulesCid }) {
      return yield* exercise(AnsRules_CollectInitialEntryPayment, ansRulesCid, {
        user,
        entryContext: self,
        paymentCid,
        transferContext,
      });
    },
  },
);

/** The DSO takes a later payment, by the rules. */
export const AnsEntryContext_CollectEntryRenewalPayment = choice(
  AnsEntryContext,
  "AnsEntryContext_CollectEntryRenewalPayment",
  {
    argument: record({
      paymentCid: contractId,
      entryCid: contractId,
      transferContext: AppTransferContext,
      ansRulesCid: contractId,
    }),
    result: AnsRules_CollectEntryRenewalPayment.result,
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ self, payload: { user } }, { paymentCid, entryCid, transferContext, ansRulesCid }) {
      return yield* exercise(AnsRules_CollectEntryRenewalPayment, ansRulesCid, {
        user,
        entryContext: self,
        paymentCid,
        entryCid,
        transferContext,
      });
    },
  },
);

/** The DSO gives the first payment back, by the rules. */
export const AnsEntryContext_RejectEntryInitialPayment = choice(
  AnsEntryContext,
  "AnsEntryContext_RejectEntryInitialPayment",
  {
    argument: record({
      paymentCid: contractId,
      transferContext: AppTransferContext,
      ansRulesCid: contractId,
    }),
    result: AnsRules_RejectEntryInitialPayment.result,
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body(_context, { paymentCid, transferContext, ansRulesCid }) {
      const argument = { paymentCid, transferContext };
      return yield* exercise(AnsRules_RejectEntryInitialPayment, ansRulesCid, argument);
    },
  },
);

export const ansEntryContextModule = modulePart({
  choices: [
    AnsEntryContext_Terminate,
    AnsEntryContext_CollectInitialEntryPayment,
    AnsEntryContext_CollectEntryRenewalPayment,
    AnsEntryContext_RejectEntryInitialPayment,
  ],
});
