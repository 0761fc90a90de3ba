import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { hintError, hintOf } from "../../../src/pages/console/party-hint.js";
import { lackOf } from "../typed.js";

describe("the name of a new party", () => {
  it("has letters, digits, - and _, at most 185", () => {
    expect(hintOf({ typed: " Savings-1_a " })).to.deep.equal(right("Savings-1_a"));
    expect(hintOf({ typed: "x".repeat(185) })).to.deep.equal(right("x".repeat(185)));
    for (const typed of ["x".repeat(186), "a b", "a::b", "é"])
      expect(lackOf(hintOf({ typed })), typed).to.match(/at most 185/);
    expect(lackOf(hintOf({ typed: " " }))).to.match(/name first/);
  });

  it("is not wrong before it is typed", () => expect(hintError("")).to.equal(undefined));
});
