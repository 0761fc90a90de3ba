import { expect } from "chai";
import {
  AcceptedTransferOffer,
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Complete,
  AcceptedTransferOffer_Expire,
  AcceptedTransferOffer_Withdraw,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Expire,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
} from "../../src/index.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  coinsAsInputs,
  dso,
  minute,
  provider,
} from "../coin-fixture.js";

const lifetime = 10 * minute;

type Amount = { readonly amount: string; readonly unit: "USDUnit" | "AmuletUnit" | "ExtUnit" };

/** Alice, who has 10 CC, offers bob 4 CC for ten minutes. */
const offered = ({ amount, unit }: Amount = { amount: "4", unit: "AmuletUnit" }) => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "10");
  const offer = ledger.create([alice], TransferOffer, {
    sender: alice,
    receiver: bob,
    dso,
    amount: { amount: cc(amount), unit },
    description: "lunch",
    expiresAt: BigInt(ledger.now + lifetime),
    trackingId: "t-1",
  });
  return { ledger, offer };
};

const accepted = (amount?: Amount) => {
  const { ledger, offer } = offered(amount);
  const { acceptedTransferOffer } = ledger.exercise([bob], TransferOffer_Accept, offer, {});
  return { ledger, offer: acceptedTransferOffer };
};

const complete = (
  ledger: CoinLedger,
  offer: string,
  by: ReadonlyArray<string> = [alice, provider],
) =>
  ledger.exercise(by, AcceptedTransferOffer_Complete, offer, {
    inputs: coinsAsInputs(ledger, alice),
    transferContext: ledger.paymentContext(),
    walletProvider: provider,
  });

type Act = (ledger: CoinLedger, offer: string) => unknown;
type Row = readonly [name: string, act: Act, after: number, outcome: string];

const accept =
  (by: string): Act =>
  (ledger, offer) =>
    ledger.exercise([by], TransferOffer_Accept, offer, {});
const reject =
  (by: string): Act =>
  (ledger, offer) =>
    ledger.exercise([by], TransferOffer_Reject, offer, {});
const withdraw =
  (by: string): Act =>
  (ledger, offer) =>
    ledger.exercise([by], TransferOffer_Withdraw, offer, { reason: "changed my mind" });
const expire =
  (by: string, actor = by): Act =>
  (ledger, offer) =>
    ledger.exercise([by], TransferOffer_Expire, offer, { actor }, { readAs: [alice] });

