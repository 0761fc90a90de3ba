import { expect } from "chai";
import { left, right } from "fp-ts/lib/Either.js";
import { checked, lacks } from "../../src/states/checked.js";

describe("what a form submits", () => {
  it("is its input, unless something is wrong", () => {
    expect(checked(undefined, 5)).to.deep.equal(right(5));
    expect(checked("Enter a name.", 5)).to.deep.equal(left({ text: "Enter a name." }));
    expect(lacks("Enter a name.")).to.deep.equal(left({ text: "Enter a name." }));
  });
});
