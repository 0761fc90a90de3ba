import type { Contract, Json } from "@tallystick/core";
import { expect } from "chai";
import { payloadOfContract, rewriteOf } from "../../../src/wallet/rows/payload-json.js";

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

describe("the values of a type in the wallet's interface", () => {
  const decimal = "Numeric 10";
  const fields: Json = [["a", decimal]];
  const long = "1.2500000000";
  const rows: ReadonlyArray<readonly [what: string, model: Json, value: Json, written: Json]> = [
    ["a decimal", decimal, long, "1.25"],
    ["an optional one", { Optional: decimal }, long, "1.25"],
    ["none", { Optional: decimal }, null, null],
    ["a list", { List: decimal }, [long, "2.0"], ["1.25", "2.0"]],
    ["a map from text", { TextMap: decimal }, { x: long }, { x: "1.25" }],
    ["a map", { GenMap: ["Text", decimal] }, [[long, long]], [[long, "1.25"]]],
    ["a record", { Record: fields }, { a: long, b: long }, { a: "1.25", b: long }],
    [
      "a case of a variant",
      { Variant: [["A", decimal]] },
      { tag: "A", value: long },
      { tag: "A", value: "1.25" },
    ],
    [
      "another case",
      {
        Variant: [
          ["A", decimal],
          ["B", "Text"],
        ],
      },
      { tag: "B", value: long },
      { tag: "B", value: long },
    ],
  ];
  for (const [what, model, value, written] of rows) {
    it(`has short decimals in ${what}`, () => {
      expect(rewriteOf(model)?.(value)).to.deep.equal(written);
    });
  }

  it("is not written again where it has no decimal", () => {
    for (const model of ["Text", { List: "Int64" }, { Record: [["a", "Party"]] }, { Enum: ["A"] }])
      expect(rewriteOf(model)).to.equal(undefined);
  });
});
