import { Amulet, TransferOffer } from "@tallystick/coin";
import { expect } from "chai";
import { dueOf } from "../../src/index.js";
import { offer, tap } from "../wallet-actions.js";
import { alice, bob, carol, dso, minute, WalletLedger } from "../wallet-ledger.js";

describe("the view of contracts", () => {
  it("shows a party the contracts it has a stake in, the oldest first", () => {
    const ledger = new WalletLedger().bootstrap();
    const [first, second] = [offer(ledger, alice, bob, "1"), offer(ledger, carol, alice, "1")];
    const ids = (party: string, limit?: number) =>
      ledger.view.of(TransferOffer, party, limit).map(({ contractId }) => contractId);
    expect(ids(alice)).to.deep.equal([first, second]);
    expect(ids(alice, 1)).to.deep.equal([first]);
    expect(ids(bob)).to.deep.equal([first]);
    expect(ids(carol)).to.deep.equal([second]);
  });

  it("finds by id only what is of the template", () => {
    const ledger = new WalletLedger().bootstrap();
    const id = offer(ledger, alice, bob, "1");
    expect(ledger.view.byId(TransferOffer, id)?.payload.receiver).to.equal(bob);
    expect(ledger.view.byId(Amulet, id)).to.equal(undefined);
    expect(ledger.view.byId(TransferOffer, "00ff")).to.equal(undefined);
  });

  it("finds what is due, the earliest first", () => {
    const ledger = new WalletLedger().bootstrap();
    const early = offer(ledger, alice, bob, "1");
    ledger.now += minute;
    const late = offer(ledger, alice, bob, "1");
    const due = (upTo: number, limit = 10) =>
      ledger.view.due(TransferOffer, alice, upTo, limit).map(({ contractId }) => contractId);
    expect(due(ledger.now + 58 * minute)).to.deep.equal([]);
    expect(due(ledger.now + 59 * minute)).to.deep.equal([early]);
    expect(due(ledger.now + 60 * minute)).to.deep.equal([early, late]);
    expect(due(ledger.now + 60 * minute, 1)).to.deep.equal([early]);
  });

  it("knows the round from which on a coin is dust: the first at which the fee is more than the amount", () => {
    const ledger = new WalletLedger().bootstrap();
    tap(ledger, alice, "0.001");
    const [coin] = ledger.view.of(Amulet, alice);
    const payload = coin && Amulet.payload.encode(coin.payload);
    // 0.0000190259 USD per round at 0.1 USD per CC: 0.000190259 CC; five rounds cost 0.000951295
    expect(payload && dueOf(Amulet.name, payload)).to.deep.equal({ at: 7, party: dso });
    expect(dueOf("Some.Module:Other", {})).to.equal(undefined);
    expect(dueOf(Amulet.name, { broken: true })).to.equal(undefined);
  });
});
