import { expect } from "chai";
import { arrivedIn } from "../../../src/components/lists/arrived-in.js";

describe("what arrives in a list", () => {
  const arrived = (now: string, before?: string) =>
    [...arrivedIn([...now], before === undefined ? undefined : new Set(before))].join("");

  it("is what was not there, above what was", () => {
    expect(arrived("xabyc", "abc")).to.equal("xy");
    expect(arrived("xb", "abc")).to.equal("x");
  });

  it("is nothing at first, at the end, and of another list", () => {
    expect(arrived("abc")).to.equal("");
    expect(arrived("abcde", "abc")).to.equal("");
    expect(arrived("abc", "xyz")).to.equal("");
    expect(arrived("", "abc")).to.equal("");
  });
});
