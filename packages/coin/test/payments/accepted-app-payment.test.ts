import { expect } from "chai";
import { AcceptedAppPayment, Amulet, LockedAmulet } from "../../src/index.js";
import {
  AcceptedAppPayment_Expire,
  AcceptedAppPayment_Reject,
} from "../../src/payments/accepted-app-payment.js";
import { LockedAmulet_OwnerExpireLockV2 } from "../../src/amulet/holding/amulet.js";
import { TerminatedAppPayment } from "../../src/payments/app-payment.js";
import { accepted, appContext, collect, forReceiver, parties } from "../app-payment-fixture.js";
import {
  alice,
  bob,
  carol,
  type CoinLedger,
  minute,
  provider,
  validator,
} from "../coin-fixture.js";

const refusedTo = "DAML_AUTHORIZATION_ERROR";
type Act = (ledger: CoinLedger, payment: string) => unknown;
type Row = readonly [name: string, act: Act, after: number, outcome: string];

const collecting =
  (by: ReadonlyArray<string>): Act =>
  (ledger, payment) =>
    collect(ledger, payment, by);
const rejecting =
  (by: ReadonlyArray<string>): Act =>
  (ledger, payment) =>
    ledger.exercise(by, AcceptedAppPayment_Reject, payment, appContext(ledger));
const expiring =
  (by: string): Act =>
  (ledger, payment) =>
    ledger.exercise([by], AcceptedAppPayment_Expire, payment, appContext(ledger));

describe("an accepted app payment", () => {
  const locked = 20 * minute;
  const without = (missing: string) => parties.filter((party) => party !== missing);
  const table: ReadonlyArray<Row> = [
    ["collected by all", collecting(parties), 0, "accepted"],
    ["collected by all after the lock's time", collecting(parties), locked, "accepted"],
    ["collected without the sender", collecting(without(alice)), 0, refusedTo],
    ["collected without a receiver", collecting(without(carol)), 0, refusedTo],
    ["collected without the provider", collecting(without(provider)), 0, refusedTo],
    ["rejected by the receivers", rejecting([bob, carol]), 0, "accepted"],
    ["rejected by them after the lock's time", rejecting([bob, carol]), locked, "accepted"],
    ["rejected by one of them", rejecting([bob]), 0, refusedTo],
    ["rejected by the sender", rejecting([alice]), 0, refusedTo],
    ["rejected by the provider", rejecting([provider]), 0, refusedTo],
    ["expired by the sender", expiring(alice), locked, "accepted"],
    ["expired before", expiring(alice), locked - 1, "deadline-not-exceeded"],
    ["expired by a receiver", expiring(bob), locked, refusedTo],
    ["expired by the provider", expiring(provider), locked, refusedTo],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`that is ${name}: ${outcome}`, () => {
      const { ledger, payment } = accepted();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, payment))).to.equal(outcome);
      const isCollected = outcome === "accepted" && name.startsWith("collected");
      const isBack = outcome === "accepted" && !isCollected;
      expect(ledger.active(AcceptedAppPayment)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
      expect(ledger.active(TerminatedAppPayment)).to.have.lengthOf(isBack ? 1 : 0);
      expect(ledger.balanceOf(bob)).to.equal(isCollected ? "4.0000000000" : "0.0000000000");
      expect(ledger.balanceOf(carol)).to.equal(isCollected ? "1.0000000000" : "0.0000000000");
      expect(ledger.balanceOf(alice)).to.equal(isBack ? "10.0000000000" : "5.0000000000");
      const waiting = outcome === "accepted" ? "0.0000000000" : "5.0000000000";
      expect(ledger.lockedBalanceOf(alice)).to.equal(waiting);
    });
  }

  const ends: ReadonlyArray<readonly [string, Act]> = [
    ["collected", collecting(parties)],
    ["rejected", rejecting([bob, carol])],
    ["expired", expiring(alice)],
  ];
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, payment } = accepted();
        ledger.pass(locked);
        act(ledger, payment);
        expect(ledger.reasonOf(() => again(ledger, payment))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("names each receiver's coin when it is collected", () => {
    const { ledger, payment } = accepted();
    const { receiverAmulets } = collect(ledger, payment);
    expect(receiverAmulets).to.deep.equal([
      { _1: bob, _2: ledger.coinsOf(bob)[0] },
      { _1: carol, _2: ledger.coinsOf(carol)[0] },
    ]);
  });

  it("gives back the very coin, with its round and rate", () => {
    const { ledger, payment } = accepted();
    const before = ledger.active(LockedAmulet)[0]?.payload.amulet;
    ledger.openRound(1n);
    const { amulet } = ledger.exercise(
      [bob, carol],
      AcceptedAppPayment_Reject,
      payment,
      appContext(ledger),
    );
    const coin = ledger.active(Amulet).find(({ contractId }) => contractId === amulet.amulet);
    expect(coin?.payload).to.deep.equal(before);
    expect(amulet.round).to.deep.equal({ number: 1n });
  });

  it("says who was concerned when it is not collected", () => {
    const { ledger, payment, request } = accepted();
    rejecting([bob, carol])(ledger, payment);
    expect(ledger.active(TerminatedAppPayment).map(({ payload }) => payload)).to.deep.equal([
      { sender: alice, provider, receivers: [bob, carol], reference: request },
    ]);
  });

  it("is collected in the round it was accepted in only", () => {
    const { ledger, payment } = accepted();
    const { round } = ledger;
    ledger.openRound(1n);
    expect(ledger.reasonOf(() => collect(ledger, payment))).to.equal(
      "Round at payment acceptance 0 matches round at collection 1",
    );
    ledger.round = round;
    expect(ledger.reasonOf(() => collect(ledger, payment))).to.equal("accepted");
  });

  it("cannot be collected once the sender has taken the coin out of the expired lock", () => {
    const { ledger, payment } = accepted();
    ledger.pass(locked);
    const [coin] = ledger.active(LockedAmulet);
    ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, coin?.contractId ?? "", {});
    expect(ledger.reasonOf(() => collect(ledger, payment))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("gives the sender its own share as a coin of its own", () => {
    const { ledger, payment } = accepted([forReceiver(alice, "1"), forReceiver(bob, "2")]);
    const { receiverAmulets } = collect(ledger, payment);
    expect(receiverAmulets.map(({ _1 }) => _1)).to.deep.equal([alice, bob]);
    expect(ledger.balanceOf(alice)).to.equal("8.0000000000");
    expect(ledger.balanceOf(bob)).to.equal("2.0000000000");
  });

  it("is collected for each share of one receiver", () => {
    const { ledger, payment } = accepted([forReceiver(bob, "1"), forReceiver(bob, "2")]);
    collect(ledger, payment);
    expect(ledger.coinsOf(bob)).to.have.lengthOf(2);
    expect(ledger.balanceOf(bob)).to.equal("3.0000000000");
  });

  it("is nothing to someone who has no part in it", () => {
    const { ledger, payment } = accepted();
    const attempt = () => collect(ledger, payment, [validator]);
    expect(ledger.reasonOf(attempt)).to.equal("CONTRACT_NOT_FOUND");
  });
});
