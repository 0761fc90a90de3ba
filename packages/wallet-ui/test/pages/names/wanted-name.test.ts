import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { nameError, nameOf, noName, wholeName } from "../../../src/pages/names/wanted-name.js";
import { lackOf } from "../typed.js";

describe("a name that someone wants", () => {
  it("has small letters, digits, - and _", () => {
    expect(nameError("my-shop_2")).to.equal(undefined);
    for (const character of ["A", ".", " ", "é", "💰"])
      expect(nameError(`shop${character}`)).to.contain(`"${character}"`);
  });

  it("has at most 60 characters with its ending", () => {
    expect(nameError("x".repeat(45))).to.equal(undefined);
    expect(nameError("x".repeat(46))).to.match(/Found 46 characters, expected at most 45/);
  });

  it("is whole with the ending of the service", () => {
    expect(wholeName("shop")).to.equal("shop.unverified.ans");
    expect(wholeName("")).to.equal(undefined);
    expect(wholeName("Shop")).to.equal(undefined);
  });

  it("is requested unless it is taken", () => {
    const draft = { ...noName, label: "shop", url: "https://shop.example" };
    expect(nameOf(draft, false)).to.deep.equal(
      right({ name: "shop.unverified.ans", url: "https://shop.example", description: "" }),
    );
    expect(lackOf(nameOf(draft, true))).to.match(/taken/);
    expect(lackOf(nameOf(noName, false))).to.match(/Enter a name/);
  });
});
