import { expect } from "chai";
import {
  AcceptedAppPayment,
  AppPaymentRequest,
  AppPaymentRequest_Expire,
  AppPaymentRequest_Reject,
  LockedAmulet,
} from "../../src/index.js";
import { AppPaymentRequest_Withdraw } from "../../src/payments/app-payment-request.js";
import { type ReceiverAmount, TerminatedAppPayment } from "../../src/payments/app-payment.js";
import {
  accept,
  accepted,
  forReceiver,
  lifetime,
  parties,
  requested,
  requestOf,
} from "../app-payment-fixture.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  dso,
  minute,
  partyOf,
  provider,
  validator,
} from "../coin-fixture.js";

const refusedTo = "DAML_AUTHORIZATION_ERROR";
const precondition = "PreconditionFailed";
type Act = (ledger: CoinLedger, request: string) => unknown;
type Row = readonly [name: string, act: Act, after: number, outcome: string];

const accepting =
  (by: ReadonlyArray<string>): Act =>
  (ledger, request) =>
    accept(ledger, request, by);
const rejecting =
  (by: string): Act =>
  (ledger, request) =>
    ledger.exercise([by], AppPaymentRequest_Reject, request, {});
const withdrawing =
  (by: ReadonlyArray<string>): Act =>
  (ledger, request) =>
    ledger.exercise(by, AppPaymentRequest_Withdraw, request, {});
const expiring =
  (by: string, actor = by): Act =>
  (ledger, request) =>
    ledger.exercise([by], AppPaymentRequest_Expire, request, { actor }, { readAs: [dso, alice] });

describe("a request for a payment", () => {
  const last = lifetime - 1;
  const table: ReadonlyArray<Row> = [
    ["accepted in its last moment", accepting([alice, validator]), last, "accepted"],
    [
      "accepted when it is over",
      accepting([alice, validator]),
      lifetime,
      "AppPaymentRequest has not expired",
    ],
    ["accepted by the sender alone", accepting([alice]), 0, refusedTo],
    ["accepted by a receiver", accepting([bob, validator]), 0, refusedTo],
    ["accepted by the provider", accepting([provider, validator]), 0, refusedTo],
    ["rejected by the sender", rejecting(alice), 0, "accepted"],
    ["rejected by the sender when it is over", rejecting(alice), lifetime, "accepted"],
    ["rejected by a receiver", rejecting(bob), 0, refusedTo],
    ["withdrawn by the receivers", withdrawing([bob, carol]), 0, "accepted"],
    ["withdrawn by them when it is over", withdrawing([bob, carol]), lifetime, "accepted"],
    ["withdrawn by one of them", withdrawing([bob]), 0, refusedTo],
    ["withdrawn by the sender", withdrawing([alice]), 0, refusedTo],
    ["withdrawn by the provider", withdrawing([provider]), 0, refusedTo],
    ["expired by the sender", expiring(alice), lifetime, "accepted"],
    ["expired by a receiver", expiring(carol), lifetime, "accepted"],
    ["expired by the provider", expiring(provider), lifetime, "accepted"],
    ["expired before", expiring(alice), last, "Contract has expired"],
    ["expired by somebody else", expiring(validator), lifetime, "Actor is a stakeholder"],
    ["expired in another's name", expiring(validator, alice), lifetime, refusedTo],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`that is ${name}: ${outcome}`, () => {
      const { ledger, request } = requested();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, request))).to.equal(outcome);
      const isPaid = outcome === "accepted" && name.startsWith("accepted");
      const isEnded = outcome === "accepted" && !isPaid;
      expect(ledger.active(AppPaymentRequest)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
      expect(ledger.active(AcceptedAppPayment)).to.have.lengthOf(isPaid ? 1 : 0);
      expect(ledger.active(TerminatedAppPayment)).to.have.lengthOf(isEnded ? 1 : 0);
      expect(ledger.balanceOf(alice)).to.equal(isPaid ? "5.0000000000" : "10.0000000000");
      expect(ledger.lockedBalanceOf(alice)).to.equal(isPaid ? "5.0000000000" : "0.0000000000");
    });
  }

  const ends: ReadonlyArray<readonly [string, Act]> = [
    ["accepted", accepting([alice, validator])],
    ["rejected", rejecting(alice)],
    ["withdrawn", withdrawing([bob, carol])],
  ];
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, request } = requested();
        act(ledger, request);
        expect(ledger.reasonOf(() => again(ledger, request))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("says who was concerned when it ends without a payment", () => {
    for (const [, act] of ends.slice(1)) {
      const { ledger, request } = requested();
      const result = act(ledger, request);
      expect(ledger.active(TerminatedAppPayment)).to.deep.equal([
        {
          contractId: ledger.active(TerminatedAppPayment)[0]?.contractId,
          payload: { sender: alice, provider, receivers: [bob, carol], reference: request },
        },
      ]);
      expect(result).to.deep.equal({
        terminatedAppPayment: ledger.active(TerminatedAppPayment)[0]?.contractId,
      });
    }
  });

  it("is signed by sender, receivers and provider", () => {
    for (const missing of parties) {
      const ledger = new CoinLedger();
      const others = parties.filter((party) => party !== missing);
      const create = () => ledger.create(others, AppPaymentRequest, requestOf(ledger));
      expect(ledger.reasonOf(create)).to.equal(refusedTo);
    }
  });

  const many = (count: number) => Array.from({ length: count }, () => forReceiver(bob, "0.01"));
  const amounts: ReadonlyArray<readonly [string, ReadonlyArray<ReceiverAmount>, string]> = [
    ["nobody", [], "accepted"],
    ["an amount of 0", [forReceiver(bob, "4"), forReceiver(carol, "0")], precondition],
    ["a negative amount", [forReceiver(bob, "-1")], precondition],
    ["the smallest amount", [forReceiver(bob, "0.0000000001")], "accepted"],
    ["100 shares", many(100), "accepted"],
    ["101 shares", many(101), "accepted"],
  ];
  for (const [name, receiverAmounts, outcome] of amounts) {
    it(`over ${name}: ${outcome}`, () => {
      expect(new CoinLedger().reasonOf(() => requested(receiverAmounts))).to.equal(outcome);
    });
  }
});

