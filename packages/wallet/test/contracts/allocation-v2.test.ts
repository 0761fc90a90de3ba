import { expect } from "chai";
import { fundingOf, fundingOfAll } from "../../src/index.js";
import { sideOf, specificationOf } from "../allocation-of.js";
import { cc } from "../wallet-ledger.js";

const [sends, receives] = [
  sideOf("SenderSide", cc("5")),
  { ...sideOf("ReceiverSide", cc("2")), transferLegId: "back" },
];

describe("what an allocation locks", () => {
  it("is what is sent, less what is received", () => {
    const netted = specificationOf({ transferLegSides: [sends, receives] });
    expect(fundingOf(netted)).to.equal(cc("3"));
    expect(fundingOf(specificationOf({ transferLegSides: [receives] }))).to.equal(undefined);
    expect(fundingOf(specificationOf({ transferLegSides: [] }))).to.equal(undefined);
  });

  it("is what is kept for further iterations too, of the coin alone", () => {
    const nextIterationFunding = new Map([
      ["Amulet", cc("4")],
      ["other", cc("9")],
    ]);
    const other = { ...sends, transferLegId: "other", instrumentId: "other" };
    const iterated = specificationOf({ transferLegSides: [sends, other], nextIterationFunding });
    expect(fundingOf(iterated)).to.equal(cc("9"));
  });

  it("is nothing where it is more than an amount can be", () => {
    const most = { ...sends, amount: cc("9999999999999999999999999999") };
    const sides = [most, { ...most, transferLegId: "again" }];
    expect(fundingOf(specificationOf({ transferLegSides: sides }))).to.equal(undefined);
  });

  it("is summed up by allocation, none of which pays for another", () => {
    const received = specificationOf({ transferLegSides: [receives] });
    expect(fundingOfAll([specificationOf(), received, specificationOf()])).to.equal(cc("2"));
    expect(fundingOfAll([received])).to.equal(undefined);
  });
});
