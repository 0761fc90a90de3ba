import {
  AnsEntry,
  AnsEntryContext,
  AnsRules,
  AnsRules_RequestEntry,
  nameServicePackage,
  SubscriptionIdleState,
  SubscriptionInitialPayment,
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
  walletPaymentsPackage,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { expect } from "chai";
import { fundingFor } from "../../src/index.js";
import { serveNames } from "../../src/network/name-service.js";
import { by, onboard, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, cc, day, dso, minute, operator, WalletLedger } from "../wallet-ledger.js";

const names = commandsOf(nameServicePackage);
const payments = commandsOf(walletPaymentsPackage);

const begun = (): WalletLedger => {
  const ledger = new WalletLedger().bootstrap();
  for (const [user, party] of [
    ["alice", alice],
    ["bob", bob],
  ] as const) {
    onboard(ledger, user, party);
    tap(ledger, party, "100");
  }
  return ledger;
};

/** A party asks for a name and pays for it. */
const pay = (ledger: WalletLedger, user: string, name: string): void => {
  const rules = ledger.view.of(AnsRules, dso)[0]?.contractId ?? "";
  const entry = { name, url: "", description: "", user };
  ledger.run(by([user], names.exercise(AnsRules_RequestEntry, rules, entry)));
  const request = ledger.view.of(SubscriptionRequest, user).at(-1)?.contractId ?? "";
  const { inputs, context } = fundingFor(
    cc("10"),
    ledger.view,
    ledger.networkState,
    user,
    ledger.now,
  );
  const argument = { inputs, context, walletProvider: operator };
  ledger.run(
    by(
      [user, operator],
      payments.exercise(SubscriptionRequest_AcceptAndMakePayment, request, argument),
    ),
  );
};

const planned = (ledger: WalletLedger) =>
  serveNames(ledger.view, ledger.networkState, ledger.now).map(
    ({ commandId }) => commandId.split("/")[0],
  );
const owners = (ledger: WalletLedger) =>
  ledger.view.of(AnsEntry, dso).map(({ payload }) => payload.user);

describe("the name service", () => {
  it("has nothing to do before someone pays, or without rules", () => {
    const ledger = begun();
    expect(planned(ledger)).to.deep.equal([]);
    pay(ledger, alice, "alice.unverified.ans");
    const { view } = ledger;
    const without: typeof view = {
      ...view,
      of: (template, party, limit) =>
        template.name === AnsRules.name ? [] : view.of(template, party, limit),
    };
    expect(serveNames(without, ledger.networkState, ledger.now)).to.deep.equal([]);
  });

  it("gives a name that was paid for, once", () => {
    const ledger = begun();
    pay(ledger, alice, "alice.unverified.ans");
    expect(planned(ledger)).to.deep.equal(["give-name"]);
    expect(planned(ledger)).to.deep.equal(["give-name"]);
    ledger.dsoWorks();
    expect(planned(ledger)).to.deep.equal([]);
    expect(owners(ledger)).to.deep.equal([alice]);
    expect(unlocked(ledger, alice)).to.equal("90.0000000000");
  });

  it("gives a name to the first who pays, also of two at once", () => {
    const ledger = begun();
    pay(ledger, bob, "gold.unverified.ans");
    pay(ledger, alice, "gold.unverified.ans");
    expect(planned(ledger)).to.deep.equal(["give-name", "reject-name"]);
    ledger.dsoWorks();
    expect(owners(ledger)).to.deep.equal([bob]);
    expect(unlocked(ledger, alice)).to.equal("100.0000000000");
    // the context of what was given back ends with its subscription
    expect(ledger.view.of(AnsEntryContext, dso)).to.have.lengthOf(1);
  });

  it("gives back what was paid for a name that cannot be", () => {
    const ledger = begun();
    for (const name of ["dso.ans", "Alice.unverified.ans", ""]) pay(ledger, alice, name);
    expect(planned(ledger)).to.deep.equal(["reject-name", "reject-name", "reject-name"]);
    ledger.dsoWorks();
    expect(owners(ledger)).to.deep.equal([]);
    expect(unlocked(ledger, alice)).to.equal("100.0000000000");
  });

  it("leaves payments whose round is gone to their senders", () => {
    const ledger = begun();
    pay(ledger, alice, "alice.unverified.ans");
    const { networkState } = ledger;
    const later = { ...networkState, openRounds: networkState.openRounds.slice(2) };
    expect(serveNames(ledger.view, later, ledger.now)).to.deep.equal([]);
    expect(ledger.view.of(SubscriptionInitialPayment, alice)).to.have.lengthOf(1);
  });

  it("ends the subscription to a name whose payment was missed", () => {
    const ledger = begun();
    pay(ledger, alice, "alice.unverified.ans");
    ledger.dsoWorks();
    const [idle] = ledger.view.of(SubscriptionIdleState, alice);
    ledger.now = Number(idle?.payload.nextPaymentDueAt ?? 0n);
    expect(planned(ledger)).to.deep.equal([]);
    ledger.now += 1;
    expect(planned(ledger)).to.include("end-name-subscription");
    ledger.dsoWorks();
    expect(ledger.view.of(SubscriptionIdleState, alice)).to.deep.equal([]);
    expect(ledger.view.of(AnsEntryContext, dso)).to.deep.equal([]);
  });

  it("removes a name after its time", () => {
    const ledger = begun();
    pay(ledger, alice, "alice.unverified.ans");
    ledger.dsoWorks();
    ledger.now += 90 * day;
    expect(planned(ledger)).to.deep.equal([]);
    ledger.now += minute;
    expect(planned(ledger)).to.include("expire-name");
    ledger.dsoWorks();
    expect(owners(ledger)).to.deep.equal([]);
  });
});
