import { expect } from "chai";
import { listOf } from "../../src/messages/list.js";

describe("A list in a text", () => {
  it("is written as in its language", () => {
    expect(listOf("en", [])).to.equal("");
    expect(listOf("en", ["a"])).to.equal("a");
    expect(listOf("en", ["a", "b", "c"])).to.equal("a, b, c");
    expect(listOf("ja", ["a", "b", "c"])).to.equal("a b c");
  });
});
