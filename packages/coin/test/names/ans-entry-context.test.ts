import { expect } from "chai";
import {
  AnsEntryContext_CollectInitialEntryPayment,
  AnsEntryContext_RejectEntryInitialPayment,
  AnsEntryContext_Terminate,
  TerminatedSubscription,
} from "../../src/index.js";
import { SubscriptionIdleState_CancelSubscription } from "../../src/payments/subscription-idle-state.js";
import { SubscriptionRequest_Reject } from "../../src/payments/subscription-request.js";
import { alice, bob, dso } from "../coin-fixture.js";
import { given, namesOf, paid, requested } from "../names-fixture.js";
import { appContext, subscriptionData } from "../subscription-fixture.js";

describe("the context of a name", () => {
  it("collects and gives back by the word of the DSO alone", () => {
    const { ledger, rules, context, first } = paid();
    const argument = {
      paymentCid: first,
      transferContext: appContext(ledger),
      ansRulesCid: rules,
    };
    const collect = () =>
      ledger.exercise([alice], AnsEntryContext_CollectInitialEntryPayment, context, argument);
    expect(ledger.reasonOf(collect)).to.equal("DAML_AUTHORIZATION_ERROR");
    ledger.exercise([dso], AnsEntryContext_RejectEntryInitialPayment, context, argument);
    expect(ledger.balanceOf(alice)).to.equal("1000.0000000000");
  });

  it("ends with its subscription", () => {
    const { ledger, context, idle } = given();
    const { terminatedSubscription } = ledger.exercise(
      [alice],
      SubscriptionIdleState_CancelSubscription,
      idle,
      {},
    );
    const end = (actor: string, terminatedSubscriptionCid: string) => () =>
      ledger.exercise([actor], AnsEntryContext_Terminate, context, {
        actor,
        terminatedSubscriptionCid,
      });
    const other = ledger.create([alice, dso], TerminatedSubscription, {
      subscriptionData: { ...subscriptionData, receiver: dso, provider: dso },
      reference: terminatedSubscription,
    });
    expect(ledger.reasonOf(end(bob, terminatedSubscription))).to.equal("Actor is signatory");
    expect(ledger.reasonOf(end(dso, other))).to.equal("Reference matches");
    end(dso, terminatedSubscription)();
    // the name stays until its time is over
    expect(namesOf(ledger)).to.deep.equal([1, 0]);
  });

  it("ends when the user does not want to pay", () => {
    const { ledger, context, request } = requested();
    const { terminatedSubscription } = ledger.exercise(
      [alice],
      SubscriptionRequest_Reject,
      request,
      {},
    );
    ledger.exercise([alice], AnsEntryContext_Terminate, context, {
      actor: alice,
      terminatedSubscriptionCid: terminatedSubscription,
    });
    expect(namesOf(ledger)).to.deep.equal([0, 0]);
  });
});