describe("a payment that is accepted", () => {
  it("is locked for provider and receivers until the round is to close", () => {
    const { ledger, request, payment, senderChangeAmulet } = accepted();
    expect(ledger.coinsOf(alice)).to.deep.equal([senderChangeAmulet]);
    const [locked] = ledger.active(LockedAmulet);
    expect(locked?.payload.lock).to.deep.equal({
      holders: [bob, carol, provider].sort(),
      expiresAt: BigInt(ledger.now + 20 * minute),
      optContext: "amulet-payment-request: two books",
    });
    expect(ledger.active(AcceptedAppPayment)).to.deep.equal([
      {
        contractId: payment,
        payload: {
          sender: alice,
          amuletReceiverAmounts: [
            { receiver: bob, amuletAmount: cc("4") },
            { receiver: carol, amuletAmount: cc("1") },
          ],
          provider,
          dso,
          lockedAmulet: locked?.contractId,
          round: { number: 0n },
          reference: request,
        },
      },
    ]);
  });

  for (const [passed, expected] of [
    [9, 20],
    [10, 20],
    [11, 21],
    [60, 70],
  ] as const) {
    it(`${passed} minutes into the round is locked until minute ${expected}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(alice, "10");
      const begun = ledger.now;
      ledger.pass(passed * minute);
      accept(ledger, ledger.create(parties, AppPaymentRequest, requestOf(ledger)));
      const { expiresAt } = ledger.active(LockedAmulet)[0]?.payload.lock ?? {};
      expect(expiresAt).to.equal(BigInt(begun + expected * minute));
    });
  }

  const usd = "USDUnit";
  const costs: ReadonlyArray<readonly [string, ReadonlyArray<ReceiverAmount>, string, string]> = [
    ["all there is", [forReceiver(bob, "6"), forReceiver(carol, "4")], "0.1", "10.0000000000"],
    ["a unit too much", [forReceiver(bob, "10.0000000001")], "0.1", "insufficient-funds"],
    [
      "USD, half-even each",
      [forReceiver(bob, "1", usd), forReceiver(carol, "1", usd)],
      "3",
      "0.6666666666",
    ],
    [
      "the sender's own share",
      [forReceiver(alice, "1"), forReceiver(bob, "2")],
      "0.1",
      "3.0000000000",
    ],
    ["one receiver twice", [forReceiver(bob, "1"), forReceiver(bob, "2")], "0.1", "3.0000000000"],
    [
      "USD too little for CC",
      [forReceiver(bob, "5"), forReceiver(carol, "0.0000000001", usd)],
      "3",
      "5.0000000000",
    ],
    ["another unit", [forReceiver(bob, "1", "ExtUnit")], "0.1", "ExtUnit"],
    [
      "more than numbers hold",
      [forReceiver(bob, "9999999999999999999999999999"), forReceiver(carol, "1")],
      "0.1",
      "ArithmeticError while evaluating (ADD_NUMERIC 9999999999999999999999999999.0 1.0).",
    ],
  ];
  for (const [name, receiverAmounts, price, outcome] of costs) {
    it(`over ${name} at ${price} USD per CC: ${outcome}`, () => {
      const { ledger, request } = requested(receiverAmounts, { price });
      const attempt = ledger.reasonOf(() => accept(ledger, request));
      expect(attempt === "accepted" ? ledger.lockedBalanceOf(alice) : attempt).to.equal(outcome);
    });
  }

  for (const [count, outcome] of [
    [49, "accepted"],
    [50, "Fewer than the allowed number of lock holders"],
  ] as const) {
    it(`with ${count} receivers in addition to the provider: ${outcome}`, () => {
      const receivers = Array.from({ length: count }, (_, n) => partyOf(`r${n}`));
      const shares = receivers.map((receiver) => forReceiver(receiver, "0.1"));
      const { ledger, request } = requested(shares, { parties: receivers });
      expect(ledger.reasonOf(() => accept(ledger, request))).to.equal(outcome);
    });
  }

  it("waits for a round that has opened, of its own coin", () => {
    const { ledger, request } = requested();
    ledger.openRound(1n, { opensAt: BigInt(ledger.now + 1) });
    expect(ledger.reasonOf(() => accept(ledger, request))).to.equal("deadline-not-exceeded");
    ledger.openRound(1n, { dso: validator });
    expect(ledger.reasonOf(() => accept(ledger, request))).to.equal(
      "Contract group identifier mismatch",
    );
  });
});