describe("a transfer offer", () => {
  const last = lifetime - 1;
  const table: ReadonlyArray<Row> = [
    ["accepted by the receiver in its last moment", accept(bob), last, "accepted"],
    ["accepted by the receiver when it is over", accept(bob), lifetime, "Offer has not expired"],
    ["accepted by the sender", accept(alice), 0, "DAML_AUTHORIZATION_ERROR"],
    ["accepted by somebody who does not see it", accept(carol), 0, "CONTRACT_NOT_FOUND"],
    ["rejected by the receiver", reject(bob), 0, "accepted"],
    ["rejected by the receiver when it is over", reject(bob), lifetime, "accepted"],
    ["rejected by the sender", reject(alice), 0, "DAML_AUTHORIZATION_ERROR"],
    ["withdrawn by the sender", withdraw(alice), 0, "accepted"],
    ["withdrawn by the sender when it is over", withdraw(alice), lifetime, "accepted"],
    ["withdrawn by the receiver", withdraw(bob), 0, "DAML_AUTHORIZATION_ERROR"],
    ["expired by the sender when it is over", expire(alice), lifetime, "accepted"],
    ["expired by the receiver when it is over", expire(bob), lifetime, "accepted"],
    ["expired before", expire(alice), last, "Contract has expired"],
    ["expired by somebody else", expire(carol), lifetime, "Actor is a stakeholder"],
    ["expired in another's name", expire(carol, bob), lifetime, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`that is ${name}: ${outcome}`, () => {
      const { ledger, offer } = offered();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, offer))).to.equal(outcome);
      expect(ledger.active(TransferOffer)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
      expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    });
  }

  const ends: ReadonlyArray<readonly [string, Act]> = [
    ["accepted", accept(bob)],
    ["rejected", reject(bob)],
    ["withdrawn", withdraw(alice)],
  ];
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, offer } = offered();
        act(ledger, offer);
        expect(ledger.reasonOf(() => again(ledger, offer))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("names its tracking id and parties however it ends", () => {
    const trackingInfo = { trackingId: "t-1", sender: alice, receiver: bob };
    for (const act of [reject(bob), withdraw(alice)]) {
      const { ledger, offer } = offered();
      expect(act(ledger, offer)).to.deep.equal({ trackingInfo });
    }
  });

  it("locks nothing: what it offers can be spent elsewhere", () => {
    const { ledger } = offered();
    ledger.transfer(alice, [[carol, "10"]]);
    expect(ledger.balanceOf(carol)).to.equal("10.0000000000");
  });

  const texts: ReadonlyArray<readonly [string, string, boolean]> = [
    ["d".repeat(279), "t".repeat(279), true],
    ["", "", true],
    ["d".repeat(280), "t", false],
    ["d", "t".repeat(280), false],
    ["🪙".repeat(279), "t", true],
    ["🪙".repeat(280), "t", false],
  ];
  for (const [description, trackingId, valid] of texts) {
    it(`with ${[...description].length} characters of description and ${trackingId.length} of tracking id is ${valid ? "possible" : "refused"}`, () => {
      const ledger = new CoinLedger();
      const create = () =>
        ledger.create([alice], TransferOffer, {
          sender: alice,
          receiver: bob,
          dso,
          amount: { amount: cc("1"), unit: "AmuletUnit" },
          description,
          expiresAt: BigInt(ledger.now),
          trackingId,
        });
      expect(ledger.reasonOf(create)).to.equal(valid ? "accepted" : "PreconditionFailed");
    });
  }
});

