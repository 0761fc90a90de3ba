import type { Contract, Json } from "@tallystick/core";
import { expect } from "chai";
import { payloadOfContract } from "../../../src/wallet/rows/payload-json.js";

// border: of a contract, only the template and the payload are read
const written = (name: string, payload: Json): Json =>
  payloadOfContract({ templateId: `ab:${name}`, payload } as unknown as Contract);

describe("the payload of a contract in the wallet's interface", () => {
  it("has decimals with as many digits after the point as they need, and at least one", () => {
    const amount = (initialAmount: string, rate: string) => ({
      initialAmount,
      createdAt: { number: "3" },
      ratePerRound: { rate },
    });
    const coin = { dso: "d", owner: "o" };
    expect(
      written("Splice.Amulet:Amulet", {
        ...coin,
        amount: amount("2000.0000000000", "0.0038051800"),
      }),
    ).to.deep.equal({ ...coin, amount: amount("2000.0", "0.00380518") });
  });

  it("leaves texts alone that only look like decimals", () => {
    const offer = {
      amount: { amount: "10.5000000000", unit: "AmuletUnit" },
      description: "10.5000000000",
      trackingId: "1.00",
    };
    expect(written("Splice.Wallet.TransferOffer:TransferOffer", offer)).to.deep.equal({
      ...offer,
      amount: { amount: "10.5", unit: "AmuletUnit" },
    });
  });

  it("writes lists of pairs and optional decimals, and other templates as they are", () => {
    const config = (text: string) => ({
      configSchedule: {
        initialValue: { transferConfig: { transferFee: { steps: [{ _1: text, _2: text }] } } },
        futureValues: [],
      },
    });
    expect(written("Splice.AmuletRules:AmuletRules", config("100.0000000000"))).to.deep.equal(
      config("100.0"),
    );
    expect(written("Other:Template", config("100.00"))).to.deep.equal(config("100.00"));
  });
});