describe("an accepted transfer offer", () => {
  const completed =
    (by: ReadonlyArray<string>): Act =>
    (ledger, offer) =>
      complete(ledger, offer, by);
  const aborted =
    (by: string): Act =>
    (ledger, offer) =>
      ledger.exercise([by], AcceptedTransferOffer_Abort, offer, { reason: "out of funds" });
  const withdrawn =
    (by: string): Act =>
    (ledger, offer) =>
      ledger.exercise([by], AcceptedTransferOffer_Withdraw, offer, { reason: "no need" });
  const expired =
    (actor: string): Act =>
    (ledger, offer) =>
      ledger.exercise([actor], AcceptedTransferOffer_Expire, offer, { actor }, { readAs: [alice] });
  const last = lifetime - 1;
  const table: ReadonlyArray<Row> = [
    ["completed in its last moment", completed([alice, provider]), last, "accepted"],
    ["completed when it is over", completed([alice, provider]), lifetime, "Offer has not expired"],
    ["completed by the sender alone", completed([alice]), 0, "DAML_AUTHORIZATION_ERROR"],
    ["completed by the receiver", completed([bob, provider]), 0, "DAML_AUTHORIZATION_ERROR"],
    ["aborted by the sender", aborted(alice), 0, "accepted"],
    ["aborted by the receiver", aborted(bob), 0, "DAML_AUTHORIZATION_ERROR"],
    ["withdrawn by the receiver", withdrawn(bob), lifetime, "accepted"],
    ["withdrawn by the sender", withdrawn(alice), 0, "DAML_AUTHORIZATION_ERROR"],
    ["expired by the sender", expired(alice), lifetime, "accepted"],
    ["expired by the receiver", expired(bob), lifetime, "accepted"],
    ["expired before", expired(bob), last, "Contract has expired"],
    ["expired by somebody else", expired(carol), lifetime, "Actor is a stakeholder"],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`that is ${name}: ${outcome}`, () => {
      const { ledger, offer } = accepted();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, offer))).to.equal(outcome);
      expect(ledger.active(AcceptedTransferOffer)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
      const paid = outcome === "accepted" && name.startsWith("completed");
      expect(ledger.balanceOf(bob)).to.equal(paid ? "4.0000000000" : "0.0000000000");
      expect(ledger.balanceOf(alice)).to.equal(paid ? "6.0000000000" : "10.0000000000");
    });
  }

  const ends: ReadonlyArray<readonly [string, Act]> = [
    ["completed", completed([alice, provider])],
    ["aborted", aborted(alice)],
    ["withdrawn", withdrawn(bob)],
  ];
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, offer } = accepted();
        act(ledger, offer);
        expect(ledger.reasonOf(() => again(ledger, offer))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("keeps everything of the offer but the description", () => {
    const { ledger } = accepted();
    expect(ledger.active(AcceptedTransferOffer)[0]?.payload).to.deep.equal({
      sender: alice,
      receiver: bob,
      dso,
      amount: { amount: cc("4"), unit: "AmuletUnit" },
      expiresAt: BigInt(ledger.now + lifetime),
      trackingId: "t-1",
    });
  });

  it("when completed names the change and the transfer", () => {
    const { ledger, offer } = accepted();
    const result = complete(ledger, offer);
    expect(result.trackingInfo).to.deep.equal({ trackingId: "t-1", sender: alice, receiver: bob });
    expect(ledger.coinsOf(alice)).to.deep.equal([result.senderChangeAmulet]);
    expect(result.transferResult.senderChangeAmulet).to.equal(result.senderChangeAmulet);
  });

  const amounts: ReadonlyArray<readonly [Amount, string, string]> = [
    [{ amount: "0.5", unit: "USDUnit" }, "accepted", "5.0000000000"],
    [{ amount: "1.0000000001", unit: "USDUnit" }, "insufficient-funds", "0.0000000000"],
    [{ amount: "1", unit: "ExtUnit" }, "ExtUnit", "0.0000000000"],
    [{ amount: "0", unit: "AmuletUnit" }, "Amount is positive", "0.0000000000"],
    [{ amount: "-1", unit: "AmuletUnit" }, "Amount is positive", "0.0000000000"],
  ];
  for (const [amount, outcome, paid] of amounts) {
    it(`over ${amount.amount} ${amount.unit} at 0.10 USD per CC: ${outcome}`, () => {
      const { ledger, offer } = accepted(amount);
      expect(ledger.reasonOf(() => complete(ledger, offer))).to.equal(outcome);
      expect(ledger.balanceOf(bob)).to.equal(paid);
    });
  }

  it("competes for funds with others: the second of two finds none", () => {
    const { ledger, offer } = accepted({ amount: "8", unit: "AmuletUnit" });
    ledger.transfer(alice, [[carol, "5"]]);
    expect(ledger.reasonOf(() => complete(ledger, offer))).to.equal("insufficient-funds");
    const aborting = ledger.exercise([alice], AcceptedTransferOffer_Abort, offer, {
      reason: "out of funds (missing 3.0 CC)",
    });
    expect(aborting.trackingInfo.trackingId).to.equal("t-1");
  });

  it("takes its price from a round of its own coin only", () => {
    const { ledger, offer } = accepted({ amount: "0.5", unit: "USDUnit" });
    ledger.openRound(1n, { dso: carol });
    const pay = () =>
      ledger.exercise(
        [alice, provider],
        AcceptedTransferOffer_Complete,
        offer,
        {
          inputs: coinsAsInputs(ledger, alice),
          transferContext: ledger.paymentContext(),
          walletProvider: provider,
        },
        { readAs: [dso, carol] },
      );
    expect(ledger.reasonOf(pay)).to.equal("Contract group identifier mismatch");
  });
});
